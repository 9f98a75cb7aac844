import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryAccount, MemoryBudget, type MemoryReservation } from '../../src/binding/memory-budget.ts';

const MB = 1_000_000;

function open(size = 10 * MB) {
  const budget = new MemoryBudget(size);
  const account = (client: string) => new MemoryAccount(budget, () => client);
  const reserve = (client: string) => account(client).reserve() as MemoryReservation;
  return { budget, account, reserve };
}

describe('a memory budget', () => {
  test('leaves room for one more client, however many there are', () => {
    const { reserve } = open();
    const [a, b, c] = ['a', 'b', 'c'].map(reserve);
    expect([a.take(8.1 * MB), a.take(8 * MB), a.take(MB)]).toEqual([false, true, false]);
    expect([b.take(1.7 * MB), b.take(1.6 * MB)]).toEqual([false, true]);
    expect(c.take(0.3 * MB)).toBe(true);
  });

  test('takes what is small whatever the client holds, as long as there is any room', () => {
    const { budget, reserve } = open();
    expect(reserve('a').take(8 * MB)).toBe(true);
    const small = Array.from({ length: 31 }, () => reserve('a').take(65_536));
    expect([small.indexOf(false), budget.used <= budget.size]).toEqual([30, true]);
    reserve('a').hold(65_536);
    expect([budget.refuses(), budget.refused]).toEqual([true, 1]);
  });

  test('counts for whoever the credential names, as soon as it is known', () => {
    const { reserve } = open();
    const [first, second] = [reserve('proxy'), reserve('proxy')];
    first.take(7 * MB);
    first.assign('alice');
    second.assign('bob');
    expect([first.take(1.5 * MB), second.take(2 * MB)]).toEqual([false, true]);
  });

  test('has everything back when responses have gone or connections are closed, once', () => {
    const { budget, account } = open();
    const connection = account('a');
    const [gone, cut] = [connection.reserve(), connection.reserve()] as MemoryReservation[];
    gone.take(3 * MB);
    cut.take(2 * MB);
    gone.release();
    gone.release();
    expect([budget.used, connection.held]).toEqual([2 * MB, 2 * MB]);
    connection.close();
    cut.release();
    expect([budget.used, connection.reserve()]).toEqual([0, undefined]);
  });

  test('counts what comes from the service also where the client has gone', () => {
    const { budget, reserve } = open();
    const one = reserve('a');
    one.arrive(3 * MB);
    one.release();
    expect(budget.used).toBe(3 * MB);
    one.arrive(MB);
    one.arrived(4 * MB, 4 * MB);
    expect(budget.used).toBe(0);
  });

  test('replaces what came by what goes', () => {
    const { budget, reserve } = open();
    const one = reserve('a');
    one.take(MB);
    one.arrive(6 * MB);
    one.arrived(6 * MB, 3 * MB);
    expect(budget.used).toBe(4 * MB);
    one.replace(2 * MB);
    expect(budget.used).toBe(2 * MB);
  });
});

describe('responses that find no room', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function scene() {
    const { budget, reserve } = open();
    const events: string[] = [];
    const paused = (name: string) => ({
      memory: reserve('a'),
      resume: () => void events.push(`${name} goes on`),
      giveUp: () => void events.push(`${name} gives up`),
    });
    return { budget, reserve, events, paused };
  }

  test('go on when there is room, the oldest first', async () => {
    const { budget, reserve, events, paused } = scene();
    const full = reserve('a');
    full.take(8 * MB);
    const [old, young] = [paused('old'), paused('young')];
    for (const one of [old, young]) one.memory.hold(65_536);
    budget.pause(young);
    budget.pause(old);
    full.replace(7.77 * MB);
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toEqual(['old goes on']);
    full.replace(MB);
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toEqual(['old goes on', 'young goes on']);
    expect(budget.pausedResponses).toBe(0);
  });

  test('ask for room, and give up when nobody makes any', async () => {
    const { budget, reserve, events, paused } = scene();
    let asked = 0;
    budget.makeRoom = () => void asked++;
    reserve('b').take(8 * MB);
    const [old, young] = [paused('old'), paused('young')];
    for (const one of [old, young]) {
      one.memory.hold(0.9 * MB);
      budget.pause(one);
    }
    await vi.advanceTimersByTimeAsync(500);
    expect([asked, events]).toEqual([5, []]);
    await vi.advanceTimersByTimeAsync(100);
    expect(events).toEqual(['young gives up']);
    await vi.advanceTimersByTimeAsync(100);
    expect(events).toEqual(['young gives up', 'old gives up']);
  });
});
