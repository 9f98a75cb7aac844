// What every Store must do, whatever it is made of.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.ts';

export interface StoreUnderTest {
  readonly store: Store;
  /** Lets ms go by for the store. */
  pass(ms: number): Promise<void> | void;
  stop?(): Promise<void>;
}

const bytes = (text: string) => Buffer.from(text);
const LONG = 60_000;

/** `open`: an empty store. */
export function storeSuite(name: string, open: () => Promise<StoreUnderTest> | StoreUnderTest): void {
  describe(`${name} as a Store`, () => {
    let under: StoreUnderTest;
    let store: Store;

    beforeEach(async () => {
      under = await open();
      store = under.store;
    });
    afterEach(async () => {
      await store.close();
      await under.stop?.();
    });

    const text = async (key: string) => {
      const value = await store.get(key);
      return value && Buffer.from(value).toString();
    };

    it('gives back what was set, byte by byte', async () => {
      const all = Uint8Array.from({ length: 256 }, (_, i) => i);
      await store.set('k', all, LONG);
      expect([...((await store.get('k')) as Uint8Array)]).toEqual([...all]);
      await store.set('empty', new Uint8Array(0), LONG);
      expect(await store.get('empty')).toHaveLength(0);
      expect(await store.get('other')).toBeUndefined();
    });

    it('copies what it is given', async () => {
      const value = bytes('abc');
      await store.set('k', value, LONG);
      value[0] = 0x78;
      expect(await text('k')).toBe('abc');
    });

    it('takes any text as a key', async () => {
      const keys = ['__proto__', 'constructor', 'a b', 'é€😀', 'a\nb', 'x'.repeat(512)];
      for (const key of keys) await store.set(key, bytes(key), LONG);
      for (const key of keys) expect(await text(key)).toBe(key);
    });

    it('forgets at the end of the time to live, and not before', async () => {
      await store.set('set', bytes('1'), 1000);
      await store.add('added', bytes('1'), 1000);
      await under.pass(500);
      expect([await text('set'), await text('added')]).toEqual(['1', '1']);
      await under.pass(501);
      expect([await text('set'), await text('added')]).toEqual([undefined, undefined]);
    });

    it('counts the time to live anew with each write', async () => {
      await store.set('k', bytes('1'), 1000);
      await under.pass(900);
      await store.set('k', bytes('2'), 1000);
      await under.pass(900);
      expect(await store.replace('k', bytes('2'), bytes('3'), 1000)).toBe(true);
      await under.pass(900);
      expect(await text('k')).toBe('3');
    });

    it('adds only what is absent', async () => {
      expect(await store.add('k', bytes('1'), 1000)).toBe(true);
      expect(await store.add('k', bytes('2'), 1000)).toBe(false);
      await store.set('s', bytes('1'), LONG);
      expect(await store.add('s', bytes('2'), LONG)).toBe(false);
      expect([await text('k'), await text('s')]).toEqual(['1', '1']);
      await under.pass(1001);
      expect(await store.add('k', bytes('3'), 1000)).toBe(true);
    });

    it('gives a key to one of many who ask at once', async () => {
      const all = await Promise.all(Array.from({ length: 100 }, (_, i) => store.add('k', bytes(String(i)), LONG)));
      expect(all.filter(Boolean)).toHaveLength(1);
      expect(await text('k')).toBe(String(all.indexOf(true)));
    });

    it('replaces only what it is told to', async () => {
      await store.set('k', bytes('1'), LONG);
      expect(await store.replace('k', bytes('2'), bytes('3'), LONG)).toBe(false);
      expect(await store.replace('k', bytes('1'), bytes('2'), LONG)).toBe(true);
      expect(await store.replace('absent', bytes(''), bytes('2'), LONG)).toBe(false);
      expect([await text('k'), await text('absent')]).toEqual(['2', undefined]);
    });

    it('lets one of many replace a value', async () => {
      await store.set('k', bytes('old'), LONG);
      const tries = Array.from({ length: 50 }, (_, i) => store.replace('k', bytes('old'), bytes(String(i)), LONG));
      expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
    });

    it('counts from one until the time of the first is over', async () => {
      expect(await store.count('k', 1000)).toMatchObject({ count: 1 });
      await under.pass(900);
      const { count, left } = await store.count('k', 1000);
      expect(count).toBe(2);
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(100);
      expect(await store.count('other', 1000)).toMatchObject({ count: 1 });
      await under.pass(101);
      const again = await store.count('k', 1000);
      expect(again.count).toBe(1);
      expect(again.left).toBeGreaterThan(900);
    });

    it('counts everyone who asks at once', async () => {
      const all = await Promise.all(Array.from({ length: 100 }, () => store.count('k', LONG)));
      expect(all.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 100 }, (_, i) => i + 1),
      );
      await store.delete('k');
      expect(await store.count('k', LONG)).toMatchObject({ count: 1 });
    });

    it('deletes, also what is not there', async () => {
      await store.set('k', bytes('1'), LONG);
      await store.add('a', bytes('1'), LONG);
      for (const key of ['k', 'a', 'absent']) await store.delete(key);
      expect([await text('k'), await text('a')]).toEqual([undefined, undefined]);
      expect(await store.add('k', bytes('2'), LONG)).toBe(true);
    });

    it('does what a map with times does', async () => {
      const keys = ['a', 'b', 'c'];
      const key = fc.constantFrom(...keys);
      const value = fc.constantFrom('x', 'y');
      const ttl = fc.constantFrom(100, 1000);
      const step = fc.oneof(
        fc.record({ op: fc.constant('set' as const), key, value, ttl }),
        fc.record({ op: fc.constant('add' as const), key, value, ttl }),
        fc.record({ op: fc.constant('replace' as const), key, old: value, value, ttl }),
        fc.record({ op: fc.constant('delete' as const), key }),
        fc.record({ op: fc.constant('pass' as const), ms: fc.constantFrom(50, 300) }),
      );
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
          const prefix = `${run++}:`;
          const model = new Map<string, { value: string; until: number }>();
          let now = 0;
          const live = (k: string) => {
            const found = model.get(k);
            return found && found.until >= now ? found.value : undefined;
          };
          for (const s of steps) {
            if (s.op === 'pass') {
              await under.pass(s.ms);
              now += s.ms;
            } else if (s.op === 'set') {
              await store.set(prefix + s.key, bytes(s.value), s.ttl);
              model.set(s.key, { value: s.value, until: now + s.ttl });
            } else if (s.op === 'add') {
              const free = live(s.key) === undefined;
              expect(await store.add(prefix + s.key, bytes(s.value), s.ttl)).toBe(free);
              if (free) model.set(s.key, { value: s.value, until: now + s.ttl });
            } else if (s.op === 'replace') {
              const same = live(s.key) === s.old;
              expect(await store.replace(prefix + s.key, bytes(s.old), bytes(s.value), s.ttl)).toBe(same);
              if (same) model.set(s.key, { value: s.value, until: now + s.ttl });
            } else {
              await store.delete(prefix + s.key);
              model.delete(s.key);
            }
            // The instant of expiry itself is not promised either way.
            for (const k of keys) if (model.get(k)?.until !== now) expect(await text(prefix + k)).toBe(live(k));
          }
        }),
        { numRuns: 50 },
      );
    });
  });
}
