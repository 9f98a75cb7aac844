// Fault rows that read a response and say too little for SOAP callers to get it.
import { expect, test } from 'vitest';
import { unwrittenNotes } from '../../src/findings/notes.ts';
import { mappingOf, payments } from '../mapping/tables.ts';

const table = (status: string, only = '') => `responses:
  - { soap: { response: { RefundResponse: { status: ${status} } } }, rest: { status: 409, code: LATE, detail: "{why}" } }
rules:
  - id: refund
    ${only}
    rest: { request: { line: "POST /payments/{id}/refunds", body: "{body}" }, response: { body: "{done}" } }
    soap: { request: { Refund: { paymentId: "{id}", $rest: "{body}" } }, response: { RefundResponse: { status: { code: OK }, $rest: "{done}" } } }
`;

test.each([
  ['{ message: "{why}" }', '', ['the required member "code" of element "status" is missing']],
  ['{ code: TOO_LATE, message: "{why}" }', '', []],
  ['{ message: "{why}" }', 'only: rest-to-soap', []],
])('%s %s', (status, only, expected) => {
  const lines = unwrittenNotes(mappingOf(payments, table(status, only))).map(({ line }) => line);
  expect(lines).toEqual(
    expected.map((why) => expect.stringContaining(`SOAP clients get a fault, never this response: ${why}`)),
  );
  if (expected.length > 0) expect(lines[0]).toMatch(/^mapping\.yaml:\d+:\d+ /);
});
