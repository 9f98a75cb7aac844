// Loads a checked mapping from a folder.

import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { loadUsableContract } from '../codec/load-contract.ts';
import type { Contract } from '../contract/model/contract.ts';
import { isRemote } from '../contract/source/location.ts';
import type { ContractReads } from '../contract/source/reads.ts';
import { coded, Problems, SoapstoneError } from '../errors/errors.ts';
import { inSlices, type Steps } from '../event-loop/time-slices.ts';
import { displayFolder, displayPath } from '../file/display-path.ts';
import { readTextBounded } from '../file/read-file.ts';
import type { FunctionPair } from '../pattern/converters/pair.ts';
import type { CheckOutcome } from './checker/outcome.ts';
import { compileSteps, expandRuleSteps, expandSteps, ruleNodesSteps, tableProblems } from './compile.ts';
import type { Mapping } from './model/mapping.ts';
import { readModule } from './module-functions.ts';
import { digestOf, digestOfFunctions, filesRead, InputRecord } from './snapshot/inputs.ts';
import { readSnapshot, type SnapshotHead, writeSnapshot } from './snapshot/snapshot.ts';
import type { Snapshots } from './snapshot/snapshot-folder.ts';
import { Report } from './syntax/report.ts';
import { parseYaml, type YamlEntry, type YamlNode, yamlSteps } from './syntax/yaml.ts';
import { withTableFiles } from './table-files.ts';

export interface LoadOptions {
  /** WSDL file, folder, zip, URL or compiled contract, instead of the table's `contract:`. Relative to the working directory. */
  readonly contract?: string;
  /** Hosts (`name` or `name:port`) from which contracts may be fetched. None by default. */
  readonly allowRemote?: readonly string[];
  /** Values for the table's `settings:`, as texts. */
  readonly settings?: ReadonlyMap<string, string>;
  /** Count the table (`Mapping.figures`). */
  readonly figures?: boolean;
  /** Where the outcomes of earlier checks are. None by default. */
  readonly snapshots?: Snapshots;
}

interface Source {
  readonly root: YamlNode;
  readonly contract: Contract;
  readonly functions: ReadonlyMap<string, FunctionPair>;
}

const TABLES = ['mapping.yaml', 'mapping.yml'];

/** Reads mapping.yaml of a folder with its contract and module. Throws Problems with everything that is wrong. */
export async function loadMapping(dir: string, options: LoadOptions = {}): Promise<Mapping> {
  const { snapshots, figures } = options;
  const table = snapshots && !figures ? tableFile(dir) : undefined;
  const record = new InputRecord();
  if (snapshots === undefined || table === undefined) return checkedMapping(dir, options, record);
  const folder = displayFolder(dirname(table));
  const name = snapshotName(folder, options);
  const earlier = await recalledMapping(folder, options, snapshots, name);
  if (earlier) return earlier;
  let digest: string | undefined;
  const mapping = await checkedMapping(dir, options, record, ({ root, contract, functions }, outcome) => {
    if (!record.isLocal || sizeOf(table) < snapshots.leastBytes) return;
    const { program } = snapshots;
    const head = { program, folder, inputs: record.inputs, functions: digestOfFunctions(functions) };
    digest = digestOfMapping(head, options);
    snapshots.offer(folder, name, () => writeSnapshot(head, { root, contract, outcome }));
  });
  return { ...mapping, digest };
}

/** The same wherever the folder is. */
function digestOfMapping({ inputs, functions }: SnapshotHead, { settings = new Map() }: LoadOptions): string {
  return digestOf(JSON.stringify([inputs.map(({ kind, digest }) => [kind, digest]), functions, [...settings]]));
}

async function checkedMapping(
  dir: string,
  options: LoadOptions,
  record: InputRecord,
  onChecked?: (source: Source, outcome: CheckOutcome) => void,
): Promise<Mapping> {
  const source = await readSource(dir, options, record);
  const { root, contract, functions } = source;
  const { settings, figures } = options;
  const hooks = onChecked && { onChecked: (outcome: CheckOutcome) => onChecked(source, outcome) };
  try {
    const mapping = await inSlices(compileSteps(root, contract, { functions, settings, figures, ...hooks }));
    return { ...mapping, files: filesRead(record.inputs, contract.files) };
  } catch (error) {
    throw coded(error, root.place);
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** The same wherever the folder is. */
function snapshotName(folder: string, { contract, settings = new Map() }: LoadOptions): string {
  const instead = contract === undefined || isRemote(contract) ? contract : relative(folder, contract);
  return `${digestOf(JSON.stringify([instead, [...settings]]))}.table`;
}

/** undefined: there is no snapshot, or something has changed. Then everything is checked. */
async function recalledMapping(
  folder: string,
  options: LoadOptions,
  snapshots: Snapshots,
  name: string,
): Promise<Mapping | undefined> {
  for (const bytes of snapshots.read(folder, name)) {
    const mapping = await mappingOf(bytes, folder, options, snapshots);
    if (mapping) return mapping;
  }
  return undefined;
}

async function mappingOf(
  bytes: Uint8Array,
  folder: string,
  options: LoadOptions,
  { program }: Snapshots,
): Promise<Mapping | undefined> {
  const { settings } = options;
  try {
    const snapshot = readSnapshot(bytes, program, folder);
    if (!snapshot?.isCurrent()) return undefined;
    const functions = await readModule(folder);
    if (digestOfFunctions(functions) !== snapshot.head.functions) return undefined;
    const { root, contract, outcome } = snapshot.content();
    const mapping = await inSlices(compileSteps(root, contract, { functions, settings, outcome }));
    return { ...mapping, files: snapshot.filesRead(contract.files), digest: digestOfMapping(snapshot.head, options) };
  } catch {
    return undefined;
  }
}

/** The table with its short rows in their long form, as YAML. Throws Problems. */
export async function expandMapping(dir: string, options: LoadOptions = {}): Promise<string> {
  const { root, contract, functions } = await readSource(dir, options);
  return inSlices(expandSteps(root, contract, { functions, settings: options.settings }));
}

/** The long form of one rule, as YAML; undefined: no rule has this id. Throws Problems. */
export async function expandRule(dir: string, id: string, options: LoadOptions = {}): Promise<string | undefined> {
  const { root, contract, functions } = await readSource(dir, options);
  return inSlices(expandRuleSteps(root, contract, id, { functions, settings: options.settings }));
}

/** The rules of the table as written, one for each copy; also where they do not fit the contract. Throws Problems of files. */
export async function ruleNodes(dir: string, options: LoadOptions = {}): Promise<YamlNode[]> {
  const { root, contract } = await readSource(dir, options);
  return inSlices(ruleNodesSteps(root, contract, { settings: options.settings }));
}

async function readSource(location: string, options: LoadOptions, record?: InputRecord): Promise<Source> {
  const dir = mappingFolder(location);
  const name = tableOf(dir);
  if (name === undefined) throw problem('MAPPING_READ', noTable(dir));
  const file = displayPath(join(dir, name));
  const text = readText(join(dir, name));
  record?.table(file, text);
  record?.scripts(displayFolder(dir));
  const onRead = (path: string, content: string) => record?.table(displayPath(path), content);
  const root = withTableFiles(await inSlices(yamlSteps(text, file)), dir, displayPath, onRead);
  const contract = await readContract({ ...options, reads: record }, root, file, dir).catch(async (error: unknown) => {
    if (error instanceof Problems)
      await inSlices(withTable(options.contract === undefined ? placed(error, root) : error.problems, root, options));
    throw error;
  });
  return { root, contract, functions: await readModule(dir) };
}

/** `location`: a folder, or the table in it. */
export function mappingFolder(location: string): string {
  return TABLES.includes(basename(location)) && isFile(location) ? dirname(location) : location;
}

function isFile(location: string): boolean {
  return statSync(location, { throwIfNoEntry: false })?.isFile() === true;
}

function noTable(dir: string): string {
  if (isFile(dir)) {
    const { kind, instead } = fileKind(dir);
    return `${dir} is ${kind}, not a mapping; ${instead}`;
  }
  if (existsSync(dir)) return `${dir} holds no ${TABLES[0]}`;
  return `there is no folder ${dir} (looked for ${resolve(dir, TABLES[0])})`;
}

function fileKind(file: string): { readonly kind: string; readonly instead: string } {
  if (/\.xsd$/i.test(file))
    return { kind: 'a schema', instead: 'soapstone init writes a first mapping for the WSDL that imports it' };
  if (/\.(wsdl|asmx|svc)$/i.test(file))
    return { kind: 'a contract', instead: `soapstone init ${file} writes a first mapping for it` };
  return { kind: 'a file', instead: `a mapping is a folder with a ${TABLES[0]}` };
}

async function readContract(
  { contract: location, allowRemote, reads }: LoadOptions & { readonly reads?: ContractReads },
  root: YamlNode,
  file: string,
  dir: string,
): Promise<Contract> {
  const at = location ?? contractOf(root, file, dir);
  return loadUsableContract(at, { allowRemote, reads });
}

/** Without a contract a table is checked in part only; its problems are reported together with the contract's. */
function withTable(problems: readonly SoapstoneError[], root: YamlNode, { settings }: LoadOptions): Steps<void> {
  return new Report([...tableProblems(root, settings), ...problems]).finishSteps();
}

/** A problem without a place, such as a missing file, gets the place of `contract:`. */
function placed({ problems }: Problems, root: YamlNode): readonly SoapstoneError[] {
  const place = contractEntry(root)?.value.place;
  return problems.map((p) => (p.place ? p : new SoapstoneError(p.code, p.message, { ...p, place })));
}

/** The table of a mapping folder; undefined: it has none. */
export function tableFile(location: string): string | undefined {
  const dir = mappingFolder(location);
  const name = tableOf(dir);
  return name === undefined ? undefined : join(dir, name);
}

function tableOf(dir: string): string | undefined {
  return TABLES.find((table) => existsSync(join(dir, table)));
}

function readText(path: string): string {
  try {
    return readTextBounded(path);
  } catch (e) {
    throw problem('MAPPING_READ', `cannot read ${displayPath(path)}: ${(e as NodeJS.ErrnoException).code}`);
  }
}

/** The contract of a mapping folder, where that is a URL. */
export function remoteContract(location: string): string | undefined {
  const contract = contractLocation(location);
  return contract !== undefined && isRemote(contract) ? contract : undefined;
}

/** The path or URL that a mapping folder names as its contract; undefined: it has no table. Throws Problems. */
export function contractLocation(location: string): string | undefined {
  const dir = mappingFolder(location);
  const name = tableOf(dir);
  if (name === undefined) return undefined;
  const file = displayPath(join(dir, name));
  return contractOf(parseYaml(readText(join(dir, name)), file), file, dir);
}

function contractOf(root: YamlNode, file: string, dir: string): string {
  const entry = contractEntry(root);
  if (entry?.value.kind !== 'scalar' || typeof entry.value.value !== 'string') {
    const place = entry?.value.place ?? { file, line: 1, col: 1 };
    throw new Problems([
      new SoapstoneError('MAPPING_MISSING', 'the table names no contract', {
        place,
        suggestion: 'write contract: FILE.wsdl',
      }),
    ]);
  }
  const { source } = entry.value;
  return isRemote(source) ? source : displayPath(resolve(dir, source));
}

function contractEntry(root: YamlNode): YamlEntry | undefined {
  return root.kind === 'map' ? root.entries.find((e) => e.key === 'contract') : undefined;
}

function problem(code: 'MAPPING_READ', message: string): Problems {
  return new Problems([new SoapstoneError(code, message)]);
}
