// The latest captured exchanges, bounded in number and memory. Knows nothing about their messages.
import type { CapturedExchange } from './captured.ts';

interface CaptureBounds {
  /** Most exchanges; 0: none is stored. */
  readonly count: number;
  /** Most memory of all of them together, in bytes. */
  readonly memory: number;
}

/** Of an exchange without its texts. */
const OVERHEAD = 1024;

export class CaptureStore {
  /** Exchanges that had to go for later ones, or were too large. */
  dropped = 0;
  private readonly bounds: CaptureBounds;
  private readonly entries: { readonly exchange: CapturedExchange; readonly size: number }[] = [];
  private size = 0;

  constructor(bounds: CaptureBounds) {
    this.bounds = bounds;
  }

  add(exchange: CapturedExchange): void {
    const entry = { exchange, size: sizeOf(exchange) };
    this.entries.push(entry);
    this.size += entry.size;
    while (this.entries.length > this.bounds.count || this.size > this.bounds.memory) {
      this.size -= this.entries.shift()?.size ?? 0;
      this.dropped++;
    }
  }

  /** Oldest first. */
  list(): CapturedExchange[] {
    return this.entries.map(({ exchange }) => exchange);
  }
}

/** In bytes; a character takes up to two. */
function sizeOf(exchange: CapturedExchange): number {
  return OVERHEAD + 2 * JSON.stringify(exchange).length;
}
