// kubectl and helm, as an administrator of the cluster.
import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type HelmVersion, helms, program } from './programs.ts';

const execute = promisify(execFile);

export interface Ended {
  readonly ok: boolean;
  /** Both outputs. */
  readonly output: string;
}

export class Kubectl {
  private readonly env: NodeJS.ProcessEnv;
  private readonly folder: string;
  private files = 0;

  constructor(kubeconfig: string, folder: string) {
    this.folder = folder;
    this.env = { ...process.env, KUBECONFIG: kubeconfig, HOME: folder };
  }

  /** Standard output. Rejects with what kubectl said. */
  async run(...args: readonly string[]): Promise<string> {
    const { stdout } = await execute(program('kubectl'), args, { env: this.env, maxBuffer: 1 << 26 });
    return stdout;
  }

  /** The same; empty where it fails. */
  async try(...args: readonly string[]): Promise<string> {
    return this.run(...args).catch(() => '');
  }

  // biome-ignore lint/suspicious/noExplicitAny: objects of the API.
  async get(...args: readonly string[]): Promise<any> {
    return JSON.parse(await this.run('get', ...args, '-o', 'json'));
  }

  /** Objects as the API has them. */
  async apply(namespace: string, ...objects: readonly object[]): Promise<void> {
    const file = this.write('objects', { apiVersion: 'v1', kind: 'List', items: objects });
    await this.run('apply', '-n', namespace, '-f', file);
  }

  async helm(version: HelmVersion, ...args: readonly string[]): Promise<Ended> {
    return attempt(helms[version], args, this.env);
  }

  async attempt(...args: readonly string[]): Promise<Ended> {
    return attempt(program('kubectl'), args, this.env);
  }

  /** A folder with such files, by name. */
  writeFolder(values: Readonly<Record<string, unknown>>): string {
    const folder = mkdtempSync(join(this.folder, 'files-'));
    for (const [name, value] of Object.entries(values)) writeFileSync(join(folder, name), JSON.stringify(value));
    return folder;
  }

  /** A file with a value, for the command line of a program. */
  write(name: string, value: unknown): string {
    const file = join(this.folder, `${name}-${this.files++}.json`);
    writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
    return file;
  }
}

async function attempt(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  try {
    const { stdout, stderr } = await execute(file, args, { env, maxBuffer: 1 << 26 });
    return { ok: true, output: `${stdout}${stderr}` };
  } catch (e) {
    const { stdout, stderr, message } = e as { stdout?: string; stderr?: string; message: string };
    return { ok: false, output: `${stdout ?? ''}${stderr ?? message}` };
  }
}
