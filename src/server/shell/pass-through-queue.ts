// Requests that pass through, as many at once as there are connections to the peer. Node's agent would keep those that are given up while they wait,
// and has no clock for any. Knows nothing about the peer.
import type { ServerResponse } from 'node:http';

export class PassThroughQueue {
  private free: number;
  private readonly longest: number;
  /** The oldest first. */
  private readonly waiting = new Set<() => void>();

  /** `places`: most requests at once. `longest`: ms that one waits. */
  constructor(places: number, longest: number) {
    this.free = places;
    this.longest = longest;
  }

  /** `begin` is called when there is a place, which is free again when `res` is over; `late` when there was none for too long. */
  enter(res: ServerResponse, begin: () => void, late: () => void): void {
    if (this.free > 0) return this.run(res, begin);
    const leave = () => {
      clearTimeout(timer);
      res.off('close', leave);
      this.waiting.delete(go);
    };
    const go = () => {
      leave();
      this.run(res, begin);
    };
    const timer = setTimeout(() => {
      leave();
      late();
    }, this.longest);
    res.once('close', leave);
    this.waiting.add(go);
  }

  private run(res: ServerResponse, begin: () => void): void {
    this.free--;
    res.once('close', () => {
      this.free++;
      const [next] = this.waiting;
      next?.();
    });
    begin();
  }
}
