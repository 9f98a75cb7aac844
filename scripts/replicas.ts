// What deploy/compose.yaml runs, as plain processes: two replicas in front of the demo's SOAP service, the Redis that they share, a Prometheus that watches
// them. Shows that the two are one, prints what to look at, and runs until Ctrl-C; `--check` ends after showing.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'yaml';
import { freePorts, Processes } from './replicas/processes.ts';

const root = join(import.meta.dirname, '..');
const node = [process.execPath, '--disallow-code-generation-from-strings', '--disable-proto=delete'];
const soapstone = [...node.slice(1), join(root, 'src', 'cli', 'main.ts')];
const compose = parse(readFileSync(join(root, 'deploy', 'compose.yaml'), 'utf8'), { merge: true });

interface Ports {
  readonly bank: number;
  readonly data: readonly [number, number];
  readonly admin: readonly [number, number];
  readonly prometheus: number;
}

async function main(): Promise<void> {
  const processes = new Processes();
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-replicas-'));
  try {
    const ports = await start(processes, folder);
    await show(ports);
    if (!process.argv.includes('--check')) await untilInterrupted(ports);
  } finally {
    await processes.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function start(processes: Processes, folder: string): Promise<Ports> {
  const [bank, one, two, adminOne, adminTwo, prometheus] = await freePorts(6);
  const socket = join(folder, 'redis');
  const redis = ['--port', '0', '--unixsocket', socket, '--dir', folder, ...compose.services.redis.command.slice(1)];
  const demo = [...soapstone, 'demo', '--port', '0', '--records-port', '0', '--soap-port', String(bank)];
  await Promise.all([
    processes.start('redis', 'redis-server', redis, /ready to accept connections at/i),
    processes.start('demo', node[0], demo, /Ctrl-C/),
  ]);
  const replica = (port: number, admin: number) =>
    processes.start('a replica', node[0], [...soapstone, 'serve'], /listening on port/, {
      ...settings(),
      SOAPSTONE_MAPPING: join(root, 'mappings', '10-first-row'),
      SOAPSTONE_UPSTREAM: `http://127.0.0.1:${bank}/accounts`,
      SOAPSTONE_STORE: `unix:${socket}`,
      SOAPSTONE_HOST: '127.0.0.1',
      SOAPSTONE_PORT: String(port),
      SOAPSTONE_ADMIN_PORT: String(admin),
      SOAPSTONE_DRAIN_DELAY: '0s',
    });
  await Promise.all([replica(one, adminOne), replica(two, adminTwo)]);
  await watch(processes, folder, prometheus, [adminOne, adminTwo]);
  return { bank, data: [one, two], admin: [adminOne, adminTwo], prometheus };
}

/** Those of the replicas in the compose file that are no places. */
function settings(): Record<string, string> {
  const { SOAPSTONE_NAME, SOAPSTONE_RATE_LIMIT } = compose['x-settings'];
  return { SOAPSTONE_NAME, SOAPSTONE_RATE_LIMIT };
}

async function watch(processes: Processes, folder: string, port: number, targets: readonly number[]): Promise<void> {
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [join(root, 'helm', 'soapstone', 'files', 'alerts.yaml')],
    scrape_configs: [
      { job_name: 'soapstone', static_configs: [{ targets: targets.map((target) => `127.0.0.1:${target}`) }] },
    ],
  };
  writeFileSync(join(folder, 'prometheus.yaml'), JSON.stringify(config));
  const args = [
    `--config.file=${join(folder, 'prometheus.yaml')}`,
    `--storage.tsdb.path=${join(folder, 'prometheus')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--enable-feature=exemplar-storage',
  ];
  await processes.start('prometheus', 'prometheus', args, /Server is ready/);
}

/** Each line is printed when it is so. */
async function show({ data, prometheus }: Ports): Promise<void> {
  const caller = { authorization: 'Bearer somebody' };
  const statuses: number[] = [];
  for (let i = 0; i < 60; i++) {
    const reply = await fetch(`http://127.0.0.1:${data[i % 2]}/v1/accounts/7`, { headers: caller });
    await reply.arrayBuffer();
    statuses.push(reply.status);
  }
  const served = statuses.filter((status) => status === 200).length;
  const refused = statuses.filter((status) => status === 429).length;
  hold(
    served === 40 && refused === 20,
    `one caller asked both replicas in turn 60 times: ${served} served, ${refused} refused (the limit is 40 a minute, for both together)`,
  );

  const query = async (expression: string) => {
    const url = `http://127.0.0.1:${prometheus}/api/v1/query?query=${encodeURIComponent(expression)}`;
    const { data: found } = (await (await fetch(url)).json()) as { data: { result: { value: [number, string] }[] } };
    return found.result.map(({ value }) => Number(value[1]));
  };
  const counted = await until(
    () => query('sum by (instance) (soapstone_http_requests_total{rule="GetAccount"})'),
    (values) => values.length === 2 && values[0] + values[1] === 60,
  );
  hold(counted !== undefined, `Prometheus has seen ${counted?.join(' and ')} requests at the two`);
  const rules = await query('count(soapstone_ready == 1)');
  hold(rules[0] === 2, 'both are ready');
}

function hold(good: boolean, line: string): void {
  console.log(`${good ? 'ok' : 'NOT OK'}  ${line}`);
  if (!good) process.exitCode = 1;
}

/** For half a minute at most. */
async function until<T>(look: () => Promise<T>, good: (value: T) => boolean): Promise<T | undefined> {
  for (const end = performance.now() + 30_000; performance.now() < end; await wait(200)) {
    const value = await look();
    if (good(value)) return value;
  }
  return undefined;
}

async function untilInterrupted({ data, admin, prometheus }: Ports): Promise<void> {
  const web = `http://127.0.0.1:${prometheus}`;
  console.log(`
The replicas:    http://127.0.0.1:${data[0]}/v1/accounts/7   http://127.0.0.1:${data[1]}/v1/accounts/7
Their metrics:   http://127.0.0.1:${admin[0]}/metrics   http://127.0.0.1:${admin[1]}/metrics
Prometheus:      ${web}/graph?g0.expr=sum%20by%20(instance,status)%20(rate(soapstone_http_requests_total%5B1m%5D))
The alert rules: ${web}/alerts

Ctrl-C ends them all.`);
  await new Promise((resolve) => process.once('SIGINT', resolve));
}

await main();
