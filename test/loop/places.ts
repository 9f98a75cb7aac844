// Where the loops run: tutorials, and a contract of our own for what they do not have; each in the SOAP versions that its contract has.

import { join } from 'node:path';
import type { SoapVersion } from '../../src/contract/model/contract.ts';
import type { Mapping } from '../../src/mapping/model/mapping.ts';
import type { Rule } from '../../src/rule/rule.ts';
import { tutorial } from '../e2e/scene.ts';
import { sample } from '../sample-size.ts';
import { type Auths, auths } from './credentials.ts';
import { anyElements, type Elements, orderElements } from './random.ts';

export interface Place {
  readonly name: string;
  readonly folder: string;
  readonly version: SoapVersion;
  /** Where callers are asked who they are. */
  readonly auth?: Auths;
}

const both: readonly SoapVersion[] = ['1.1', '1.2'];

export const places: readonly Place[] = [
  ...['10-first-row', '20-shapes', '30-types', '50-calls'].map((name) => ({
    name,
    folder: tutorial(name),
    version: both[0],
  })),
  ...both.flatMap((version) => [
    ...['70-faults', '80-foreign-errors'].map((name) => ({ name, folder: tutorial(name), version })),
    { name: 'shelf', folder: join(import.meta.dirname, 'shelf'), version },
  ]),
  { name: '90-credentials', folder: tutorial('90-credentials'), version: both[0], auth: auths },
];

/** Operations of flows, by tutorial: flows.test.ts. */
export const flowing: Readonly<Record<string, readonly string[]>> = {
  '40-paging': ['SearchBooks', 'SearchBooksMore', 'ListLoans', 'ListMoreLoans', 'ListReaders'],
  '60-jobs': [
    ...['MakeReport', 'SubmitReport', 'ReportStatus', 'GetReport'],
    ...['SubmitImport', 'ImportStatus', 'GetImport'],
  ],
};

/** Rules that go both ways with one call. */
export function bothWays({ rules }: Mapping): readonly Rule[] {
  return rules.filter((rule) => rule.direction === undefined && rule.flow === undefined);
}

export function elementsOf(name: string, { contract }: Mapping): Elements {
  return name === '30-types' ? orderElements(contract.schemas) : anyElements(contract.schemas);
}

export const RUNS = Number(process.env['LOOP_RUNS'] ?? sample(30, 200));
export const endOnFailure = process.env['SHRINK'] === undefined;
