// `soapstone serve --present soap`, as users start it, in front of a REST service: PHP and zeep load its WSDL and call it.
import { expect, onTestFinished, test } from 'vitest';
import { parcelsBackend } from '../e2e/backends/parcels.ts';
import { startRestPeer } from '../e2e/rest-peer.ts';
import { tutorial } from '../e2e/scene.ts';
import { callWithPhp, callWithZeep } from '../peers/callers.ts';
import { until } from '../server/until.ts';
import { start } from './spawn-cli.ts';

const ns = 'https://example.com/parcels';
const LOCAL = ['--host', '127.0.0.1', '--port', '0', '--admin-port', 'off', '--drain-delay', '0'];

const party = { '@country': 'GB', name: 'Ada', street: ['1 Byte Row'], city: 'London', postcode: 'N1' };
const parcel = {
  '@service': 'express',
  sender: party,
  recipient: { ...party, postcode: null },
  weight: { '@unit': 'lb', $value: 2.5 },
  delivery: { $type: `{${ns}}HomeDelivery`, signature: true },
  dropOff: 'LON01',
  item: [{ description: 'Box', quantity: 1 }],
};

test('serve --mapping mappings/20-shapes --present soap --upstream URL answers zeep and PHP', async () => {
  const backend = await startRestPeer(parcelsBackend());
  onTestFinished(() => backend.stop());
  const args = ['--mapping', tutorial('20-shapes'), '--present', 'soap', '--upstream', backend.origin];
  const running = start(['serve', ...args, ...LOCAL]);
  let ended = false;
  void running.ended.then(() => (ended = true));
  await until(() => ended || /listening on port \d+\n/.test(running.err()));
  const [, url] = /try: curl '(.*)\?wsdl'/.exec(running.err()) ?? [];
  expect(url, running.err()).toBeDefined();

  const header = { [`{${ns}}Tenant`]: 'acme' };
  for (const [at, call] of [callWithPhp('1.1'), callWithPhp('1.2'), callWithZeep('1.1')].entries()) {
    const [created, shown, missing] = await call(`${url}?wsdl`, [
      ['CreateParcel', { parcel }, header],
      ['GetParcel', { id: at + 1 }],
      ['GetParcel', { id: 99 }],
    ]);
    expect(created.result.id).toBe(at + 1);
    const read = shown.result.parcel ?? shown.result;
    expect([read.service, read.recipient.postcode, read.delivery.signature]).toEqual(['express', null, true]);
    expect(missing).toMatchObject({ reason: 'No parcel 99', code: expect.stringMatching(/(Client|Sender)$/) });
  }
  expect(backend.asked.filter(({ headers }) => headers['x-tenant'] === 'acme')).toHaveLength(3);

  running.child.kill('SIGTERM');
  const { code, out } = await running.ended;
  expect(code).toBe(0);
  const lines = out.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).rule)).toEqual(
    Array(3).fill(['parcel.create', 'GetParcel', 'GetParcel']).flat(),
  );
});
