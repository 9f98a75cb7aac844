// A table as `init` writes it: its rules are for REST clients alone.
import { expect, test } from 'vitest';
import { oneWayNotes } from '../../../src/findings/one-way.ts';
import { loadMapping } from '../../../src/mapping/load.ts';
import { translate } from '../../../src/studio/sides/translate.ts';
import { accountsWsdl } from '../../peers/contracts.ts';
import { temp } from '../../server/temp.ts';

const table = (rule: string, head = 'only: rest-to-soap') =>
  temp({ 'mapping.yaml': `soapstone: 2\ncontract: ${accountsWsdl}\n${head}\nrules:\n  - ${rule}\n` });

const envelope = (members: string) => ({
  side: 'soap' as const,
  text: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetAccount xmlns="https://example.com/bank">${members}</GetAccount></s:Body></s:Envelope>`,
});

const accounts = () => loadMapping(table('GET /accounts/{accountId}: GetAccount'), { figures: true });

test('an envelope becomes the REST request that leads to it, also where SOAP clients have no rule', async () => {
  const request = envelope('<accountId>42</accountId>');
  const { rule, request: pair, response, source } = await translate(await accounts(), { request });
  expect([rule?.id, pair.rest.text, pair.soap.text]).toEqual(['GetAccount', 'GET /accounts/42', request.text]);
  expect(pair.rest.marks).toHaveLength(1);
  expect(response.rest.text).toMatch(/^200\n/);
  expect(source).toEqual({ request: 'soap', response: 'soap' });
});

test('one that no REST request leads to says so', async () => {
  const narrow = await loadMapping(table('GET /accounts/{accountId}?currency: GetAccount'));
  const { rule, misses } = await translate(narrow, { request: envelope('<none/>') });
  expect(rule).toBeUndefined();
  expect(misses[0]).toMatch(/^not GetAccount \(.*:5\): /);
});

test('the detail of a refusal is that of the gateway', async () => {
  const { response, refusal } = await translate(await accounts(), {
    request: { side: 'rest', text: 'GET /accounts/1?none=1' },
  });
  expect(response.rest.text).toContain('"detail": "?none: unknown parameter');
  expect(refusal?.isOfRules).toBe(true);
});

test('a fault that the contract does not declare hides its text, as in the gateway', async () => {
  const fault = '<s:Fault><faultcode>s:Server</faultcode><faultstring>disk full</faultstring></s:Fault>';
  const text = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${fault}</s:Body></s:Envelope>`;
  const input = {
    request: { side: 'rest', text: 'GET /accounts/1' },
    response: { side: 'soap', text, rule: 'GetAccount' },
  } as const;
  const { response } = await translate(await accounts(), input);
  const shown = await translate(await accounts(), input, 'show');
  expect(shown.response.rest.text).toContain('disk full');
  expect(response.rest.text).toContain("its text is in the gateway's log");
  expect(response.rest.text).not.toContain('disk full');
  expect(response.rest.problem).toContain('disk full');
});

test('"only" of the table needs no note for each row', async () => {
  expect(oneWayNotes(await accounts())).toEqual([]);
  const both = table('{ "GET /accounts/{accountId}": GetAccount, only: rest-to-soap }', 'rest: {}');
  expect(oneWayNotes(await loadMapping(both, { figures: true }))).toHaveLength(1);
});

test('a response that is no XML is called so', async () => {
  const request = { side: 'rest' as const, text: 'GET /accounts/1' };
  const response = { side: 'soap' as const, text: '<oops', rule: 'GetAccount' };
  expect((await translate(await accounts(), { request, response })).response.rest.problem).toContain(
    'is not well-formed XML',
  );
});
