// Captured exchanges as JSON: what `/exchanges` responds, lines of a capture file, or one exchange. They come from elsewhere: their form is checked.
import type { CapturedCall, CapturedExchange, CapturedMessage } from '../capture/captured.ts';
import { SoapstoneError } from '../errors/errors.ts';

/** `source`: for messages. @throws SoapstoneError CAPTURE */
export function readCaptures(text: string, source: string): CapturedExchange[] {
  const values = documentsOf(text, source).flatMap(exchangesIn);
  if (values.every(isExchange)) return values;
  throw new SoapstoneError('CAPTURE', `${source} has something else than captured exchanges`);
}

/** One document, or one on each line. */
function documentsOf(text: string, source: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    try {
      return text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line));
    } catch {
      throw new SoapstoneError('CAPTURE', `${source} is not JSON`);
    }
  }
}

function exchangesIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) && Array.isArray(value.exchanges) ? value.exchanges : [value];
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isExchange(value: unknown): value is CapturedExchange {
  if (!isObject(value)) return false;
  const { id, time, rule, present, request, response, calls } = value;
  return (
    [id, time].every((text) => typeof text === 'string') &&
    isOptional(rule, (text) => typeof text === 'string') &&
    isOptional(present, (text) => ['rest', 'soap', 'mcp'].includes(String(text))) &&
    isRequest(request) &&
    isOptional(response, isResponse) &&
    Array.isArray(calls) &&
    calls.every(isCall)
  );
}

function isOptional(value: unknown, is: (value: unknown) => boolean): boolean {
  return value === undefined || is(value);
}

function isCall(value: unknown): value is CapturedCall {
  return (
    isObject(value) &&
    isRequest(value.request) &&
    URL.canParse(String((value.request as Fields).target)) &&
    isOptional(value.response, isResponse)
  );
}

function isRequest(value: unknown): boolean {
  return isMessage(value) && typeof value.method === 'string' && typeof value.target === 'string';
}

function isResponse(value: unknown): boolean {
  return isMessage(value) && typeof value.status === 'number';
}

function isMessage(value: unknown): value is CapturedMessage & Fields {
  if (!isObject(value) || !Array.isArray(value.headers)) return false;
  const areFields = value.headers.every(
    (field: unknown) => Array.isArray(field) && field.length === 2 && field.every((text) => typeof text === 'string'),
  );
  return areFields && typeof value.bytes === 'number' && isOptional(value.body, (text) => typeof text === 'string');
}
