// Members of the contract that a long row does not name: what a client says is carried, or refused by name.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadContract } from '../../../../src/contract/load.ts';
import { unnamedNotes } from '../../../../src/findings/notes.ts';
import { compileMapping } from '../../../../src/mapping/compile.ts';
import { mappingOf, parcels, problemsOf } from '../../../mapping/tables.ts';
import { FrontScene, faultOf, type Version } from './front-scene.ts';

const NS = 'https://example.com/parcels';
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const response = 'response: { FindParcelsResponse: { total: "{total}" } }';
const row = (id: string, request: string, line: string) => `
  - id: ${id}
    only: soap-to-rest
    rest: { request: "${line}", response: { body: { total: "{total}" } } }
    soap: { request: { FindParcels: ${request} }, ${response} }`;
const byService = row('services', '{ service: "{s}" }', 'GET /parcels?service={s}');
const byTime = row('since', '{ service: "{s}", createdAfter: "{t!}" }', 'GET /parcels?service={s}&since={t}');

async function open(rules: string): Promise<FrontScene> {
  const scene = await FrontScene.open(mappingOf(parcels, `rules:${rules}`), () => ({ total: 1 }));
  onTestFinished(() => scene.close());
  return scene;
}

const find = (content: string, attributes = '') =>
  `<FindParcels xmlns="${NS}" xmlns:i="${XSI}"${attributes}><service>economy</service>${content}</FindParcels>`;

describe('a request with an element that the row does not name', () => {
  it.each<Version>(['1.1', '1.2'])('is refused by name and place, SOAP %s', async (version) => {
    const scene = await open(byService);
    const { text } = await scene.ask(version, find('<limit>3</limit>'));
    const { code, reason } = faultOf(text);
    expect(code).toBe(version === '1.1' ? 'Client' : 'Sender');
    expect(reason).toMatch(/element "limit" has no place in the rule \(at Envelope\/Body\/FindParcels\/limit\)/);
    expect(scene.seen).toEqual([]);
    expect((await scene.ask(version, find(''))).status).toBe(200);
  });

  it('is the matter of a row that names it', async () => {
    const scene = await open(byService + byTime);
    await scene.ask('1.1', find('<createdAfter>2024-05-06T00:00:00Z</createdAfter>'));
    await scene.ask('1.1', find(''));
    expect(scene.seen.map(({ rule }) => rule)).toEqual(['since', 'services']);
  });

  it('goes through where the row skips it', async () => {
    const scene = await open(row('services', '{ service: "{s}", $rest: skip }', 'GET /parcels?service={s}'));
    expect((await scene.ask('1.1', find('<limit>3</limit>'))).status).toBe(200);
    expect(scene.seen).toEqual([{ rule: 'services', values: { s: '["economy"]' } }]);
  });

  it('is refused by name and place beside $rest: none', async () => {
    const scene = await open(row('services', '{ service: "{s}", $rest: none }', 'GET /parcels?service={s}'));
    expect(faultOf((await scene.ask('1.1', find('<limit>3</limit>'))).text).reason).toMatch(
      /element "limit" has no place in the rule \(at Envelope\/Body\/FindParcels\/limit/,
    );
  });

  it('is refused too where PHP SoapClient writes it', async () => {
    const scene = await open(byService);
    const script = `$c = new SoapClient(null, ['location' => $argv[1], 'uri' => '${NS}', 'use' => SOAP_LITERAL]);
      try { $c->__soapCall('FindParcels', [new SoapParam('economy', 'ns1:service'), new SoapParam(3, 'ns1:limit')], ['soapaction' => 'urn:example:parcels:find']); echo 'ok'; }
      catch (SoapFault $f) { echo $f->getMessage(); }`;
    const { stdout } = await promisify(execFile)('php', ['-r', script, scene.url]);
    expect(stdout).toContain('element "limit" has no place in the rule');
    expect(scene.seen).toEqual([]);
  });
});

const kinds = await loadContract(join(import.meta.dirname, 'lookup', 'kinds.wsdl'));
const asks = (request: string) => `soapstone: 2
rules:
  - { id: ask, only: soap-to-rest, rest: { request: "GET /r", response: { body: { answer: "{answer}" } } }, soap: { request: { Ask: ${request} }, response: { AskResponse: { answer: "{answer}" } } } }`;
const asking = (request: string) => compileMapping(asks(request), 'mapping.yaml', kinds);

describe('an attribute or a text', () => {
  it.each([
    [
      '{ word: "{w?}" }',
      ' mode="a"',
      '',
      /attribute "mode" has no place in the rule \(at Envelope\/Body\/Ask\/@mode\)/,
    ],
    [
      '{ ref: { "@kind": "{k?}" } }',
      '',
      '<ref kind="k">x</ref>',
      /the text has no place in the rule \(at Envelope\/Body\/Ask\/ref\)/,
    ],
    ['{ word: "{w?}" }', ' nope="a"', '', /attribute "nope" is not part of the type|unknown attribute/],
  ])('that %s does not name is refused', async (request, attributes, content, reason) => {
    const scene = await FrontScene.open(asking(request), () => ({ answer: 'x' }));
    onTestFinished(() => scene.close());
    const ask = (inTag: string, inside: string) => scene.ask('1.1', `<Ask xmlns="urn:kinds"${inTag}>${inside}</Ask>`);
    expect(faultOf((await ask(attributes, content)).text).reason).toMatch(reason);
    expect(scene.seen).toEqual([]);
    expect((await ask('', '')).status).toBe(200);
  });
});

describe('soapstone check', () => {
  it('names the members that a row has no place for', () => {
    const notes = unnamedNotes(mappingOf(parcels, `rules:${byService}`));
    expect(notes).toMatchObject([{ level: 'note', code: 'MEMBERS_UNNAMED', place: { line: 4 } }]);
    expect(notes[0].message).toContain('"services" has no place for "createdAfter", "limit": SOAP requests');
    const skipping = row('services', '{ service: "{s}", $rest: skip }', 'GET /parcels?service={s}');
    expect(unnamedNotes(mappingOf(parcels, `rules:${skipping}`))).toEqual([]);
  });

  it('refuses a row that no request fits', () => {
    const rule = (request: string) => `rules:
  - { id: one, only: soap-to-rest, rest: { request: "GET /parcel", response: { body: { parcel: "{parcel}" } } }, soap: { request: { GetParcel: ${request} }, response: { GetParcelResponse: { parcel: "{parcel}" } } } }`;
    expect(problemsOf(parcels, rule('{}'))).toEqual([
      'MAPPING_MISSING: every SOAP request has "id", and the rule has no place for it',
    ]);
    expect(problemsOf(parcels, rule('{ $rest: skip }'))).toEqual([]);
  });

  it('refuses $rest: skip where it says nothing', () => {
    const rule = (body: string, answer: string) => `rules:
  - { id: one, rest: { request: { line: POST /parcels, body: ${body} }, response: { status: 204 } }, soap: { request: CreateParcel, response: ${answer} } }`;
    expect(problemsOf(parcels, rule('{ $rest: skip }', 'CreateParcelResponse'))).toContainEqual(
      expect.stringContaining('$rest: skip says nothing on the REST side'),
    );
    expect(problemsOf(parcels, rule('null', '{ CreateParcelResponse: { $rest: skip } }'))).toContainEqual(
      expect.stringContaining('$rest: skip is for SOAP requests'),
    );
  });
});
