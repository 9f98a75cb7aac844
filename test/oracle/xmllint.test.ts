import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openOracle, validateBody, validateElement } from './xmllint.ts';

const root = join(import.meta.dirname, '../..');
const fixtures = join(root, 'test/fixtures/contracts');
const tutorials = ['10-first-row', '20-shapes', '70-faults'].map((name) => join(root, 'mappings', name, 'contract'));
const soap11 = (body: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
const soap12 = (body: string) =>
  `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>${body}</s:Body></s:Envelope>`;

describe('every contract compiles in libxml2', () => {
  const folders = readdirSync(fixtures).map((name) => join(fixtures, name));
  it.each([...tutorials, ...folders])('%s', (folder) => {
    expect(validateBody(folder, soap11(''))).toEqual([]);
  });
});

describe('the judge judges', () => {
  it('accepts and refuses document/literal bodies in one run, in order', () => {
    const oracle = openOracle(tutorials[0]);
    const get = (inner: string) => soap11(`<GetAccount xmlns="https://example.com/bank">${inner}</GetAccount>`);
    const verdicts = oracle.validate([
      get('<accountId>7</accountId>'),
      get('<accountId>seven</accountId>'),
      soap12('<b:GetAccount xmlns:b="https://example.com/bank"><b:accountId>7</b:accountId></b:GetAccount>'),
      soap11('<unknown/>'),
      '<not well-formed',
    ]);
    oracle.close();
    expect(verdicts.map((v) => v.valid)).toEqual([true, false, true, false, false]);
    expect(verdicts[1].problems[0]).toContain('accountId');
  });

  it('knows the wrappers of rpc/literal', () => {
    const wrapper = (inner: string) =>
      soap11(`<c:PlaceOrderResponse xmlns:c="urn:example:rpc-literal:calls">${inner}</c:PlaceOrderResponse>`);
    const oracle = openOracle(join(fixtures, 'rpc-literal'));
    const verdicts = oracle.validate([
      wrapper('<number>7</number><state>accepted</state><total>1.5</total>'),
      wrapper('<c:number>7</c:number><c:state>accepted</c:state><c:total>1.5</c:total>'),
      wrapper('<number>7</number><state>lost</state><total>1.5</total>'),
    ]);
    oracle.close();
    expect(verdicts.map((v) => v.valid)).toEqual([true, false, false]);
  });

  it('judges a header block and a fault detail where the contract declares them', () => {
    const header = (block: string) =>
      `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>${block}</s:Header><s:Body/></s:Envelope>`;
    const fault = (missing: string) =>
      soap11(
        `<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring><detail><p:InsufficientFunds xmlns:p="https://example.com/payments"><p:account>A</p:account><p:missing>${missing}</p:missing></p:InsufficientFunds></detail></s:Fault>`,
      );
    expect(
      validateBody(join(fixtures, 'header-parts'), header('<q:Quota xmlns:q="urn:example:header-parts">3</q:Quota>')),
    ).toEqual([]);
    expect(
      validateBody(join(fixtures, 'header-parts'), header('<q:Quota xmlns:q="urn:example:header-parts">-3</q:Quota>')),
    ).not.toEqual([]);
    expect(validateBody(tutorials[2], fault('1.25'))).toEqual([]);
    expect(validateBody(tutorials[2], fault('much'))).not.toEqual([]);
  });

  it('judges elements against schema files alone', () => {
    const known = [join(fixtures, 'wildcards/known.xsd')];
    expect(validateElement(known, '<k:number xmlns:k="urn:example:wildcards:known">1.5</k:number>')).toEqual([]);
    expect(validateElement(known, '<k:number xmlns:k="urn:example:wildcards:known">x</k:number>')).not.toEqual([]);
  });
});
