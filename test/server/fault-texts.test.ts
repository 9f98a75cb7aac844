// Whether clients see what a service says in its own words, on both faces and through flows; what they do not see is in the log.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Fields } from '../../src/server/log/open-log.ts';
import { startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { bankMapping, TABLE } from './bank-mapping.ts';
import { call } from './http-client.ts';
import { temp } from './temp.ts';

const STACK = 'java.lang.NullPointerException\n\tat com.bank.Dao.find(Dao.java:41) [db-7.internal]\u202e';
const ACTOR = 'http://node-3.bank.internal/';
const HIDDEN = "the service responded with a fault; its text is in the gateway's log";
const escaped = STACK.replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');

const fault11 = (code: string, more = '', text = escaped) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:${code}</faultcode><faultstring>${text}</faultstring><faultactor>${ACTOR}</faultactor>${more}</s:Fault></s:Body></s:Envelope>`;
const ns12 = 'http://www.w3.org/2003/05/soap-envelope';
const fault12 = `<s:Envelope xmlns:s="${ns12}"><s:Body><s:Fault><s:Code><s:Value>s:Receiver</s:Value></s:Code><s:Reason><s:Text xml:lang="en">${escaped}</s:Text></s:Reason><s:Node>${ACTOR}</s:Node></s:Fault></s:Body></s:Envelope>`;

async function service(status: number, type: string, body: string, more: Readonly<Record<string, string>> = {}) {
  const server = createServer((req, res) => {
    req.resume();
    res.writeHead(status, { 'content-type': type, ...more }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function open(upstream: string, more: Readonly<Record<string, string>> = {}) {
  const fixed = {
    host: '127.0.0.1',
    adminHost: '127.0.0.1',
    port: '0',
    adminPort: 'off',
    overloadDelay: '0',
    watch: '0',
  };
  const flags = { mapping: bankMapping(), ...fixed, upstream, name: 'b', retries: '0', breakerFailures: '0', ...more };
  const lines: Fields[] = [];
  const log = {
    write: (_level: string, fields: Fields) => void lines.push(fields),
    droppedLines: 0,
    end: async () => true,
  };
  const server = await startServer(await loadSettings({ flags, environment: {}, cwd: temp({}) }), log);
  onTestFinished(async () => void (await server.drain(0)));
  const get = async (path = '/v1/accounts/7') => {
    const { status, text } = await call(server.port, path);
    return { status, text, problem: JSON.parse(text) };
  };
  const soap = (body: string, path = '/accounts') =>
    call(server.port, path, { method: 'POST', headers: { 'content-type': 'text/xml' }, body });
  const post = (path: string, body: unknown) =>
    call(server.port, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { get, soap, post, lines };
}

function hides(text: string): void {
  expect(text).not.toMatch(/NullPointer|Dao|internal/);
}

const REASON = '"java.lang.NullPointerException\\n\\tat com.bank.Dao.find(Dao.java:41) [db-7.internal]\\u{202e}"';

describe('REST in front', () => {
  test.each([
    ['SOAP 1.1', 'text/xml', fault11('Server')],
    ['SOAP 1.2', 'application/soap+xml', fault12],
    ['a status of success', 'text/xml', fault11('Server')],
  ])('hides the text of an undeclared fault, and logs it (%s)', async (what, type, body) => {
    const { get, lines } = await open(await service(what.startsWith('a ') ? 200 : 500, type, body));
    const { status, text, problem } = await get();
    hides(text);
    expect({ status, ...problem }).toMatchObject({
      status: 502,
      code: 'UPSTREAM_FAULT',
      title: 'Service responded with a fault',
      detail: HIDDEN,
    });
    expect(problem.fault.actor).toBeUndefined();
    expect(lines[0]).toMatchObject({ code: 'UPSTREAM_FAULT', reason: REASON });
  });

  test.each([
    ['java.lang.NullPointerException at com.acme.Db.connect(Db.java:12) jdbc:oracle:scott/tiger@db', 'Server'],
    ['s:NullPointer Dao internal', 'Server'],
    [`NullPointer${'x'.repeat(200)}`, 'Server'],
    ['Server.userException', 'Server.userException'],
    ['env:Client.Authentication', 'Client.Authentication'],
    ['ns1:OrderRejected', 'OrderRejected'],
    ['ORA-1017', 'ORA-1017'],
  ])('of a fault code only what is one is shown: %s', async (code, shown) => {
    const body = fault11('Server', '', 'no').replace('s:Server', code);
    const { get } = await open(await service(500, 'text/xml', body));
    const { text, problem } = await get();
    expect(problem.fault.code).toBe(shown);
    expect(text).not.toMatch(/NullPointer|Dao|tiger/);
  });

  test('words that stand in place of a code are logged where there are no others', async () => {
    const body = fault11('Server', '', '').replace('s:Server', 'no row at Dao:7');
    const { get, lines } = await open(await service(500, 'text/xml', body));
    hides((await get()).text);
    expect(lines[0].reason).toBe('"no row at Dao:7"');
  });

  test('shows that of a fault that blames the client', async () => {
    const { get, lines } = await open(await service(500, 'text/xml', fault11('Client', '', 'no such currency')));
    expect((await get()).problem).toMatchObject({ status: 400, detail: 'no such currency', fault: { actor: ACTOR } });
    expect(lines[0].reason).toBeUndefined();
  });

  test('faultTexts: show and hide', async () => {
    const url = await service(500, 'text/xml', fault11('Server', '', 'disk full'));
    const shown = await open(url, { faultTexts: 'show' });
    expect((await shown.get()).problem).toMatchObject({ status: 502, detail: 'disk full', fault: { actor: ACTOR } });
    expect(shown.lines[0].reason).toBeUndefined();
    const blaming = await open(await service(500, 'text/xml', fault11('Client')), { faultTexts: 'hide' });
    const { text, problem } = await blaming.get();
    hides(text);
    expect(problem).toMatchObject({ status: 400, code: 'UPSTREAM_FAULT', detail: HIDDEN });
  });

  test('a row that names the text shows it, one that does not hides it', async () => {
    const rows = (rest: string) =>
      `${TABLE}    responses:\n      - { soap: { code: Server, reason: "{why}" }, rest: ${rest} }\n`;
    const url = await service(500, 'text/xml', fault11('Server', '', 'closed on Sundays'));
    const named = await open(url, {
      mapping: bankMapping(rows('{ status: 503, code: CLOSED, detail: "Says: {why}" }')),
    });
    const { problem } = await named.get();
    expect(problem).toMatchObject({ status: 503, code: 'CLOSED', detail: 'Says: closed on Sundays' });
    expect(problem.fault.actor).toBeUndefined();
    const silent = await open(url, { mapping: bankMapping(rows('{ status: 503, code: CLOSED }')) });
    expect((await silent.get()).problem).toMatchObject({ status: 503, code: 'CLOSED', detail: HIDDEN });
    expect(silent.lines[0]).toMatchObject({ code: 'CLOSED', reason: '"closed on Sundays"' });
  });

  test('a row may name a code without a namespace, as PHP sends it', async () => {
    const rows = `${TABLE}    responses:\n      - { soap: { code: AUTH-01 }, rest: { status: 401, code: NO_LOGIN } }\n`;
    const fault = fault11('Server').replace(/(<faultcode[^>]*>)[^<]*/, '$1AUTH-01');
    expect(fault).toContain('>AUTH-01<');
    const gate = await open(await service(500, 'text/xml', fault), { mapping: bankMapping(rows) });
    expect((await gate.get()).problem).toMatchObject({ status: 401, code: 'NO_LOGIN' });
  });

  test('detail that the operation does not declare stays out, what it declares is shown', async () => {
    const flags = { mapping: join(import.meta.dirname, '../../mappings/70-faults') };
    const ns = 'xmlns="https://example.com/payments"';
    const detail = `<detail><AccountBlocked ${ns}><account>db-7.internal</account><until>2030-01-01</until></AccountBlocked></detail>`;
    const undeclared = await open(await service(500, 'text/xml', fault11('Server', detail)), flags);
    const { text, problem } = await undeclared.get('/v1/payments/7');
    hides(text);
    expect(problem).toMatchObject({ status: 503, code: 'PAYMENTS_UNAVAILABLE', detail: HIDDEN });
    const found = `<detail><PaymentNotFound ${ns}><paymentId>7</paymentId></PaymentNotFound></detail>`;
    const declared = await open(await service(500, 'text/xml', fault11('Server', found, 'gone')), flags);
    expect((await declared.get('/v1/payments/7')).problem).toMatchObject({ status: 404, detail: 'gone' });
  });

  test('a declared detail without its namespace is named in the log, and read where the setting says so', async () => {
    const mapping = join(import.meta.dirname, '../../mappings/70-faults');
    const found = '<detail><PaymentNotFound><paymentId>7</paymentId></PaymentNotFound></detail>';
    const url = await service(500, 'text/xml', fault11('Server', found, 'gone'));
    const strict = await open(url, { mapping });
    await strict.get('/v1/payments/7');
    expect(strict.lines[0].detail_left_out).toBe(
      'PaymentNotFound: in no namespace; the contract has {https://example.com/payments}PaymentNotFound; to accept it: responseNamespaces: any (CODEC_UNKNOWN)',
    );
    const any = await open(url, { mapping, responseNamespaces: 'any' });
    expect((await any.get('/v1/payments/7')).problem).toMatchObject({ status: 404, detail: 'gone' });
    expect(any.lines[0].detail_left_out).toBeUndefined();
  });

  test('a call of a flow hides it too', async () => {
    const flags = { mapping: join(import.meta.dirname, '../../mappings/40-paging') };
    const { get, lines } = await open(await service(500, 'text/xml', fault11('Server')), flags);
    const { text, problem } = await get('/v1/books');
    hides(text);
    expect(problem).toMatchObject({ status: 502, code: 'UPSTREAM_FAULT', detail: HIDDEN });
    expect(lines[0]).toMatchObject({ reason: REASON });
  });

  test('a result of one of several calls hides it, and shows what a row writes', async () => {
    const flags = { mapping: join(import.meta.dirname, '../../mappings/50-calls') };
    const person = { name: 'Ann', email: 'ann@example.com' };
    const add = async (body: string, more = {}) => {
      const { post } = await open(await service(500, 'text/xml', body), { ...flags, ...more });
      return post('/v1/people', { people: [person] });
    };
    const { status, text } = await add(fault11('Server'));
    hides(text);
    expect([status, JSON.parse(text).people]).toEqual([
      207,
      [{ status: 502, problem: 'Service responded with a fault' }],
    ]);
    const blaming = await add(fault11('Client', '', 'no such name'));
    expect(JSON.parse(blaming.text).people).toEqual([{ status: 400, problem: 'no such name' }]);
    const shown = await add(fault11('Server', '', 'disk full'), { faultTexts: 'show' });
    expect(JSON.parse(shown.text).people).toEqual([{ status: 502, problem: 'disk full' }]);
    const detail = '<detail><NotFound xmlns="https://example.com/people"><what>Ann</what></NotFound></detail>';
    const written = await add(fault11('Client', detail), { faultTexts: 'hide' });
    expect(JSON.parse(written.text).people).toEqual([{ status: 404, problem: 'there is no Ann' }]);
  });

  test.each(['hide', 'client-errors'])(
    '%s: values of a response that is no use stay out, their place and kind do not',
    async (faultTexts) => {
      const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetAccountResponse xmlns="https://example.com/bank"><account><id>7</id><owner>x</owner><balance>db-7.internal</balance></account></GetAccountResponse></s:Body></s:Envelope>`;
      const { get } = await open(await service(200, 'text/xml', body), { faultTexts });
      const { text, problem } = await get();
      hides(text);
      expect(problem).toMatchObject({
        status: 502,
        code: 'UPSTREAM_BODY',
        detail:
          'the response is not what the contract says: Envelope/Body/GetAccountResponse/account/balance: Value of the wrong type: expected xs:decimal',
      });
    },
  );

  test('the log has a bounded text', async () => {
    const { get, lines } = await open(await service(500, 'text/xml', fault11('Server', '', 'x'.repeat(50_000))));
    await get();
    expect(lines[0].reason).toBe(`"${'x'.repeat(500)}…"`);
  });
});

describe('SOAP in front', () => {
  const envelope =
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetAccount xmlns="https://example.com/bank"><accountId>7</accountId></GetAccount></s:Body></s:Envelope>';
  const problem = (status: number, detail = STACK) => JSON.stringify({ title: 'Dao failed', status, detail });

  test.each([
    ['a problem', 'application/problem+json', problem(500)],
    ['an error in JSON', 'application/json', JSON.stringify({ error: { code: 'E17', message: STACK } })],
    [
      'another gateway',
      'application/problem+json',
      JSON.stringify({
        type: 'urn:soapstone:error:X',
        code: 'X',
        detail: STACK,
        fault: { code: 'Server', actor: ACTOR },
      }),
    ],
  ])('hides the text of %s with status 500, and logs it', async (_what, type, body) => {
    const { soap, lines } = await open(await service(500, type, body), { present: 'soap' });
    const { text } = await soap(envelope);
    hides(text);
    expect(text).toContain(`<faultstring>${HIDDEN} (UPSTREAM_FAULT)</faultstring>`);
    expect(lines[0]).toMatchObject({ code: 'UPSTREAM_FAULT', reason: REASON });
  });

  test('shows that of a status that blames the client, and all with show', async () => {
    const blaming = await open(await service(422, 'application/problem+json', problem(422, 'no such currency')), {
      present: 'soap',
    });
    expect((await blaming.soap(envelope)).text).toContain('<faultstring>no such currency</faultstring>');
    const shown = await open(await service(500, 'application/problem+json', problem(500, 'disk full')), {
      present: 'soap',
      faultTexts: 'show',
    });
    expect((await shown.soap(envelope)).text).toContain('<faultstring>disk full</faultstring>');
  });

  test.each([
    [
      'by a row',
      { code: 'ACCOUNT_BLOCKED', data: { account: 'a', blockedUntil: 'hunter2' } },
      'AccountBlocked: Value of the wrong type (CODEC_TYPE) at $.until',
    ],
    [
      'in a list',
      { code: 'INVALID_PAYMENT', data: { problem: [{ field: 'to' }] } },
      'InvalidPayment: member "message" is missing (CODEC_MISSING) at $.problem[0]',
    ],
    ['that fits', { code: 'ACCOUNT_BLOCKED', data: { account: 'a', blockedUntil: '2030-01-01T00:00:00Z' } }, undefined],
  ])('a detail that the response does not fill is in the log, with its path: %s', async (_, body, logged) => {
    const url = await service(423, 'application/problem+json', JSON.stringify({ status: 423, ...body }));
    const mapping = join(import.meta.dirname, '../../mappings/70-faults');
    const { soap, lines } = await open(url, { present: 'soap', mapping });
    const pay = '<Pay xmlns="https://example.com/payments"><from>a</from><to>b</to><amount>1</amount></Pay>';
    const { text } = await soap(envelope.replace(/<GetAccount.*GetAccount>/, pay), '/soap11');
    expect([/<detail>/.test(text), lines[0].detail_left_out]).toEqual([logged === undefined, logged]);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  test('a text that stands in the declared detail is not hidden beside it', async () => {
    const mapping = join(import.meta.dirname, '../../mappings/70-faults');
    const data = { account: 'a', blockedUntil: '2030-01-01T00:00:00Z' };
    const reason = async (detail: string) => {
      const url = await service(
        500,
        'application/problem+json',
        JSON.stringify({ code: 'ACCOUNT_BLOCKED', detail, data }),
      );
      const { soap } = await open(url, { present: 'soap', mapping });
      const pay = '<Pay xmlns="https://example.com/payments"><from>a</from><to>b</to><amount>1</amount></Pay>';
      const { text } = await soap(envelope.replace(/<GetAccount.*GetAccount>/, pay), '/soap11');
      expect(text).toContain('AccountBlocked');
      return /<faultstring[^>]*>([^<]*)/.exec(text)?.[1];
    };
    expect([await reason('a'), await reason('disk full')]).toEqual(['a', `${HIDDEN} (UPSTREAM_FAULT)`]);
  });

  test.each([
    ['a challenge', { 'www-authenticate': 'Bearer realm="notes"' }, ' (it wants Bearer)'],
    ['no challenge', {}, ''],
    ['a challenge of other words', { 'www-authenticate': 'x'.repeat(99) }, ''],
  ])('without credentials a 401 with %s blames the gateway, and its log says what is missing', async (...row) => {
    const [, headers, scheme] = row;
    const url = await service(401, 'application/json', JSON.stringify({ message: 'no key' }), headers);
    const { soap, lines } = await open(url, { present: 'soap' });
    const { text } = await soap(envelope);
    expect(text).toMatch(/<faultcode>\w+:Server</);
    expect(text).not.toContain('no key');
    const reason = `the service refuses a call without credential${scheme}: set auth.back: "no key"`;
    expect(lines[0]).toMatchObject({ code: 'UPSTREAM_FAULT', reason });
  });

  test.each([403, 429])('without credentials a %i need not be about them: it is shown', async (status) => {
    const url = await service(status, 'application/json', JSON.stringify({ message: 'closed' }));
    const { soap, lines } = await open(url, { present: 'soap' });
    expect((await soap(envelope)).text).toMatch(/:Client<.*closed/);
    expect(lines[0].reason).toBeUndefined();
  });

  test('a row for the refusal counts first', async () => {
    const row = `${TABLE}    responses:\n      - { soap: { code: Client, reason: "Log in" }, rest: { status: 401 } }\n`;
    const url = await service(401, 'application/json', JSON.stringify({ message: 'no key' }));
    const { soap, lines } = await open(url, { present: 'soap', mapping: bankMapping(row) });
    expect((await soap(envelope)).text).toMatch(/:Client<.*Log in/);
    expect(lines[0].reason).toBeUndefined();
  });

  test('a row that names the reason keeps it', async () => {
    const row = `${TABLE}    responses:\n      - { soap: { code: Server, reason: "Says: {why}" }, rest: { status: 500, code: DISK, detail: "{why}" } }\n`;
    const body = JSON.stringify({ code: 'DISK', status: 500, detail: 'disk full' });
    const url = await service(500, 'application/problem+json', body);
    const { soap } = await open(url, { present: 'soap', mapping: bankMapping(row) });
    expect((await soap(envelope)).text).toContain('<faultstring>Says: disk full</faultstring>');
  });
});

test('an element in the wrong namespace, or none, is named with the contract’s name, to clients and in the log', async () => {
  const response = (account: string) =>
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${account}</s:Body></s:Envelope>`;
  const unqualified = '<b:GetAccountResponse xmlns:b="NS"><account/></b:GetAccountResponse>';
  const foreign = '<b:GetAccountResponse xmlns:b="NS"><x:account xmlns:x="urn:secret-9"/></b:GetAccountResponse>';
  const empty = '<b:GetAccountResponse xmlns:b="NS"/>';
  const NS = 'https://example.com/bank';
  for (const [xml, words] of [
    [unqualified, `account in no namespace; the contract has {${NS}}account`],
    [foreign, `account in another namespace; the contract has {${NS}}account`],
    [empty, 'element "account" is missing'],
  ]) {
    const upstream = await service(200, 'text/xml', response(xml.replaceAll('NS', NS)));
    const { get, lines } = await open(upstream);
    const { problem, text } = await get();
    expect(problem.detail).toContain(`GetAccountResponse${xml === empty ? '' : '/account'}: ${words}`);
    expect(JSON.stringify(lines)).toContain(JSON.stringify(words).slice(1, -1));
    expect(text + JSON.stringify(lines)).not.toContain('urn:secret-9');
  }
});
