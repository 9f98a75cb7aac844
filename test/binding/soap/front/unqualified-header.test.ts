// A header part with `type` whose soap:header has no namespace (WSDL 1.1 §3.7): its block is in none.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadContractFrom } from '../../../../src/contract/load.ts';
import { compileMapping } from '../../../../src/mapping/compile.ts';
import { FrontScene, faultOf } from './front-scene.ts';

const NS = 'urn:example:unqualified';
const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="${NS}"
  xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="${NS}">
<types><xs:schema targetNamespace="${NS}"><xs:element name="ask" type="xs:string"/><xs:element name="said" type="xs:string"/></xs:schema></types>
<message name="ask"><part name="p" element="t:ask"/></message>
<message name="said"><part name="p" element="t:said"/></message>
<message name="tenant"><part name="tenant" type="xs:string"/></message>
<portType name="P"><operation name="ask"><input message="t:ask"/><output message="t:said"/></operation></portType>
<binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="ask"><s:operation soapAction=""/>
<input><s:body use="literal"/><s:header message="t:tenant" part="tenant" use="literal"/></input><output><s:body use="literal"/></output></operation></binding>
<service name="S"><port name="P" binding="t:B"><s:address location="http://127.0.0.1/ask"/></port></service></definitions>`;
const table = `soapstone: 2
namespaces: { t: "${NS}" }
rules:
  - rest:
      request: { line: POST /ask, body: { text: "{text}", tenant: "{tenant?}" } }
      response: { status: 200, body: { text: "{answer}" } }
    soap:
      operation: ask
      headers: { tenant: "{tenant}" }
      request: { t:ask: "{text}" }
      response: { t:said: "{answer}" }
`;

let scene: FrontScene;
beforeAll(async () => {
  const contract = loadContractFrom(new Map([['u.wsdl', Buffer.from(wsdl)]]), 'u.wsdl');
  const mapping = compileMapping(table, 'mapping.yaml', contract);
  scene = await FrontScene.open(mapping, () => ({ answer: 'yes' }));
});
afterAll(() => scene.close());

const body = `<t:ask xmlns:t="${NS}">well?</t:ask>`;
const ask = (header: string) => scene.ask('1.1', body, { header });

it('is taken as the contract has it', async () => {
  const { status, text } = await ask('<tenant e:mustUnderstand="1">a</tenant>');
  expect(status, text).toBe(200);
  expect(scene.seen.at(-1)?.values).toMatchObject({ text: '"well?"', tenant: '"a"' });
});

it('every other block without a namespace is refused', async () => {
  const { status, text } = await ask('<tenants>a</tenants>');
  expect(status).toBe(500);
  expect(faultOf(text).reason).toContain('the header block "tenants" is in no namespace');
});
