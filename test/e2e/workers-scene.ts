// `soapstone serve --workers`, as users run it: who has served what, and which processes there are.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type Running, start } from '../cli/spawn-cli.ts';
import { call, type Got, type Sending } from '../server/http-client.ts';
import { until } from '../server/until.ts';

export interface Together {
  readonly port: number;
  readonly running: Running;
  /** A request over a connection of its own. */
  ask(path: string, sending?: Sending): Promise<Got>;
  admin(path: string, sending?: Sending): Promise<Got>;
  /** Value of a metric, by the beginning of its line. */
  metric(series: string): Promise<number>;
  /** Process id of a worker that is ready. */
  pidOf(worker: number): Promise<number | undefined>;
  /** Lines of the log so far. */
  log(): readonly Readonly<Record<string, unknown>>[];
  /** Numbers of the workers that have logged a request. */
  served(): ReadonlySet<unknown>;
}

/** `flags`: beside those of the ports. */
export async function startTogether(
  workers: number,
  flags: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Together> {
  const local = ['--host', '127.0.0.1', '--port', '0', '--admin-host', '127.0.0.1', '--admin-port', '0'];
  const running = start(['serve', '--workers', String(workers), ...local, ...flags], { environment });
  await until(() => running.err().includes('listening on port') || running.child.exitCode !== null);
  if (running.child.exitCode !== null) throw new Error(`soapstone serve did not start:\n${running.err()}`);
  const port = Number(/listening on port (\d+)/.exec(running.err())?.[1]);
  const adminPort = Number(/admin: http:\/\/127\.0\.0\.1:(\d+)/.exec(running.err())?.[1]);
  const admin = (path: string, sending?: Sending) => call(adminPort, path, { agent: undefined, ...sending });
  const log = () =>
    running
      .out()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  return {
    port,
    running,
    ask: (path, sending) => call(port, path, { ...sending, headers: { connection: 'close', ...sending?.headers } }),
    admin,
    metric: async (series) => {
      const { text } = await admin('/metrics');
      return Number(
        text
          .split('\n')
          .find((line) => line.startsWith(series))
          ?.split(' ')
          .at(-1),
      );
    },
    pidOf: async (worker) => {
      const { text } = await admin('/readyz?verbose');
      const pid = new RegExp(`worker ${worker}: process (\\d+)`).exec(text)?.[1];
      return pid === undefined ? undefined : Number(pid);
    },
    log,
    served: () => new Set(log().flatMap(({ rule, worker }) => (rule === undefined ? [] : [worker]))),
  };
}

export interface Payments {
  readonly url: string;
  /** How many were asked for. */
  asked(): number;
  /** Answers all that wait; later ones at once. */
  answer(): void;
}

const PAID = '<PayResponse xmlns="https://example.com/payments"><paymentId>7</paymentId></PayResponse>';
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';

/** The service of mappings/70-faults, which answers when it is told to. */
export async function heldPayments(): Promise<Payments> {
  const held: ServerResponse[] = [];
  let asked = 0;
  let isOpen = false;
  const pay = (res: ServerResponse) => {
    res.writeHead(200, { 'content-type': 'text/xml' });
    res.end(`<e:Envelope xmlns:e="${SOAP}"><e:Body>${PAID}</e:Body></e:Envelope>`);
  };
  const server = createServer((req, res) => {
    asked++;
    req.resume().on('end', () => (isOpen ? pay(res) : held.push(res)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked: () => asked,
    answer: () => {
      isOpen = true;
      held.splice(0).forEach(pay);
    },
  };
}
