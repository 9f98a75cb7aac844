// `npm run corpus`: a first table for every public WSDL of `sources.ts`. Each loads, or is refused by name; `check` takes each table at first try.
// Random messages of each go XML → JSON → XML. Ends with the operations that are carried, and those that are not, by cause.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { loadContract } from '../../src/contract/load.ts';
import { Problems, SoapstoneError } from '../../src/errors/errors.ts';
import { firstTable } from '../../src/init/first-table.ts';
import { stubCase } from '../../src/init/table/stub-cases.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { Coverage } from './coverage.ts';
import { reviewed } from './reviewed.ts';
import { type Source, sources } from './sources.ts';
import { Trips } from './trips.ts';

const cache = join(import.meta.dirname, '../../.cache/wsdl');
/** Fewer contracts say too little. */
const LEAST = 50;

interface Totals {
  files: number;
  loaded: number;
  refused: number;
  failed: number;
  operations: number;
  resources: number;
  actions: number;
  stubs: number;
}

const coverage = new Coverage(reviewed);
const trips = new Trips();
const totals: Totals = {
  files: 0,
  loaded: 0,
  refused: 0,
  failed: 0,
  operations: 0,
  resources: 0,
  actions: 0,
  stubs: 0,
};
const missing = sources.filter((source) => !fetched(source));
for (const source of sources.filter((one) => !missing.includes(one)))
  for (const file of globSync('**/*.{wsdl,WSDL}', { cwd: folderOf(source) }).toSorted())
    await tryContract(source, file);
for (const { repository } of missing) say(`not run: ${repository} is not in .cache/wsdl and cannot be fetched`);
const { files, loaded, refused, failed, operations, resources, actions, stubs } = totals;
say(
  `${files} contracts: ${loaded} loaded, ${refused} refused by name, ${failed} failed; ${missing.length} repositories not run`,
);
say(
  `${operations} operations, ${resources} (${Math.round((100 * resources) / operations)} %) with a resource path, ${actions} actions below a resource; ${stubs} stub cases`,
);
for (const line of [...coverage.lines(), ...trips.lines()]) say(line);
const isWrong = failed > 0 || trips.failed || coverage.legalRefused > 0 || coverage.unreviewed.length > 0;
process.exitCode = isWrong || files < LEAST ? 1 : 0;

function folderOf({ repository }: Source): string {
  return join(cache, repository.replace('/', '+'));
}

/** With git, its WSDL and schema files alone. */
function fetched(source: Source): boolean {
  const folder = folderOf(source);
  if (existsSync(folder)) return true;
  const draft = `${folder}.draft`;
  mkdirSync(draft, { recursive: true });
  const git = (...args: readonly string[]) =>
    spawnSync('git', ['-C', draft, ...args], { stdio: 'ignore' }).status === 0;
  const done =
    git('init', '-q') &&
    git(
      'fetch',
      '-q',
      '--depth',
      '1',
      '--filter=blob:none',
      `https://github.com/${source.repository}`,
      source.commit,
    ) &&
    git('checkout', '-q', 'FETCH_HEAD', '--', source.folder);
  if (done) renameSync(draft, folder);
  return done;
}

async function tryContract(source: Source, file: string): Promise<void> {
  totals.files++;
  const name = `${source.repository}/${file}`;
  const location = join(folderOf(source), file);
  const began = performance.now();
  try {
    const contract = await loadContract(location);
    const { text, mapping, choices } = await firstTable(contract, { contract: location });
    compileMapping(text, 'mapping.yaml', contract);
    totals.loaded++;
    coverage.loaded(name, contract);
    const time = Math.round(performance.now() - began);
    const [found, actions] = (['resource', 'action'] as const).map(
      (style) => choices.filter(({ route }) => route?.style === style).length,
    );
    const cases = mapping.rules.filter((rule) => stubCase(mapping, rule) !== undefined).length;
    totals.operations += choices.length;
    totals.resources += found;
    totals.actions += actions;
    totals.stubs += cases;
    say(
      `ok       ${name}: ${choices.length} operations, ${found} with a resource path, ${actions} actions, ${cases} stub cases, ${time} ms`,
    );
    for (const { listed, route, reason } of choices)
      if (route === undefined) say(`         left out: ${listed.operation.name}: ${reason}`);
    trips.carry(name, contract);
  } catch (error) {
    const reason = reasonOf(error);
    const isRefused = reason.startsWith('CONTRACT_');
    if (isRefused) await coverage.refused(name, location, error);
    totals[isRefused ? 'refused' : 'failed']++;
    say(`${isRefused ? 'refused ' : 'FAILED  '} ${name}: ${reason}`);
  }
}

/** The code and text of the first problem, and how many more there are. */
function reasonOf(error: unknown): string {
  const problems = error instanceof Problems ? error.problems : [error];
  const [first] = problems;
  const text = first instanceof SoapstoneError ? `${first.code}: ${first.message}` : String((first as Error).stack);
  return problems.length > 1 ? `${text} (and ${problems.length - 1} more)` : text;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
