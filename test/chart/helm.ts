// The real helm over the chart. Knows nothing about what the documents should say.
import { execFile } from 'node:child_process';
import { cpSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { helmFile, kustomizeFile } from '../../scripts/setup/cache.ts';
import { temp } from '../server/temp.ts';

const run = promisify(execFile);

export const chart = join(import.meta.dirname, '..', '..', 'helm', 'soapstone');

/** Command by which an init container copies the mapping of its image (`mapping.image.copy`). */
export const COPY_MAPPING = [
  '/nodejs/bin/node',
  '-e',
  "require('node:fs').cpSync('/mapping', '/to', { recursive: true })",
];

/** One Kubernetes object. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  // biome-ignore lint/suspicious/noExplicitAny: whatever the kind has
  readonly [more: string]: any;
}

/** What would be installed as `release` into the namespace `apps`. `args`: further ones, such as `-f values.yaml`. `from`: the folder of the chart. Rejects with what helm says. */
export async function render(args: readonly string[], version = '1.34.0', from = chart): Promise<Manifest[]> {
  const all = ['template', 'release', from, '--namespace', 'apps', '--kube-version', version, ...args];
  const { stdout } = await run(helmFile, all, { maxBuffer: 1 << 24 });
  return parseAllDocuments(stdout)
    .map((document) => document.toJS() as Manifest | null)
    .filter((one) => one !== null);
}

export async function lint(values: string): Promise<string> {
  const { stdout } = await run(helmFile, ['lint', '--strict', chart, '-f', values]);
  return stdout;
}

/** `helm show`. */
export async function show(what: 'readme'): Promise<string> {
  return (await run(helmFile, ['show', what, chart])).stdout;
}

/** What `kustomize build` makes of a folder. */
export async function kustomize(folder: string): Promise<Manifest[]> {
  const { stdout } = await run(kustomizeFile, ['build', folder]);
  return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
}

/** The text of NOTES.txt, which `helm template` leaves out: here it is the value of a ConfigMap. */
export async function notes(args: readonly string[]): Promise<string> {
  const copy = join(temp(), 'soapstone');
  cpSync(chart, copy, { recursive: true });
  renameSync(join(copy, 'templates', 'NOTES.txt'), join(copy, 'NOTES.txt'));
  const map = 'kind: ConfigMap\ndata: { text: {{ tpl (.Files.Get "NOTES.txt") . | toJson }} }\n';
  writeFileSync(join(copy, 'templates', 'notes.yaml'), map);
  const all = ['template', 'release', copy, '--namespace', 'apps', '--show-only', 'templates/notes.yaml', ...args];
  const { stdout } = await run(helmFile, all);
  return parse(stdout).data.text;
}
