// The gateway with SOAP in front of a scripted REST service, through the public door.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { soapstone } from '../../src/index.ts';
import { type RestPeer, startRestPeer } from './rest-peer.ts';

export interface SoapFace {
  /** Address of the SOAP service. */
  readonly url: string;
  readonly rest: RestPeer;
  stop(): Promise<void>;
}

/** `upstream`: another REST service in place of the scripted one. */
export async function startSoapFace(mapping: string, upstream?: string): Promise<SoapFace> {
  const rest = await startRestPeer();
  // A test of failures is no service in trouble.
  const gateway = await soapstone({
    mapping,
    present: 'soap',
    path: '/soap',
    upstream: upstream ?? rest.origin,
    breakerFailures: 0,
  });
  const server = createServer(gateway);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await gateway.close();
    await rest.stop();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/soap`, rest, stop };
}
