// What the log hears of a store.
import { expect, test } from 'vitest';
import { StoreWatch } from '../../../src/server/bridges/store-watch.ts';

function watched() {
  const watch = new StoreWatch();
  const heard: unknown[] = [];
  const listener = {
    durability: ({ state }: { state: string }) => void heard.push(state),
    connection: (trouble: string | undefined) => void heard.push(trouble ?? 'back'),
  };
  return { watch, heard, listener };
}

test('a store that is away is reported once, and its return, also to a listener that comes later', () => {
  const { watch, heard, listener } = watched();
  watch.setConnection(undefined);
  watch.setConnection('away');
  expect(heard).toEqual([]);
  watch.listen(listener);
  watch.setConnection('away');
  watch.setConnection('still away');
  watch.listen(listener);
  watch.setConnection(undefined);
  watch.setConnection(undefined);
  watch.setConnection('again');
  expect(heard).toEqual(['away', 'back', 'again']);
});

test('durability is reported where it changes, and at first where it is not durable', () => {
  const { watch, heard, listener } = watched();
  watch.listen(listener);
  const durable = { state: 'durable', problems: [] } as const;
  watch.setDurability(durable);
  watch.setDurability({ state: 'volatile', problems: ['appendonly is no'] });
  watch.setDurability({ state: 'volatile', problems: ['appendonly is no'] });
  watch.setDurability(durable);
  expect(heard).toEqual(['volatile', 'durable']);
});
