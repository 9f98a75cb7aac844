// The tables of facts/: what the contract has to say, in a compact form. Knows nothing of XML.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const contractFolder = join(import.meta.dirname, '../../mappings/business-records/contract');

/** Head line → what stands indented below it, as one line. */
export function table(name: string): Map<string, string> {
  const found = new Map<string, string>();
  let head = '';
  for (const line of lines(name)) {
    if (line.startsWith(' ')) found.set(head, `${found.get(head)} ${line.trim()}`.trim());
    else found.set((head = line), '');
  }
  return found;
}

/** Lines of `a | b | c`, or of words. */
export const rows = (name: string, between: string | RegExp = / ?\| ?/): string[][] =>
  lines(name).map((line) => line.split(between));

export interface Operation {
  readonly name: string;
  readonly input: readonly string[];
  readonly output: readonly string[];
  /** Names without `Fault`, in order. */
  readonly faults: readonly string[];
}

export function operations(): Operation[] {
  const all = rows('operations');
  const sets = new Map(all.filter((r) => r.length === 1).map(([line]) => line.split(' = ') as [string, string]));
  return all
    .filter((r) => r.length === 4)
    .map(([name, input, output, set]) => ({
      name,
      input: words(input),
      output: words(output),
      faults: words(sets.get(set)!),
    }));
}

export interface RestRecord {
  readonly name: string;
  readonly type: string;
  readonly how: 'exact' | 'modelled';
  readonly value: string;
  /** '' where the record cannot be searched. */
  readonly search: string;
}

export const restRecords = (): RestRecord[] =>
  rows('rest-records').map(([name, type, how, value, search]) => ({ name, type, how, value, search }) as RestRecord);

/** Prefix of the tables → file and namespace. */
export const schemas = (): Map<string, { file: string; ns: string }> =>
  new Map(rows('schemas', ' ').map(([file, prefix, ns]) => [prefix, { file, ns }]));

/** `prefix:local` in Clark notation. */
export function clarkOf(name: string): string {
  const [prefix, local] = name.split(':');
  return `{${schemas().get(prefix)!.ns}}${local}`;
}

const words = (text: string) => text.split(' ').filter((w) => w !== '');

function lines(name: string): string[] {
  const text = readFileSync(join(import.meta.dirname, 'facts', `${name}.txt`), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}
