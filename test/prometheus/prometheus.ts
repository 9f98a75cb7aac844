// Prometheus itself, and its promtool. Knows nothing about the gateway.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What promtool says; '' when it has nothing to say. */
export function promtool(args: readonly string[], input = ''): { readonly ok: boolean; readonly said: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  return { ok: status === 0, said: `${stdout}${stderr}`.trim() };
}

export interface Point {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Prometheus {
  /** An instant query. Rejects with Prometheus' words for what it cannot parse. */
  query(expression: string): Promise<Point[]>;
  /** Trace ids of the exemplars behind an expression. */
  traceIds(expression: string): Promise<string[]>;
  stop(): Promise<void>;
}

/** Scrapes `targets` (host:port) twice a second as job `soapstone`, with the rules of `ruleFiles`. */
export async function startPrometheus(targets: readonly string[], ruleFiles: readonly string[]): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-prometheus-'));
  const config = {
    global: { scrape_interval: '500ms', scrape_timeout: '400ms', evaluation_interval: '500ms' },
    rule_files: ruleFiles,
    scrape_configs: [{ job_name: 'soapstone', static_configs: [{ targets }] }],
  };
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const port = await freePort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--enable-feature=exemplar-storage',
    ],
    { stdio: 'ignore' },
  );
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit');
  const base = `http://127.0.0.1:${port}`;
  await ready(`${base}/-/ready`, ended);
  const ask = async (path: string, expression: string) => {
    const url = `${base}/api/v1/${path}${encodeURIComponent(expression)}`;
    const { status, data, error } = (await (await fetch(url)).json()) as Answer;
    if (status !== 'success') throw new Error(`${expression}: ${error}`);
    return data;
  };
  return {
    query: async (expression) => {
      const { result } = (await ask('query?query=', expression)) as {
        result: { metric: Point['metric']; value: [number, string] }[];
      };
      return result.map(({ metric, value }) => ({ metric, value: Number(value[1]) }));
    },
    traceIds: async (expression) => {
      const span = `start=${Date.now() / 1000 - 600}&end=${Date.now() / 1000 + 60}`;
      const series = (await ask(`query_exemplars?${span}&query=`, expression)) as {
        exemplars: { labels: { trace_id: string } }[];
      }[];
      return series.flatMap(({ exemplars }) => exemplars.map(({ labels }) => labels.trace_id));
    },
    stop: async () => {
      kill();
      await ended;
      process.removeListener('exit', kill);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Answer {
  readonly status: string;
  readonly data: unknown;
  readonly error?: string;
}

/** Prometheus does not tell which port it took, so that it gets one. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function ready(url: string, ended: Promise<unknown>): Promise<void> {
  let over = false;
  void ended.then(() => (over = true));
  while (!over)
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
  throw new Error('prometheus did not start');
}
