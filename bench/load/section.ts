// Time to load a contract of 1,400 types, and whole tables: every load in a fresh process, candidates in turn.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writeLargeContract } from '../large/files.ts';
import { median, medianRatio } from '../measure/median.ts';
import type { Section } from '../measure/section.ts';
import { figure, table } from '../measure/table.ts';
import type { Target } from '../measure/target.ts';
import type { LoadResult } from './result.ts';
import { tablesSection } from './tables.ts';

const ROUNDS = 9;
const STRONG = 'strong-soap';
const SOURCES = 'Soapstone, sources';
const COMPILED = 'Soapstone, compiled file';
const candidates = [
  [STRONG, 'strong-soap.ts'],
  ['node-soap', 'node-soap.ts'],
  [SOURCES, 'sources.ts'],
  [COMPILED, 'compiled.ts'],
] as const;

type Results = ReadonlyMap<string, LoadResult[]>;

function runScript(file: string): string | undefined {
  const path = join(import.meta.dirname, file);
  const { status, stdout } = spawnSync(process.execPath, [path], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return status === 0 ? stdout : undefined;
}

/** A candidate that fails is left out from then on; its reason is on stderr. */
function measure(types: number): Results {
  const all = new Map<string, LoadResult[]>(candidates.map(([name]) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, file] of candidates) {
      const list = all.get(name);
      const line = list && runScript(file);
      if (line === undefined) {
        all.delete(name);
        continue;
      }
      const result = JSON.parse(line) as LoadResult;
      if (result.types !== types) throw new Error(`${name} found ${result.types} types instead of ${types}`);
      list?.push(result);
    }
  }
  return all;
}

function loads(results: Results, name: string): number[] {
  return (results.get(name) ?? []).map((r) => r.load);
}

function rows(results: Results): string[][] {
  const base = loads(results, STRONG);
  return [...results].map(([name, list]) => [
    name,
    figure(median(list.map((r) => r.load))),
    figure(median(list.map((r) => r.cpu))),
    figure(median(list.map((r) => r.imports))),
    name === STRONG ? '1' : figure(medianRatio(loads(results, name), base)),
  ]);
}

function targets(results: Results): Target[] {
  const base = loads(results, STRONG);
  const rows: [what: string, name: string, bound: number][] = [
    ['load from sources ÷ strong-soap', SOURCES, 0.4],
    ['load from the compiled file ÷ strong-soap', COMPILED, 0.05],
  ];
  return rows.map(([what, name, bound]) => ({
    what,
    sense: 'at most',
    bound,
    measured: medianRatio(loads(results, name), base),
  }));
}

export async function loadSection(): Promise<Section> {
  const { bytes, files, types } = writeLargeContract();
  runScript('compile.ts');
  const results = measure(types);
  const what = `${types} types in ${files} files, ${figure(bytes / 1e6)} MB`;
  const head = [`load: ${what}`, 'ms', 'CPU ms', 'ms of imports before it', '÷ strong-soap'];
  const tables = tablesSection();
  const body = `${table(head, rows(results))}\n\n${tables.body}`;
  return { title: 'Load', body, targets: [...targets(results), ...tables.targets] };
}
