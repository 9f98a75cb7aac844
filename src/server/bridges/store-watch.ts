// What a store says of itself, and a listener for its changes. Knows nothing about what the listener does.
import type { Durability } from '../../store/store.ts';

export interface StoreListener {
  durability(durability: Durability): void;
  /** `trouble`: why it cannot be reached; undefined: it can again. */
  connection(trouble: string | undefined): void;
}

export class StoreWatch {
  /** undefined: not known yet, or a store in memory. */
  durability: Durability | undefined = undefined;
  /** Why it cannot be reached. */
  trouble: string | undefined = undefined;
  private reported = '';
  private wasAway = false;
  private listener: StoreListener | undefined = undefined;

  setDurability(durability: Durability): void {
    this.durability = durability;
    this.report();
  }

  setConnection(trouble: string | undefined): void {
    this.trouble = trouble;
    this.report();
  }

  /** Replaces an earlier listener. Reports at once what has not been reported yet. */
  listen(listener: StoreListener): void {
    this.listener = listener;
    this.report();
  }

  /** Reports changes only: each attempt to connect sets the same again. */
  private report(): void {
    if (this.listener === undefined) return;
    const { trouble, durability } = this;
    const isAway = trouble !== undefined;
    if (isAway !== this.wasAway) this.listener.connection(trouble);
    this.wasAway = isAway;
    const text = JSON.stringify(durability);
    if (durability === undefined || text === this.reported) return;
    const first = this.reported === '';
    this.reported = text;
    if (!first || durability.state !== 'durable') this.listener.durability(durability);
  }
}

const EVENTS = {
  durable: 'the store is durable',
  volatile: 'the store may lose keys',
  unknown: 'the durability of the store is unknown',
} as const;

export function eventOf({ state }: Durability): string {
  return EVENTS[state];
}
