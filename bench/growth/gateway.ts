// One gateway process with one configuration, and what it costs to send it a message.
import type { ChildProcess } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cacheRoot } from '../erp/files.ts';
import { command } from '../gateway/start.ts';
import { firstLine, startNode, stop } from '../measure/process.ts';
import { type Configuration, password } from './configurations.ts';

const tests = join(import.meta.dirname, '..', '..', 'test');
export const notes = join(tests, 'security', 'notes');
const tls = join(tests, 'fixtures', 'tls');

export interface Message {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** ms until a message that does not end is given up. */
const LONGEST = 60_000;

/** A folder with keys and certificates for the settings that name them. */
function keysFolder(): string {
  const dir = join(cacheRoot, 'growth');
  mkdirSync(dir, { recursive: true });
  for (const name of readdirSync(tls)) copyFileSync(join(tls, name), join(dir, name));
  const n = Buffer.alloc(256, 0xc3).toString('base64url');
  writeFileSync(join(dir, 'jwks.json'), JSON.stringify({ keys: [{ kty: 'RSA', n, e: 'AQAB', alg: 'RS256' }] }));
  return dir;
}

export class Gateway {
  readonly child: ChildProcess;
  private readonly port: number;
  private readonly configuration: Configuration;
  /** Lines of standard error, for what a reload says. */
  readonly lines: string[] = [];

  private constructor(child: ChildProcess, port: number, configuration: Configuration) {
    this.child = child;
    this.port = port;
    this.configuration = configuration;
  }

  static async start(configuration: Configuration, upstream: string, mapping = notes): Promise<Gateway> {
    const env = { ...process.env, BENCH_PASSWORD: password, NODE_ENV: 'production' };
    if (configuration.middleware) {
      const program = join(import.meta.dirname, 'middleware.ts');
      const child = startNode(0, [program, mapping, configuration.present, upstream], { env });
      return new Gateway(child, Number(await firstLine(child)), configuration);
    }
    const dir = keysFolder();
    const settings = {
      mapping,
      present: configuration.present,
      upstream: `${upstream}/`,
      ...(configuration.present === 'soap' && { path: '/soap' }),
      ...ports,
      ...quiet,
      ...(configuration.tls ? { tlsCert: `${dir}/server.pem`, tlsKey: `${dir}/server.key` } : {}),
      ...(configuration.certificate ? { clientCa: `${dir}/ca.pem` } : {}),
      ...(configuration.auth ? { auth: JSON.parse(JSON.stringify(configuration.auth).replaceAll('$DIR', dir)) } : {}),
    };
    const file = join(dir, 'soapstone.yaml');
    writeFileSync(file, JSON.stringify(settings));
    const child = startNode(0, [command(), 'serve', '--config', file], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const lines = createInterface({ input: child.stderr! });
    const said: string[] = [];
    const port = await new Promise<number>((resolve, reject) => {
      lines.on('line', (line) => {
        said.push(line);
        const listening = /^listening on port (\d+)$/.exec(line);
        if (listening) resolve(Number(listening[1]));
      });
      child.once('exit', () => reject(new Error(`the gateway did not start:\n${said.join('\n')}`)));
    });
    return new Gateway(child, port, configuration);
  }

  /** µs of CPU that the process has used, of all its threads (proc(5), schedstat: ns on the CPU). */
  cpu(): number {
    const tasks = `/proc/${this.child.pid}/task`;
    let ns = 0;
    for (const task of readdirSync(tasks))
      ns += Number(readFileSync(`${tasks}/${task}/schedstat`, 'latin1').split(' ')[0]);
    return ns / 1000;
  }

  /** Status of the response; 0 when there is none. */
  send({ method, path, headers, body }: Message): Promise<number> {
    const { tls: secure, certificate, query = '', headers: own = {} } = this.configuration;
    const dir = join(cacheRoot, 'growth');
    const options = {
      port: this.port,
      host: '127.0.0.1',
      method,
      path: `${path}${query}`,
      headers: { ...headers, ...own, ...(body ? { 'content-length': String(body.length) } : {}) },
      timeout: LONGEST,
      agent: false,
      ...(secure ? { ca: readFileSync(join(tls, 'ca.pem')) } : {}),
      ...(certificate
        ? { cert: readFileSync(join(dir, 'client.pem')), key: readFileSync(join(dir, 'client.key')) }
        : {}),
    } as const;
    return new Promise((resolve) => {
      const call = (secure ? httpsRequest : httpRequest)(options, (res) => {
        res.resume().on('end', () => resolve(res.statusCode ?? 0));
        res.on('error', () => resolve(0));
      });
      call.on('timeout', () => call.destroy());
      call.on('error', () => resolve(0));
      call.end(body);
    });
  }

  stop(): Promise<void> {
    return stop(this.child);
  }
}

const ports = { host: '127.0.0.1', port: 0, adminHost: '127.0.0.1', adminPort: 'off' };
/** What would refuse messages for their load in place of reading them. */
const quiet = { logFormat: 'off', overloadDelay: 0, breakerFailures: 0, watch: 0, openapi: 'off', docs: 'off' };
