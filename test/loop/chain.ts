// Two gateways with one mapping, back to back, in front of a scripted peer; the traffic between them is kept.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Gateway, soapstone } from '../../src/index.ts';
import { type RestPeer, startRestPeer } from '../e2e/rest-peer.ts';
import { Caller } from './caller.ts';
import { type Exchanged, recorded } from './middle.ts';

export interface Chain {
  /** Says what a test scripts, in SOAP or REST. */
  readonly peer: RestPeer;
  /** The service itself. */
  readonly direct: string;
  /** The same through both gateways. */
  readonly through: string;
  /** What went over between the gateways. */
  readonly traffic: Exchanged[];
  readonly caller: Caller;
  stop(): Promise<void>;
}

const SOAP = '/soap';

/** `soap`: SOAP → REST → SOAP. `rest`: REST → SOAP → REST. */
export async function startChain(mapping: string, ends: 'soap' | 'rest'): Promise<Chain> {
  const peer = await startRestPeer();
  const direct = ends === 'soap' ? `${peer.origin}${SOAP}` : peer.origin;
  const traffic: Exchanged[] = [];
  const inner = await present(mapping, ends === 'soap' ? 'rest' : 'soap', direct, (handle) =>
    recorded(handle, traffic),
  );
  const outer = await present(mapping, ends, inner.url, (handle) => handle);
  const caller = new Caller();
  const stop = async () => {
    await caller.close();
    await outer.stop();
    await inner.stop();
    await peer.stop();
  };
  return { peer, direct, through: outer.url, traffic, caller, stop };
}

async function present(
  mapping: string,
  what: 'soap' | 'rest',
  upstream: string,
  around: (handle: RequestListener) => RequestListener,
): Promise<{ url: string; stop(): Promise<void> }> {
  const gateway: Gateway = await soapstone({ mapping, present: what, path: SOAP, upstream });
  const server = createServer(around(gateway));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await gateway.close();
  };
  return { url: what === 'soap' ? origin + SOAP : origin, stop };
}
