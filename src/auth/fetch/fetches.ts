// Requests of the gateway to servers of keys and of tokens: their targets, how long their responses may be, and the outcomes, counted.
import { Pieces } from '../../bytes/pieces.ts';
import type { AuthSettings, FrontSettings } from '../settings/settings.ts';

type FetchUse = 'keys' | 'token';

/** `unreached`: no response in time; `refused`: no success status; `unusable`: a response without a key set or token. */
export const fetchOutcomes = ['success', 'unreached', 'refused', 'unusable'] as const;

export type FetchOutcome = (typeof fetchOutcomes)[number];

interface FetchTarget {
  readonly use: FetchUse;
  readonly url: string;
}

export interface FetchCount {
  readonly use: FetchUse;
  /** With its port, unless it is the default. */
  readonly host: string;
  readonly outcome: FetchOutcome;
  readonly count: number;
}

/** Outcomes of requests for keys and tokens, counted. */
export class Fetches {
  private readonly counts = new Map<string, number>();

  /** Counts the outcome of `fetched`, and resolves or rejects as it does. */
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

  /** Every outcome of each target, also those that have not happened yet. Targets of one use and host are counted together. */
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

/** Errors of `fetch` itself have a cause, or come from the timeout. */
function outcomeOf(error: unknown): FetchOutcome {
  if (error instanceof StatusError) return 'refused';
  const { cause, name } = error as { cause?: unknown; name?: string };
  return cause !== undefined || name === 'TimeoutError' ? 'unreached' : 'unusable';
}

/** Why a server gave nothing usable, for the log. Quotes nothing of its response. `url`: of the settings; paths and queries may hold secrets, the host does not. */
export function unreached(url: string, error: unknown): string {
  const { cause, name } = error as { cause?: { code?: unknown }; name?: string };
  const reason = error instanceof StatusError ? `status ${error.status}` : (cause?.code ?? name);
  return `${new URL(url).host}: ${reason}`;
}

export class StatusError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

/** Most bytes of a response of a token endpoint, or with a set of keys. */
const LONGEST = 64 * 1024;

/** The body of a response, also without a Content-Length. Rejects where it is too long. */
export async function boundedText({ body }: Response): Promise<string> {
  const pieces = new Pieces();
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > LONGEST) throw new Error('too much');
    pieces.add(piece);
  }
  return Buffer.from(pieces.joined()).toString();
}

/** Servers that the settings let the gateway ask for keys and tokens. */
export function fetchTargets({ front, back }: AuthSettings): readonly FetchTarget[] {
  const keys = keyUrls(front).map((url) => ({ use: 'keys' as const, url }));
  return back.oauth2 === undefined ? keys : [...keys, { use: 'token', url: back.oauth2.tokenUrl }];
}

/** URLs of key sets. */
export function keyUrls(front: readonly FrontSettings[]): readonly string[] {
  return front.flatMap((entry) =>
    entry.kind === 'bearer' && entry.jwt && 'url' in entry.jwt.jwks ? [entry.jwt.jwks.url] : [],
  );
}
