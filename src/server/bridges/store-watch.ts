// What is known of how safe a store is, and who hears when that changes. Knows nothing about what is done then.
import type { Durability } from '../../store/store.ts';

export class StoreWatch {
  /** undefined: not asked yet, or a store in memory. */
  durability: Durability | undefined = undefined;
  private reported = '';
  private listener: ((durability: Durability) => void) | undefined = undefined;

  set(durability: Durability): void {
    this.durability = durability;
    this.report();
  }

  /** In place of an earlier listener. Hears at once of what nobody has heard of. */
  listen(listener: (durability: Durability) => void): void {
    this.listener = listener;
    this.report();
  }

  /** A connection that is made again and again is no news. */
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
