// The REST request that a user describes on the command line.
import { readFileSync } from 'node:fs';
import { SoapstoneError } from '../errors/errors.ts';
import { readFileBounded } from '../file/read-file.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

export interface DescribedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

/** `line`: `GET /path?query`. `data`: text, `@file` or `@-`. @throws SoapstoneError SETTINGS for what cannot be read. */
export function describedRequest(line: string, headers: readonly string[], data: string | undefined): DescribedRequest {
  const parts = /^([A-Za-z]+)\s+(\/\S*)$/.exec(line.trim());
  if (!parts) throw new SoapstoneError('SETTINGS', `"${line}" is not a request line such as "GET /accounts/7"`);
  const [, method, target] = parts;
  if (!METHODS.includes(method.toUpperCase()))
    throw new SoapstoneError('SETTINGS', `"${method}" is not a method of rules (${METHODS.join(', ')})`);
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? '' : target.slice(mark + 1);
  return { method: method.toUpperCase(), path, query, headers: headersOf(headers), body: bodyOf(data) };
}

export function headersOf(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new SoapstoneError('SETTINGS', `-H "${line}" is not "Name: value"`);
    headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  return headers;
}

function bodyOf(data: string | undefined): Uint8Array | undefined {
  if (data === undefined) return undefined;
  return data.startsWith('@') ? readInput(data.slice(1)) : Buffer.from(data);
}

/** `-` is standard input. */
export function readInput(file: string): Uint8Array {
  try {
    return file === '-' ? readFileSync(0) : readFileBounded(file, { pipes: true });
  } catch (error) {
    throw new SoapstoneError('SETTINGS', `cannot read ${file}: ${(error as NodeJS.ErrnoException).code}`);
  }
}
