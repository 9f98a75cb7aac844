// `soapstone init`: a first table for a contract, to be edited, with a stub case for each rule. Prints what was guessed, and reason.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, parse, relative, resolve } from 'node:path';
import { folderOutcomes } from '../case-runner/case-runner.ts';
import { writeCompiled } from '../contract/compiled/write.ts';
import type { Contract } from '../contract/model/contract.ts';
import { lostNames } from '../contract/model/lost-operations.ts';
import { serviceName } from '../contract/model/service-name.ts';
import { isRemote } from '../contract/source/location.ts';
import { docsCommand } from '../errors/docs-reference.ts';
import { Problems, SoapstoneError } from '../errors/errors.ts';
import { counted } from '../errors/wording.ts';
import { type FirstTable, firstTable } from '../init/first-table.ts';
import { missingFrom, unnamedIn } from '../init/missing.ts';
import { type PolicyProposal, policyProposal } from '../init/proposals/policy.ts';
import { recognised } from '../init/recognised.ts';
import type { RouteStyle } from '../init/routes/route.ts';
import type { Choice } from '../init/table-writer.ts';
import { type LoadOptions, loadMapping, ruleNodes } from '../mapping/load.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import { contractPolicy } from '../policy/contract-policy.ts';
import { writeNewCases } from '../recording/case-file.ts';
import { addressNotes, reachableUrl } from '../server/bridges/service-url.ts';
import { loadNamedContract } from './contract-argument.ts';
import { takeOutgrown } from './outgrown-stubs.ts';
import { say } from './output/say.ts';
import { brokenLines, lossWarning, OK } from './report.ts';
import { casesText, stubsFor } from './stubs.ts';

interface InitFlags {
  /** Folder; by default one named after the contract. */
  readonly output?: string;
  readonly camelCase?: boolean;
  readonly all?: boolean;
  readonly cases?: boolean;
}

type OutputFlags = InitFlags & { readonly output: string };

/** Overwrites no table: where there is one, it prints the operations that the table lacks. */
export async function init(location: string, chosen: InitFlags, options: LoadOptions = {}): Promise<number> {
  if (chosen.cases && chosen.output === undefined && hasTable(location))
    return addCases(await loadMapping(location, options), location, options);
  const contract = await loadNamedContract(location, options);
  const flags = { ...chosen, output: chosen.output ?? folderFor(location, contract) };
  for (const line of brokenLines(contract)) say(`left out: ${line}`);
  const isNew = !existsSync(join(flags.output, 'mapping.yaml'));
  if (isNew && flags.cases) throw withoutTable(location, flags.output);
  const stored = storedAs(location, flags.output);
  const proposal = policyProposal(contractPolicy(contract), AUTH);
  const comment = [
    `A first table for ${location}, made by soapstone init from the names of the contract.`,
    `Yours to edit: it is not written again. Language: ${docsCommand('mapping')}`,
    ...proposal.comment,
  ];
  const table = await firstTable(contract, { ...flags, contract: stored, comment });
  if (isNew) return writeFiles(location, contract, { stored, table, proposal }, flags);
  return compare(location, table, flags, options);
}

/** A mapping folder is its own: a second table beside it is nobody's wish. */
function folderFor(location: string, contract: Contract): string {
  return hasTable(location) ? location : namedAfter(location, contract);
}

function hasTable(location: string): boolean {
  return !isRemote(location) && existsSync(join(location, 'mapping.yaml'));
}

function withoutTable(location: string, output: string): SoapstoneError {
  return new SoapstoneError('SETTINGS', `--cases adds to the cases of a table, and ${output} has none`, {
    suggestion: `soapstone init ${location} writes one, with its cases; -o names the folder of another`,
  });
}

/** `clinic` of `c/clinic.wsdl` and of `https://host/clinic.asmx?wsdl`, the service of `https://host/?wsdl`, in the current folder. A folder with something else is not touched. */
function namedAfter(location: string, contract: Contract): string {
  const path = isRemote(location) ? new URL(location).pathname : resolve(location);
  const folder = parse(path).name.replace(/[^\p{L}\p{N}._-]+/gu, '-') || serviceName(contract);
  const isFree = !existsSync(folder) || existsSync(join(folder, 'mapping.yaml'));
  if (isFree) return folder;
  throw new SoapstoneError('SETTINGS', `"${folder}" is there already and is no mapping folder`, {
    suggestion: `name a folder with -o, e.g. -o ${folder}-mapping`,
  });
}

const COMPILED = 'service.contract';

/** How the table names the contract: a URL is stored in its compiled form. */
function storedAs(location: string, output: string): string {
  if (isRemote(location)) return COMPILED;
  return relative(resolve(output), resolve(location)).replaceAll('\\', '/');
}

interface Made {
  readonly stored: string;
  readonly table: FirstTable;
  readonly proposal: PolicyProposal;
}

async function writeFiles(
  location: string,
  contract: Contract,
  { stored, table, proposal }: Made,
  { output, all, camelCase }: OutputFlags,
): Promise<number> {
  const isChosen = (id: string) => all || !table.replaced.includes(id);
  const chosen = table.mapping.rules.filter(({ id }) => isChosen(id));
  const open = table.mapping.rules.filter(({ id }) => !isChosen(id));
  const { cases, lines } = await stubsFor(table.mapping, chosen);
  const path = join(output, 'mapping.yaml');
  save(path, table.text);
  if (isRemote(location)) save(join(output, stored), writeCompiled(contract));
  if (cases.length > 0) save(join(output, 'cases', 'sample-values.yaml'), casesText(cases));
  if (!all) for (const line of choiceLines(table.choices)) say(line);
  for (const line of recognised(contract, path)) say(`note: ${line}`);
  if (!all && !camelCase) for (const line of namesNote(table.choices)) say(`note: ${line}`);
  for (const line of table.leftOut) say(`left out of SOAP header parts: ${shortened(line)}`);
  const rules = table.mapping.rules.length;
  const lost = lostNames(contract).operations.length;
  const paths = all
    ? ` for ${counted(table.choices.length, 'operation')}, all named like their operation`
    : `; ${shares(table.choices, lost)}`;
  say(`${path}: ${counted(rules, 'rule')}${paths}; ${counted(cases.length, 'stub case')}`);
  for (const line of lines) say(line);
  if (open.length > 0)
    say(
      `no stub case yet for ${open.map(({ id }) => id).join(', ')}: ${path} proposes another rule; once one is chosen: soapstone init --cases ${output}`,
    );
  if (stored.startsWith('../../'))
    say(
      `note: the contract stays outside, at ${stored}; for a folder that holds all: soapstone compile '${location}' -o ${join(output, COMPILED)}, and contract: ${COMPILED} in the table`,
    );
  if (isRemote(location))
    say(
      `${join(output, stored)}: the contract; again with: soapstone compile '${location}' -o ${join(output, stored)}`,
    );
  const options = policyOptions(proposal, output);
  const upstream = await reachableUrl(location, contract).catch(() => 'URL');
  const notes = upstream === 'URL' ? [] : addressNotes(upstream, contract.operations);
  for (const note of notes) say(`note: ${note}`);
  const serve = ['soapstone serve --mapping', output, '--upstream', upstream, ...options].join(' ');
  say(`next: edit the table, then soapstone test ${output}; ${serve}`);
  const warning = lossWarning(contract);
  if (warning !== undefined) say(warning);
  return OK;
}

/** Of many members of one part the first ones: the table has all. */
function shortened(line: string): string {
  const [names, ...reason] = line.split(': ');
  const all = names.split(', ');
  const hidden = all.length - FEW_MEMBERS;
  const few = hidden > 1 ? `${all.slice(0, FEW_MEMBERS).join(', ')} and ${hidden} more` : names;
  return [few, ...reason].join(': ');
}

const FEW_MEMBERS = 3;

/** The file for `--auth`, in the folder of the table. */
const AUTH = 'auth.yaml';

/** Options of `serve` that the policies ask for. Writes no file that is there. */
function policyOptions({ auth, options, comment }: PolicyProposal, output: string): readonly string[] {
  for (const line of comment) say(`policy: ${line}`);
  if (auth === undefined) return options;
  const path = join(output, AUTH);
  if (!existsSync(path)) save(path, auth);
  return [`--auth ${path}`, ...options];
}

function save(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** The table may have another contract than this one: it is checked with this one. */
async function compare(
  location: string,
  table: FirstTable,
  { output, cases }: OutputFlags,
  options: LoadOptions,
): Promise<number> {
  const contract = isRemote(location) ? undefined : location;
  const loading = { ...options, contract };
  if (cases) return addCases(await loadMapping(output, loading), output, loading);
  const mapping = await loadMapping(output, loading).catch(async (error: unknown) => {
    if (error instanceof Problems) sayMissing(output, unnamedIn(await ruleNodes(output, loading), table.choices));
    throw error;
  });
  sayMissing(output, missingFrom(mapping, table.choices));
  return OK;
}

function sayMissing(output: string, missing: readonly Choice[]): void {
  say(`${join(output, 'mapping.yaml')} is there already: nothing is written`);
  if (missing.length === 0) say('it has a rule for every operation of the contract');
  else say('operations without a rule, each with the rule that init would write:');
  for (const line of choiceLines(missing)) say(line);
}

/** A stub case for each rule that no case passes for, in a new file. Those that such a rule had before are taken out. */
async function addCases(mapping: Mapping, output: string, options: LoadOptions): Promise<number> {
  const outcomes = await folderOutcomes(output, options);
  const passed = new Set(outcomes.flatMap(({ rule, problems }) => (problems.length === 0 && rule ? [rule] : [])));
  const rules = mapping.rules.filter(({ id }) => !passed.has(id));
  const { cases, lines } = await stubsFor(mapping, rules);
  const failed = outcomes.filter(({ problems }) => problems.length > 0);
  const { removed, remaining } = takeOutgrown(output, failed, cases);
  if (removed > 0) say(`${counted(removed, 'stub case')} of edited rules taken out: new ones are in their place`);
  if (cases.length > 0)
    say(`${writeNewCases(output, casesText(cases), 'stubs')}: ${counted(cases.length, 'stub case')}`);
  else say('no stub case is written');
  for (const line of lines) say(line);
  for (const { name, place } of remaining) say(`${place.file}:${place.line} ${name} fails: correct or delete it`);
  return OK;
}

function choiceLines(choices: readonly Choice[]): string[] {
  const rows = choices.map(({ listed, route, reason }) => [routeText(route), listed.operation.name, reason] as const);
  const [first, second] = [0, 1].map((column) => Math.max(0, ...rows.map((row) => row[column].length)));
  return rows.map(
    ([route, name, reason]) =>
      `  ${route.padEnd(Math.min(first, MOST))}  ${name.padEnd(Math.min(second, MOST))}  ${reason}`,
  );
}

/** Where the same value has one name in a path or query and another one in bodies. */
function namesNote(choices: readonly Choice[]): string[] {
  const bound = choices.flatMap(({ listed, route }) =>
    listed.inputs.filter(({ variable }) => route?.query.includes(variable!) || route?.path.includes(`{${variable}}`)),
  );
  const input = bound.find(({ key, variable }) => key !== variable && /^\p{L}/u.test(key));
  if (input === undefined) return [];
  return [
    `names in paths and queries are in camelCase (${input.variable}), those in bodies as in the contract (${input.key}); with --camel-case both are alike`,
  ];
}

/** Widest column. */
const MOST = 48;

function routeText(route: Choice['route']): string {
  if (route === undefined) return 'left out';
  return `${route.method} ${route.path}${route.query.length === 0 ? '' : `?${route.query.join('&')}`}`;
}

/** Of paths with nouns alone, with a verb below a noun, and named like the operation. `lost`: operations that did not load. */
function shares(choices: readonly Choice[], lost: number): string {
  const count = (style: RouteStyle | undefined) => choices.filter(({ route }) => route?.style === style).length;
  const [actions, names, refused] = [count('action'), count('name'), count(undefined) + lost];
  const all = choices.length + lost;
  return [
    `${count('resource')} of ${counted(all, 'operation')} ${all === 1 ? 'has' : 'have'} a resource path`,
    ...(actions > 0 ? [`${counted(actions, 'action')} below a resource`] : []),
    ...(names > 0 ? [`${names} named like the operation`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ].join(', ');
}
