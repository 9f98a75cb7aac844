// Requests that pass through, as many at once as there are connections to the peer, with a fair share for each client. Node's agent would keep
// those that are given up while they wait, and has no clock for any. Knows nothing about the peer.
import type { ServerResponse } from 'node:http';
import { FairPlaces } from '../../concurrency/fair-queue.ts';

export class PassThroughQueue {
  private readonly places: FairPlaces;
  private readonly longest: number;

  /** `places`: most requests at once. `longest`: ms that one waits. */
  constructor(places: number, longest: number) {
    this.places = new FairPlaces(places);
    this.longest = longest;
  }

  /** `begin` is called when there is a place, which is free again when `res` is over; `late` when there was none for too long. */
  enter(client: string, res: ServerResponse, begin: () => void, late: () => void): void {
    const run = () => {
      res.once('close', () => this.places.leave(client));
      begin();
    };
    if (this.places.enter(client)) run();
    else this.wait(client, res, run, late);
  }

  private wait(client: string, res: ServerResponse, run: () => void, late: () => void): void {
    const cleanup = () => {
      clearTimeout(timer);
      res.off('close', leave);
    };
    const leave = () => {
      cleanup();
      this.places.giveUp(entry);
    };
    const go = () => {
      cleanup();
      run();
    };
    const timer = setTimeout(() => {
      leave();
      late();
    }, this.longest);
    res.once('close', leave);
    const entry = this.places.wait({ client, go, fail: late });
  }
}
