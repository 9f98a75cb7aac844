// Loads of whole mappings: the founding table, and the same with many more record types. Each load in a fresh process, in turn.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { median, medianRatio } from '../measure/median.ts';
import type { Section } from '../measure/section.ts';
import { figure, table } from '../measure/table.ts';
import type { MappingResult } from './mapping.ts';
import { founding, writeRecordTypes } from './record-types.ts';

const ROUNDS = 7;
const FEW = 27;
const MANY = 180;

export interface TableLoad {
  readonly name: string;
  readonly folder: string;
  /** Root folder of the checkout that loads it; this one by default. */
  readonly checkout?: string;
  readonly results: MappingResult[];
}

function load(folder: string, checkout: string[]): MappingResult {
  const args = ['--expose-gc', join(import.meta.dirname, 'mapping.ts'), folder, ...checkout];
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${folder} cannot be loaded`);
  return JSON.parse(stdout) as MappingResult;
}

export function measureTables(loads: readonly TableLoad[]): void {
  for (let round = 0; round < ROUNDS; round++)
    for (const { folder, checkout, results } of loads)
      results.push(load(folder, checkout === undefined ? [] : [checkout]));
}

const values = ({ results }: TableLoad, key: keyof MappingResult) => results.map((result) => result[key]);

export function ratio(one: TableLoad, other: TableLoad, key: 'heap' | 'cpu'): number {
  return medianRatio(values(one, key), values(other, key));
}

export function tableRows(loads: readonly TableLoad[]): string[][] {
  return loads.map((one) => [
    one.name,
    figure(median(values(one, 'rules'))),
    figure(median(values(one, 'heap'))),
    figure(median(values(one, 'cpu'))),
    figure(median(values(one, 'firstUse'))),
  ]);
}

export const TABLE_HEAD = ['load of a table', 'compiled rules', 'heap MB', 'CPU ms', 'ms of a first use'];

export function tablesSection(): Pick<Section, 'body' | 'targets'> {
  const few: TableLoad = { name: `founding table, ${FEW} record types`, folder: founding, results: [] };
  const many: TableLoad = { name: `the same with ${MANY}`, folder: writeRecordTypes(MANY), results: [] };
  measureTables([few, many]);
  const targets = (['heap', 'cpu'] as const).map((key) => ({
    what: `load of ${MANY} record types ÷ ${FEW}, ${key === 'cpu' ? 'CPU' : key}`,
    sense: 'at most' as const,
    bound: 2,
    measured: ratio(many, few, key),
  }));
  return { body: table(TABLE_HEAD, tableRows([few, many])), targets };
}

/** The founding table of each checkout, loaded by it. */
export function loadsBeside(now: string, before: string, checkout: string): readonly [TableLoad, TableLoad] {
  const ours: TableLoad = { name: now, folder: founding, results: [] };
  const theirs: TableLoad = {
    name: before,
    folder: join(checkout, 'mappings', 'business-records'),
    checkout,
    results: [],
  };
  measureTables([ours, theirs]);
  return [ours, theirs];
}
