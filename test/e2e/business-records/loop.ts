// The records service, the record API in front of it, and its SOAP face again in front of that; callers of both ends.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Gateway, soapstone } from '../../../src/index.ts';
import { type Answer, Scene } from '../../examples/records/scene.ts';
import { tutorial } from '../scene.ts';
import { type Signing, startSigning } from './signing.ts';

const SOAP = '/services/BusinessRecordsPort_2019_1';

/** One gateway behind an address of its own. */
export interface Face {
  readonly origin: string;
  stop(): Promise<void>;
}

export async function present(what: 'soap' | 'rest', upstream: string, more: object = {}): Promise<Face> {
  const patient = { breakerFailures: 0, retries: 0, set: ['operations=path'] };
  const mapping = tutorial('business-records');
  const gateway: Gateway = await soapstone({
    mapping,
    present: what,
    ...(what === 'soap' && { path: SOAP }),
    upstream,
    ...patient,
    ...more,
  });
  const server = createServer(gateway as RequestListener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await gateway.close();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

export class Loop {
  /** Callers of the service itself. */
  readonly direct = new Scene();
  private signing!: Signing;
  private faces: Face[] = [];

  /** `rest`, `soap`: further settings of the two gateways. */
  async start({ rest: behind = {}, soap: before = {} }: { rest?: object; soap?: object } = {}): Promise<this> {
    // The gateways go by the real clock.
    this.direct.now = Date.now();
    await this.direct.start({ now: Date.now });
    const { url } = this.direct.service;
    this.signing = await startSigning(
      () => new URL(url).origin,
      () => this.direct.token(),
    );
    const rest = await present('rest', this.signing.origin + new URL(url).pathname, behind);
    const soap = await present('soap', rest.origin, before);
    this.faces = [soap, rest];
    return this;
  }

  /** Where the record API is. */
  get rest(): string {
    return this.faces[1].origin;
  }

  /** The same request through both gateways. */
  through(body: string, head = '', headers: Record<string, string> = {}): Promise<Answer> {
    return this.direct.send(this.faces[0].origin + SOAP, body, head, headers);
  }

  async stop(): Promise<void> {
    for (const face of this.faces) await face.stop();
    await this.signing?.stop();
    await this.direct.service?.close();
  }
}
