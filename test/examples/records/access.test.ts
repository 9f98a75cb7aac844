// Credentials, limits and what stays: who is let in, how much, and what a file keeps over a restart.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAccount } from '../../../examples/records/access/people.ts';
import { until } from '../../server/until.ts';
import { application, byExternal, companyName, customer, passport, Scene } from './scene.ts';

const time = '<m:getServerTime/>';

describe('credentials', () => {
  const scene = new Scene();
  beforeAll(async () => void (await scene.start()));
  afterAll(() => scene.service.close());
  const refused = async (head: string, headers?: Record<string, string>) => {
    const { status, xml, text } = await scene.ask(time, head, headers);
    expect(status).toBe(500);
    return [/platformFaults:(\w+)Fault/.exec(xml)?.[1], text('code')];
  };
  const invalid = ['invalidCredentials', 'INVALID_LOGIN_CREDENTIALS'];

  it('a token counts once', async () => {
    const token = scene.token();
    expect((await scene.ask(time, token)).status).toBe(200);
    expect(await refused(token)).toEqual(invalid);
  });
  it('HMAC-SHA1 is taken too, other algorithms are not', async () => {
    const sha1 = scene.token(0, { algorithm: 'HMAC-SHA1', hash: 'sha1' });
    expect((await scene.ask(time, sha1)).status).toBe(200);
    expect(await refused(scene.token(0, { algorithm: 'HMAC-MD5', hash: 'md5' }))).toEqual(invalid);
    expect(await refused(scene.token(0, { algorithm: 'HMAC-SHA1' }))).toEqual(invalid);
  });
  it.each([
    ['another secret', { secret: 'wrong' }],
    ['another account', { account: 'OTHER' }],
    ['a clock that is wrong', { timestamp: '1500000000' }],
    ['a nonce that is too short', { nonce: 'abc' }],
  ])('a token with %s is refused', async (_, change) => {
    expect(await refused(scene.token(0, change))).toEqual(invalid);
  });
  it('passport works with an application, and with one only', async () => {
    expect((await scene.ask(time, passport() + application)).status).toBe(200);
    expect(await refused(passport())).toEqual(invalid);
    expect(await refused(passport({ password: 'wrong' }) + application)).toEqual(invalid);
    expect(await refused(passport({ role: '99' }) + application)).toEqual(['invalidCredentials', 'INVALID_ROLE']);
    expect(await refused(passport({ role: '1006' }) + application)).toEqual([
      'insufficientPermission',
      'WS_PERMISSION_REQD',
    ]);
  });
  it('two kinds of credentials are ambiguous, none is a session that is missing', async () => {
    expect(await refused(scene.token() + passport() + application)).toEqual(['invalidCredentials', 'USER_ERROR']);
    expect(await refused(scene.token() + application)).toEqual(['invalidCredentials', 'USER_ERROR']);
    expect(await refused('')).toEqual(['invalidSession', 'WS_LOG_IN_REQD']);
  });
  it('an auditor reads and does not write', async () => {
    expect((await scene.ask(`<m:get>${byExternal('customer', 'CUST-7')}</m:get>`, scene.token(1))).xml).toContain(
      'isSuccess="true"',
    );
    const { text } = await scene.ask(`<m:add>${customer('N', companyName('N'))}</m:add>`, scene.token(1));
    expect(text('code')).toBe('INSUFFICIENT_PERMISSION');
  });
  it('nobody takes a role that is not theirs', async () => {
    const tove = { email: 'tove@example.com', password: 'winter-ferry-3' };
    const add = `<m:add>${customer('R', companyName('R'))}</m:add>`;
    const { text } = await scene.ask(add, passport(tove) + application);
    expect(text('code')).toBe('INSUFFICIENT_PERMISSION');
    expect(await refused(passport({ ...tove, role: '3' }) + application)).toEqual([
      'invalidCredentials',
      'INVALID_ROLE',
    ]);
    const { xml } = await scene.ask(`<m:login>${passport(tove)}</m:login>`, application);
    expect([...xml.matchAll(/<platformCore:role internalId="(\d+)"/g)].map(([, id]) => id)).toEqual(['1005']);
  });
  it('a token stays with its person, whoever has the email address', async () => {
    const moved = (from: { email: string; password: string }, to: string) => {
      const emails = `<c:newEmail>${to}</c:newEmail><c:newEmail2>${to}</c:newEmail2>`;
      const change = `<c:currentPassword>${from.password}</c:currentPassword>${emails}<c:justThisAccount>true</c:justThisAccount>`;
      const body = `<m:changeEmail><m:changeEmail>${change}</m:changeEmail></m:changeEmail>`;
      return scene.ask(body, passport(from) + application);
    };
    const [ada, tove] = demoAccount.people;
    expect((await moved(ada, 'brandt@example.com')).status).toBe(200);
    expect((await moved(tove, ada.email)).status).toBe(200);
    const added = await scene.ask(`<m:add>${customer(undefined, companyName('Of Ada'))}</m:add>`, scene.token(0));
    expect(added.xml).toContain('isSuccess="true"');
    const { text } = await scene.ask(`<m:add>${customer(undefined, companyName('Of Tove'))}</m:add>`, scene.token(1));
    expect(text('code')).toBe('INSUFFICIENT_PERMISSION');
    expect((await moved({ ...tove, email: ada.email }, tove.email)).status).toBe(200);
    expect((await moved({ ...ada, email: 'brandt@example.com' }, ada.email)).status).toBe(200);
  });
  it('a session ends after 20 idle minutes', async () => {
    const { cookies } = await scene.ask(`<m:login>${passport()}</m:login>`, application);
    const headers = { cookie: cookies.join('; ') };
    scene.now += 19 * 60_000;
    expect((await scene.ask(time, '', headers)).status).toBe(200);
    scene.now += 21 * 60_000;
    expect(await refused('', headers)).toEqual(['invalidSession', 'SESSION_TIMED_OUT']);
  });
});

describe('limits', () => {
  /** Requests that wait until they are let go. */
  let waiting: (() => void)[] = [];
  const scene = new Scene();
  const beforeWork = (operation: string) =>
    operation === 'getAll' ? new Promise<void>((resolve) => void waiting.push(resolve)) : undefined;
  beforeAll(
    async () =>
      void (await scene.start({ beforeWork, limits: { concurrent: 2, perMinute: 12 }, maxBodyBytes: 200_000 })),
  );
  afterAll(() => scene.service.close());
  const slow = '<m:getAll><m:record recordType="currency"/></m:getAll>';

  it('requests at a time: per token', async () => {
    const running = [scene.ask(slow), scene.ask(slow)];
    await until(() => waiting.length === 2);
    const { xml, text } = await scene.ask(time);
    expect([xml.includes('exceededConcurrentRequestLimitFault'), text('code')]).toEqual([true, 'WS_REQUEST_BLOCKED']);
    for (const go of waiting) go();
    waiting = [];
    await Promise.all(running);
    expect((await scene.ask(time)).status).toBe(200);
  });
  it('requests at a time: one in a session', async () => {
    const { cookies } = await scene.ask(`<m:login>${passport()}</m:login>`, application);
    const headers = { cookie: cookies.join('; ') };
    const running = scene.ask(slow, '', headers);
    await until(() => waiting.length === 1);
    const { xml, text } = await scene.ask(time, '', headers);
    expect([xml.includes('exceededRequestLimitFault'), text('code')]).toEqual([true, 'WS_CONCUR_SESSION_DISALLWD']);
    waiting.pop()?.();
    await running;
  });
  it('records of a request', async () => {
    const { xml, text } = await scene.ask(`<m:addList>${customer(undefined, '').repeat(201)}</m:addList>`);
    expect([xml.includes('exceededRecordCountFault'), text('code')]).toEqual([true, 'MAX_RCRDS_EXCEEDED']);
  });
  it('bytes of a request', async () => {
    const { status, xml } = await scene.ask(`<m:addList>${' '.repeat(300_000)}</m:addList>`);
    expect([status, xml.includes('exceededRequestSizeFault')]).toEqual([413, true]);
  });
  it('requests of a minute', async () => {
    let text: string | undefined;
    for (let n = 0; n < 12; n++) text = (await scene.ask(time)).xml;
    expect(text).toContain('exceededRequestLimitFault');
    scene.now += 61_000;
    expect((await scene.ask(time)).status).toBe(200);
  });
});

describe('a file', () => {
  it('keeps records, numbers, sessions and searches; jobs go on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'soapstone-records-'));
    const file = join(folder, 'records.sqlite');
    const before = await new Scene().start({ file });
    const added = await before.ask(`<m:add>${customer('KEPT', companyName('Kept'))}</m:add>`);
    const searchId = (await before.ask('<m:search><m:searchRecord i:type="k:BinSearchBasic"/></m:search>')).text(
      'searchId',
    );
    const jobs =
      customer('JOB-0', companyName('Job 0')) +
      [...Array(99).keys()].map((n) => customer(`JOB-${n + 1}`, companyName(`Job ${n + 1}`))).join('');
    const jobId = (await before.ask(`<m:asyncAddList>${jobs}</m:asyncAddList>`)).text('jobId');
    await before.service.close();
    const after = await new Scene().start({ file });
    after.now += 1000;
    // Nonces are kept too: those of the first process do not count again.
    const token = () => after.token(0, { nonce: `after${(after.now += 1000)}` });
    const again = await after.ask(`<m:get>${byExternal('customer', 'KEPT')}</m:get>`, token());
    expect(again.attributes('internalId')[0]).toBe(added.attributes('internalId')[0]);
    const page = await after.ask(
      `<m:searchMoreWithId><m:searchId>${searchId}</m:searchId><m:pageIndex>2</m:pageIndex></m:searchMoreWithId>`,
      token(),
    );
    expect(page.text('totalRecords')).toBe('700');
    await until(
      async () =>
        (await after.ask(`<m:checkAsyncStatus><m:jobId>${jobId}</m:jobId></m:checkAsyncStatus>`, token())).text(
          'status',
        ) === 'finished',
    );
    await after.service.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
