// Stands in front of the records service and shows credentials for those who have none: header parts, or the cookies of the last login. Perhaps it also makes requests those of another release.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A header part, with the prefixes `m` and `c` of the contract's messages and core; or the cookies. */
export type Shown = string | 'cookies';

export interface Signing {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  stop(): Promise<void>;
}

/** `release`: that of the requests as the service sees them, as one that speaks another than the gateway's contract would. */
export async function startSigning(
  origin: () => string,
  shown: () => Shown,
  release: () => string = () => RELEASE,
): Promise<Signing> {
  let cookies = '';
  const server = createServer(async (req, res) => {
    const own = shown();
    const envelope = own === 'cookies' ? await textOf(req) : signed(await textOf(req), own);
    const body = envelope.replaceAll(area('messages'), area('messages', release()));
    // Clients have cookies of their own, which would be credentials beside those that are shown.
    const { cookie: _, ...given } = req.headers;
    const headers = {
      ...given,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
      ...(own === 'cookies' && { cookie: cookies }),
    };
    const onward = request(new URL(req.url!, origin()), { method: req.method, headers, agent: false });
    onward.on('error', (error) => res.destroy(error));
    onward.end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    const session = answer.headers['set-cookie'];
    if (session) cookies = session.map((cookie) => cookie.split(';')[0]).join('; ');
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

export const RELEASE = '2019_1';
const area = (name: string, release = RELEASE) => `urn:${name}_${release}.platform.webservices.example.com`;

function signed(envelope: string, part: string): string {
  if (part === '') return envelope;
  const own = part.replaceAll(/<m:(\w+)>/g, `<m:$1 xmlns:m="${area('messages')}" xmlns:c="${area('core')}">`);
  return /<([\w-]+:)?Header>/.test(envelope)
    ? envelope.replace(/(<(?:[\w-]+:)?Header>)/, (head) => head + own)
    : envelope.replace(/<((?:[\w-]+:)?)Body/, (body, prefix) => `<${prefix}Header>${own}</${prefix}Header>${body}`);
}

async function textOf(stream: IncomingMessage): Promise<string> {
  return Buffer.concat((await stream.toArray()) as Buffer[]).toString();
}
