// Bridges of both directions in one process: SOAP in front of the REST that another bridge puts in front of SOAP.
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startBank } from '../../examples/bank/bank.ts';
import { Problems } from '../../src/errors/errors.ts';
import { DeferredRule } from '../../src/mapping/runtime/deferred-rule.ts';
import { openLog } from '../../src/server/log/open-log.ts';
import { startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { envelope, faultOf, said } from '../binding/soap/front/front-scene.ts';
import { bankMapping, TABLE } from './bank-mapping.ts';
import { call } from './http-client.ts';
import { temp } from './temp.ts';
import { until } from './until.ts';

async function open(file: string) {
  const flags = { host: '127.0.0.1', adminHost: '127.0.0.1', port: '0', overloadDelay: '0', adminPort: '0' };
  const settings = await loadSettings({ flags, environment: {}, cwd: temp({ 'soapstone.yaml': file }) });
  const logFile = join(temp(), 'access.log');
  const log = openLog(settings, openSync(logFile, 'a'));
  const server = await startServer(settings, log);
  onTestFinished(() => server.drain(0).then(() => undefined));
  const lines = () => {
    void log.end(0);
    return readFileSync(logFile, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };
  return { server, lines };
}

async function problemsOf(file: string): Promise<string[]> {
  return open(file).then(
    () => [],
    (error: unknown) => {
      if (error instanceof Problems) return error.problems.map(({ message }) => message);
      throw error;
    },
  );
}

const entry = (name: string, mapping: string, more: string) => `  - { name: ${name}, mapping: ${mapping}, ${more} }\n`;
const away = 'upstream: "http://127.0.0.1:9/"';

describe('a process', () => {
  test('answers SOAP and REST callers, and tells of both', async () => {
    const bank = await startBank(0);
    onTestFinished(() => bank.close());
    const rest = await open(`bridges:\n${entry('rest', bankMapping(), `upstream: "${bank.url}"`)}`);
    const upstream = `upstream: "http://127.0.0.1:${rest.server.port}"`;
    const both =
      entry('front', bankMapping(), `${upstream}, present: soap, path: /soap`) +
      entry('rest', bankMapping(), `upstream: "${bank.url}"`);
    const { server, lines } = await open(`bridges:\n${both}`);
    expect(server.bridges.map(({ endpoint }) => endpoint)).toEqual(['/soap', undefined]);

    const { rules } = server.bridges[0].mapping;
    const isCompiled = () => rules.some((rule) => rule instanceof DeferredRule && rule.isCompiled);
    expect(isCompiled()).toBe(false);
    const url = `http://127.0.0.1:${server.port}/soap`;
    const ask = async (id: string) => {
      const xml = envelope(
        '1.1',
        `<b:GetAccount xmlns:b="https://example.com/bank"><b:accountId>${id}</b:accountId></b:GetAccount>`,
      );
      return said(await fetch(url, { method: 'POST', headers: { 'content-type': 'text/xml' }, body: xml }));
    };
    const { status, text } = await ask('7');
    expect(status, text).toBe(200);
    expect(text).toContain('Ada &amp; Sons');
    const missing = faultOf((await ask('99')).text);
    expect([missing.code, missing.detail?.[0]?.name.local]).toEqual(['Client', 'AccountNotFound']);
    expect((await call(server.port, '/v1/accounts/7')).status).toBe(200);
    expect((await call(server.port, '/soap?wsdl')).text).toContain(`location="${url}"`);

    // The log of a process has all its requests, those of the inner server too.
    const ofFront = () => lines().filter(({ bridge }) => bridge === 'front');
    await until(() => ofFront().length === 2);
    expect(ofFront()[0]).toMatchObject({ rule: 'get-account', template: '/soap', method: 'POST', status: 200 });
    // A business fault is 500 to SOAP 1.1, but no failure of ours.
    expect(ofFront()[1]).toMatchObject({ status: 500, level: 'info' });
    const { text: metrics } = await call(server.adminPort as number, '/metrics');
    expect(metrics).toMatch(
      /soapstone_http_requests_total\{bridge="front",rule="get-account",operation="GetAccount",resource="accounts",direction="soap-to-rest",method="POST",status="2xx",fault=""\} 1/,
    );
    const { text: mappings } = await call(server.adminPort as number, '/mappings');
    expect(JSON.parse(mappings).bridges[0]).toMatchObject({ present: 'soap', soapPath: '/soap' });
  });

  test('does not give one address to two bridges', async () => {
    const soap = (name: string, path: string) => entry(name, bankMapping(), `${away}, present: soap, path: ${path}`);
    expect(await problemsOf(`bridges:\n${soap('a', '/x')}${soap('b', '/x')}`)).toEqual([
      'bridges "a" and "b" both serve /x',
    ]);
    const restFirst = entry('r', bankMapping(), away) + soap('s', '/v1/accounts/here');
    expect(await problemsOf(`bridges:\n${restFirst}`)).toEqual(['bridges "r" and "s" both serve /v1/accounts/here']);
    const passing = entry('p', bankMapping(), `${away}, passThrough: [/files]`) + soap('s', '/files/soap');
    expect(await problemsOf(`bridges:\n${passing}`)).toEqual(['bridges "p" and "s" both serve /files/soap']);
    expect(await problemsOf(`bridges:\n${soap('a', '/x')}${soap('b', '/y')}`)).toEqual([]);
  });

  test('shows a bridge’s own direction only', async () => {
    const one = bankMapping(TABLE.replace('rules:', 'only: rest-to-soap\nrules:'));
    expect(await problemsOf(`bridges:\n${entry('a', one, `${away}, present: soap`)}`)).toEqual([
      'no rule of bridge "a" can be presented as soap: all are for the other direction only',
    ]);
    expect(await problemsOf(`bridges:\n${entry('a', one, away)}`)).toEqual([]);
  });
});
