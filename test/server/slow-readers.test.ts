import { describe, expect, test } from 'vitest';
import { MemoryAccount, MemoryBudget, type MemoryReservation } from '../../src/binding/memory-budget.ts';
import { SlowReaders } from '../../src/server/slow-readers.ts';

const SIZE = 1_000_000;

/** Clients with bytes that wait for each, by name. */
function scene(waiting: Readonly<Record<string, number>>) {
  const budget = new MemoryBudget(SIZE);
  let now = 0;
  const all = new Map(
    Object.entries(waiting).map(([name, bytes]) => {
      const memory = new MemoryAccount(budget, () => name).reserve() as MemoryReservation;
      memory.hold(bytes);
      return [name, { connection: { name }, waitingBytes: bytes, sentBytes: 0, memory }];
    }),
  );
  const cut: string[] = [];
  const list = () =>
    [...all.values()].map((one) => ({
      ...one,
      cut: () => {
        cut.push(one.connection.name);
        one.memory.release();
        all.delete(one.connection.name);
      },
    }));
  const readers = new SlowReaders(budget, list, () => now);
  /** A look after `ms`, in which clients have taken bytes. */
  const look = (ms: number, taken: Readonly<Record<string, number>> = {}) => {
    now += ms;
    for (const [name, bytes] of Object.entries(taken)) all.get(name)!.sentBytes += bytes;
    budget.makeRoom();
    return cut.splice(0);
  };
  return { budget, readers, look };
}

describe('clients who do not take their responses', () => {
  test('are cut when the memory is short, the slowest first and no more than needed', () => {
    const { readers, look } = scene({ none: 200_000, slow: 200_000, fast: 200_000, faster: 300_000 });
    expect(look(0)).toEqual([]);
    expect(look(500, { slow: 10_000, fast: 100_000, faster: 200_000 })).toEqual([]);
    expect(look(500, { slow: 10_000, fast: 100_000, faster: 200_000 })).toEqual(['none']);
    expect(readers.cut).toBe(1);
  });

  test('are all cut who take nothing, until half is free', () => {
    const { look } = scene({ a: 100_000, b: 300_000, c: 200_000, d: 200_000 });
    look(0);
    expect(look(1000)).toEqual(['b']);
  });

  test('stay where there is room', () => {
    const { look } = scene({ a: 300_000, b: 400_000 });
    look(0);
    expect([look(1000), look(60_000)]).toEqual([[], []]);
  });

  test('are cut where responses of the service wait for room', () => {
    const { budget, look } = scene({ a: 300_000, b: 400_000 });
    const memory = new MemoryAccount(budget, () => 'c').reserve() as MemoryReservation;
    budget.pause({ memory, resume: () => {}, giveUp: () => {} });
    look(0);
    expect(look(1000)).toEqual(['b']);
    budget.stop();
  });

  test('are measured anew: who stops is slow, however fast it was', () => {
    const { look } = scene({ stops: 400_000, steady: 400_000 });
    look(0);
    expect(look(1000, { stops: 10_000_000, steady: 50_000 })).toEqual(['steady']);
    const again = scene({ stops: 350_000, steady: 400_000 });
    again.look(0);
    expect(again.look(1000, { stops: 10_000_000, steady: 50_000 })).toEqual([]);
    const memory = new MemoryAccount(again.budget, () => 'more').reserve() as MemoryReservation;
    memory.hold(100_000);
    expect(again.look(1000, { steady: 50_000 })).toEqual(['stops']);
  });
});
