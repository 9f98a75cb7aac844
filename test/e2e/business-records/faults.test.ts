// The 12 faults over the records service: what REST callers are told, and SOAP callers on the way through both gateways.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoAccount } from '../../../examples/records/access/people.ts';
import { writeJobId } from '../../../src/mapping/runtime/job-id.ts';
import { contractFolder, operations } from '../../business-records/tables.ts';
import { application, byExternal, passport, type Answer as SoapAnswer } from '../../examples/records/scene.ts';
import { openOracle } from '../../oracle/xmllint.ts';
import type { Answer } from '../scene.ts';
import { House } from './house.ts';
import { JOBS } from './jobs.ts';
import { expectPage, ObservationTable } from './observation-table.ts';
import { RELEASE } from './signing.ts';

const house = new House();
/** What every request waits for. */
let hold: () => Promise<void> | void = () => undefined;
const limits = { concurrent: 1, perMinute: 150, recordsPerHour: 5000 };

beforeAll(async () => {
  await house.startLoop({ limits, maxBodyBytes: 60_000, beforeWork: () => hold(), onError: () => undefined });
});
afterAll(() => house.stop());

const faults = new ObservationTable();

const get = `<m:get>${byExternal('bin', 'BIN-1')}</m:get>`;
const getOne = () => house.rest('GET /bin/eid:BIN-1');

interface Provoked {
  readonly rest: () => Promise<Answer>;
  /** Body of the same request by SOAP. */
  readonly soap: string;
}

/** REST callers get status and code; SOAP callers the same fault, whether the gateways stand between or not. */
async function raises(name: string, status: number, code: string, { rest, soap }: Provoked, between = () => {}) {
  const { json, status: seen } = await rest();
  expect([seen, json.code]).toEqual([status, code]);
  between();
  const heard = await house.soap.send(house.loop, soap, '', {});
  expect([heard.status, /:?detail><(?:\w+:)?(\w+)/.exec(heard.xml)?.[1]]).toEqual([500, name]);
  expect(heard.text('code')).toBe(json.data.code);
  faults.add(name, 'REST', `${status} \`${code}\``);
  faults.add(name, 'SOAP through both gateways', `the same fault, ${heard.text('code')}`);
}

it('insufficientPermissionFault: a role without web services', async () => {
  house.shown = () => passport({ role: '1006' }) + application;
  await raises('insufficientPermissionFault', 403, 'PERMISSION_VIOLATION', { rest: getOne, soap: get });
});

it('invalidAccountFault: an account that is not there', async () => {
  house.shown = () => application;
  const { email, password } = demoAccount.people[0];
  const rest = () => house.rest('POST /operations/login', { passport: { email, password, account: 'NONE' } });
  const soap = `<m:login>${passport({ account: 'NONE' })}</m:login>`;
  await raises('invalidAccountFault', 401, 'INVALID_ACCOUNT', { rest, soap });
});

it('invalidCredentialsFault: a signature that is wrong', async () => {
  house.shown = () => house.soap.token(0, { secret: 'guessed' });
  await raises('invalidCredentialsFault', 401, 'INVALID_LOGIN', { rest: getOne, soap: get });
});

it('invalidSessionFault: no credentials', async () => {
  house.shown = () => '';
  await raises('invalidSessionFault', 401, 'INVALID_SESSION', { rest: getOne, soap: get });
});

it('invalidVersionFault: a service of another release than that of the contract', async () => {
  house.shown = () => application;
  house.release = '2018_2';
  const { email, password } = demoAccount.people[0];
  const rest = () => house.rest('POST /operations/login', { passport: { email, password, account: demoAccount.id } });
  const soap = `<m:login>${passport()}</m:login>`;
  await raises('invalidVersionFault', 400, 'INVALID_VERSION', { rest, soap });
  house.release = RELEASE;
  expect((await rest()).status).toBe(200);
});

it('invalidVersionFault: SOAP callers who ask for another release', async () => {
  const older = get
    .replaceAll('m:', 'o:')
    .replace('<o:get', '<o:get xmlns:o="urn:messages_2018_2.platform.webservices.example.com"');
  const heard = await house.soap.ask(older, '');
  expect([heard.status, heard.text('code')]).toEqual([500, 'INVALID_WS_VERSION']);
  expect(heard.xml).toContain('invalidVersionFault');
});

it('exceededConcurrentRequestLimitFault: two requests at a time', async () => {
  house.shown = () => house.soap.token();
  const busy = occupied();
  const first = house.soap.ask(get);
  await busy.begun;
  const ask = raises('exceededConcurrentRequestLimitFault', 429, 'CONCURRENCY_LIMIT_EXCEEDED', {
    rest: getOne,
    soap: get,
  });
  await ask.finally(busy.end);
  expect((await first).status).toBe(200);
});

it('exceededRecordCountFault: more records than one request may have', async () => {
  const baseRef = Array.from({ length: 401 }, () => ({ $type: 'recordRef', type: 'bin', id: '1' }));
  await raises('exceededRecordCountFault', 400, 'RECORD_COUNT_EXCEEDED', {
    rest: () => house.rest('POST /operations/asyncDeleteList', { baseRef }),
    soap: `<m:asyncDeleteList>${byExternal('bin', 'none').repeat(401)}</m:asyncDeleteList>`,
  });
  const asked = house.sent.length;
  const list = `<m:getList>${byExternal('bin', 'none').repeat(1001)}</m:getList>`;
  const heard = await house.soap.send(house.loop, list, '', {});
  expect([heard.status, heard.text('code')]).toEqual([500, 'MAX_RCRDS_EXCEEDED']);
  expect(heard.xml).toContain('exceededRecordCountFault');
  expect(house.sent.length).toBe(asked);
});

it('exceededRequestSizeFault: more bytes than the service takes', async () => {
  const memo = 'x'.repeat(70_000);
  const record = `<m:add><m:record i:type="listAcct:Bin"><listAcct:memo>${memo}</listAcct:memo></m:record></m:add>`;
  await raises('exceededRequestSizeFault', 413, 'REQUEST_SIZE_EXCEEDED', {
    rest: () => house.rest('POST /bin', { memo }),
    soap: record,
  });
});

it('asyncFault: a job that is not there', async () => {
  const soap = '<m:checkAsyncStatus><m:jobId>none</m:jobId></m:checkAsyncStatus>';
  await raises('asyncFault', 404, 'INVALID_JOB', {
    rest: () => house.rest(`GET ${JOBS}/${writeJobId({ rule: 'bin.add', name: 'none', query: '' })}`),
    soap,
  });
});

it('unexpectedErrorFault: something inside went wrong', async () => {
  hold = () => {
    throw new Error('the disk is full');
  };
  await raises('unexpectedErrorFault', 500, 'UNEXPECTED_FAULT', { rest: getOne, soap: get });
  hold = () => undefined;
  expect(house.sent.join()).not.toContain('the disk is full');
});

it('exceededUsageLimitFault: more records than one may ask for in an hour', async () => {
  house.shown = () => house.soap.token(1);
  const many = `<m:getList>${byExternal('bin', 'none').repeat(900)}</m:getList>`;
  const asked: SoapAnswer[] = [];
  for (let k = 0; k < 6; k++)
    asked.push(await house.soap.ask(many.replaceAll(' externalId="none"', ` internalId="${k}"`), house.soap.token(1)));
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 500]);
  await raises('exceededUsageLimitFault', 429, 'USAGE_LIMIT_EXCEEDED', { rest: getOne, soap: get });
});

it('exceededRequestLimitFault: more requests than one may send in a minute', async () => {
  house.shown = () => house.soap.token();
  let answer: Answer = await getOne();
  for (let sent = 0; answer.status === 200 && sent <= limits.perMinute; sent++) answer = await getOne();
  expect(answer.headers.get('retry-after')).toBe('1');
  await raises('exceededRequestLimitFault', 429, 'REQUEST_LIMIT_EXCEEDED', { rest: getOne, soap: get });
});

/** Keeps one request waiting until told; others pass. */
function occupied() {
  let end = () => {};
  const free = new Promise<void>((resolve) => (end = resolve));
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  hold = () => {
    begin();
    hold = () => undefined;
    return free;
  };
  return { begun, end };
}

it('is what libxml2 accepts, and the page of the docs', async () => {
  const oracle = openOracle(contractFolder);
  const heard = house.soap.said.filter((xml) => xml.includes('Fault>'));
  const problems = oracle.validate(heard).flatMap((one) => one.problems);
  oracle.close();
  expect(problems).toEqual([]);
  const all = new Set(operations().flatMap((one) => one.faults));
  const rows = [...all].map((name) => `${name[0].toLowerCase()}${name.slice(1)}Fault`);
  expect(rows.length).toBe(12);
  expect(faults.count('REST')).toBe(12);
  await expectPage('business-records-faults.md', 'test/e2e/business-records/faults.test.ts', [
    '# The 12 faults, as tests have provoked them at the reference service',
    'Each fault was raised by the service itself: as REST clients get it, and as SOAP clients get it through both gateways.',
    faults.table('fault', rows, ['REST', 'SOAP through both gateways']),
  ]);
});
