// The durability of a store, and a listener for its changes. Knows nothing about what the listener does.
import type { Durability } from '../../store/store.ts';

export class StoreWatch {
  /** undefined: not known yet, or a store in memory. */
  durability: Durability | undefined = undefined;
  private reported = '';
  private listener: ((durability: Durability) => void) | undefined = undefined;

  set(durability: Durability): void {
    this.durability = durability;
    this.report();
  }

  /** Replaces an earlier listener. Reports at once what has not been reported yet. */
  listen(listener: (durability: Durability) => void): void {
    this.listener = listener;
    this.report();
  }

  /** Reports changes only: each reconnect sets the same durability again. */
  private report(): void {
    const text = JSON.stringify(this.durability);
    if (this.durability === undefined || this.listener === undefined || text === this.reported) return;
    const first = this.reported === '';
    this.reported = text;
    if (!first || this.durability.state !== 'durable') this.listener(this.durability);
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
