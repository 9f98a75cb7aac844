// Loads a checked mapping from a folder.

import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkSimpleTypes } from '../codec/datatypes/compile.ts';
import { dialect } from '../codec/datatypes/dialect.ts';
import { isCompiled } from '../contract/compiled/read.ts';
import { loadContract } from '../contract/load.ts';
import type { Contract } from '../contract/model/contract.ts';
import { isRemote } from '../contract/source/location.ts';
import { coded, Problems, SoapstoneError } from '../errors/errors.ts';
import { each, inSlices, type Steps } from '../event-loop/time-slices.ts';
import { readFileBounded, readTextBounded } from '../file/read-file.ts';
import { type FunctionPair, isFunctionPair } from '../pattern/converters/pair.ts';
import { compileSteps, expandSteps, tableProblems } from './compile.ts';
import type { Mapping } from './model/mapping.ts';
import { Report } from './syntax/report.ts';
import { parseYaml, type YamlEntry, type YamlNode, yamlSteps } from './syntax/yaml.ts';
import { withTableFiles } from './table-files.ts';
import { readAsModules } from './typescript-modules.ts';

export interface LoadOptions {
  /** WSDL file, folder, zip, URL or compiled contract, instead of the table's `contract:`. Relative to the working directory. */
  readonly contract?: string;
  /** Hosts (`name` or `name:port`) from which contracts may be fetched. None by default. */
  readonly allowRemote?: readonly string[];
  /** Values for the table's `settings:`, as texts. */
  readonly settings?: ReadonlyMap<string, string>;
  /** Count the table (`Mapping.figures`). */
  readonly figures?: boolean;
}

interface Source {
  readonly root: YamlNode;
  readonly contract: Contract;
  readonly functions: ReadonlyMap<string, FunctionPair>;
}

const TABLES = ['mapping.yaml', 'mapping.yml'];
const MODULES = ['module.ts', 'module.mts', 'module.js', 'module.mjs'];

/** Reads mapping.yaml of a folder with its contract and module. Throws Problems with everything that is wrong. */
export async function loadMapping(dir: string, options: LoadOptions = {}): Promise<Mapping> {
  const { root, contract, functions } = await readSource(dir, options);
  try {
    return await inSlices(
      compileSteps(root, contract, { functions, settings: options.settings, figures: options.figures }),
    );
  } catch (error) {
    throw coded(error, root.place);
  }
}

/** The table with its short rows in their long form, as YAML. Throws Problems. */
export async function expandMapping(dir: string, options: LoadOptions = {}): Promise<string> {
  const { root, contract, functions } = await readSource(dir, options);
  return inSlices(expandSteps(root, contract, { functions, settings: options.settings }));
}

async function readSource(location: string, options: LoadOptions): Promise<Source> {
  const dir = mappingFolder(location);
  const name = tableOf(dir);
  if (name === undefined) throw problem('MAPPING_READ', noTable(dir));
  const file = displayPath(join(dir, name));
  const root = withTableFiles(await inSlices(yamlSteps(readText(join(dir, name)), file)), dir, displayPath);
  const contract = await readContract(options, root, file, dir).catch(async (error: unknown) => {
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

async function readContract(options: LoadOptions, root: YamlNode, file: string, dir: string): Promise<Contract> {
  const location = options.contract ?? contractOf(root, file, dir);
  const contract = await loadContract(location, { allowRemote: options.allowRemote });
  if (!isCompiledFile(location)) await inSlices(checkValues(contract));
  return contract;
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

/** Checks facets of types that no rule uses; `compile` has done so for a compiled contract. Throws Problems. */
function* checkValues(contract: Contract): Steps<void> {
  const problems: SoapstoneError[] = [];
  const numbers = dialect();
  yield* each(contract.schemas.types.values(), (type) => {
    if (type.kind === 'simple') problems.push(...checkSimpleTypes([type], numbers));
  });
  yield;
  if (problems.length > 0) throw new Problems(problems);
}

function isCompiledFile(location: string): boolean {
  if (!existsSync(location) || !statSync(location).isFile()) return false;
  return isCompiled(readFileBounded(location));
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
  const dir = mappingFolder(location);
  const name = tableOf(dir);
  if (name === undefined) return undefined;
  const file = displayPath(join(dir, name));
  const contract = contractOf(parseYaml(readText(join(dir, name)), file), file, dir);
  return isRemote(contract) ? contract : undefined;
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

/** The pairs of functions of the folder's module: exported objects with the functions `in` and `out`. */
export async function readModule(dir: string): Promise<ReadonlyMap<string, FunctionPair>> {
  const name = MODULES.find((m) => existsSync(join(dir, m)));
  if (name === undefined) return new Map();
  const file = resolve(dir, name);
  if (/ts$/.test(name)) readAsModules(file);
  const exported = await importModule(file);
  return new Map(Object.entries(exported).filter((e): e is [string, FunctionPair] => isFunctionPair(e[1])));
}

/** An error while the module loads is a problem of the mapping. */
async function importModule(file: string): Promise<Record<string, unknown>> {
  try {
    return (await import(moduleUrl(file))) as Record<string, unknown>;
  } catch (error) {
    const [reason] = String(error).split('\n');
    throw problem('MAPPING_READ', `${displayPath(file)} cannot be loaded: ${reason}`);
  }
}

/** Texts of modules by file, as they were first imported. */
const imported = new Map<string, string>();

/** node imports a changed module again only under another URL. */
function moduleUrl(file: string): string {
  const url = pathToFileURL(file);
  const digest = createHash('sha256').update(readText(file)).digest('base64url');
  const first = imported.get(file) ?? digest;
  imported.set(file, first);
  if (digest !== first) url.searchParams.set('text', digest);
  return url.href;
}

function displayPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short;
}

function problem(code: 'MAPPING_READ', message: string): Problems {
  return new Problems([new SoapstoneError(code, message)]);
}
