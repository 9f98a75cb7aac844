// Records of the store as texts, with the JSON values in them.

import { scan } from '../../json/tape.ts';
import { type Json, textOf } from '../../json/value.ts';

/** It cannot be the name of a header field, or of another member of a fault. */
const JSON_TEXT = 'json text';

export function writeText(record: unknown): string {
  return JSON.stringify(record, (_name, value) => (isJson(value) ? { [JSON_TEXT]: textOf(value) } : value));
}

/** Throws where the text is no record. */
export function readText(record: string): unknown {
  return JSON.parse(record, (_name, value) => {
    const text = (value as Record<string, unknown> | null)?.[JSON_TEXT];
    return typeof text === 'string' ? scan(Buffer.from(text)) : value;
  });
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && (value as Partial<Json>).bytes instanceof Uint8Array;
}
