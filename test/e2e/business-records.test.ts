// The record API in front of a SOAP service that keeps records in memory. Every request is judged by libxml2 at the end.
import { describe, expect, it } from 'vitest';
import { startRecordStore } from '../business-records/record-store.ts';
import { contractFolder } from '../business-records/tables.ts';
import { setScene, tutorial } from './scene.ts';

const base = '/services/rest/record/v1';

describe('business records', () => {
  const scene = setScene({
    start: startRecordStore,
    path: '/',
    mapping: tutorial('business-records'),
    wsdl: contractFolder,
  });

  it('adds, reads, changes, clears, replaces and removes a record', async () => {
    const bin = { binNumber: 'A-1', memo: 'first <row> & more', location: { id: '3' } };
    const added = await scene.call(`POST ${base}/bin`, { ...bin, externalId: 'X-1' });
    expect({ status: added.status, at: added.headers.get('location') }).toEqual({ status: 204, at: `${base}/bin/1` });
    const read = await scene.call(`GET ${base}/bin/1`);
    expect(read.headers.get('content-type')).toBe('application/vnd.vendor.resource+json; type=singular');
    const links = [{ rel: 'self', href: `${base}/bin/1` }];
    expect(read.json).toEqual({ id: '1', externalId: 'X-1', ...bin, links });
    expect((await scene.call(`PATCH ${base}/bin/1`, { memo: null, binNumber: 'A-2' })).status).toBe(204);
    expect((await scene.call(`PUT ${base}/bin/eid:X-1`, { isInactive: false })).headers.get('location')).toBe(
      `${base}/bin/1`,
    );
    const changed = await scene.call(`GET ${base}/bin/eid:X-1`);
    expect(changed.json).toEqual({
      id: '1',
      externalId: 'X-1',
      binNumber: 'A-2',
      location: { id: '3' },
      isInactive: false,
      links: [{ rel: 'self', href: `${base}/bin/eid:X-1` }],
    });
    expect((await scene.call(`DELETE ${base}/bin/1`)).status).toBe(204);
    const gone = await scene.call(`GET ${base}/bin/1`);
    expect(gone.json).toMatchObject({ status: 404, code: 'NONEXISTENT_ID', detail: 'That record does not exist.' });
  });

  it('keeps sublists, subrecords and enumerations', async () => {
    const account = {
      acctName: 'Cash',
      acctType: 'Bank',
      subsidiary: { items: [{ id: '1' }, { id: '2', refName: 'Europe' }] },
    };
    const added = await scene.call(`POST ${base}/account`, account);
    const whole = '?expandSubResources=true&simpleEnumFormat=true';
    const read = await scene.call(`GET ${added.headers.get('location')}${whole}`);
    expect(read.json).toMatchObject(account);
    expect(scene.last().response.toString()).toContain('>_bank<');
  });

  it('lists by windows that need not be pages', async () => {
    for (const name of ['Oak', 'Ash', 'Oats', 'Ode', 'Oar', 'Oasis', 'Oath'])
      await scene.call(`POST ${base}/billingClass`, { name });
    const q = encodeURIComponent('name START_WITH Oa');
    const first = await scene.call(`GET ${base}/billingClass?q=${q}&limit=2`);
    expect(first.json).toMatchObject({ count: 2, hasMore: true, totalResults: 5, offset: 0 });
    expect(first.headers.get('content-type')).toBe('application/vnd.vendor.resource+json; type=collection');
    const next = /<([^>]+)>/.exec(first.headers.get('link')!)![1];
    const second = await scene.call(`GET ${next}`);
    const third = await scene.call(`GET ${base}/billingClass?q=${q}&limit=2&offset=4`);
    const names = [];
    for (const { id } of [first, second, third].flatMap((r) => r.json.items))
      names.push((await scene.call(`GET ${base}/billingClass/${id}`)).json.name);
    expect(names).toEqual(['Oak', 'Oats', 'Oar', 'Oasis', 'Oath']);
  });

  it('adds a record as a job, once for one key', async () => {
    const key = '5f0c1f6e-2a3b-4c4d-8e9f-0a1b2c3d4e5f';
    const headers = { prefer: 'respond-async', 'x-service-idempotency-key': key };
    const send = () => scene.call(`POST ${base}/bom`, { name: 'Table' }, headers);
    const first = await send();
    expect(first.status).toBe(202);
    expect(first.headers.get('preference-applied')).toBe('respond-async');
    const calls = scene.calls();
    expect((await send()).headers.get('location')).toBe(first.headers.get('location'));
    expect(scene.calls()).toBe(calls);
    const state = await scene.call(`GET ${first.headers.get('location')}`);
    expect([state.status, state.json.completed, state.json.progress]).toEqual([200, true, 'succeeded']);
    const result = await scene.call(`GET ${first.headers.get('location')}/task/1/result`);
    expect(result.status).toBe(204);
    expect((await scene.call(`GET ${result.headers.get('location')}`)).json).toMatchObject({ name: 'Table' });
  });

  it('says what is wrong with a request', async () => {
    const calls = scene.calls();
    const q = await scene.call(`GET ${base}/bin?q=${encodeURIComponent('memo IS a OR unheard IS b')}`);
    expect(q.json).toMatchObject({ status: 400, code: 'BAD_QUERY' });
    expect(JSON.stringify(q.json)).toContain('at character 14');
    expect((await scene.call(`GET ${base}/campaign`)).status).toBe(405);
    expect((await scene.call(`GET ${base}/bin/seven`)).status).toBe(400);
    const strict = { 'x-service-propertynamevalidation': 'Error' };
    const body = await scene.call(`POST ${base}/bin`, { unheard: 1 }, strict);
    expect(body.json).toMatchObject({ status: 422, code: 'CODEC_UNKNOWN' });
    expect(scene.calls()).toBe(calls);
  });
});
