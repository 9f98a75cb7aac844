// What callers and operators learn of a response that is no use: its place and the kind of the problem; the log has nothing of the message.
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLog } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { envelope, faultOf, said } from '../../binding/soap/front/front-scene.ts';
import { type RestAnswer, startRestPeer } from '../../e2e/rest-peer.ts';
import { bankMapping, TABLE } from '../bank-mapping.ts';
import { call } from '../http-client.ts';
import { temp } from '../temp.ts';
import { until } from '../until.ts';

const SECRET = 'hunter2';
const account = { id: 7, owner: 'Ada', balance: 1.5, currency: 'EUR', opened: '2026-02-03' };

async function open(present: string, answer: () => RestAnswer, mapping = bankMapping()) {
  const peer = await startRestPeer(answer);
  onTestFinished(() => peer.stop());
  const bridge = `{ name: bank, mapping: ${mapping}, upstream: "${peer.origin}"${present} }`;
  const flags = { host: '127.0.0.1', adminHost: '127.0.0.1', port: '0', overloadDelay: '0', adminPort: '0' };
  const cwd = temp({ 'soapstone.yaml': `bridges:\n  - ${bridge}\n` });
  const settings = await loadSettings({ flags, environment: {}, cwd });
  const file = join(temp(), 'access.log');
  const log = openLog(settings, openSync(file, 'a'));
  const server = await startServer(settings, log);
  onTestFinished(() => server.drain(0).then(() => undefined));
  const text = () => {
    void log.end(0);
    return readFileSync(file, 'utf8');
  };
  /** The first line. */
  const line = async () => {
    await until(() => text().includes('\n'));
    expect(text()).not.toContain(SECRET);
    return JSON.parse(text().split('\n')[0]);
  };
  return { port: server.port, line };
}

const body = '<b:GetAccount xmlns:b="https://example.com/bank"><b:accountId>7</b:accountId></b:GetAccount>';

describe('a response of a REST service', () => {
  test.each([
    [
      { ...account, opened: SECRET },
      'the response cannot be shown: Value of the wrong type (at $.opened)',
      'Value of the wrong type (CODEC_TYPE) at $.opened',
    ],
    [
      { ...account, opened: undefined },
      'the response cannot be shown: member "opened" is missing (at $)',
      'member "opened" is missing (CODEC_MISSING) at $',
    ],
    [
      { ...account, id: { [`${SECRET} "a].b`]: 1 } },
      'the response cannot be shown: Value of the wrong type (at $.id)',
      'Value of the wrong type (CODEC_TYPE) at $.id',
    ],
  ])('%#', async (sent, reason, logged) => {
    const { port, line } = await open(', present: soap, path: /soap', () => ({ body: JSON.stringify(sent) }));
    const headers = { 'content-type': 'text/xml' };
    const { text } = await said(
      await fetch(`http://127.0.0.1:${port}/soap`, { method: 'POST', headers, body: envelope('1.1', body) }),
    );
    expect(faultOf(text).reason).toBe(reason);
    expect(await line()).toMatchObject({ code: 'UPSTREAM_BODY', reason: logged });
  });

  test.each([
    ['AccountNotFound', 'ACCOUNT_NOT_FOUND'],
    ['account-not_found', 'ACCOUNT_NOT_FOUND'],
    [`${SECRET} was wrong`, 'UPSTREAM_FAULT'],
    [`x-${SECRET}`, 'UPSTREAM_FAULT'],
    ['GONE', 'GONE'],
    ['OVERLOADED', 'OVERLOADED'],
  ])('with the code %s is logged as %s', async (code, logged) => {
    const rows = 'responses:\n  - { soap: { code: Server }, rest: { status: 409, code: GONE } }\nrules:';
    const mapping = bankMapping(TABLE.replace('rules:', rows));
    const problem = { status: 409, headers: { 'content-type': 'application/problem+json' } };
    const answer = () => ({ ...problem, body: JSON.stringify({ status: 409, code }) });
    const { port, line } = await open(', present: soap, path: /soap', answer, mapping);
    const headers = { 'content-type': 'text/xml' };
    await fetch(`http://127.0.0.1:${port}/soap`, { method: 'POST', headers, body: envelope('1.1', body) });
    expect(await line()).toMatchObject({ code: logged });
  });

  test('that is not JSON', async () => {
    const { port, line } = await open(', present: soap, path: /soap', () => ({ body: `{"${SECRET}` }));
    const headers = { 'content-type': 'text/xml' };
    await fetch(`http://127.0.0.1:${port}/soap`, { method: 'POST', headers, body: envelope('1.1', body) });
    expect(await line()).toMatchObject({ code: 'UPSTREAM_BODY', reason: 'Not JSON (JSON_SYNTAX) at byte 9' });
  });
});

describe('a response of a SOAP service', () => {
  const inside = (content: string) =>
    envelope(
      '1.1',
      `<b:GetAccountResponse xmlns:b="https://example.com/bank"><b:account>${content}</b:account></b:GetAccountResponse>`,
    );
  const start = '<b:id>7</b:id><b:owner>Ada</b:owner>';

  test.each([
    [
      inside(`<b:id>${SECRET}</b:id>`),
      'Value of the wrong type: expected xs:long (CODEC_TYPE) at Envelope/Body/GetAccountResponse/account/id; to accept it: responseValues: null, responseMissing: null',
    ],
    [
      inside(`${start}<b:${SECRET}/>`),
      'an unknown element; expected balance (CODEC_UNKNOWN) at Envelope/Body/GetAccountResponse/account/…; to accept it: responseUnknown: skip, responseMissing: null',
    ],
    [
      inside(`<b:id>7</b:id>${SECRET}`),
      'text stands between elements (CODEC_TYPE) at Envelope/Body/GetAccountResponse/account',
    ],
    [
      inside('<b:id>7</b:id>'),
      'element "owner" is missing (CODEC_MISSING) at Envelope/Body/GetAccountResponse/account; to accept it: responseMissing: null',
    ],
  ])('%#', async (xml, logged) => {
    const answer = () => ({ headers: { 'content-type': 'text/xml' }, body: xml });
    const { port, line } = await open(', responseUnknown: error', answer);
    expect((await call(port, '/v1/accounts/7')).status).toBe(502);
    expect(await line()).toMatchObject({ code: 'UPSTREAM_BODY', reason: logged });
  });

  test('with an error status and a page in HTML says so, and which path was asked', async () => {
    const answer = () => ({ status: 404, headers: { 'content-type': 'text/html' }, body: `<html>${SECRET}</html>` });
    const { port, line } = await open('', answer);
    const { status, text } = await call(port, '/v1/accounts/7');
    const message = 'the upstream responded with status 404 and an HTML page';
    expect([status, JSON.parse(text).detail]).toEqual([502, message]);
    const { reason } = (await line()) as { reason: string };
    expect(reason).toMatch(
      /^the upstream responded with status 404 and an HTML page; see whether \/\S+ at the upstream/,
    );
  });

  const whole =
    '<b:balance>1</b:balance><b:currency>EUR</b:currency><b:opened>2020-01-01</b:opened><b:frozen>false</b:frozen>';
  const withHeader = (block: string) =>
    inside(start + whole).replace('<e:Body>', `<e:Header>${block}</e:Header><e:Body>`);

  test.each(['Ad\u00e9', `Ada ${SECRET}\u00e9`, 'two\nlines', ' Ada'])('with %j for a header field', async (owner) => {
    const table = TABLE.replace('body: "{account}"', 'body: "{rest}", headers: { X-Owner: "{owner}" }').replace(
      'account: "{account}"',
      'account: { owner: "{owner}", $rest: "{rest}" }',
    );
    const xml = inside(`<b:id>7</b:id><b:owner>${owner}</b:owner>${whole}`);
    const answer = () => ({ headers: { 'content-type': 'text/xml' }, body: xml });
    const { port, line } = await open('', answer, bankMapping(table));
    const kind = 'a header field holds visible ASCII, spaces and tabs alone, without white space around the value';
    const { status, text } = await call(port, '/v1/accounts/7');
    expect([status, JSON.parse(text)]).toEqual([
      502,
      expect.objectContaining({ code: 'UPSTREAM_BODY', detail: expect.stringContaining(kind) }),
    ]);
    expect(text).toContain('X-Owner');
    expect(await line()).toMatchObject({ reason: `${kind} (BAD_HEADER) at X-Owner` });
  });

  test.each([
    [
      withHeader(`<x:${SECRET} xmlns:x="urn:x" e:mustUnderstand="1"/>`),
      'UPSTREAM_MUST_UNDERSTAND',
      'the response has a header block that must be understood, and the operation declares none such',
    ],
    [
      withHeader(`<a:RelatesTo xmlns:a="http://www.w3.org/2005/08/addressing">${SECRET}</a:RelatesTo>`),
      'UPSTREAM_BODY',
      'the response is the reply to another message (wsa:RelatesTo)',
    ],
  ])('that is not ours: %#', async (xml, code, reason) => {
    const answer = () => ({ headers: { 'content-type': 'text/xml' }, body: xml });
    const { port, line } = await open(', addressing: "2005/08"', answer);
    expect((await call(port, '/v1/accounts/7')).status).toBe(502);
    expect(await line()).toMatchObject({ code, reason: expect.stringContaining(reason) });
  });

  const good = inside(start + whole);
  const declared = `<?xml version="1.0"?>${good}`;
  const latin = Buffer.from(good.replace('Ada', 'Ad\u00e9'), 'latin1');
  const ALONE = '; the service must send one XML document, and nothing before or after it';
  const NAMED =
    '; the service must name the encoding of its bytes: by charset in Content-Type, or in the XML declaration';
  test.each([
    [
      'of another version',
      'text/xml',
      good.replace('http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope'),
      'the response is SOAP 1.2, and the request was SOAP 1.1 at Envelope; the service must respond in the version of the request, or the rule must use a port of SOAP 1.2',
    ],
    [
      'after other bytes',
      'text/xml',
      `Warning: ${SECRET}\n${declared}`,
      `text outside the root element (XML_SYNTAX) at byte 0${ALONE}`,
    ],
    [
      'after white space',
      'text/xml',
      `\n${declared}`,
      `an XML declaration that is not at the start (XML_SYNTAX) at byte 1${ALONE}`,
    ],
    [
      'in another encoding',
      'text/xml; charset=utf-8',
      latin,
      `the bytes are not UTF-8 (XML_ENCODING) at byte ${latin.indexOf(0xe9)}${NAMED}`,
    ],
    [
      'in an unknown encoding',
      `text/xml; charset=${SECRET}`,
      good,
      `the encoding that it names is not supported (XML_ENCODING)${NAMED}`,
    ],
    [
      'without an envelope',
      'text/xml',
      `<${SECRET}/>`,
      'another root element; expected {http://schemas.xmlsoap.org/soap/envelope/}Envelope (CODEC_UNKNOWN) at …',
    ],
  ])('%s', async (_, type, xml, reason) => {
    const { port, line } = await open('', () => ({ headers: { 'content-type': type }, body: xml }));
    expect((await call(port, '/v1/accounts/7')).status).toBe(502);
    expect(await line()).toMatchObject({ code: 'UPSTREAM_BODY', reason });
  });

  test('that is not what its content coding says', async () => {
    const headers = { 'content-type': 'text/xml', 'content-encoding': 'gzip' };
    const { port, line } = await open('', () => ({ headers, body: inside(start + whole) }));
    expect((await call(port, '/v1/accounts/7')).status).toBe(502);
    expect(await line()).toMatchObject({
      code: 'UPSTREAM_BODY',
      reason: 'the response is not valid gzip, or was cut off',
    });
  });

  const EXPECTED = 'expected {https://example.com/bank}GetAccountResponse';
  const CALLED = '; the service must send the response of the operation that was called';
  test.each([
    ['', ''],
    ['with responseMissing: null', ', responseMissing: null'],
  ])('that is of no operation, or of another one, says what it is: %s', async (_, setting) => {
    for (const [content, reason] of [
      ['', `the Body of the response is empty; ${EXPECTED} at Envelope/Body${CALLED}`],
      [
        '<b:GetAccount xmlns:b="https://example.com/bank"/>',
        `the response is another message; ${EXPECTED} at Envelope/Body/GetAccount${CALLED}`,
      ],
      [
        `<b:${SECRET} xmlns:b="https://example.com/bank"/>`,
        `the response is another message; ${EXPECTED} at Envelope/Body/…${CALLED}`,
      ],
    ]) {
      const answer = () => ({ headers: { 'content-type': 'text/xml' }, body: envelope('1.1', content) });
      const { port, line } = await open(setting, answer);
      expect((await call(port, '/v1/accounts/7')).status).toBe(502);
      expect(await line()).toMatchObject({ code: 'UPSTREAM_BODY', reason });
    }
  });

  test.each([
    ['', 502],
    [', responseMissing: null', 502],
    [', responseMissing: null, responseNamespaces: any', 200],
  ])('in another namespace names the setting that takes it: %j', async (setting, status) => {
    const xml = inside(start + whole).replaceAll('https://example.com/bank', 'https://example.com/bank/v2');
    const { port, line } = await open(setting, () => ({ headers: { 'content-type': 'text/xml' }, body: xml }));
    expect((await call(port, '/v1/accounts/7')).status).toBe(status);
    if (status === 502)
      expect((await line()).reason).toBe(
        'GetAccountResponse in another namespace; the contract has {https://example.com/bank}GetAccountResponse (CODEC_UNKNOWN) at Envelope/Body/GetAccountResponse; to accept it: responseNamespaces: any',
      );
  });

  test.each(['<!DOCTYPE html>\n<html><p>down</p></html>', '\n<html lang="en"></html>', '<?xml version="1.0"?><html/>'])(
    'that looks like HTML: %s',
    async (page) => {
      const { port, line } = await open('', () => ({ headers: { 'content-type': 'text/xml' }, body: page }));
      expect((await call(port, '/v1/accounts/7')).status).toBe(502);
      expect(await line()).toMatchObject({
        code: 'UPSTREAM_BODY',
        reason: expect.stringMatching(
          /^the response looks like an HTML page, and its Content-Type says XML; see whether/,
        ),
      });
    },
  );

  test('with a type that the contract does not have', async () => {
    const xsi = `xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="b:${SECRET}"`;
    const xml = inside(start + whole).replace('<b:account>', `<b:account ${xsi}>`);
    const { port, line } = await open('', () => ({ headers: { 'content-type': 'text/xml' }, body: xml }));
    expect((await call(port, '/v1/accounts/7')).status).toBe(502);
    expect((await line()).reason).toBe(
      'xsi:type names a type that the contract does not have; declared is {https://example.com/bank}Account (CODEC_TYPE) at Envelope/Body/GetAccountResponse/account',
    );
  });

  test('with a block that must be understood is read by lenient: true, and the log names it', async () => {
    const xml = withHeader('<x:currency xmlns:x="urn:x" e:mustUnderstand="1"/>');
    const answer = () => ({ headers: { 'content-type': 'text/xml' }, body: xml });
    const { port, line } = await open(', lenient: true', answer);
    expect((await call(port, '/v1/accounts/7')).status).toBe(200);
    expect(await line()).toMatchObject({
      event: 'bridge bank: the contract does not have this part of a response: skipped',
      path: 'Envelope/Header/currency',
    });
  });

  test('with an attachment that nothing refers to', async () => {
    const parts = [`Content-Type: text/xml\r\n\r\n${inside(start + whole)}`, 'Content-ID: <a>\r\n\r\nx'];
    const answer = () => ({
      headers: { 'content-type': 'multipart/related; boundary=b; type="text/xml"' },
      body: `${parts.map((one) => `--b\r\n${one}\r\n`).join('')}--b--`,
    });
    const { port, line } = await open('', answer);
    expect((await call(port, '/v1/accounts/7')).status).toBe(200);
    expect(await line()).toMatchObject({ operation: 'GetAccount', path: 'attachment' });
  });

  test('that has more than the contract is logged with the names of that, and without its values', async () => {
    const more = `<b:id>7</b:id><b:new at="${SECRET}">${SECRET}<b:inside>${SECRET}</b:inside></b:new>`;
    const rest =
      '<b:owner>Ada</b:owner><b:balance>1</b:balance><b:currency>EUR</b:currency><b:opened>2020-01-01</b:opened>';
    const xml = inside(`${more}${rest}<b:frozen>false</b:frozen>`);
    const { port, line } = await open('', () => ({ headers: { 'content-type': 'text/xml' }, body: xml }));
    expect((await call(port, '/v1/accounts/7')).status).toBe(200);
    expect(await line()).toMatchObject({ path: 'Envelope/Body/GetAccountResponse/account/new' });
  });
});
