// What came of asking servers of keys and of tokens, counted. Knows nothing about what they answer.
import { StatusError } from './unreached.ts';

export type FetchUse = 'keys' | 'token';

/** `unreached`: no answer, or none in time; `refused`: another status than success; `unusable`: an answer that is no key set, or no token. */
export const fetchOutcomes = ['success', 'unreached', 'refused', 'unusable'] as const;

export type FetchOutcome = (typeof fetchOutcomes)[number];

export interface FetchTarget {
  readonly use: FetchUse;
  readonly url: string;
}

export interface FetchCount {
  readonly use: FetchUse;
  /** With its port where that is not the scheme's own. */
  readonly host: string;
  readonly outcome: FetchOutcome;
  readonly count: number;
}

export class Fetches {
  private readonly counts = new Map<string, number>();

  /** Resolves and rejects as `fetched` does. */
  async count<T>(target: FetchTarget, fetched: Promise<T>): Promise<T> {
    try {
      const it = await fetched;
      this.add(target, 'success');
      return it;
    } catch (error) {
      this.add(target, outcomeOf(error));
      throw error;
    }
  }

  /** Every outcome of each of them, also what has not happened yet. Those of one use and host are counted together. */
  of(targets: readonly FetchTarget[]): FetchCount[] {
    const each = new Map(targets.map((target) => [keyOf(target), target]));
    return [...each].flatMap(([key, { use, url }]) =>
      fetchOutcomes.map((outcome) => ({
        use,
        host: new URL(url).host,
        outcome,
        count: this.counts.get(`${key} ${outcome}`) ?? 0,
      })),
    );
  }

  private add(target: FetchTarget, outcome: FetchOutcome): void {
    const key = `${keyOf(target)} ${outcome}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }
}

function keyOf({ use, url }: FetchTarget): string {
  return `${use} ${new URL(url).host}`;
}

/** What `fetch` itself rejects with has a cause, or is the signal's. */
function outcomeOf(error: unknown): FetchOutcome {
  if (error instanceof StatusError) return 'refused';
  const { cause, name } = error as { cause?: unknown; name?: string };
  return cause !== undefined || name === 'TimeoutError' ? 'unreached' : 'unusable';
}
