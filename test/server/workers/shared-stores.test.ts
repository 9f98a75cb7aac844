// Stores in memory of several workers: one for each bridge, whoever asks, until the last one has closed it.
import { expect, test } from 'vitest';
import { SoapstoneError } from '../../../src/errors/errors.ts';
import { Peer } from '../../../src/server/workers/peer.ts';
import type { PrimaryAnswers } from '../../../src/server/workers/protocol.ts';
import { SharedStores, type StoreCall, sharedStore } from '../../../src/server/workers/shared-stores.ts';

/** Doors of two workers, over messages that come as copies. */
function open(bytes = 1e6) {
  const stores = new SharedStores();
  const doorOf = (worker: number) => {
    const primary: Peer<never> = new Peer((message) => door.receive(structuredClone(message)), {
      store: (call: StoreCall) => stores.call(worker, call),
    });
    const door: Peer<PrimaryAnswers> = new Peer((message) => primary.receive(structuredClone(message)), {});
    return { door, store: sharedStore((call) => door.ask('store', call), 'bank', bytes) };
  };
  return [doorOf(1), doorOf(2)] as const;
}

const bytes = (text: string) => Buffer.from(text);

test('a key that one has claimed is claimed for the other one', async () => {
  const [{ store: one }, { store: two }] = open();
  expect(await one.add('k', bytes('a'), 1000)).toBe(true);
  expect(await two.add('k', bytes('b'), 1000)).toBe(false);
  expect(Buffer.from((await two.get('k'))!).toString()).toBe('a');
  expect(await two.replace('k', bytes('a'), bytes('c'), 1000)).toBe(true);
  expect(Buffer.from((await one.get('k'))!).toString()).toBe('c');
  expect(await one.count('n', 1000)).toMatchObject({ count: 1 });
  expect(await two.count('n', 1000)).toMatchObject({ count: 2 });
  await two.delete('k');
  expect(await one.get('k')).toBeUndefined();
});

test('a full store says so in its own words', async () => {
  const [{ store }] = open(1000);
  const error = await store.add('k', Buffer.alloc(2000), 1000).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SoapstoneError);
  expect((error as SoapstoneError).code).toBe('STORE_FULL');
});

test('it is there until the last one has closed it', async () => {
  const [{ store: one }, { store: two }] = open();
  await one.add('k', bytes('a'), 1000);
  await two.get('k');
  await one.close();
  expect(await two.get('k')).toBeDefined();
  await two.close();
  await expect(two.get('k')).rejects.toThrow('no store of bank');
});

test('who waits hears of the end of the other side', async () => {
  const door: Peer<PrimaryAnswers> = new Peer(() => {}, {});
  const waiting = door.ask('agree', 'digest');
  door.end(new Error('worker 1 has ended'));
  await expect(waiting).rejects.toThrow('worker 1 has ended');
  await expect(door.ask('agree', 'digest')).rejects.toThrow('worker 1 has ended');
});
