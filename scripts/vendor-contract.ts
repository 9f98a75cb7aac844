// The business records over the vendor's contract of a release, with rows for all of its record types:
// `npm run vendor-contract -- 2023_2 .cache/vendor/2023_2 --from SOURCE`. Nothing of the vendor's is part of this project: SOURCE is a WSDL with its
// schemas, a folder or a zip of them, or an address.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { check } from '../src/cli/check.ts';
import { loadContract } from '../src/contract/load.ts';
import type { Contract } from '../src/contract/model/contract.ts';
import { isRemote } from '../src/contract/source/location.ts';
import { loadMapping } from '../src/mapping/load.ts';
import type { Mapping } from '../src/mapping/model/mapping.ts';
import { callsOf } from '../src/mapping/runtime/called-operations.ts';
import { fitsNamespace } from '../src/mapping/syntax/namespace-pattern.ts';
import { compileTable } from './shipped-tables.ts';
import { writeContractFiles } from './vendor/contract-files.ts';
import { recordRows } from './vendor/record-rows.ts';
import { readTable, withRows, withSearches } from './vendor/table-text.ts';

const founding = fileURLToPath(new URL('../mappings/business-records/', import.meta.url));
const USAGE =
  'npm run vendor-contract -- RELEASE FOLDER --from SOURCE, as in: 2023_2 .cache/vendor/2023_2 --from downloads/wsdl.zip';

/** Record types whose search releases of the vendor have, and our own contract lacks. */
const SEARCHED_ELSEWHERE = ['Classification', 'ItemDemandPlan'];

export interface VendorMapping {
  readonly mapping: Mapping;
  /** What the release adds, in words. */
  readonly added: readonly string[];
}

/** Writes the folder: table, module, contract, and the settings of the vendor's look. */
export async function writeVendorMapping(release: string, folder: string, source: string): Promise<VendorMapping> {
  const allowRemote = isRemote(source) ? [new URL(source).host] : [];
  const contract = await loadContract(source, { allowRemote });
  refuseOther(release, contract);
  const text = readFileSync(join(founding, 'mapping.yaml'), 'utf8');
  const { names, namespaces } = readTable(text);
  const prefixOf = (ns: string) => [...namespaces].find(([, pattern]) => fitsNamespace(pattern, ns))?.[0];
  const derived = recordRows(contract, prefixOf, names);
  const searched = SEARCHED_ELSEWHERE.filter((name) => hasSearch(contract, name));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeContractFiles(contract, join(folder, 'contract'));
  const note = `Record types of ${release} that the table has no row for, made from the contract.`;
  writeFileSync(
    join(folder, 'mapping.yaml'),
    withRows(withSearches(text, searched), derived.rows, derived.namespaces, note),
  );
  const beside = readdirSync(founding).filter((file) => /\.ts$|^codes$|^vendor\.yaml$/.test(file));
  for (const file of beside) cpSync(join(founding, file), join(folder, file), { recursive: true });
  const mapping = await loadMapping(folder);
  return {
    mapping,
    added: addedLines(
      mapping,
      derived.rows.map(({ rest }) => rest),
    ),
  };
}

function hasSearch({ schemas }: Contract, name: string): boolean {
  return [...schemas.types.keys()].some((key) => key.endsWith(`}${name}Search`));
}

/** The release stands in the namespaces of the contract. */
function refuseOther(release: string, { schemas }: Contract): void {
  if (!/^\d{4}_\d$/.test(release)) throw new Error(`${release} is not a release: write it as 2023_2`);
  const releases = new Set(schemas.namespaces.flatMap((ns) => /^urn:.*_(\d{4}_\d)\./.exec(ns)?.[1] ?? []));
  if (!releases.has(release))
    throw new Error(`the contract is of release ${[...releases].join(', ') || 'none'}, not of ${release}`);
}

function addedLines({ contract, rules }: Mapping, types: readonly string[]): string[] {
  const called = new Set(rules.flatMap(callsOf).map(({ operation }) => operation.name));
  const operations = new Set(contract.operations.map(({ name }) => name));
  const listed = (names: Iterable<string>) => [...names].join(', ') || 'none';
  return [
    `${operations.size} operations, without a rule: ${listed([...operations].filter((name) => !called.has(name)))}`,
    `${types.length} record types beside those of the table: ${listed(types)}`,
  ];
}

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { from: { type: 'string' } } });
  const [release, folder] = positionals;
  if (positionals.length !== 2 || values.from === undefined) throw new Error(`usage: ${USAGE}`);
  const { added } = await writeVendorMapping(release, folder, values.from);
  for (const line of added) process.stdout.write(`${line}\n`);
  const outcome = await check([folder]);
  // A first start need not check 7,500 rules, nor make their documents.
  if (outcome === 0) compileTable(folder, ['--config', join(folder, 'vendor.yaml')]);
  return outcome;
}

if (import.meta.main)
  process.exitCode = await main().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    return 2;
  });
