// The HTTP side of the front: methods, media types, sizes, records, and faults of what stands behind.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { type RequestRecord, requestChannel } from '../../../../src/binding/channels.ts';
import { SoapstoneError } from '../../../../src/errors/errors.ts';
import { Fault } from '../../../../src/fault/fault.ts';
import { SOAP11_NS, XMLNS_NS } from '../../../../src/xml/reader/names.ts';
import { mappingOf, payments } from '../../../mapping/tables.ts';
import { validateBody } from '../../../oracle/xmllint.ts';
import { paymentsWsdl } from '../../../peers/contracts.ts';
import { until } from '../../../server/until.ts';
import { ECHO_NS, echo, echoMapping } from './echo-service.ts';
import { type Answer, envelope, type FrontOptions, FrontScene, faultOf, said, types } from './front-scene.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function open(answer: Answer = echo, options: FrontOptions = {}): Promise<FrontScene> {
  const scene = await FrontScene.open(echoMapping(), answer, options);
  closers.push(() => scene.close());
  return scene;
}

const body = `<t:echoOk xmlns:t="${ECHO_NS}">bar</t:echoOk>`;

describe('a method that is not POST', () => {
  it.each(['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])('%s is refused', async (method) => {
    const { url } = await open();
    const { status, headers, text } = await said(await fetch(url, { method }));
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    if (method === 'HEAD') expect(text).toBe('');
    else expect(faultOf(text).reason).toBe(`${method} is not possible here: SOAP messages come by POST`);
  });

  it('may ask for a description', async () => {
    const serveContract = (req: { method?: string; url?: string }, res: { end(text: string): unknown }) => {
      if (req.method !== 'GET' || !req.url?.endsWith('?wsdl')) return false;
      res.end('described');
      return true;
    };
    const scene = await open(echo, { serveContract });
    expect(await (await fetch(`${scene.url}?wsdl`)).text()).toBe('described');
    const { status, headers } = await said(await fetch(scene.url));
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect((await scene.ask('1.1', body)).status).toBe(200);
  });
});

describe('a request', () => {
  it('at another path is not ours', async () => {
    const { url } = await open();
    for (const path of ['/', '/x', '//', '/../x']) {
      const { status, text } = await said(await fetch(`${url}${path}`, { method: 'POST', body: 'x' }));
      expect([status, faultOf(text).reason]).toEqual([404, 'there is nothing at this path']);
    }
    const ok = await fetch(`${url}?a=b`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: envelope('1.1', body),
    });
    expect(ok.status).toBe(200);
  });

  it.each([
    'application/json',
    'application/xml',
    'text/html',
    'multipart/related; type="text/xml"',
    'application/x-www-form-urlencoded',
    'x',
  ])('of type %s is refused', async (type) => {
    const scene = await open();
    const { status, text, type: answered } = await scene.send('1.1', envelope('1.1', body), { 'content-type': type });
    expect([status, answered]).toEqual([415, 'text/xml; charset=utf-8']);
    expect(faultOf(text).reason).toMatch(/content type must be text\/xml|multipart/);
    expect(scene.seen).toEqual([]);
  });

  it.each(['1.1', '1.2'] as const)('SOAP %s: is answered with its id, in its version', async (version) => {
    const scene = await open();
    const { headers, type, text } = await scene.ask(version, body, { headers: { 'x-request-id': 'mine-7' } });
    expect([headers.get('x-request-id'), type]).toEqual(['mine-7', `${types[version]}; charset=utf-8`]);
    expect(headers.get('content-length')).toBe(String(text.length));
    const fault = await scene.ask(version, '<x/>', { headers: { 'x-request-id': 'no way' } });
    expect(fault.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(fault.type).toBe(`${types[version]}; charset=utf-8`);
  });

  it.each([
    ['text/xml', '1.1'],
    ['TEXT/XML;charset="UTF-8"', '1.1'],
    ['application/soap+xml; charset=utf-8; action="a;charset=x"', '1.2'],
    ["application/soap+xml;action='x'", '1.2'],
  ] as const)('of type %s is SOAP %s', async (type, version) => {
    const scene = await open();
    expect((await scene.send(version, envelope(version, body), { 'content-type': type })).status).toBe(200);
  });

  it('may be compressed', async () => {
    const scene = await open();
    const zipped = gzipSync(envelope('1.2', body));
    expect((await scene.send('1.2', zipped, { 'content-encoding': 'gzip' })).status).toBe(200);
    const broken = await scene.send('1.2', zipped.subarray(0, 40), { 'content-encoding': 'gzip' });
    expect([broken.status, faultOf(broken.text).version]).toEqual([400, '1.2']);
    const unknown = await scene.send('1.2', zipped, { 'content-encoding': 'zstd' });
    expect([unknown.status, faultOf(unknown.text).version]).toEqual([415, '1.2']);
  });

  it('that is too large is refused before it is read', async () => {
    const scene = await open(echo, { maxBodyBytes: 500 });
    const large = envelope('1.2', body.replace('bar', 'x'.repeat(600)));
    const { status, text } = await scene.send('1.2', large);
    expect([status, faultOf(text).reason]).toEqual([413, 'the body has more than 500 bytes']);
    expect((await scene.ask('1.2', body)).status).toBe(200);
  });
});

describe('each request is told about', () => {
  it('with rule, status, code and sizes', async () => {
    const records: RequestRecord[] = [];
    const listener = (message: unknown) => void records.push(message as RequestRecord);
    subscribe(requestChannel.name, listener);
    onTestFinished(() => void unsubscribe(requestChannel.name, listener));
    const scene = await open();
    const { text } = await scene.ask('1.1', body);
    await scene.ask('1.1', '<x xmlns="urn:x"/>');
    await scene.ask('1.2', body.replace('>bar<', '><y/><'));
    await until(() => records.length === 3);
    expect(records[0]).toMatchObject({
      bridge: 'test',
      rule: 'ok',
      method: 'POST',
      path: '/soap',
      status: 200,
      responseBytes: text.length,
    });
    expect(records[0].requestBytes).toBe(envelope('1.1', body).length);
    expect(records[1]).toMatchObject({ rule: undefined, status: 500, code: 'SOAP_OPERATION', faultStatus: 404 });
    expect(records[2]).toMatchObject({ rule: 'ok', status: 400, code: 'CODEC_TYPE', faultStatus: 422 });
  });

  it.each([
    ['short', ''],
    ['long', `<!--${'x'.repeat(600_000)}-->`],
  ])('once when the caller goes away before the exchange: nobody is called for a %s message', async (_, comment) => {
    const records: RequestRecord[] = [];
    const listener = (message: unknown) => void records.push(message as RequestRecord);
    subscribe(requestChannel.name, listener);
    onTestFinished(() => void unsubscribe(requestChannel.name, listener));
    const compiled = Promise.withResolvers<void>();
    const prepareSoap = () => {
      socket.destroy();
      return compiled.promise;
    };
    const scene = await FrontScene.open({ ...echoMapping(), prepareSoap }, echo);
    closers.push(() => scene.close());
    const document = envelope('1.1', body + comment);
    const socket = connect(scene.port, '127.0.0.1', () =>
      socket.write(
        `POST /soap HTTP/1.1\r\nhost: x\r\ncontent-type: text/xml\r\ncontent-length: ${document.length}\r\n\r\n${document}`,
      ),
    );
    await until(() => records.length > 0);
    compiled.resolve();
    for (let turn = 0; turn < 100; turn++) await setImmediate();
    expect(scene.seen).toEqual([]);
    expect(records).toMatchObject([{ status: 499, code: 'CLIENT_GONE' }]);
  });

  it('also when the caller goes away, which cancels the exchange', async () => {
    const records: RequestRecord[] = [];
    const listener = (message: unknown) => void records.push(message as RequestRecord);
    subscribe(requestChannel.name, listener);
    onTestFinished(() => void unsubscribe(requestChannel.name, listener));
    let cancelled: Error | undefined;
    const scene = await open((_, exchange) => {
      exchange.onCancel((reason) => {
        cancelled = reason;
      });
      socket.destroy();
      return new Promise(() => {}) as never;
    });
    const document = envelope('1.1', body);
    const socket = connect(scene.port, '127.0.0.1', () =>
      socket.write(
        `POST /soap HTTP/1.1\r\nhost: x\r\ncontent-type: text/xml\r\ncontent-length: ${document.length}\r\n\r\n${document}`,
      ),
    );
    await until(() => records.length === 1);
    expect(records[0]).toMatchObject({ status: 499, code: 'CLIENT_GONE', rule: 'ok' });
    expect((cancelled as SoapstoneError).code).toBe('CLIENT_GONE');
  });
});

describe('what fails behind', () => {
  const failing =
    (error: unknown): Answer =>
    () => {
      throw error;
    };
  it.each([
    ['ours, that nobody may see', new TypeError('secret /etc/passwd'), 'Server', 'Internal error'],
    [
      'a timeout',
      new SoapstoneError('UPSTREAM_TIMEOUT', 'the service did not respond in time'),
      'Server',
      'the service did not respond in time',
    ],
    ['a value that has no place', new SoapstoneError('BAD_PATH', 'no segment'), 'Client', 'no segment'],
    ['a fault of the caller', new Fault({ status: 404, code: 'X', title: 'No such thing' }), 'Client', 'No such thing'],
    [
      'odd characters',
      new Fault({ status: 500, code: 'X', title: 'a\u0000<b>&\ud800\ufffe]]>' }),
      'Server',
      'a\ufffd<b>&\ufffd\ufffd]]>',
    ],
  ])('is a fault: %s', async (_, error, code, reason) => {
    const scene = await open(failing(error));
    const eleven = faultOf((await scene.ask('1.1', body)).text);
    expect([eleven.code, eleven.reason]).toEqual([code, reason]);
    const { status, text } = await scene.ask('1.2', body);
    const names: Record<string, string> = { Client: 'Sender', Server: 'Receiver' };
    expect([faultOf(text).code, faultOf(text).reason]).toEqual([names[code], reason]);
    expect(status).toBe(code === 'Client' ? 400 : 500);
    expect(text).not.toMatch(/passwd|node:|\/src\//);
  });

  it.each([
    ['code', { code: { ns: 'urn:x', local: 'ª' }, subcodes: [] }],
    ['subcode', { code: { ns: SOAP11_NS, local: 'Server' }, subcodes: [{ ns: XMLNS_NS, local: 'a' }] }],
    ['suffix', { code: { ns: SOAP11_NS, local: 'Server.²' }, subcodes: [] }],
  ])('a %s that XML cannot spell leaves the plain fault', async (_what, names) => {
    const soap = { version: '1.1' as const, reason: 'r', detail: [], ...names };
    const scene = await open(() => {
      throw new Fault({ status: 502, code: 'X', title: 'T', soap });
    });
    for (const version of ['1.1', '1.2'] as const) {
      const { status, text } = await scene.ask(version, body);
      expect(status).toBe(500);
      expect(faultOf(text).code).toMatch(/^(Server|Receiver)$/);
    }
  });

  it.each(['1.1', '1.2'] as const)(
    'one that cannot be written in SOAP %s is a plain one, and on record',
    async (version) => {
      const options = {
        inWordsOf: () => {
          throw new SoapstoneError('CODEC_UNKNOWN', 'secret');
        },
      };
      const records: RequestRecord[] = [];
      const listener = (message: unknown) => void records.push(message as RequestRecord);
      subscribe(requestChannel.name as string, listener);
      onTestFinished(() => void unsubscribe(requestChannel.name as string, listener));
      const scene = await open(() => {
        throw new Fault({ status: 404, code: 'X', title: 'T' });
      }, options);
      const { status, text, type } = await scene.ask(version, body);
      expect([status, type]).toEqual([500, `${types[version]}; charset=utf-8`]);
      expect(faultOf(text)).toMatchObject({
        version,
        code: version === '1.1' ? 'Server' : 'Receiver',
        reason: 'Internal error',
      });
      await until(() => records.length > 0);
      expect(records[0]).toMatchObject({ status: 500, code: 'INTERNAL', faultStatus: 500, responseBytes: text.length });
    },
  );

  it('a response that the contract does not allow is the peer’s fault', async () => {
    const scene = await open(() => ({ echoed: { not: 'a string' } }));
    const { text, status } = await scene.ask('1.2', body);
    expect([status, faultOf(text).code]).toEqual([500, 'Receiver']);
    expect(faultOf(text).reason).toContain('the response cannot be shown');
  });
});

describe('faults of a REST service', () => {
  const table = `rules:
  - id: pay
    rest: { request: { line: POST /payments, body: "{p}" }, response: { status: 201, body: { paymentId: "{id}" } } }
    soap: { request: { Pay: { $rest: "{p}" } }, response: { PayResponse: { paymentId: "{id}" } } }
    responses:
      - { soap: { fault: pay:InsufficientFunds, code: pay:Poor, subcode: pay:Very, detail: { account: "{a}", missing: "{m}" } }, rest: { status: 402, code: NO_MONEY, detail: "{a} lacks {m}" } }
`;
  const pay = '<Pay xmlns="https://example.com/payments"><from>A</from><to>B</to><amount>1</amount></Pay>';
  const problem = (status: number, code: string, detail?: string) =>
    new Fault({ status, code, title: 'T', detail, rest: { headers: {}, code } });

  async function ask(version: '1.1' | '1.2', error: Fault) {
    const scene = await FrontScene.open(mappingOf(payments, table), () => {
      throw error;
    });
    closers.push(() => scene.close());
    const { text, status } = await scene.ask(version, pay);
    expect(validateBody(paymentsWsdl, text)).toEqual([]);
    return { ...faultOf(text), status, text };
  }

  it('SOAP 1.1: an own code is the code', async () => {
    const fault = await ask('1.1', problem(402, 'NO_MONEY', 'A lacks 2.50'));
    expect([fault.status, fault.code, fault.subcodes]).toEqual([500, '{https://example.com/payments}Poor', []]);
    expect(fault.text).toMatch(/<(\w+):account>A<\/\1:account><\1:missing>2.50<\/\1:missing>/);
  });
  it('SOAP 1.2: an own code is a subcode', async () => {
    const fault = await ask('1.2', problem(402, 'NO_MONEY', 'A lacks 2.50'));
    const ns = 'https://example.com/payments';
    expect([fault.code, fault.subcodes]).toEqual(['Sender', [`{${ns}}Poor`, `{${ns}}Very`]]);
    expect([fault.status, fault.detail?.[0].name.local]).toEqual([400, 'InsufficientFunds']);
  });
  it('an operation that the table leaves out is told by its name', async () => {
    const scene = await FrontScene.open(mappingOf(payments, table), () => {
      throw problem(500, 'NEVER');
    });
    closers.push(() => scene.close());
    const refund = '<Refund xmlns="https://example.com/payments"><paymentId>1</paymentId><amount>1</amount></Refund>';
    const { text } = await scene.ask('1.2', refund);
    const { reason, subcodes } = faultOf(text);
    const present = '{http://www.w3.org/2003/05/soap-rpc}ProcedureNotPresent';
    expect([reason, subcodes]).toEqual(['the operation "Refund" is not offered here', [present]]);
  });
  it('without a row go by their status', async () => {
    expect(await ask('1.1', problem(418, 'TEAPOT'))).toMatchObject({ code: 'Client', reason: 'T', detail: undefined });
    expect(await ask('1.2', problem(503, 'AWAY'))).toMatchObject({ code: 'Receiver', status: 500 });
  });

  it.each([
    ['Server', 404, 500],
    ['Client.Currency', 502, 400],
    ['MustUnderstand', 503, 400],
    ['Client', 404, 404],
    ['Receiver', 503, 503],
    ['pay:Own', 404, 404],
  ])('are told about by whom their code blames: %s, %i', async (code, status, faultStatus) => {
    const records: RequestRecord[] = [];
    const listener = (message: unknown) => void records.push(message as RequestRecord);
    subscribe(requestChannel.name, listener);
    onTestFinished(() => void unsubscribe(requestChannel.name, listener));
    const rows = `responses: [ { soap: { code: "${code}" }, rest: { status: ${status}, code: ODD } } ]\n${table}`;
    const scene = await FrontScene.open(mappingOf(payments, rows), () => {
      throw problem(status, 'ODD');
    });
    closers.push(() => scene.close());
    for (const version of ['1.1', '1.2'] as const) await scene.ask(version, pay);
    await until(() => records.length === 2);
    expect(records.map((r) => [r.code, r.faultStatus])).toEqual(Array(2).fill(['ODD', faultStatus]));
  });
});
