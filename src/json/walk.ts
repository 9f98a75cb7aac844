// Access to members, items and scalars of JSON values. Cuts slices, copies nothing.
import { scanned, valueAt } from './tape.ts';
import { equalsText, jsonString as quoted, stringValue, utf8 } from './text.ts';
import {
  ARRAY,
  ESCAPED,
  FALSE,
  type Json,
  json,
  NULL,
  NUMBER,
  OBJECT,
  STRIDE,
  STRING,
  type Tape,
  TRUE,
} from './value.ts';

const kinds = new Uint8Array(256).fill(NUMBER);
for (const [first, kind] of [
  ['{', OBJECT],
  ['[', ARRAY],
  ['"', STRING],
  ['t', TRUE],
  ['f', FALSE],
  ['n', NULL],
] as const) {
  kinds[first.charCodeAt(0)] = kind;
}

/** One of OBJECT … NULL, by the first byte. */
export function kindOf(value: Json): number {
  return kinds[value.bytes[value.start]];
}

/** Kind of an entry without its flags. */
export function kindAt(tape: Tape, node: number): number {
  return tape.entries[node * STRIDE] & ~ESCAPED;
}

/** Entry after the value at `node`. */
export function nextNode(tape: Tape, node: number): number {
  return tape.entries[node * STRIDE + 3];
}

export function isEmptyObject(value: Json): boolean {
  if (kindOf(value) !== OBJECT) return false;
  const { tape, node } = scanned(value);
  return nextNode(tape, node) === node + 1;
}

/** Member `key` of an object; undefined when absent or when the value is no object. */
export function member(value: Json, key: string): Json | undefined {
  if (kindOf(value) !== OBJECT) return undefined;
  const { tape, node } = scanned(value);
  const name = Buffer.from(key);
  const end = nextNode(tape, node);
  for (let k = node + 1; k < end; k = nextNode(tape, k + 1)) {
    if (equalsText(tape, k, name)) return valueAt(tape, k + 1);
  }
  return undefined;
}

/** Names and values of an object, in order. */
export function membersOf(value: Json): (readonly [string, Json])[] {
  const { tape, node } = scanned(value);
  const members: (readonly [string, Json])[] = [];
  const end = nextNode(tape, node);
  for (let k = node + 1; k < end; k = nextNode(tape, k + 1)) members.push([stringValue(tape, k), valueAt(tape, k + 1)]);
  return members;
}

export function itemsOf(value: Json): Json[] {
  const { tape, node } = scanned(value);
  const items: Json[] = [];
  const end = nextNode(tape, node);
  for (let i = node + 1; i < end; i = nextNode(tape, i)) items.push(valueAt(tape, i));
  return items;
}

/** Text of a scalar: the content of a string, the spelling of a number or boolean; undefined for null, objects and arrays. */
export function scalarText(value: Json): string | undefined {
  switch (kindOf(value)) {
    case STRING: {
      const { bytes, start, end, tape } = value;
      // One string: a scan for it alone would cost more than the string.
      if (tape === undefined && !hasEscape(bytes, start, end)) return utf8(bytes, start + 1, end - 1);
      const string = scanned(value);
      return stringValue(string.tape, string.node);
    }
    case OBJECT:
    case ARRAY:
    case NULL:
      return undefined;
    default:
      return utf8(value.bytes, value.start, value.end);
  }
}

function hasEscape(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] === 0x5c) return true;
  return false;
}

export function stringOf(text: string): Json {
  return json(quoted(text));
}

/** One of the strings inside of the value is this text, white space around it apart. */
export function holdsText(value: Json, text: string): boolean {
  switch (kindOf(value)) {
    case OBJECT:
      return membersOf(value).some(([, one]) => holdsText(one, text));
    case ARRAY:
      return itemsOf(value).some((item) => holdsText(item, text));
    case STRING:
      return scalarText(value)?.trim() === text.trim();
    default:
      return false;
  }
}

/** Compares values: escapes and the order of members do not count, the spelling of numbers does. */
export function sameJson(a: Json, b: Json): boolean {
  return sameBytes(a, b) || canonical(a) === canonical(b);
}

function sameBytes(a: Json, b: Json): boolean {
  if (a.end - a.start !== b.end - b.start) return false;
  for (let i = a.start, j = b.start; i < a.end; i++, j++) if (a.bytes[i] !== b.bytes[j]) return false;
  return true;
}

/** Depth is bounded by the scan. */
function canonical(value: Json): string {
  switch (kindOf(value)) {
    case OBJECT: {
      const members = membersOf(value).map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
      return `{${members.sort().join()}}`;
    }
    case ARRAY:
      return `[${itemsOf(value).map(canonical).join()}]`;
    case STRING:
      return JSON.stringify(scalarText(value));
    default:
      return utf8(value.bytes, value.start, value.end);
  }
}
