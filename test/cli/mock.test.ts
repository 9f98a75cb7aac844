// A service that is not there: clients of other people and the gateway itself talk to the mock.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { openOracle } from '../oracle/xmllint.ts';
import { callWithPhp, callWithZeep } from '../peers/callers.ts';
import { call } from '../server/http-client.ts';
import { until } from '../server/until.ts';
import { run, start } from './spawn-cli.ts';

const tutorial = (name: string) => fileURLToPath(new URL(`../../mappings/${name}`, import.meta.url));

async function mock(name: string, ...flags: readonly string[]) {
  const running = start(['mock', tutorial(name), '--port', '0', ...flags]);
  let over = false;
  void running.ended.then(() => (over = true));
  await until(() => over || running.out().includes('for other requests\n'));
  expect(over, running.err()).toBe(false);
  const url = /service at (http:\/\/\S+?),? /.exec(running.out().replaceAll('\n', ' '))?.[1] as string;
  return { url, origin: new URL(url).origin, running };
}

test('the SOAP service: a case where the request is one, else a valid sample with the id of the request; zeep and PHP read both', async () => {
  const { url, running } = await mock('10-first-row');
  const calls = [7, 9007199254740993n, 4711].map((id) => ['GetAccount', { accountId: Number(id) }] as const);
  for (const client of [callWithZeep('1.1'), callWithPhp('1.1')]) {
    const [first, , sample] = await client(`${url}?wsdl`, calls);
    expect([first.result?.owner ?? first.result?.account?.owner, first.broken]).toEqual(['Ada', undefined]);
    const account = sample.result?.account ?? sample.result;
    expect([String(account?.id), sample.broken]).toEqual(['4711', undefined]);
  }
  expect(running.out()).toContain('GetAccount: case "an account in its own currency"\n');
  expect(running.out()).toContain('GetAccount: a sample of the contract\n');
});

test('faults: of a case, of --fault, of a header field, and for what the contract does not take', async () => {
  const { url } = await mock('10-first-row');
  const [fault] = await callWithPhp('1.1')(`${url}?wsdl`, [['GetAccount', { accountId: 8 }]]);
  expect(fault).toMatchObject({ code: expect.stringMatching(/Client$/), reason: 'No account 8' });
  expect(JSON.stringify(fault.detail)).toContain('AccountNotFound');
  const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><b:GetAccount xmlns:b="https://example.com/bank"><b:accountId>7</b:accountId></b:GetAccount></s:Body></s:Envelope>`;
  const headers = { 'content-type': 'text/xml', soapaction: '""' };
  const port = Number(new URL(url).port);
  const wrongBody = body.replace('>7<', '>seven<');
  const refused = await call(port, '/accounts', { method: 'POST', headers, body: wrongBody });
  expect([refused.status, refused.text]).toEqual([500, expect.stringContaining('Client</faultcode>')]);
  const named = await call(port, '/accounts', {
    method: 'POST',
    headers: { ...headers, 'x-mock-fault': 'AccountNotFound' },
    body,
  });
  expect([named.status, named.text]).toEqual([500, expect.stringContaining('AccountNotFound')]);
  const failing = await mock('10-first-row', '--fault', 'GetAccount=AccountNotFound');
  const all = await call(Number(new URL(failing.url).port), '/accounts', { method: 'POST', headers, body });
  expect([all.status, all.text]).toEqual([500, expect.stringContaining('accountId>7<')]);
  const undeclared = { method: 'POST', headers: { ...headers, 'x-mock-fault': 'Lost' }, body };
  expect((await call(port, '/accounts', undeclared)).text).toContain('declared: AccountNotFound');
  const wrong = await run(['mock', tutorial('10-first-row'), '--fault', 'GetAcount']);
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('no operation "GetAcount"')]);
});

test('a failure that a client of the REST mock names has the form of the table', async () => {
  const { origin } = await mock('80-foreign-errors', '--as', 'rest');
  const port = Number(new URL(origin).port);
  const failing = (status: string) => call(port, '/v1/bookings/7', { headers: { 'x-mock-fault': status } });
  const missing = await failing('404');
  expect([missing.status, missing.headers['content-type']]).toEqual([404, 'application/json']);
  expect(JSON.parse(missing.text)).toEqual({ failure: { reason: 'MOCK', text: 'A fault of the mock' } });
  const down = await failing('503');
  expect([down.status, down.headers['content-type']]).toEqual([503, 'application/vnd.ferries.outage+json']);
});

test('every tutorial can be tried without its service: samples are valid by its contract, says libxml2', async () => {
  for (const name of ['10-first-row', '20-shapes', '50-calls', '60-jobs', '70-faults']) {
    const { origin } = await mock(name);
    const contract = await loadContract(join(tutorial(name), 'contract'));
    const oracle = openOracle(join(tutorial(name), 'contract'));
    onTestFinished(() => oracle.close());
    const { createCodec } = await import('../../src/codec/create.ts');
    const { dialect } = await import('../../src/codec/datatypes/dialect.ts');
    const { sampleXml } = await import('../../src/samples/sample-xml.ts');
    const codec = createCodec(contract.schemas, dialect());
    const responses: string[] = [];
    for (const { version, input } of contract.operations) {
      const [element] = input.body;
      const xml = element && sampleXml(element, codec, 'full')?.join('');
      if (xml === undefined) continue;
      const ns =
        version === '1.2' ? 'http://www.w3.org/2003/05/soap-envelope' : 'http://schemas.xmlsoap.org/soap/envelope/';
      const media = version === '1.2' ? 'application/soap+xml' : 'text/xml';
      const { text, status } = await call(Number(new URL(origin).port), '/any', {
        method: 'POST',
        headers: { 'content-type': media, soapaction: '""' },
        body: `<s:Envelope xmlns:s="${ns}"><s:Body>${xml}</s:Body></s:Envelope>`,
      });
      expect([200, 202], text).toContain(status);
      if (text !== '') responses.push(text);
    }
    expect(responses.length).toBeGreaterThan(0);
    expect(oracle.validate(responses).flatMap(({ problems }) => problems)).toEqual([]);
  }
});

test('a gateway in front of the mock: the responses of the cases', async () => {
  const { origin } = await mock('10-first-row');
  const { code, out } = await run([
    'call',
    tutorial('10-first-row'),
    'GET /v1/accounts/9007199254740993?currency=USD',
    '--upstream',
    origin,
  ]);
  expect([code, out], out).toEqual([0, expect.stringContaining('"balance": 0.10,')]);
  const jobs = await mock('60-jobs');
  const ask = (line: string) => run(['call', tutorial('60-jobs'), line, '--upstream', jobs.origin]);
  const status = () => ask('GET /v1/reports/jobs/T%207');
  const first = await status();
  expect([first.code, first.out], first.out).toEqual([0, expect.stringContaining('"percent": 50')]);
  expect((await status()).out).not.toContain('"percent": 50');
  // A job of no case is done, so that its result can be seen.
  expect((await ask('GET /v1/reports/jobs/77')).out).toMatch(
    /client receives\n {2}303\n[\s\S]*reports\/jobs\/77\/report/,
  );
  expect((await ask('GET /v1/reports/jobs/77/report')).out).toMatch(/client receives\n {2}200\n/);
});

test('a gateway in front of the mock: samples have the status, type and page that the rule asks for, and optional members', async () => {
  const { origin, running } = await mock('business-records');
  const bodyOf = async (request: string) => {
    const { code, out } = await run(['call', tutorial('business-records'), request, '--upstream', origin]);
    expect([code, out], out).toEqual([0, expect.stringContaining('client receives')]);
    return out.slice(out.indexOf('client receives'));
  };
  const account = await bodyOf('GET /services/rest/record/v1/account/77');
  expect(account).toContain('"id": "77"');
  expect(account).toContain('"acctName": "text"');
  expect(account).toContain('"id": "AcctPay"');
  const page = await bodyOf('GET /services/rest/record/v1/salesOrder?limit=5');
  expect(page).toContain('"totalResults": 1');
  expect(running.out()).toContain('search: a sample of the contract\n');
});

test('the REST service, behind a gateway with SOAP in front: a case, a problem, a sample', async () => {
  const { origin } = await mock('10-first-row', '--as', 'rest');
  const envelope = (id: number) =>
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><b:GetAccount xmlns:b="https://example.com/bank"><b:accountId>${id}</b:accountId></b:GetAccount></s:Body></s:Envelope>`;
  const responses = await Promise.all(
    [7, 8, 4711].map((id) =>
      run(['call', tutorial('10-first-row'), '--soap', '-', '--upstream', origin], { input: envelope(id) }),
    ),
  );
  const [known, problem, sample] = responses.map(({ out }) => out.slice(out.indexOf('client receives')));
  expect(known).toContain('owner>Ada<');
  expect(problem).toContain('No account 8');
  expect(problem).toContain('AccountNotFound');
  expect(sample).toContain('200');
  // The sample has the id of the path.
  expect(sample).toContain('id>4711<');
  expect(responses.map(({ code }) => code)).toEqual([0, 1, 0]);
});

test('a port that is taken, and one that is none: the words of serve', async () => {
  const { url } = await mock('10-first-row');
  const { port } = new URL(url);
  const taken = await run(['mock', tutorial('10-first-row'), '--port', port]);
  expect([taken.code, taken.err]).toEqual([
    2,
    expect.stringContaining(
      `cannot listen on 127.0.0.1:${port}: another process has it (choose another one with --port)`,
    ),
  ]);
  expect(taken.err).not.toMatch(/unexpected|\n\s+at /);
  const none = await run(['mock', tutorial('10-first-row'), '--port', 'http']);
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('--port "http" is not a port')]);
});
