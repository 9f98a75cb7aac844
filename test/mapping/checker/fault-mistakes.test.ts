// One mistake in a fault row is one message, which names what was likely meant.
import { expect, it } from 'vitest';
import { Problems } from '../../../src/errors/errors.ts';
import { compileMapping } from '../../../src/mapping/compile.ts';
import { mappingOf, payments } from '../tables.ts';

const rest =
  'rest: { status: 402, detail: "{missing}", headers: { X-Missing: "{missing}" }, data: { missing: "{missing}" } }';
const detail = 'detail: { missing: "{missing}" }';
const soap = `soap: { fault: pay:InsufficientFunds, ${detail} }`;

function told(text: string): string[] {
  try {
    mappingOf(payments, text);
    return [];
  } catch (e) {
    if (e instanceof Problems) return e.problems.map((p) => `${p.code}: ${p.message} (${p.suggestion})`);
    throw e;
  }
}

const mistakes: readonly (readonly [row: string, message: RegExp])[] = [
  [`{ soap: { fault: InsufficientFond, ${detail} }, ${rest} }`, /UNKNOWN_FAULT.*\(did you mean "InsufficientFunds"/],
  [`{ soap: { fault: pay:InsufficentFunds, ${detail} }, ${rest} }`, /UNKNOWN_FAULT.*\(did you mean "pay:Insuff/],
  [
    `{ soap: { fault: xs:InsufficientFunds, ${detail} }, ${rest} }`,
    /UNKNOWN_FAULT.*\(did you mean "(pay|p|bank):Insuff/,
  ],
  [`{ soap: { fault: nope:InsufficientFunds, ${detail} }, ${rest} }`, /UNKNOWN_PREFIX.*"nope".*:InsufficientFunds/],
  [`{ soap: { fault: Unlike, ${detail} }, ${rest} }`, /UNKNOWN_FAULT.*\(it declares /],
  [`{ soap: { fault: Pay, detail: { from: "{missing}" } }, ${rest} }`, /UNKNOWN_FAULT.*\(did you mean "\w+:Pay"/],
  [`{ soap: { ${detail} }, ${rest} }`, /MISSING: "detail" needs the element/],
  [`{ soap: { fault: "*", ${detail} }, ${rest} }`, /MISSING: "detail" needs the element/],
  [`{ soap: { falt: pay:InsufficientFunds, ${detail} }, ${rest} }`, /SHAPE: unknown key "falt".*"fault"/],
  [`{ soap: { fault: pay:InsufficientFunds, detal: { missing: "{missing}" } }, ${rest} }`, /unknown key "detal"/],
  [`{ soap: { fault: pay:InsufficientFunds, reson: "lacks {missing}" }, ${rest} }`, /unknown key "reson".*"reason"/],
  [
    `{ soap: { fault: pay:InsufficientFunds, reason: "lacks {missing" }, ${rest} }`,
    /PATTERN: this placeholder is not closed/,
  ],
  [`{ soap: { fault: pay:InsufficientFunds, detail: { mising: "{missing}" } }, ${rest} }`, /"mising".*"missing"/],
  [`{ soap: { fault: pay:InsufficientFunds, zzz: 1 }, ${rest} }`, /unknown key "zzz" in "soap" \(known keys/],
  [`{ soap: { fault: { InsufficientFunds: "{missing}" } }, ${rest} }`, /SHAPE: "fault" must be a text/],
  [`{ soap: InsufficientFunds, ${rest} }`, /SHAPE: "soap" must hold keys and values/],
  [`{ sop: { fault: pay:InsufficientFunds, ${detail} }, ${rest} }`, /unknown key "sop".*"soap"/],
  [`{ ${soap}, rst: { status: 402 } }`, /unknown key "rst".*"rest"/],
  [`{ ${soap}, rest: 402 }`, /SHAPE: "rest" must hold keys and values/],
  [`{ ${soap}, rest: { staus: 402 } }`, /unknown key "staus".*"status"/],
  [`{ ${soap}, rest: { status: 402, detail: "{mising}" } }`, /NAMES: {mising}.*"missing"/],
  [
    `{ soap: { response: { RefundRespons: { refundId: "{missing}" } } }, ${rest} }`,
    /"RefundRespons|UNKNOWN_ELEMENT.*"RefundResponse"/,
  ],
  [`{ soap: { response: { nope:RefundResponse: { refundId: "{missing}" } } }, ${rest} }`, /UNKNOWN_PREFIX/],
  [`{ soap: { response: "{missing}" }, ${rest} }`, /PATTERN: {missing} is not the name of an element/],
];

it.each(mistakes)('%s', (row, message) => {
  const messages = told(`responses:\n  - ${row}\nrules:\n  - POST /payments: Pay -> 201\n`);
  expect(messages).toEqual([expect.stringMatching(message)]);
});

it.each(mistakes.filter(([row]) => !row.includes('response')))('of a rule: %s', (row, message) => {
  const messages = told(`rules:\n  - POST /payments: Pay -> 201\n    responses:\n      - ${row}\n`);
  expect(messages).toEqual([expect.stringMatching(message)]);
});

it('first: true is taken for what it was meant', () => {
  const response = 'response: { PayResponse: { paymentId: 7 } }';
  const row = `{ soap: { ${response}, frst: true }, rest: { status: 409 } }`;
  const messages = told(`rules:\n  - POST /payments: Pay -> 201\n    responses:\n      - ${row}\n`);
  expect(messages).toEqual([expect.stringMatching(/unknown key "frst".*"first"/)]);
});

it('names with a prefix whose namespace is wrong say nothing more', () => {
  const row = `- { soap: { fault: pay:InsufficientFunds, ${detail} }, ${rest} }`;
  const text = `soapstone: 2\nnamespaces: { pay: urn:other }\nresponses:\n  ${row}\nrules:\n  - POST /payments: Pay -> 201\n`;
  expect(() => compileMapping(text, 'mapping.yaml', payments)).toThrow(/^[^\n]*no namespace "urn:other"[^\n]*$/);
});
