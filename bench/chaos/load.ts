// Requests at a steady pace, whatever becomes of them (an open loop), and what became of them.
import type { Outcome } from './client.ts';

/** Makes one request; `due` is when it should have been made. */
export type Ask = (due: number) => Promise<Outcome>;

export class Tally {
  /** ms on the monotonic clock. */
  readonly began = performance.now();
  readonly outcomes: Outcome[] = [];

  add(outcome: Outcome): void {
    this.outcomes.push(outcome);
  }

  get total(): number {
    return this.outcomes.length;
  }

  count(which: (outcome: Outcome) => boolean): number {
    return this.outcomes.filter(which).length;
  }

  /** ms within which this share of the outcomes came; NaN for none. */
  percentile(share: number, which: (outcome: Outcome) => boolean = () => true): number {
    const times = this.outcomes.filter(which).map(({ ms }) => ms);
    times.sort((a, b) => a - b);
    return times.length === 0 ? Number.NaN : times[Math.min(times.length - 1, Math.floor(share * times.length))];
  }

  /** How often each status, or each reason for having none, has come. */
  kinds(): string {
    const kinds = new Map<string, number>();
    for (const { status, why, body } of this.outcomes) {
      const code = /"code":"(\w+)"/.exec(body)?.[1];
      const kind = status === 0 ? (why ?? '?') : `${status}${code === undefined ? '' : ` ${code}`}`;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    return [...kinds].map(([kind, count]) => `${kind}: ${count}`).join(', ');
  }
}

export interface Running {
  readonly tally: Tally;
  /** Stops asking, and waits for what is on its way. */
  stop(): Promise<Tally>;
}

/** `rate` requests a second, until stopped. */
export function startLoad(rate: number, ask: Ask): Running {
  const tally = new Tally();
  const { began } = tally;
  const open = new Set<Promise<void>>();
  let asked = 0;
  const tick = () => {
    const due = Math.floor(((performance.now() - began) / 1000) * rate);
    for (; asked < due; asked++) {
      const one = ask(began + (asked / rate) * 1000).then((outcome) => {
        tally.add(outcome);
        open.delete(one);
      });
      open.add(one);
    }
  };
  const timer = setInterval(tick, 1);
  return {
    tally,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
      return tally;
    },
  };
}

export async function loadFor(ms: number, rate: number, ask: Ask): Promise<Tally> {
  const running = startLoad(rate, ask);
  await pause(ms);
  return running.stop();
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
