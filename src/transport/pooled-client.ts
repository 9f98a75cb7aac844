// One connection of the pool. Tells each request its client, so that the request can check the connection.
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import symbols from 'undici/lib/core/symbols.js';
import Client from 'undici/lib/dispatcher/client.js';
import poolBase from 'undici/lib/dispatcher/pool-base.js';

export interface PooledOptions extends Dispatcher.DispatchOptions {
  readonly user: { client: PooledClient | undefined };
}

export class PooledClient extends Client {
  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    (options as PooledOptions).user.client = this;
    return super.dispatch(options, handler);
  }

  /** Bypasses the pool, which must not hand out this client meanwhile. */
  dispatchAgain(options: PooledOptions, handler: Dispatcher.DispatchHandler): void {
    if (!super.dispatch(options, handler)) (this as { [poolBase.kNeedDrain]?: boolean })[poolBase.kNeedDrain] = true;
  }

  /** undefined or null where there is none. */
  get socket(): Socket | null | undefined {
    return (this as { [symbols.kSocket]?: Socket | null })[symbols.kSocket];
  }
}
