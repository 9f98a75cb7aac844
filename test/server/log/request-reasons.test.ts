// What operators learn of a message of a SOAP client that is refused: the place and the kind of the problem, in names of the contract. Its fault says more.
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type ErrorCode, errorTable } from '../../../src/errors/errors.ts';
import { openLog } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { envelope, faultOf, said } from '../../binding/soap/front/front-scene.ts';
import { echoWsdl } from '../../codec/soap-encoding/encoded.ts';
import { bankMapping, TABLE } from '../bank-mapping.ts';
import { temp } from '../temp.ts';
import { until } from '../until.ts';

const SECRET = 'hunter2';
const bank = () => bankMapping(TABLE.replace(', currency: "{ccy?}" }', ' }').replace('?currency={ccy?}', ''));
const echo = (rules = '  - POST /<operation>: "*"\n') =>
  temp({
    'mapping.yaml': `soapstone: 2\ncontract: echo.wsdl\nrules:\n${rules}`,
    'echo.wsdl': readFileSync(echoWsdl, 'utf8'),
  });
const account = (content: string) => `<b:GetAccount xmlns:b="https://example.com/bank">${content}</b:GetAccount>`;
const person = (content: string) =>
  `<m:echoPerson xmlns:m="urn:enc" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${content}</m:echoPerson>`;

/** The reason of the fault, and the line of the access log. */
async function refused(mapping: string, body: string) {
  const flags = { host: '127.0.0.1', adminHost: '127.0.0.1', port: '0', overloadDelay: '0', adminPort: '0' };
  const bridge = `{ name: one, mapping: ${mapping}, upstream: "http://127.0.0.1:9", present: soap, path: /soap }`;
  const cwd = temp({ 'soapstone.yaml': `bridges:\n  - ${bridge}\n` });
  const settings = await loadSettings({ flags, environment: {}, cwd });
  const file = join(temp(), 'access.log');
  const log = openLog(settings, openSync(file, 'a'));
  const server = await startServer(settings, log);
  onTestFinished(() => server.drain(0).then(() => undefined));
  const request = { method: 'POST', headers: { 'content-type': 'text/xml' }, body: envelope('1.1', body) };
  const { text } = await said(await fetch(`http://127.0.0.1:${server.port}/soap`, request));
  const lines = () => {
    void log.end(0);
    return readFileSync(file, 'utf8');
  };
  await until(() => lines().includes('\n'));
  expect(lines()).not.toContain(SECRET);
  return { fault: faultOf(text).reason, ...JSON.parse(lines().split('\n')[0]) };
}

test.each([
  [
    'a value',
    account(`<b:accountId>${SECRET}</b:accountId>`),
    'CODEC_TYPE',
    'Value of the wrong type (CODEC_TYPE) at Envelope/Body/GetAccount/accountId',
  ],
  [
    'a member that is missing',
    account(''),
    'CODEC_MISSING',
    'element "accountId" is missing (CODEC_MISSING) at Envelope/Body/GetAccount',
  ],
  [
    'a member that the contract lacks',
    account(`<b:${SECRET}>1</b:${SECRET}>`),
    'CODEC_UNKNOWN',
    'Unknown member (CODEC_UNKNOWN) at Envelope/Body/GetAccount/…',
  ],
  [
    'a member that the row does not name',
    account(`<b:accountId>7</b:accountId><b:currency>${SECRET}</b:currency>`),
    'BAD_BODY',
    'no rule takes this message at Envelope/Body/GetAccount/currency',
  ],
])('%s', async (_, body, code, reason) => {
  const line = await refused(bank(), body);
  expect(line).toMatchObject({ level: 'info', code, reason });
  expect(line.fault).toContain(reason.split(' at ')[1].replace('…', SECRET));
});

test.each([
  [
    'a member that is missing',
    person('<p><age>4</age></p>'),
    'CODEC_MISSING',
    'element "name" is missing (CODEC_MISSING) at Envelope/Body/echoPerson/p',
  ],
  [
    'a reference',
    person(`<p href="#${SECRET}"/>`),
    'CODEC_REFERENCE',
    'Reference cannot be resolved (CODEC_REFERENCE) at Envelope/Body/echoPerson/p',
  ],
  [
    'a type',
    person(`<p xmlns:h="urn:${SECRET}" xsi:type="h:${SECRET}"><name>A</name></p>`),
    'CODEC_TYPE',
    'Value of the wrong type (CODEC_TYPE) at Envelope/Body/echoPerson/p',
  ],
])('with SOAP encoding: %s', async (_, body, code, reason) => {
  expect(await refused(echo(), body)).toMatchObject({ level: 'info', code, reason });
});

/** Values in a path, a query and a header. */
const PLACED = `  - id: int
    rest: { request: "GET /texts/{s}?i={i}", response: { body: "{r}" } }
    soap: { request: { echoInt: { i: "{i}", s: "{s}" } }, response: { echoIntResponse: "{r}" } }
  - id: person
    rest: { request: { line: "GET /people?country={country?}", headers: { X-Name: "{name}" } }, response: { body: { n: "{n}" } } }
    soap:
      request: { echoPerson: { p: { name: "{name}", country: "{country?}" } } }
      response: { echoPersonResponse: { return: { name: "{n}" } } }
`;
const int = (content: string) =>
  `<m:echoInt xmlns:m="urn:enc" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${content}</m:echoInt>`;
const missing = (name: string) => `element "${name}" is missing`;
const nil = (name: string) => `element "${name}" is nil, and needs a value here`;

test.each([
  ['an absent parameter in a path', int('<i>5</i>'), 'CODEC_MISSING', missing('s'), 'echoInt'],
  ['a nil parameter in a path', int('<i>5</i><s xsi:nil="1"/>'), 'CODEC_NIL', nil('s'), 'echoInt/s'],
  ['an absent parameter in a query', int('<s>a</s>'), 'CODEC_MISSING', missing('i'), 'echoInt'],
  ['a nil parameter in a query', int('<s>a</s><i xsi:nil="true"/>'), 'CODEC_NIL', nil('i'), 'echoInt/i'],
  ['a nil member in a header', person('<p><name xsi:nil="true"/></p>'), 'CODEC_NIL', nil('name'), 'echoPerson/p/name'],
  [
    'an empty text in a path',
    int('<i>5</i><s/>'),
    'BAD_PATH',
    '{s}: a value in the path may not be empty',
    'echoInt/s',
  ],
])('with SOAP encoding: %s', async (_, body, code, message, path) => {
  const line = await refused(echo(PLACED), body);
  expect(line.fault).toBe(`${message} (at Envelope/Body/${path})`);
  const kind = code === 'CODEC_MISSING' ? message : errorTable[code as ErrorCode][2];
  expect(line).toMatchObject({ level: 'info', code, reason: `${kind} (${code}) at Envelope/Body/${path}` });
});

test('with SOAP encoding: an absent struct is missing, a nil one is nil', async () => {
  const reason = 'no rule takes this message at Envelope/Body/echoPerson/p';
  const absent = await refused(echo(PLACED), person(''));
  expect(absent).toMatchObject({ code: 'BAD_BODY', reason });
  expect(absent.fault).toContain('"p" is missing');
  const isNil = await refused(echo(PLACED), person('<p xsi:nil="true"/>'));
  expect(isNil).toMatchObject({ code: 'BAD_BODY', reason });
  expect(isNil.fault).toContain('"p" is nil');
});
