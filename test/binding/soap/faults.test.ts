import { afterEach, describe, expect, it } from 'vitest';
import type { SoapVersion } from '../../../src/contract/model/contract.ts';
import type { Fault, SoapFault } from '../../../src/fault/fault.ts';
import { fromJs, textOf } from '../../../src/json/value.ts';
import type { FaultResponse } from '../../../src/rule/rule.ts';
import { SOAP11_NS, SOAP12_NS } from '../../../src/xml/reader/names.ts';
import { http } from '../../transport/raw-peer.ts';
import { failure, Scene, texts } from './call.ts';
import { book, envelope, fault11, fault12, missing, typeOf } from './responses.ts';

const scenes: Scene[] = [];
afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

async function open(bytes: Buffer): Promise<Scene> {
  const scene = await Scene.open((socket) => socket.write(bytes));
  scenes.push(scene);
  return scene;
}

async function faultOf(bytes: Buffer, version: SoapVersion): Promise<SoapFault> {
  const scene = await open(bytes);
  const { code, error } = await failure(scene.call(scene.shelf.getBook(version)));
  expect(code).toBe('UPSTREAM_FAULT');
  scene.peer.script = (socket) => socket.write(http(200, typeOf(version), envelope(version, book())));
  await scene.call(scene.shelf.getBook(version));
  return (error as Fault).init.soap!;
}

describe('a fault of SOAP 1.1', () => {
  it.each([200, 202, 400, 403, 500, 503])('is one with status %i', async (status) => {
    const fault = await faultOf(http(status, typeOf('1.1'), envelope('1.1', fault11())), '1.1');
    expect(fault).toEqual({
      version: '1.1',
      code: { ns: SOAP11_NS, local: 'Client' },
      subcodes: [],
      reason: 'No such book',
      actor: undefined,
      detail: [],
    });
  });

  it('has the declared detail typed, and the names of the rest', async () => {
    const other = '<x:Trace xmlns:x="urn:x"><x:line>1</x:line></x:Trace>';
    const fault = await faultOf(http(500, 'text/xml', envelope('1.1', fault11('app:Missing', missing + other))), '1.1');
    expect(fault.code).toEqual({ ns: 'urn:app', local: 'Missing' });
    expect(fault.detail.map((d) => d.name)).toEqual([
      { ns: 'urn:shelf', local: 'BookMissing' },
      { ns: 'urn:x', local: 'Trace' },
    ]);
    expect(textOf(fault.detail[0].value!)).toBe('{"id":12345678901234567}');
  });

  it('has no values of elements that nobody declared, be they only text', async () => {
    const host = '<x:hostname xmlns:x="http://xml.apache.org/axis/">internal-7</x:hostname>';
    const fault = await faultOf(http(500, 'text/xml', envelope('1.1', fault11('e:Server', missing + host))), '1.1');
    expect(fault.detail.map((d) => [d.name.local, d.value && textOf(d.value)])).toEqual([
      ['BookMissing', '{"id":12345678901234567}'],
      ['hostname', undefined],
    ]);
  });

  it('has an actor', async () => {
    const body = fault11('e:Server', '', '<faultactor>urn:me</faultactor>');
    expect((await faultOf(http(500, 'text/xml', envelope('1.1', body)), '1.1')).actor).toBe('urn:me');
  });

  it.each([
    ['an undeclared prefix', fault11('nobody:Broken'), 'Broken'],
    ['a code without prefix', fault11('Client'), 'Client'],
    ['a code with subcodes in dots', fault11('e:Client.Auth'), 'Client.Auth'],
    [
      'another order',
      '<e:Fault><faultstring>No such book</faultstring><faultcode>e:Client</faultcode></e:Fault>',
      'Client',
    ],
    ['no code', '<e:Fault><faultstring>No such book</faultstring></e:Fault>', ''],
    ['an unknown child', fault11('e:Client', '', '<hint>look</hint>'), 'Client'],
    ['qualified children', fault11().replaceAll('<fault', '<e:fault').replaceAll('</fault', '</e:fault'), 'Client'],
    ['no children', '<e:Fault/>', ''],
  ])('may have %s', async (_name, body, local) => {
    const fault = await faultOf(http(500, 'text/xml', envelope('1.1', body)), '1.1');
    expect(fault.code.local).toBe(local);
    expect(fault.reason).toBe(body === '<e:Fault/>' ? '' : 'No such book');
  });

  it('has what stands beside its detail among it (SOAP 1.1 §4.4)', async () => {
    const trace = '<x:Trace xmlns:x="urn:x">host-7</x:Trace>';
    const body = `<e:Fault>${missing}<faultcode>e:Client</faultcode><hint>look</hint><faultstring>No such book</faultstring>${trace}<detail>${missing}</detail></e:Fault>`;
    const fault = await faultOf(http(500, 'text/xml', envelope('1.1', body)), '1.1');
    expect(fault).toMatchObject({ code: { ns: SOAP11_NS, local: 'Client' }, reason: 'No such book' });
    const value = '{"id":12345678901234567}';
    expect(fault.detail.map((d) => [d.name.local, d.value && textOf(d.value)])).toEqual([
      ['BookMissing', value],
      ['BookMissing', value],
      ['hint', undefined],
      ['Trace', undefined],
    ]);
  });

  it.each([
    ['1.1', fault11('e:Client', missing.replace('12345678901234567', 'x'))],
    ['1.1', fault11('nobody:Client', '<m:BookMissing xmlns:m="urn:shelf"/>')],
    ['1.2', fault12('e:Sender', '<m:BookMissing xmlns:m="urn:shelf"/>')],
  ] as const)('is one although its detail is not what the contract says (SOAP %s)', async (version, body) => {
    const fault = await faultOf(http(500, typeOf(version), envelope(version, body)), version);
    expect(fault).toMatchObject({ reason: 'No such book', detail: [] });
    expect(fault.code.local).toBe(version === '1.1' ? 'Client' : 'Sender');
  });

  it('is none where the Body is empty and only a header speaks of one', async () => {
    const scene = await open(http(200, 'text/xml', envelope('1.1', '', '<x:Fault xmlns:x="urn:x"/>')));
    expect((await failure(scene.call(scene.shelf.getBook('1.1')))).code).toBe('UPSTREAM_BODY');
  });

  it('answers a one-way operation', async () => {
    const scene = await open(http(500, 'text/xml', envelope('1.1', fault11())));
    expect((await failure(scene.call(scene.shelf.ping('1.1'), [fromJs('x')]))).code).toBe('UPSTREAM_FAULT');
  });
});

describe('a fault with much in it', () => {
  const NS = 'http://schemas.xmlsoap.org/soap/envelope/';

  it('stays a fault, whatever the number of members in its detail', async () => {
    const fault = await faultOf(
      http(500, 'text/xml', envelope('1.1', fault11('e:Client', missing.repeat(60_000)))),
      '1.1',
    );
    expect(fault).toMatchObject({ code: { ns: NS, local: 'Client' }, reason: 'No such book' });
  });

  const many = '<x/>'.repeat(200_000);
  const text = `<x>${'y'.repeat(600_000)}</x>`;
  const qualified = (body: string) => body.replaceAll('<fault', '<e:fault').replaceAll('</fault', '</e:fault');

  it.each([
    ['many elements', '1.1', fault11('app:Missing', many), 'Missing', 'No such book'],
    ['a large text', '1.1', fault11('app:Missing', text), 'Missing', 'No such book'],
    ['elements beside its detail', '1.1', fault11('e:Client', '', many), 'Client', 'No such book'],
    ['a code that nobody declared', '1.1', fault11('nobody:Client', many), 'Client', 'No such book'],
    ['children of other names', '1.1', qualified(fault11('e:Client', many)), '', ''],
    ['many elements', '1.2', fault12('app:Missing', many), 'Missing', 'No such book'],
    ['a code that nobody declared', '1.2', fault12('nobody:Sender', many), 'Sender', 'No such book'],
  ] as const)('and %s (SOAP %s) is read without its detail', async (_title, version, body, local, reason) => {
    const fault = await faultOf(http(500, typeOf(version), envelope(version, body)), version);
    expect({ local: fault.code.local, reason: fault.reason, detail: fault.detail }).toEqual({
      local,
      reason,
      detail: [],
    });
    expect(fault.code.ns).toBe(local === 'Missing' ? 'urn:app' : fault.code.ns);
  });

  it('is one in a small response that is large in JSON', async () => {
    const bytes = envelope('1.1', fault11('e:Client', '<x/>'.repeat(60_000), '<hint>look</hint>'));
    expect(bytes.length).toBeLessThan(500_000);
    const fault = await faultOf(http(500, 'text/xml', bytes), '1.1');
    expect(fault).toMatchObject({ code: { ns: NS, local: 'Client' }, reason: 'No such book', detail: [] });
  });
});

describe('a fault of SOAP 1.2', () => {
  const sub = (value: string, inner = '') =>
    `<e:Subcode><e:Value xmlns:app="urn:app">${value}</e:Value>${inner}</e:Subcode>`;

  it.each([200, 400, 500])('is one with status %i', async (status) => {
    const body = fault12('e:Sender', missing, sub('app:Missing', sub('app:Shelf')));
    const fault = await faultOf(http(status, typeOf('1.2'), envelope('1.2', body)), '1.2');
    expect({ ...fault, detail: fault.detail.map((d) => textOf(d.value!)) }).toEqual({
      version: '1.2',
      code: { ns: SOAP12_NS, local: 'Sender' },
      subcodes: [
        { ns: 'urn:app', local: 'Missing' },
        { ns: 'urn:app', local: 'Shelf' },
      ],
      reason: 'No such book',
      actor: 'urn:role',
      detail: ['{"id":12345678901234567}'],
    });
  });
});

describe('a loose fault', () => {
  it('of SOAP 1.2 has a code whose prefix nobody declared', async () => {
    const body = fault12('nobody:Sender', '', '<e:Subcode><e:Value>x:Odd</e:Value></e:Subcode>');
    const fault = await faultOf(http(400, typeOf('1.2'), envelope('1.2', body)), '1.2');
    expect(fault.code).toEqual({ ns: SOAP12_NS, local: 'Sender' });
    expect(fault.subcodes).toEqual([{ ns: '', local: 'Odd' }]);
    expect(fault.reason).toBe('No such book');
  });
});

describe('a fault of the other version', () => {
  it('is understood', async () => {
    const eleven = await faultOf(http(500, 'text/xml', envelope('1.1', fault11('e:VersionMismatch'))), '1.2');
    expect(eleven).toMatchObject({ version: '1.1', code: { ns: SOAP11_NS, local: 'VersionMismatch' } });
    const twelve = await faultOf(http(400, typeOf('1.2'), envelope('1.2', fault12('e:VersionMismatch'))), '1.1');
    expect(twelve).toMatchObject({ version: '1.2', reason: 'No such book' });
  });
});

describe('a response that reports failure', () => {
  const bytes = http(200, 'text/xml', envelope('1.1', book('x', 'missing')));

  async function outcome(rows: (scene: Scene) => readonly FaultResponse[], response = bytes) {
    const scene = await open(response);
    return failure(scene.call(scene.shelf.getBook('1.1', rows(scene))));
  }

  it('is the fault of the first row that matches', async () => {
    const rows = ({ shelf }: Scene) => [
      shelf.stateRow('gone', 410, false),
      shelf.stateRow('missing', 404, false),
      shelf.stateRow('missing', 400, false),
    ];
    expect(await outcome(rows)).toMatchObject({ code: 'STATE', status: 404 });
  });

  it('is no fault when no row matches', async () => {
    expect(await outcome(({ shelf }) => [shelf.stateRow('gone', 410, false)])).toMatchObject({
      code: 'UPSTREAM_BODY',
      status: 502,
    });
  });

  it('may be looked for before the response of the rule', async () => {
    const ok = http(200, 'text/xml', envelope('1.1', book()));
    expect(await outcome(({ shelf }) => [shelf.stateRow('ok', 409, true)], ok)).toMatchObject({
      code: 'STATE',
      status: 409,
    });
    const scene = await open(ok);
    const response = await scene.call(scene.shelf.getBook('1.1', [scene.shelf.stateRow('gone', 410, true)]));
    expect(texts(response.bindings)[1]).toContain('Wasser');
  });

  it('does not hide a SOAP fault', async () => {
    const fault = http(500, 'text/xml', envelope('1.1', fault11()));
    expect(await outcome(({ shelf }) => [shelf.stateRow('missing', 404, true)], fault)).toMatchObject({
      code: 'UPSTREAM_FAULT',
    });
  });

  it('is not decided by text that says Fault', async () => {
    const response = http(200, 'text/xml', envelope('1.1', book('San Andreas Fault', 'missing')));
    expect(await outcome(({ shelf }) => [shelf.stateRow('missing', 404, false)], response)).toMatchObject({
      status: 404,
    });
  });
});
