// Requests that pass through, as many at once as there are connections to the upstream, with a fair share for each client, and a short queue.
// Node's agent would keep those that are given up while they wait, and has no clock for any. Knows nothing about the upstream.
import type { ServerResponse } from 'node:http';
import { FairPlaces } from '../../concurrency/fair-queue.ts';

export interface PassThroughLimits {
  /** Most requests at once. */
  readonly connections: number;
  /** Most requests that wait. */
  readonly queue: number;
  /** ms that one waits. */
  readonly queueTimeout: number;
}

export class PassThroughQueue {
  private readonly places: FairPlaces;
  private readonly limits: PassThroughLimits;

  constructor(limits: PassThroughLimits) {
    this.places = new FairPlaces(limits.connections);
    this.limits = limits;
  }

  /** `begin` is called when there is a place, which is free again when `res` is over; `refuse` when there is none in time, or too many wait. */
  enter(client: string, res: ServerResponse, begin: () => void, refuse: () => void): void {
    const run = () => {
      res.once('close', () => this.places.leave(client));
      begin();
    };
    if (this.places.enter(client)) run();
    else if (this.places.waiting < this.limits.queue || this.makeRoom(client)) this.wait(client, res, run, refuse);
    else refuse();
  }

  /** The client with the most waiting requests gives up a place to one with fewer. */
  private makeRoom(client: string): boolean {
    const newest = this.places.surplus(client);
    newest?.fail(new Error('others have fewer'));
    return newest !== undefined;
  }

  private wait(client: string, res: ServerResponse, run: () => void, refuse: () => void): void {
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
    const fail = () => {
      leave();
      refuse();
    };
    const timer = setTimeout(fail, this.limits.queueTimeout);
    res.once('close', leave);
    const entry = this.places.wait({ client, go, fail });
  }
}
