// Stands in front of the records service and signs what comes without credentials. Knows nothing about the gateway.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Signing {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  stop(): Promise<void>;
}

/** `part`: a fresh header part, with the prefixes `m` and `c` of the contract's messages and core. */
export async function startSigning(origin: string, part: () => string): Promise<Signing> {
  const server = createServer(async (req, res) => {
    const body = signed(await textOf(req), part());
    const headers = { ...req.headers, 'content-length': Buffer.byteLength(body), connection: 'close' };
    const onward = request(new URL(req.url!, origin), { method: req.method, headers, agent: false });
    onward.on('error', (error) => res.destroy(error));
    onward.end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    res.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

const area = (name: string) => `urn:${name}_2019_1.platform.webservices.example.com`;

function signed(envelope: string, part: string): string {
  if (/tokenPassport|:passport|JSESSIONID/.test(envelope)) return envelope;
  const own = part.replace(/^<m:\w+/, (tag) => `${tag} xmlns:m="${area('messages')}" xmlns:c="${area('core')}"`);
  return /<(\w+:)?Header>/.test(envelope)
    ? envelope.replace(/(<(?:\w+:)?Header>)/, (head) => head + own)
    : envelope.replace(/<((?:\w+:)?)Body/, (body, prefix) => `<${prefix}Header>${own}</${prefix}Header>${body}`);
}

async function textOf(stream: IncomingMessage): Promise<string> {
  return Buffer.concat((await stream.toArray()) as Buffer[]).toString();
}
