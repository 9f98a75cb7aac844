// Two gateways with one mapping, back to back, in front of a scripted peer; the traffic between them is kept.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Gateway, soapstone } from '../../src/index.ts';
import { type RestPeer, startRestPeer } from '../e2e/rest-peer.ts';
import { Caller } from './caller.ts';
import type { Auths } from './credentials.ts';
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

/** Limit: failures without a row. They are 502 between the gateways, which the breaker of the one in front would count. */
/** Limit: texts of 5xx faults. A first gateway keeps them unless it is told to show them. */
const patient = { breakerFailures: 0, retries: 0, faultTexts: 'show' } as const;

/** `soap`: SOAP → REST → SOAP. `rest`: REST → SOAP → REST. `auth` of each, where callers are asked who they are. */
export async function startChain(mapping: string, ends: 'soap' | 'rest', auth?: Auths): Promise<Chain> {
  const peer = await startRestPeer();
  const direct = ends === 'soap' ? `${peer.origin}${SOAP}` : peer.origin;
  const traffic: Exchanged[] = [];
  const middle = ends === 'soap' ? 'rest' : 'soap';
  const inner = await present(mapping, middle, direct, auth, (handle) => recorded(handle, traffic));
  const outer = await present(mapping, ends, inner.url, auth, (handle) => handle);
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
  auth: Auths | undefined,
  around: (handle: RequestListener) => RequestListener,
): Promise<{ url: string; stop(): Promise<void> }> {
  const gateway: Gateway = await soapstone({
    mapping,
    present: what,
    ...(what === 'soap' && { path: SOAP }),
    upstream,
    auth: auth?.[what],
    ...patient,
  });
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
