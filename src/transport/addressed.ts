// Sends requests that name another address of the service there. Which addresses are allowed is known elsewhere.
import type { HttpTransport } from './http.ts';

/** Addresses with connections; the one that was not used for longest is closed for a new one. */
const MOST_ADDRESSES = 32;

/** `main`: for requests that name no address, or its own. `origin`: of `main`; undefined: it has several. `open`: a transport for another one. */
export function addressedTransport(
  main: HttpTransport,
  origin: string | undefined,
  open: (origin: string) => HttpTransport,
): HttpTransport {
  const further = new Map<string, HttpTransport>();
  const transportTo = (address: string): HttpTransport => {
    const transport = further.get(address) ?? open(address);
    further.delete(address);
    further.set(address, transport);
    for (const [oldest, unused] of further) {
      if (further.size <= MOST_ADDRESSES) break;
      further.delete(oldest);
      void unused.close();
    }
    return transport;
  };
  const each = (end: (transport: HttpTransport) => Promise<void>) =>
    Promise.all([main, ...further.values()].map(end)).then(() => undefined);
  return {
    ...main,
    send: (request, handler) => {
      const { origin: address = origin } = request;
      if (address !== undefined) handler.onTarget?.(address);
      return (address === undefined || address === origin ? main : transportTo(address)).send(request, handler);
    },
    close: () => each((transport) => transport.close()),
    destroy: (reason) => each((transport) => transport.destroy(reason)),
    stats: () => {
      const stats = [main, ...further.values()].map((transport) => transport.stats());
      const sum = (name: 'connected' | 'running' | 'pending') => stats.reduce((total, one) => total + one[name], 0);
      return { ...stats[0], connected: sum('connected'), running: sum('running'), pending: sum('pending') };
    },
  };
}
