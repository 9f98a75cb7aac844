import { describe, expect, test } from 'vitest';
import { MemoryAccount, type MemoryReservation } from '../../../src/binding/memory-account.ts';
import { MemoryBudget } from '../../../src/binding/memory-budget.ts';
import { LeastRate } from '../../../src/server/http/least-rate.ts';
import { cutSlowReaders } from '../../../src/server/http/slow-readers.ts';

const SIZE = 1_000_000;
const bound = { least: 0, grace: 600_000, maxGrace: 600_000 };

/** Clients with bytes that wait for each, by name. */
function scene(waiting: Readonly<Record<string, number>>) {
  const budget = new MemoryBudget(SIZE);
  const all = new Map(
    Object.entries(waiting).map(([name, bytes]) => {
      const memory = new MemoryAccount(budget, () => name).reserve() as MemoryReservation;
      memory.hold(bytes);
      return [name, { waitingBytes: bytes, sent: 0, sending: new LeastRate(), memory }];
    }),
  );
  const cut: string[] = [];
  const list = () =>
    [...all].map(([name, one]) => ({
      ...one,
      cut: () => {
        cut.push(name);
        one.memory.release();
        all.delete(name);
      },
    }));
  /** A look a second later, in which clients have taken bytes. */
  const look = (taken: Readonly<Record<string, number>> = {}) => {
    for (const [name, one] of all) {
      one.sent += taken[name] ?? 0;
      one.sending.isOver(one.sent, 1000, bound);
    }
    cutSlowReaders(budget, list());
    return cut.splice(0);
  };
  const looks = (count: number, taken?: Readonly<Record<string, number>>) =>
    Array.from({ length: count }, () => look(taken)).flat();
  return { budget, look, looks };
}

describe('clients who do not take their responses', () => {
  test('are cut when the memory is short, the slowest first and no more than needed', () => {
    const { look } = scene({ none: 200_000, slow: 200_000, fast: 200_000, faster: 300_000 });
    const taken = { slow: 20_000, fast: 200_000, faster: 400_000 };
    expect(look(taken)).toEqual([]);
    expect(look(taken)).toEqual(['none']);
    expect(look(taken)).toEqual([]);
  });

  test('are all cut who take nothing, until half is free', () => {
    const { look, looks } = scene({ a: 100_000, b: 200_000, c: 100_000, d: 300_000, e: 60_000 });
    look();
    expect(look()).toEqual(['d']);
    const { looks: later } = scene({ a: 100_000, b: 200_000, c: 300_000, d: 200_000 });
    expect([looks(9), later(5)]).toEqual([[], ['c']]);
  });

  test('stay where there is room', () => {
    const { looks } = scene({ a: 300_000, b: 400_000 });
    expect(looks(60)).toEqual([]);
  });

  test('are cut where responses of the service wait for room, when they have taken nothing for 4 s', () => {
    const { budget, looks } = scene({ a: 300_000, b: 400_000 });
    const memory = new MemoryAccount(budget, () => 'c').reserve() as MemoryReservation;
    budget.pause({ memory, resume: () => {}, giveUp: () => {} });
    expect([looks(4), looks(1)]).toEqual([[], ['b']]);
    budget.stop();
  });

  test('are not those who read steadily, though the system tells of it in steps of seconds', () => {
    const { budget, look } = scene({ steady: 300_000, none: 300_000 });
    const memory = new MemoryAccount(budget, () => 'c').reserve() as MemoryReservation;
    budget.pause({ memory, resume: () => {}, giveUp: () => {} });
    const cut = Array.from({ length: 60 }, (_, second) => look(second % 3 === 2 ? { steady: 1_506_000 } : {})).flat();
    expect(cut).toEqual(['none']);
    budget.stop();
  });

  test('count as taking nothing below 16 kB a second, after 4 s of it', () => {
    const { budget, looks } = scene({ below: 100_000, above: 600_000 });
    const memory = new MemoryAccount(budget, () => 'c').reserve() as MemoryReservation;
    budget.pause({ memory, resume: () => {}, giveUp: () => {} });
    const taken = { below: 15_500, above: 17_500 };
    expect([looks(4, taken), looks(1, taken), looks(20, taken)]).toEqual([[], ['below'], []]);
    budget.stop();
  });

  test('are measured anew: who stops is slow in a few seconds, however fast it was', () => {
    const { budget, look, looks } = scene({ stops: 350_000, steady: 400_000 });
    look({ stops: 10_000_000, steady: 50_000 });
    expect(looks(2, { stops: 10_000_000, steady: 50_000 })).toEqual([]);
    const memory = new MemoryAccount(budget, () => 'more').reserve() as MemoryReservation;
    expect(looks(4, { steady: 50_000 })).toEqual([]);
    memory.hold(100_000);
    expect(look({ steady: 50_000 })).toEqual(['stops']);
  });
});
