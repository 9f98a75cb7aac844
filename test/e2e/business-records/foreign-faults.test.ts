// Every way in which a record API of somebody else can tell a declared fault, to zeep, PHP and a client that takes nothing but what the contract declares.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { contractFolder } from '../../business-records/tables.ts';
import { envelope, ref } from '../../examples/records/scene.ts';
import { openOracle } from '../../oracle/xmllint.ts';
import { type Arguments, type Client, type Conversation, converse, openPhp, openZeep } from '../../peers/callers.ts';
import { type ScriptedError, startRecordApi } from '../../peers/record-api.ts';
import { tutorial } from '../scene.ts';
import { type Face, present } from './loop.ts';

const SOAP = '/services/BusinessRecordsPort_2019_1';
const CORE = 'urn:core_2019_1.platform.webservices.example.com';

interface Request {
  readonly operation: string;
  /** For zeep and PHP, and as XML. */
  readonly arguments_: Arguments;
  readonly body: string;
}

const passport = { email: 'a@example.com', password: 'p', account: 'A' };
const REQUESTS: Readonly<Record<string, Request>> = {
  get: {
    operation: 'get',
    arguments_: { baseRef: { $type: `{${CORE}}RecordRef`, '@type': 'bin', '@internalId': '1' } },
    body: `<m:get>${ref('bin', '1')}</m:get>`,
  },
  login: {
    operation: 'login',
    arguments_: { passport },
    body: `<m:login><m:passport>${Object.entries(passport)
      .map(([name, text]) => `<c:${name}>${text}</c:${name}>`)
      .join('')}</m:passport></m:login>`,
  },
  getAsyncResult: {
    operation: 'getAsyncResult',
    arguments_: { jobId: '7', pageIndex: 1 },
    body: '<m:getAsyncResult><m:jobId>7</m:jobId><m:pageIndex>1</m:pageIndex></m:getAsyncResult>',
  },
};

/** An operation that declares the fault, each status and code that tells it, and the code of the fault. */
const CODED: readonly (readonly [fault: string, request: string, status: number, code: string, said: string])[] = [
  ['invalidCredentialsFault', 'get', 401, 'INVALID_LOGIN', 'INVALID_LOGIN_CREDENTIALS'],
  ['invalidCredentialsFault', 'get', 401, 'UNAUTHENTICATED', 'INVALID_LOGIN_CREDENTIALS'],
  ['invalidSessionFault', 'get', 401, 'INVALID_SESSION', 'SESSION_TIMED_OUT'],
  ['invalidSessionFault', 'get', 401, 'SESSION_LOST', 'SESSION_TIMED_OUT'],
  ['invalidAccountFault', 'login', 401, 'INVALID_ACCOUNT', 'INVALID_ACCT'],
  ['insufficientPermissionFault', 'get', 403, 'PERMISSION_VIOLATION', 'INSUFFICIENT_PERMISSION'],
  ['invalidVersionFault', 'login', 400, 'INVALID_VERSION', 'INVALID_WS_VERSION'],
  ['exceededConcurrentRequestLimitFault', 'get', 429, 'CONCURRENCY_LIMIT_EXCEEDED', 'WS_CONCUR_SESSION_DISALLWD'],
  ['exceededRequestLimitFault', 'get', 429, 'REQUEST_LIMIT_EXCEEDED', 'WS_REQUEST_BLOCKED'],
  ['exceededUsageLimitFault', 'get', 429, 'USAGE_LIMIT_EXCEEDED', 'WS_REQUEST_BLOCKED'],
  ['exceededRecordCountFault', 'get', 400, 'RECORD_COUNT_EXCEEDED', 'MAX_RCRDS_EXCEEDED'],
  ['exceededRecordCountFault', 'get', 400, 'LIST_TOO_LONG', 'MAX_RCRDS_EXCEEDED'],
  ['exceededRequestSizeFault', 'get', 413, 'REQUEST_SIZE_EXCEEDED', 'USER_ERROR'],
  ['asyncFault', 'getAsyncResult', 404, 'INVALID_JOB', 'INVALID_JOB_ID'],
  ['asyncFault', 'getAsyncResult', 404, 'JOB_LOST', 'INVALID_JOB_ID'],
  ['asyncFault', 'getAsyncResult', 409, 'JOB_RUNNING', 'JOB_NOT_COMPLETE'],
  ['unexpectedErrorFault', 'get', 500, 'UNEXPECTED_FAULT', 'UNEXPECTED_ERROR'],
];

const UNEXPECTED = ['unexpectedErrorFault', 'UNEXPECTED_ERROR'] as const;
const TOO_MANY = ['exceededRequestLimitFault', 'WS_REQUEST_BLOCKED'] as const;

/** What a status means that no known code goes with. */
const ALONE: readonly (readonly [request: string, status: number, fault: string, said: string])[] = [
  ['get', 400, ...UNEXPECTED],
  ['get', 401, 'invalidCredentialsFault', 'INVALID_LOGIN_CREDENTIALS'],
  ['get', 403, 'insufficientPermissionFault', 'INSUFFICIENT_PERMISSION'],
  ['get', 404, ...UNEXPECTED],
  ['get', 405, ...UNEXPECTED],
  ['get', 409, ...UNEXPECTED],
  ['get', 413, 'exceededRequestSizeFault', 'USER_ERROR'],
  ['get', 418, ...UNEXPECTED],
  ['get', 429, ...TOO_MANY],
  ...[500, 501, 502, 503, 504, 599].map((status) => ['get', status, ...UNEXPECTED] as const),
  // Faults that the operation does not declare are told as one that it does.
  ['login', 400, ...UNEXPECTED],
  ['login', 413, ...UNEXPECTED],
  ['login', 429, ...TOO_MANY],
];

/** Bodies from which nothing but the status can be learned. */
const BODIES: Readonly<Record<string, Partial<ScriptedError>>> = {
  none: { style: 'none' },
  'a code of its own': { code: 'OF_ITS_OWN', detail: 'Why.' },
  'a code of its own, and no detail': { code: 'OF_ITS_OWN' },
  'an empty text as JSON': { text: '', media: 'application/json' },
  'HTML of a proxy': { text: '<html><body><h1>Sorry &amp; good bye</h1></body></html>', media: 'text/html' },
  'text without a media type': { text: 'upstream connect error' },
  'JSON that ends early': { text: '{"errorDetails":[{"detail":"N', media: 'application/json' },
  'no JSON in an error of the API': {
    text: '\u0000\u001f{]',
    media: 'application/vnd.vendor.resource+json; type=error',
  },
  'JSON of another form': { text: '{"meta":{"x":[1]},"ok":false}', media: 'application/json' },
  'JSON that is no object': { text: '"no"', media: 'application/json' },
  'empty errorDetails': { text: '{"errorDetails":[]}', media: 'application/vnd.vendor.resource+json; type=error' },
  // What takes the place of the character.
  'texts that XML cannot carry': {
    text: '{"errorDetails":[{"errorCode":"\\u0001","detail":"\\u0000"}]}',
    media: 'application/json',
    detail: '\ufffd',
  },
};

let api: Awaited<ReturnType<typeof startRecordApi>>;
let face: Face;
let strict: Conversation;
const clients: Record<string, Client> = {};
const said: string[] = [];

beforeAll(async () => {
  api = await startRecordApi();
  face = await present('soap', api.origin);
  const url = face.origin + SOAP;
  strict = converse('/usr/bin/python3', [
    join(import.meta.dirname, '../../peers/clients/strict.py'),
    `${url}?wsdl`,
    url,
  ]);
  clients['PHP'] = await openPhp('1.1')(`${url}?wsdl`);
  clients['zeep'] = await openZeep('1.1')(`${url}?wsdl`);
}, 300_000);
afterAll(async () => {
  strict?.close();
  for (const client of Object.values(clients)) client.close();
  await face?.stop();
  await api?.stop();
});

interface Detail {
  readonly fault: string;
  readonly code: string;
  readonly message: unknown;
}

/** The error, told to each client in turn. */
async function tells(request: Request, error: ScriptedError, detail: Detail): Promise<void> {
  const { fault, ...content } = detail;
  await api.script(error);
  const { xml, ...heard } = JSON.parse(
    await strict.ask(JSON.stringify([request.operation, envelope('', request.body)])),
  );
  said.push(xml);
  expect(heard, xml).toEqual(detail);
  for (const [name, client] of Object.entries(clients)) {
    await api.script(error);
    const { broken, detail: shown, reason } = await client.call(request.operation, request.arguments_);
    expect({ broken, shown }, name).toEqual({ broken: undefined, shown: { [fault]: content } });
    expect(reason).toMatch(/\S/);
  }
}

const WORDS = expect.stringMatching(/^\w[\w ']+$/);

describe('a declared fault by its code', () => {
  it.each(CODED)('%s of %s by %i %s', async (fault, name, status, code, known) => {
    for (const style of ['list', 'prefixed'] as const) {
      const detail = 'Söhne & <Co> "7".';
      await tells(REQUESTS[name], { status, code, detail, style }, { fault, code: known, message: detail });
      await tells(REQUESTS[name], { status, code, style }, { fault, code: known, message: WORDS });
      const path = 'item.items[0].item';
      await tells(REQUESTS[name], { status, code, detail, path, style }, { fault, code: known, message: detail });
    }
  });

  it('has every fault of the contract, and every status and code that the table gives one', () => {
    const { tables } = parse(readFileSync(join(tutorial('business-records'), 'mapping.yaml'), 'utf8'), { merge: true });
    const rows: { fault: string; status: number | string; code?: string }[] = [
      ...tables.declared,
      ...tables.undeclared,
    ];
    const byCode = rows.filter(({ code }) => code !== undefined);
    const rowText = ({ fault, status, code }: (typeof rows)[number]) => `${fault}Fault ${status} ${code}`;
    expect(CODED.map(([fault, , status, code]) => `${fault} ${status} ${code}`).toSorted()).toEqual(
      byCode.map(rowText).toSorted(),
    );
    expect(new Set(CODED.map(([fault]) => fault)).size).toBe(12);
    const statuses = new Set<number | string>(ALONE.map(([, status]) => status));
    for (const { status, code } of rows) expect(statuses.has(status) || /XX/.test(`${status}`) || code).toBeTruthy();
  });
});

describe.each(Object.entries(BODIES))('a declared fault by its status, with %s as its body', (_, body) => {
  it.each(ALONE)('%s, %i: %s', async (name, status, fault, code) => {
    const message = body.detail ?? WORDS;
    await tells(REQUESTS[name], { status, ...body }, { fault, code, message });
  });
});

it('is what libxml2 accepts, response by response', () => {
  const oracle = openOracle(contractFolder);
  const verdicts = oracle.validate(said);
  oracle.close();
  expect(verdicts.flatMap(({ problems }, i) => (problems.length > 0 ? [[said[i], ...problems]] : []))).toEqual([]);
  expect(said.length).toBe(CODED.length * 6 + ALONE.length * Object.keys(BODIES).length);
});
