// What a table was loaded from: each file and folder with a digest of its content. A snapshot counts as long as all of them are the same.

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readFile, readFolder, readNearby } from '../../contract/source/disk.ts';
import { isRefusal, isRemote, type ReadResult } from '../../contract/source/location.ts';
import type { ContractReads } from '../../contract/source/reads.ts';
import type { FunctionPair } from '../../pattern/converters/pair.ts';

/** `tables`: the table, and value tables that it names. `folder`, `nearby`: the files of contracts in a folder, as the reader of contracts looks for them. `scripts`: modules and their data. */
type Kind = 'tables' | 'file' | 'folder' | 'nearby' | 'scripts';

export interface Input {
  readonly kind: Kind;
  /** As messages name it. */
  readonly path: string;
  /** null: it cannot be read. */
  readonly digest: string | null;
}

export class InputRecord implements ContractReads {
  readonly inputs: Input[] = [];
  /** False: something came from the network. */
  isLocal = true;

  table(path: string, text: string): void {
    this.inputs.push({ kind: 'tables', path, digest: digestOf(text) });
  }

  file(path: string, result: ReadResult): void {
    if (isRemote(path)) this.isLocal = false;
    else this.inputs.push({ kind: 'file', path, digest: isRefusal(result) ? null : digestOf(result) });
  }

  files(kind: 'folder' | 'nearby', path: string, files: ReadonlyMap<string, Uint8Array>): void {
    this.inputs.push({ kind, path, digest: digestOfAll(path, files) });
  }

  scripts(path: string): void {
    this.inputs.push({ kind: 'scripts', path, digest: digestNow({ kind: 'scripts', path }) });
  }
}

/**
 * The table, its value tables and the files of its contract, where they are now. `sources`: those of the contract, which are no files where it was
 * compiled or is an archive.
 */
export function filesRead(
  inputs: readonly Input[],
  sources: readonly string[],
  relocate: (path: string) => string = (path) => path,
): string[] {
  const pathsOf = (kind: Kind) =>
    inputs.filter((input) => input.kind === kind && input.digest !== null).map(({ path }) => relocate(path));
  const files = pathsOf('file');
  const isPacked = files.length > 0 && !files.some((file) => sources.includes(file));
  return [...pathsOf('tables'), ...(isPacked ? files : sources)];
}

/** `relocate`: where they are now. */
export function areUnchanged(inputs: readonly Input[], relocate: (path: string) => string = (path) => path): boolean {
  return inputs.every(({ kind, path, digest }) => digestNow({ kind, path: relocate(path) }) === digest);
}

function digestNow({ kind, path }: Pick<Input, 'kind' | 'path'>): string | null {
  try {
    if (kind === 'folder') return digestOfAll(path, readFolder(path));
    if (kind === 'nearby') return digestOfAll(path, readNearby(path));
    if (kind === 'scripts') return digestOfAll('', readScripts(path));
    const result = readFile(path);
    return isRefusal(result) ? null : digestOf(result);
  } catch {
    return null;
  }
}

const SCRIPT = /\.(?:[cm]?[jt]s|json)$/;

function readScripts(folder: string): ReadonlyMap<string, Uint8Array> {
  const names = readdirSync(folder).filter((name) => SCRIPT.test(name));
  const read = names.sort().map((name) => [name, readFile(join(folder, name))] as const);
  return new Map(read.flatMap(([name, result]) => (isRefusal(result) ? [] : [[name, result] as const])));
}

/** Modules may be imported from anywhere: the functions themselves count too. */
export function digestOfFunctions(functions: ReadonlyMap<string, FunctionPair>): string {
  const texts = [...functions].map(([name, pair]) => [name, pair.parameters, String(pair.in), String(pair.out)]);
  return digestOf(JSON.stringify(texts));
}

/** Names count as they are below the folder, which may move. */
function digestOfAll(folder: string, files: ReadonlyMap<string, Uint8Array>): string {
  return digestOf([...files].map(([name, bytes]) => `${digestOf(bytes)} ${relative(folder, name)}`).join('\n'));
}

export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url');
}
