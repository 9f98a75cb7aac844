// The payment service behind the gateways: `node service.ts [PORT]`. Over IPC it is told how to behave, and asked what it has done; with a port, `GET /done`
// asks it.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How it behaves until told otherwise. */
export interface Manners {
  /** ms until it answers; at random between two numbers. */
  readonly delay: readonly [number, number];
  /** It says 503, with a page of HTML. */
  readonly failing: boolean;
  /** Bytes of the reference in the payments that it shows. */
  readonly size: number;
}

export interface Done {
  readonly requests: number;
  /** Payments by their reference. */
  readonly effects: Readonly<Record<string, number>>;
}

let manners: Manners = { delay: [0, 0], failing: false, size: 20 };
let requests = 0;
const effects = new Map<string, number>();

const NS = 'https://example.com/payments';

function answer(res: ServerResponse, body: string): void {
  if (manners.failing) {
    res.writeHead(503, { 'content-type': 'text/html' }).end('<html>out of order</html>');
    return;
  }
  const soap = /xmlns:?\w*="(http[^"]*envelope\/?)"/.exec(body)?.[1] ?? '';
  const type = soap.includes('2003') ? 'application/soap+xml' : 'text/xml';
  res.writeHead(200, { 'content-type': `${type}; charset=utf-8` });
  res.end(`<s:Envelope xmlns:s="${soap}"><s:Body>${contentFor(body)}</s:Body></s:Envelope>`);
}

function contentFor(body: string): string {
  const reference = /reference>([^<]*)</.exec(body)?.[1];
  if (reference === undefined) {
    const text = 'x'.repeat(manners.size);
    const fields = `<id>7</id><from>A</from><to>B</to><amount>10.50</amount><reference>${text}</reference>`;
    return `<GetPaymentResponse xmlns="${NS}"><payment>${fields}</payment></GetPaymentResponse>`;
  }
  effects.set(reference, (effects.get(reference) ?? 0) + 1);
  return `<PayResponse xmlns="${NS}"><paymentId>${requests}</paymentId></PayResponse>`;
}

const done = (): Done => ({ requests, effects: Object.fromEntries(effects) });

const server = createServer((req, res) => {
  if (req.url === '/done') return void res.end(JSON.stringify(done()));
  requests++;
  let body = '';
  req.setEncoding('utf8').on('data', (piece: string) => (body += piece));
  req.on('end', () => {
    const [least, most] = manners.delay;
    if (most === 0) answer(res, body);
    else setTimeout(answer, least + Math.random() * (most - least), res, body);
  });
});
server.keepAliveTimeout = 60_000;
const [, , port] = process.argv;
if (port === undefined) server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
else server.listen(Number(port));

process.on('message', (told: Partial<Manners> | 'done') => {
  if (told === 'done') {
    process.send?.(done());
    return;
  }
  manners = { ...manners, ...told };
  process.send?.('told');
});
process.on('disconnect', () => process.exit(0));
