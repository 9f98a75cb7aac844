// The entry of the room: from files to a Contract. Knows nothing about mappings or HTTP services.
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { coded, formatError, SoapstoneError } from '../errors/errors.ts';
import { atOnce, each, inSlices, type Steps } from '../event-loop/time-slices.ts';
import { readFileBounded } from '../file/read-file.ts';
import { isCompiled, readCompiled } from './compiled/read.ts';
import type { Broken, Contract } from './model/contract.ts';
import { lossesOf } from './model/lost-operations.ts';
import { mentionsPolicies } from './policy/mentions.ts';
import { type ResolvedImports, resolveImports } from './resolve-imports.ts';
import { readFile, readFolder, readNearby, reason } from './source/disk.ts';
import type { Asking } from './source/library.ts';
import { contractLimits } from './source/limits.ts';
import { isRemote, type ReadResult } from './source/location.ts';
import type { ContractReads } from './source/reads.ts';
import { fetchAllowed } from './source/remote.ts';
import { Report } from './source/report.ts';
import { isZip, readZip } from './source/zip.ts';
import { Definitions } from './wsdl/definitions.ts';
import { faultElements, linkOperations, withoutBroken } from './wsdl/link.ts';
import { finishSchemas, startLinking } from './xsd/link.ts';
import { Registry } from './xsd/registry.ts';
import type { TypeCheck } from './xsd/unusable-types.ts';

export interface LoadOptions {
  /** Hosts (`name` or `name:port`) from which WSDL and XSD files may be fetched. None by default. */
  readonly allowRemote?: readonly string[];
  /** Is told of everything that is read. */
  readonly reads?: ContractReads;
  /** Judges the facets of simple types: those with a problem are broken components. */
  readonly checkType?: TypeCheck;
}

/**
 * Loads a WSDL file with all that it imports, all .wsdl and .xsd files of a folder or a .zip, an http(s) URL whose host is allowed, or a
 * compiled contract. Throws `Problems` with every problem found.
 */
export async function loadContract(location: string, options: LoadOptions = {}): Promise<Contract> {
  const report = new Report();
  const { allowRemote: allowed = [], reads, checkType } = options;
  const fetched = (reference: string) => {
    reads?.file(reference, notFetched);
    return fetchAllowed(reference, allowed);
  };
  if (isRemote(location)) return loadFrom(new Map(), location, { report, checkType, answer: fetched });
  const ask = (reference: string) => {
    if (isRemote(reference)) return fetched(reference);
    const result = readFile(reference);
    reads?.file(reference, result);
    return result;
  };
  try {
    if (statSync(location).isDirectory()) {
      const files = readFolder(location);
      reads?.files('folder', location, files);
      return await loadFrom(files, undefined, { report, checkType, answer: ask });
    }
    const bytes = readBounded(location);
    reads?.file(location, bytes);
    if (isCompiled(bytes)) return readCompiled(bytes);
    const refuse = (reference: string) => (isRemote(reference) ? fetched(reference) : notGiven);
    if (isZip(bytes)) return await loadFrom(readZip(bytes, location), undefined, { report, checkType, answer: refuse });
    const main = location.replaceAll('\\', '/');
    const around = () => nearby(dirname(main), reads);
    return await loadFrom(new Map([[main, bytes]]), main, { report, checkType, answer: ask, nearby: around });
  } catch (e) {
    return fail(report, e, location);
  }
}

/**
 * Loads from bytes in memory, by file name: `main` and what it imports, else all files. Nothing else is read. Throws `Problems`.
 */
export function loadContractFrom(files: ReadonlyMap<string, Uint8Array>, main?: string): Contract {
  const report = new Report();
  try {
    const loading = resolveAndLink(resolveImports(files, main, report), report);
    return atOnce(loading, (reference) => (isRemote(reference) ? notFetched : notGiven));
  } catch (e) {
    return fail(report, e, main ?? '');
  }
}

function nearby(folder: string, reads: ContractReads | undefined): ReadonlyMap<string, Uint8Array> {
  const files = readNearby(folder);
  reads?.files('nearby', folder, files);
  return files;
}

const notGiven: ReadResult = { code: 'CONTRACT_READ', reason: 'it is not among the given files' };
const notFetched: ReadResult = { code: 'CONTRACT_REMOTE', reason: 'nothing is fetched from the network' };

interface Loading {
  readonly report: Report;
  readonly checkType: TypeCheck | undefined;
  readonly answer: (location: string) => ReadResult | Promise<ReadResult>;
  readonly nearby?: () => ReadonlyMap<string, Uint8Array>;
}

async function loadFrom(
  files: ReadonlyMap<string, Uint8Array>,
  main: string | undefined,
  { report, checkType, answer, nearby }: Loading,
): Promise<Contract> {
  try {
    return await inSlices(resolveAndLink(resolveImports(files, main, report, nearby), report, checkType), answer);
  } catch (e) {
    return fail(report, e, main ?? '');
  }
}

function* resolveAndLink(resolving: Asking<ResolvedImports>, report: Report, checkType?: TypeCheck): Asking<Contract> {
  return yield* link(yield* resolving, report, checkType);
}

function readBounded(location: string): Uint8Array {
  const { size } = statSync(location);
  if (size <= contractLimits.bytes) return readFileBounded(location, { maxBytes: contractLimits.bytes });
  throw new SoapstoneError(
    'CONTRACT_READ',
    `"${location}" has ${size} bytes; a contract may have ${contractLimits.bytes}`,
  );
}

/** The error that stops the loading becomes the last problem. */
function fail(report: Report, error: unknown, location: string): never {
  const e = coded(error, { file: location, line: 1, col: 1 });
  if (e instanceof SoapstoneError) report.keep(e);
  else if (e instanceof Error && 'syscall' in e) {
    report.keep(new SoapstoneError('CONTRACT_READ', `"${location}" cannot be read: ${reason(e)}`, { cause: e }));
  }
  report.settle();
  throw e;
}

/** Lists all problems of a contract without a usable operation; schemas alone need none. */
function* refuseAll({ definitions }: ResolvedImports, broken: readonly Broken[], report: Report): Steps<void> {
  const problems = broken.flatMap((entry) => entry.problems);
  yield* each(problems, (problem) => report.keep(problem));
  // Of one operation everything is said.
  const losses =
    new Set(broken.flatMap(({ operation }) => operation ?? [])).size > 1 ? lossesOf({ broken }) : new Map();
  for (const [i, problem] of report.problems.entries())
    report.problems[i] = losses.get(formatError(problem)) ?? problem;
  if (definitions.length > 0 && report.problems.length === 0)
    report.add('CONTRACT_INVALID', 'no port has a SOAP binding with an operation', definitions[0].place);
  report.settle();
}

/** Links documents to a contract. Throws `Problems` where nothing can be used. */
function* link(resolved: ResolvedImports, report: Report, checkType: TypeCheck | undefined): Steps<Contract> {
  const registry = new Registry(report, contractLimits.components);
  for (const document of resolved.documents) yield* registry.addDocument(document);
  for (const { node, document } of resolved.redefinitions.toReversed()) yield* registry.redefine(node, document);
  for (const missing of resolved.missing) registry.addMissing(missing);
  const linker = startLinking(registry, report);
  const definitions = new Definitions(registry, report);
  for (const root of resolved.definitions) yield* definitions.addDocument(root);
  const linked = yield* linkOperations({ definitions, schemas: linker, report });
  const { schemas, broken: components } = yield* finishSchemas(linker, faultElements(linked.operations), checkType);
  const { operations, broken } = withoutBroken(linked, components);
  if (operations.length === 0) yield* refuseAll(resolved, broken, report);
  const unreferenced = new Set(registry.unneededImports());
  for (const problem of unreferenced) report.keep(problem);
  if (report.problems.some(({ code }) => code === 'CONTRACT_LIMIT')) report.settle();
  return Object.freeze({
    schemas,
    operations: Object.freeze(operations),
    broken: Object.freeze(broken),
    unread: Object.freeze(registry.unreadNamespaces()),
    unneeded: Object.freeze(report.without(broken.flatMap(({ problems }) => problems))),
    unreferenced,
    hasPolicies: mentionsPolicies(resolved.sources),
    files: Object.freeze([...resolved.files]),
    sources: resolved.sources,
  });
}
