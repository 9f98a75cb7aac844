import { expect, test } from 'vitest';
import { printable } from '../../../src/cli/output/printable.ts';
import { printTested } from '../../../src/cli/test-report.ts';
import { messageLines, section } from '../../../src/cli/wire/format-message.ts';
import { connectionFailure } from '../../../src/errors/connection-cause.ts';

test('what a terminal would obey is written as an escape', () => {
  expect(printable('a\tb\n\x1b[2J\x9b1m\r\u202eä')).toBe('a\tb\n\\u001b[2J\\u009b1m\\u000d\\u202eä');
});

test('CRLF, as in multipart bodies, is a line break', () => {
  expect(printable('--b\r\nx: 1\r\n\r\n\r')).toBe('--b\nx: 1\n\n\\u000d');
});

test('a body that is no JSON is shown as sent; one that is cut off loses no quote', () => {
  const shown = (body: string, cut?: true) => messageLines('POST /', { headers: [], bytes: 9, body, cut })[2];
  expect(shown('{"a":"4917')).toBe('{"a":"4917');
  expect(shown('{"a":"4917 1', true)).toContain('"a": "4917 1\n(cut off');
  expect(shown('{"a":4917}')).toBe('{\n  "a": 4917\n}');
});

test('messages of a service, and names of cases, cannot reach the terminal raw', () => {
  const message = { headers: [['x-a', '\x1b[2J']] as [string, string][], bytes: 9, body: '<a>\x1b]0;b\x07</a>' };
  expect(section('client receives', messageLines('200', message))).not.toMatch(/[\x1b\x07]/);
  const write = process.stdout.write;
  let text = '';
  process.stdout.write = (piece: unknown) => (text += String(piece)) !== '';
  try {
    const outcome = { name: '\x1b[2J', place: { file: 'a', line: 1 }, rule: 'b', steps: 1, problems: [], laws: [] };
    const refused = { ...outcome, name: 'refused', rule: undefined };
    printTested({ mapping: 'm', problems: [], cases: [outcome, refused] as never, pairs: [] });
  } finally {
    process.stdout.write = write;
  }
  expect(text).toContain('a:1 \\u001b[2J');
  expect(text).toContain('refused (no rule takes it, 1 steps)');
});

test('a closed connection: the other scheme than that of the URL', () => {
  const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  const closed = 'ECONNRESET: the other side closed the connection';
  expect(connectionFailure(reset, 'https://a')).toBe(
    `https://a: ${closed}; if it speaks plain HTTP, begin its address with http://`,
  );
  expect(connectionFailure(reset, 'http://a')).toBe(
    `http://a: ${closed}; if it speaks TLS, begin its address with https://`,
  );
});
