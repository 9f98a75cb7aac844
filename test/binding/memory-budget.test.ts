import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RequestHandler } from '../../src/binding/front-call.ts';
import { MemoryAccount, type MemoryReservation } from '../../src/binding/memory-account.ts';
import { MemoryBudget } from '../../src/binding/memory-budget.ts';
import { openAccount } from '../../src/binding/response-memory.ts';
import type { Caller } from '../../src/rule/exchange.ts';

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

  test('takes what is small beyond the share of large ones, and leaves room for another client', () => {
    const { budget, reserve } = open();
    expect(reserve('a').take(8 * MB)).toBe(true);
    const small = Array.from({ length: 31 }, () => reserve('a').take(65_536));
    expect([small.indexOf(false), budget.used <= budget.size]).toEqual([21, true]);
    expect([reserve('b').take(65_536), budget.refuses()]).toEqual([true, false]);
    reserve('a').hold(MB);
    expect([budget.refuses(), budget.refused]).toEqual([true, 1]);
  });

  test('leaves room for another client, also where one has nothing but small exchanges', () => {
    const { reserve } = open();
    const small = Array.from({ length: 200 }, () => reserve('a').take(62_000));
    expect(small.filter((taken) => taken)).toHaveLength(151);
    expect(reserve('b').take(62_000)).toBe(true);
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
    expect([budget.used, connection.heldBytes]).toEqual([2 * MB, 2 * MB]);
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

  test('counts a response for the credential also when it has arrived', () => {
    const { reserve } = open();
    const [first, second] = [reserve('proxy'), reserve('proxy')];
    first.assign('alice');
    first.arrive(7 * MB);
    first.arrived(7 * MB, 7 * MB);
    second.assign('alice');
    expect(second.take(1.5 * MB)).toBe(false);
  });

  test('forgets clients of whom it holds nothing', () => {
    const { budget, account } = open();
    for (let i = 0; i < 300; i++) {
      const connection = account('proxy');
      connection.reserve()?.assign(`subject ${i}`);
      connection.close();
    }
    expect(budget.clientCount).toBe(0);
  });

  const operations = ['assign', 'take', 'hold', 'arrive', 'arrived', 'pause', 'withdraw', 'release', 'close'] as const;
  const steps = fc.array(
    fc.tuple(fc.constantFrom(...operations), fc.nat(5), fc.constantFrom('a', 'b', 'c'), fc.nat(300_000)),
    { maxLength: 60 },
  );

  test('counts for each client what its reservations hold, and remembers nothing in the end', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const { budget, account } = open(MB);
        const all = ['a', 'a', 'b', 'b', 'c', 'c'].map((name) => {
          const connection = account(name);
          const memory = connection.reserve() as MemoryReservation;
          const response = { memory, resume: () => {}, giveUp: () => {} };
          return { connection, memory, response, paused: false, came: 0 };
        });
        const finish = (one: (typeof all)[number]) => {
          one.memory.withdraw(one.response);
          one.memory.arrived(one.came, 0);
          [one.paused, one.came] = [false, 0];
        };
        for (const [operation, which, name, bytes] of list) {
          const one = all[which];
          if (operation === 'assign') one.memory.assign(name);
          else if (operation === 'take' || operation === 'hold') one.memory[operation](bytes);
          else if (operation === 'arrive') {
            one.memory.arrive(bytes);
            one.came += bytes;
          } else if (operation === 'arrived') finish(one);
          else if (operation === 'pause' && !one.paused) {
            one.memory.pause(one.response);
            one.paused = true;
          } else if (operation === 'withdraw') {
            one.memory.withdraw(one.response);
            one.paused = false;
          } else if (operation === 'release') one.memory.release();
          else if (operation === 'close') one.connection.close();
          expect(budget.used).toBe(all.reduce((sum, { memory, came }) => sum + memory.heldBytes + came, 0));
        }
        for (const one of all) {
          finish(one);
          one.connection.close();
        }
        budget.stop();
        expect([budget.used, budget.clientCount, budget.pausedResponses]).toEqual([0, 0, 0]);
      }),
    );
  });

  test('has somebody look for garbage each time that a sixteenth of it has come or gone', () => {
    const { budget, reserve } = open(16 * MB);
    let looks = 0;
    budget.collect = () => void looks++;
    const one = reserve('a');
    for (let i = 0; i < 10; i++) one.hold(0.3 * MB);
    expect(looks).toBe(2);
    one.release();
    expect(looks).toBe(3);
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

/** `clientOf`: the client of a paused response, by its name. */
function scene(clientOf: (name: string) => string) {
  const { budget, reserve } = open();
  const events: string[] = [];
  const paused = (name: string) => ({
    memory: reserve(clientOf(name)),
    resume: () => void events.push(`${name} goes on`),
    giveUp: () => void events.push(`${name} gives up`),
  });
  return { budget, reserve, events, paused };
}

describe('responses that find no room', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('go on when there is room, the oldest first', async () => {
    const { budget, reserve, events, paused } = scene(() => 'a');
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

  test('ask for room, and give up when nobody makes any, the youngest first', async () => {
    const { budget, reserve, events, paused } = scene(() => 'a');
    let asked = 0;
    budget.makeRoom = () => void asked++;
    reserve('b').take(8 * MB);
    const [old, young] = [paused('old'), paused('young')];
    for (const one of [old, young]) {
      one.memory.arrive(0.9 * MB);
      budget.pause(one);
    }
    await vi.advanceTimersByTimeAsync(8000);
    expect([asked, events]).toEqual([80, []]);
    await vi.advanceTimersByTimeAsync(100);
    expect(events).toEqual(['young gives up']);
    await vi.advanceTimersByTimeAsync(100);
    expect(events).toEqual(['young gives up', 'old gives up']);
  });

  test('give up soon when they are themselves what fills the memory', async () => {
    const { budget, events, paused } = scene(() => 'a');
    for (const name of ['old', 'young']) {
      const one = paused(name);
      one.memory.arrive(4.5 * MB);
      budget.pause(one);
    }
    await vi.advanceTimersByTimeAsync(500);
    expect(events).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(events).toEqual(['young gives up']);
    budget.stop();
  });

  test('wait while the service is slow with the one whose turn it is, and go on when it sends nothing', async () => {
    const { budget, reserve, events, paused } = scene(() => 'a');
    const slow = reserve('a');
    const [second, third] = [paused('second'), paused('third')];
    slow.arrive(4 * MB);
    for (const one of [second, third]) {
      one.memory.arrive(0.6 * MB);
      budget.pause(one);
    }
    for (let i = 0; i < 20; i++) {
      await vi.advanceTimersByTimeAsync(1500);
      expect(slow.arrive(10_000)).toBe(true);
    }
    expect(events).toEqual([]);
    await vi.advanceTimersByTimeAsync(2200);
    expect(events).toEqual(['second goes on']);
    budget.stop();
  });
});

describe('responses of several clients that find no room', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('go on in the next turn of their client, although the service is still slow with the first', async () => {
    const { budget, reserve, events, paused } = scene((name) => name);
    const slow = reserve('slow');
    slow.arrive(4 * MB);
    const other = paused('other');
    other.memory.arrive(1.2 * MB);
    budget.pause(other);
    for (let i = 0; i < 3; i++) {
      await vi.advanceTimersByTimeAsync(900);
      slow.arrive(10_000);
    }
    expect(events).toEqual(['other goes on']);
    budget.stop();
  });

  test('go on past the one in its turn whose client has used its share', async () => {
    const { budget, reserve, events, paused } = scene((name) => name);
    reserve('greedy').take(7 * MB);
    for (const name of ['greedy', 'other']) {
      const one = paused(name);
      one.memory.arrive(900_000);
      budget.pause(one);
    }
    await vi.advanceTimersByTimeAsync(300);
    expect(events).toEqual(['other goes on']);
    budget.stop();
  });

  test('arrive side by side while others hold memory that does not arrive', () => {
    const { reserve } = open();
    reserve('upload').take(5.3 * MB);
    const all = Array.from({ length: 4 }, (_, i) => reserve(`client ${i}`));
    expect(all.map((one) => one.arrive(500_000))).toEqual([true, true, true, true]);
  });

  test('give up where a client holds the most, not where one holds little', async () => {
    const { budget, events, paused } = scene((name) => name);
    for (const [name, bytes] of [
      ['first', 2.5 * MB],
      ['greedy', 6 * MB],
      ['little', 1.4 * MB],
    ] as const) {
      const one = paused(name);
      one.memory.arrive(bytes);
      budget.pause(one);
    }
    await vi.advanceTimersByTimeAsync(600);
    expect(events).toEqual(['greedy gives up']);
    budget.stop();
  });
});

describe('a service that is slow, and clients who read at once', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Each response comes in 20 pieces over 1.5 s and is there twice while it is read. */
  test.each([
    { count: 40, bytes: MB, clients: 1 },
    { count: 12, bytes: 4 * MB, clients: 1 },
    { count: 60, bytes: 2 * MB, clients: 1 },
    { count: 40, bytes: 6 * MB, clients: 40 },
    { count: 120, bytes: 3 * MB, clients: 120 },
    { count: 60, bytes: 2 * MB, clients: 7 },
  ])('$count responses of $bytes bytes for $clients clients all arrive', async ({ count, bytes, clients }) => {
    const { budget, reserve } = open(96 * 1024 * 1024);
    const failures: unknown[] = [];
    let [done, most] = [0, 0];
    for (let i = 0; i < count; i++) {
      const memory = reserve(`client ${i % clients}`);
      let pieces = 0;
      const next = () => setTimeout(piece, 75);
      const response = memory.receive(next, (error) => failures.push(error));
      const piece = () => {
        pieces++;
        const more = response.add(bytes / 10);
        most = Math.max(most, budget.used);
        if (pieces < 20) return more && void next();
        response.end(bytes);
        memory.replace(bytes);
        setTimeout(() => {
          memory.release();
          done++;
        }, 50);
      };
      next();
    }
    await vi.advanceTimersByTimeAsync(400_000);
    expect([failures, done, budget.used]).toEqual([[], count, 0]);
    expect(most).toBeLessThan(budget.size);
    budget.stop();
  });
});

class Probe extends RequestHandler {
  /** Whose share its bytes count in. */
  clientOf(caller: Caller | undefined): string | undefined {
    this.caller = caller;
    return this.memory('10.0.0.7')?.client.name;
  }

  protected sentBytes(): number {
    return 0;
  }

  protected outcome(): number {
    return 200;
  }
}

test('a credential has a share of its own where it is checked, and not where anybody can make it up', () => {
  const socket = {};
  openAccount(socket as Socket, new MemoryBudget(1000), () => '10.0.0.7');
  const clientOf = (caller?: Caller) => {
    const req = { headers: {}, socket };
    const res = { req, on: () => {} };
    return new Probe({}, req as unknown as IncomingMessage, res as unknown as ServerResponse, '/').clientOf(caller);
  };
  const caller = { key: 'key', fields: new Map() };
  expect([clientOf(), clientOf(caller), clientOf({ ...caller, unchecked: true })]).toEqual([
    '10.0.0.7',
    'key',
    '10.0.0.7',
  ]);
});
