// SOAP clients of the founding table in front of a record API of somebody else: every fault is complete, and no item of a list is lost.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractFolder } from '../../business-records/tables.ts';
import { ref, Scene } from '../../examples/records/scene.ts';
import { openOracle } from '../../oracle/xmllint.ts';
import { type Client, openPhp, openZeep } from '../../peers/callers.ts';
import { type ScriptedError, startRecordApi } from '../../peers/record-api.ts';
import { at, content } from './client-results.ts';
import { type Face, present } from './loop.ts';

const SOAP = '/services/BusinessRecordsPort_2019_1';
const scene = new Scene();
let api: Awaited<ReturnType<typeof startRecordApi>>;
let face: Face;
let php: Client;

beforeAll(async () => {
  api = await startRecordApi();
  face = await present('soap', api.origin, { set: ['operations=none'] });
  php = await openPhp('1.1')(`${face.origin}${SOAP}?wsdl`);
}, 300_000);
afterAll(async () => {
  php.close();
  await face.stop();
  await api.stop();
});

const ask = (body: string) => scene.send(face.origin + SOAP, body, '', {});
const GET = `<m:get>${ref('bin', '1')}</m:get>`;

/** Each declared fault: the status and code of the table, and its own code where the service says no more. */
const FAULTS: readonly (readonly [fault: string, status: number, code: string, byDefault: string])[] = [
  ['invalidCredentialsFault', 401, 'INVALID_LOGIN', 'INVALID_LOGIN_CREDENTIALS'],
  ['invalidSessionFault', 401, 'INVALID_SESSION', 'SESSION_TIMED_OUT'],
  ['invalidAccountFault', 401, 'INVALID_ACCOUNT', 'INVALID_ACCT'],
  ['insufficientPermissionFault', 403, 'PERMISSION_VIOLATION', 'INSUFFICIENT_PERMISSION'],
  ['invalidVersionFault', 400, 'INVALID_VERSION', 'INVALID_WS_VERSION'],
  ['exceededConcurrentRequestLimitFault', 429, 'CONCURRENCY_LIMIT_EXCEEDED', 'WS_CONCUR_SESSION_DISALLWD'],
  ['exceededRequestLimitFault', 429, 'REQUEST_LIMIT_EXCEEDED', 'WS_REQUEST_BLOCKED'],
  ['exceededUsageLimitFault', 429, 'USAGE_LIMIT_EXCEEDED', 'WS_REQUEST_BLOCKED'],
  ['exceededRecordCountFault', 400, 'RECORD_COUNT_EXCEEDED', 'MAX_RCRDS_EXCEEDED'],
  ['exceededRequestSizeFault', 413, 'REQUEST_SIZE_EXCEEDED', 'USER_ERROR'],
  ['asyncFault', 404, 'INVALID_JOB', 'INVALID_JOB_ID'],
  ['unexpectedErrorFault', 500, 'UNEXPECTED_FAULT', 'UNEXPECTED_ERROR'],
];

describe('a success that does not say which record', () => {
  const bin = 'i:type="listAcct:Bin"';
  const number = '<listAcct:binNumber>NO-1</listAcct:binNumber>';
  const outcome = async (body: string, status: number) => {
    await api.script({ status, text: '' });
    const answer = await ask(body);
    return [answer.status, / isSuccess="(\w+)"/.exec(answer.xml)?.[1] ?? answer.text('code'), answer.text('message')];
  };

  it.each([200, 201, 204])('is none of a record added, with the status %i', async (status) => {
    const added = await outcome(`<m:add><m:record ${bin}>${number}</m:record></m:add>`, status);
    expect(added).toEqual([500, 'UNEXPECTED_ERROR', expect.stringContaining('Location')]);
  });

  it('is one of a record changed or upserted: the client has named it', async () => {
    expect(await outcome(`<m:update><m:record ${bin} internalId="1">${number}</m:record></m:update>`, 204)).toEqual([
      200,
      'true',
      undefined,
    ]);
    expect(await outcome(`<m:upsert><m:record ${bin} externalId="E">${number}</m:record></m:upsert>`, 204)).toEqual([
      200,
      'true',
      undefined,
    ]);
  });
});

/** Which fault a status alone means to `get`. */
const ALONE: readonly (readonly [status: number, fault: string])[] = [
  [401, 'invalidCredentialsFault'],
  [403, 'insufficientPermissionFault'],
  [413, 'exceededRequestSizeFault'],
  [429, 'exceededRequestLimitFault'],
  [500, 'unexpectedErrorFault'],
  [503, 'unexpectedErrorFault'],
];

interface Detail {
  readonly fault: string;
  readonly code?: string;
  readonly message?: string;
}

async function faultOf(error: ScriptedError, body = GET): Promise<Detail> {
  await api.script(error);
  const answer = await ask(body);
  expect(answer.status).toBe(500);
  const fault = /<(?:\w+:)?detail><(?:\w+:)?(\w+)/.exec(answer.xml)?.[1] ?? 'none';
  return { fault, code: answer.text('code'), message: answer.text('message') };
}

describe('a declared fault', () => {
  const details = FAULTS.flatMap(([fault, status, code, byDefault]) =>
    (['list', 'prefixed'] as const).map((style) => ({ fault, status, code, byDefault, style })),
  );

  it.each(details)('$fault by $status $code in $style', async ({ fault, byDefault, ...error }) => {
    const detail = 'Something is wrong.';
    expect(await faultOf({ ...error, detail })).toEqual({ fault, code: byDefault, message: detail });
    expect(await faultOf(error)).toMatchObject({ fault, code: byDefault, message: expect.stringMatching(/\w/) });
  });

  it.each(ALONE)('by %i alone, and with a code of the service: %s', async (status, fault) => {
    expect(await faultOf({ status })).toMatchObject({
      fault,
      code: expect.stringMatching(/^[A-Z_]+$/),
      message: expect.stringMatching(/\w/),
    });
    expect(await faultOf({ status, code: 'OF_ITS_OWN', detail: 'Why.' })).toMatchObject({
      code: expect.stringMatching(/^[A-Z_]+$/),
      message: 'Why.',
    });
  });

  it('by 404 alone where the operation declares it', async () => {
    const got = await faultOf(
      { status: 404, detail: 'No.', code: 'X' },
      '<m:checkAsyncStatus><m:jobId>7</m:jobId></m:checkAsyncStatus>',
    );
    expect(got).toMatchObject({ fault: 'asyncFault', code: 'INVALID_JOB_ID' });
    expect((await faultOf({ status: 404 })).fault).toBe('unexpectedErrorFault');
  });

  it("is an exception of PHP's SoapClient with its detail", async () => {
    for (const [fault, status, code, byDefault] of FAULTS) {
      await api.script({ status, code });
      const said = await php.call('get', {
        baseRef: { $type: `{${CORE}}RecordRef`, '@type': 'bin', '@internalId': '1' },
      });
      expect(said.detail?.[fault], `${fault}: ${JSON.stringify(said)}`).toMatchObject({ code: byDefault });
    }
  });
});

const CORE = 'urn:core_2019_1.platform.webservices.example.com';
const bin = (number: string) =>
  `<m:record i:type="listAcct:Bin">${number && `<listAcct:binNumber>${number}</listAcct:binNumber>`}</m:record>`;
const flags = (xml: string) => [...xml.matchAll(/status isSuccess="(\w+)"/g)].map(([, flag]) => flag);

describe('a list operation', () => {
  const records = [bin('B-1'), bin('B-2'), bin('B-3')].join('');
  const failures: readonly ScriptedError[] = [
    { status: 400, code: 'INVALID_CONTENT', detail: 'No.', path: 'binNumber' },
    { status: 400 },
    { status: 403, code: 'PERMISSION_VIOLATION' },
    { status: 403 },
    { status: 404 },
    { status: 409, code: 'OF_ITS_OWN', detail: 'x' },
    { status: 418 },
    { status: 429 },
    { status: 500, code: 'UNEXPECTED_FAULT' },
    { status: 503, style: 'none' },
  ];

  it.each(failures)('answers a status for each item: %o', async (failure) => {
    await api.script(null, failure, null);
    const answer = await ask(`<m:addList>${records}</m:addList>`);
    expect(answer.status, answer.xml).toBe(200);
    expect(flags(answer.xml)).toHaveLength(4);
    expect(flags(answer.xml).filter((flag) => flag === 'false')).toHaveLength(1);
    expect(answer.attributes('internalId')).toHaveLength(2);
  });

  it('creates the good record, and says what is wrong with the bad one', async () => {
    await api.script();
    const answer = await ask(`<m:addList>${bin('C-1')}${bin('')}</m:addList>`);
    expect(flags(answer.xml)).toEqual(['true', 'true', 'false']);
    expect(answer.xml).toContain('Missing field: binNumber.');
    const [id] = answer.attributes('internalId');
    expect((await ask(`<m:get>${ref('bin', id)}</m:get>`)).text('binNumber')).toBe('C-1');
  });

  it('is a fault where every item has one: nothing is done', async () => {
    await api.script({ status: 401 }, { status: 401 }, { status: 401 });
    const answer = await ask(`<m:addList>${records}</m:addList>`);
    expect([answer.status, answer.text('code')]).toEqual([500, 'INVALID_LOGIN_CREDENTIALS']);
  });
});

describe('a record', () => {
  it('is read without members that the contract does not have', async () => {
    await api.script();
    const answer = await ask(GET);
    expect([flags(answer.xml), answer.text('binNumber')]).toEqual([['true'], 'A-01']);
    expect(answer.xml).not.toContain('serverNote');
  });

  it('has days without a time, which are their midnight in UTC', async () => {
    await api.script();
    const answer = await ask(`<m:get>${ref('accountingPeriod', '5')}</m:get>`);
    expect([answer.text('startDate'), answer.text('endDate')]).toEqual([
      '2031-05-01T00:00:00Z',
      '2031-05-31T00:00:00Z',
    ]);
  });

  it('is updated and deleted by its id, and is not found after that', async () => {
    const [id] = (await ask(`<m:add>${bin('D-1')}</m:add>`)).attributes('internalId');
    const update = await ask(
      `<m:update><m:record i:type="listAcct:Bin" internalId="${id}"><listAcct:memo>m</listAcct:memo></m:record></m:update>`,
    );
    expect(flags(update.xml)).toEqual(['true']);
    expect(flags((await ask(`<m:delete>${ref('bin', id)}</m:delete>`)).xml)).toEqual(['true']);
    const gone = await ask(`<m:get>${ref('bin', id)}</m:get>`);
    expect([flags(gone.xml), gone.text('code')]).toEqual([['false'], 'RCRD_DSNT_EXIST']);
  });
});

describe('a message that the contract does not allow', () => {
  const record = (type: string, content: string, by = '') =>
    `<m:record i:type="listAcct:${type}"${by && ` ${by}`}>${content}</m:record>`;
  const unheard = '<listAcct:unheard>1</listAcct:unheard>';
  const wrong: readonly (readonly [says: string, body: string, reason: RegExp])[] = [
    [
      'an element',
      `<m:add>${record('Bin', unheard)}</m:add>`,
      /}unheard is not part of the type.* \(at Envelope\/Body\/add\/record\/unheard,/,
    ],
    [
      'a value',
      `<m:update>${record('Bin', '<listAcct:isInactive>perhaps</listAcct:isInactive>', 'internalId="1"')}</m:update>`,
      /'perhaps' is not a value of xs:boolean \(at Envelope\/Body\/update\/record\/isInactive,/,
    ],
    [
      'an element of a record of a short list',
      `<m:upsert>${record('Currency', unheard, 'externalId="X"')}</m:upsert>`,
      /\/upsert\/record\/unheard,/,
    ],
    [
      'a type',
      `<m:add>${record('Binn', '')}</m:add>`,
      /Binn, which is not a type of the contract \(at Envelope\/Body\/add\/record,/,
    ],
    [
      'a name of a type',
      `<m:get>${ref('binn', '1')}</m:get>`,
      /must be one of account, .* \(at Envelope\/Body\/get\/baseRef\/@type,/,
    ],
  ];

  it.each(wrong)('is refused with its place: %s', async (_, body, reason) => {
    const answer = await ask(body);
    expect([answer.status, answer.text('faultcode')?.split(':').at(-1)]).toEqual([500, 'Client']);
    expect(answer.text('faultstring')).toMatch(reason);
  });

  it('is no valid message for a record of a short list, which is added', async () => {
    const answer = await ask(`<m:add>${record('Currency', '<listAcct:name>Mark</listAcct:name>')}</m:add>`);
    expect(answer.xml).toContain('isSuccess="true"');
  });
});

describe('what the gateway finds wrong with the API is a declared fault', () => {
  const of = (xml: string) => /<(?:\w+:)?detail><(?:\w+:)?(\w+)/.exec(xml)?.[1];

  it('a value that the contract does not have, alone and among others', async () => {
    await api.script();
    const path = '/services/rest/record/v1/bin';
    const odd = await fetch(api.origin + path, { method: 'POST', body: '{"binNumber":"Q","isInactive":"perhaps"}' });
    const id = odd.headers.get('location')!.split('/').at(-1)!;
    const alone = await ask(`<m:get>${ref('bin', id)}</m:get>`);
    expect([alone.status, of(alone.xml), alone.text('code')]).toEqual([
      500,
      'unexpectedErrorFault',
      'UNEXPECTED_ERROR',
    ]);
    expect(alone.text('message')).toMatch(/^the response cannot be shown: .* \(at \$\.isInactive\)$/);
    const list = await ask(`<m:getList>${ref('bin', '1')}${ref('bin', id)}</m:getList>`);
    expect([flags(list.xml), list.text('binNumber')]).toEqual([['true', 'true', 'false'], 'A-01']);
    await fetch(`${api.origin}${path}/${id}`, { method: 'DELETE' });
  });

  it('an API that is away', async () => {
    const away = await present('soap', 'http://127.0.0.1:9', { set: ['operations=none'] });
    const answer = await scene.send(away.origin + SOAP, GET, '', {});
    await away.stop();
    expect([answer.status, of(answer.xml), answer.text('code')]).toEqual([
      500,
      'unexpectedErrorFault',
      'UNEXPECTED_ERROR',
    ]);
    expect(answer.text('message')).not.toContain('127.0.0.1');
  });
});

describe('a job of one record', () => {
  const job = (id: string | undefined, more = '') => `<m:jobId>${id}</m:jobId>${more}`;
  const status = async (id?: string) =>
    (await ask(`<m:checkAsyncStatus>${job(id)}</m:checkAsyncStatus>`)).text('status');
  const result = (id?: string) =>
    ask(`<m:getAsyncResult>${job(id, '<m:pageIndex>1</m:pageIndex>')}</m:getAsyncResult>`);
  const ways = [
    ['later', true],
    ['at once', false],
  ] as const;

  it.each(ways)('is what the service does %s', async (_, later) => {
    await api.script();
    await api.defer(later);
    const states = later ? ['processing', 'finished', 'finished'] : ['finished', 'finished', 'finished'];
    const carried = async (operation: string, item: string) => {
      const submitted = await ask(`<m:${operation}>${item}</m:${operation}>`);
      const id = submitted.text('jobId');
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect([await status(id), await status(id), await status(id)]).toEqual(states);
      return result(id);
    };
    const added = await carried('asyncAddList', bin('J-1'));
    expect(flags(added.xml)).toEqual(['true', 'true']);
    const [id] = added.attributes('internalId');
    const by = (attribute: string, field: string, text: string) =>
      `<m:record i:type="listAcct:Bin" ${attribute}><listAcct:${field}>${text}</listAcct:${field}></m:record>`;
    await carried('asyncUpdateList', by(`internalId="${id}"`, 'memo', 'm'));
    const upserted = await carried('asyncUpsertList', by(`externalId="JOB-${later}"`, 'binNumber', 'J-2'));
    const read = await carried('asyncGetList', ref('bin', id));
    expect([read.text('binNumber'), read.text('memo')]).toEqual(['J-1', 'm']);
    const deleted = await carried('asyncDeleteList', ref('bin', upserted.attributes('internalId')[0]));
    expect([upserted, deleted].map(({ xml }) => flags(xml))).toEqual([
      ['true', 'true'],
      ['true', 'true'],
    ]);
    expect((await ask(`<m:get>${ref('bin', id)}</m:get>`)).text('memo')).toBe('m');
  });

  it.each(ways)('has failed where the record has, %s', async (_, later) => {
    await api.defer(later);
    const id = (await ask(`<m:asyncGetList>${ref('bin', '9999')}</m:asyncGetList>`)).text('jobId');
    if (later) expect(await status(id)).toBe('processing');
    expect(await status(id)).toBe('finishedWithErrors');
    const answer = await result(id);
    expect([flags(answer.xml), answer.text('code')]).toEqual([['true', 'false'], 'RCRD_DSNT_EXIST']);
  });

  it('has no result before it is done, and nobody knows it by another name', async () => {
    await api.defer(true);
    const id = (await ask(`<m:asyncGetList>${ref('bin', '1')}</m:asyncGetList>`)).text('jobId')!;
    expect((await result(id)).text('code')).toBe('JOB_NOT_COMPLETE');
    const forged = [...id].toReversed().join('');
    for (const other of [forged, '100', `${id}0`]) expect((await result(other)).text('code')).toBe('INVALID_JOB_ID');
    expect((await result(id)).text('binNumber')).toBe('A-01');
  });

  it("is read by PHP's SoapClient and by zeep", async () => {
    await api.defer(true);
    const zeep = await openZeep('1.1')(`${face.origin}${SOAP}?wsdl`);
    for (const client of [php, zeep]) {
      const submitted = await client.call('asyncGetList', {
        baseRef: [{ $type: `{${CORE}}RecordRef`, '@type': 'bin', '@internalId': '1' }],
      });
      const jobId = String(at(content(submitted), 'jobId'));
      const states = [1, 2].map(() => client.call('checkAsyncStatus', { jobId }));
      const words = (await Promise.all(states)).map((said) => at(content(said), 'status'));
      expect(words.toSorted()).toEqual(['finished', 'processing']);
      const said = content(await client.call('getAsyncResult', { jobId, pageIndex: 1 }));
      expect(JSON.stringify(said)).toContain('A-01');
    }
    zeep.close();
  });
});

it('is what libxml2 accepts', () => {
  const oracle = openOracle(contractFolder);
  const verdicts = oracle.validate(scene.said);
  oracle.close();
  expect(verdicts.flatMap(({ problems }, i) => (problems.length > 0 ? [[scene.said[i], ...problems]] : []))).toEqual(
    [],
  );
  expect(scene.said.length).toBeGreaterThan(60);
});
