// Finds the operation of the contract that a rule calls.

import type { Dialect } from '../../../codec/datatypes/dialect.ts';
import type { Broken, Contract, Operation } from '../../../contract/model/contract.ts';
import { lossesOf } from '../../../contract/model/lost-operations.ts';
import type { ElementDecl } from '../../../contract/model/model.ts';
import { formatError, type Place, SoapstoneError } from '../../../errors/errors.ts';
import { nearest } from '../../../errors/suggest.ts';
import { clark } from '../../../xml/reader/names.ts';
import type { Located } from '../../syntax/fields.ts';
import type { Report } from '../../syntax/report.ts';
import type { SoapRow } from '../../syntax/row.ts';

/** The first operation of the contract that fits the rule. Several different ones are an error. */
export function chooseOperation(
  row: SoapRow,
  contract: Contract,
  dialect: Dialect,
  report: Report,
): Operation | undefined {
  const attempt = report.apart();
  const operation = choose(row, contract, dialect, attempt);
  if (operation) report.problems.push(...attempt.problems);
  else reportCause(row, contract, attempt, report);
  return operation;
}

/** The rule with its misspelt element corrected, so that one run also finds its other mistakes. */
export function likelyMeant(
  row: SoapRow,
  { operations }: Contract,
  dialect: Dialect,
): { readonly soap: SoapRow; readonly operation: Operation } | undefined {
  const { request } = row;
  const keys = request?.elements ?? [];
  const [key] = keys;
  if (request === undefined || key === undefined || keys.length > 1) return undefined;
  const candidates = operations.filter((op) => op.input.body.length === 1);
  const local = nearest(
    key.key.replace(/^.*[:}]/, ''),
    candidates.map((op) => op.input.body[0].name.local),
  );
  const operation =
    candidates.find((op) => findElement(op.input.body, key.key, dialect)) ??
    candidates.find((op) => op.input.body[0].name.local === local);
  if (operation === undefined) return undefined;
  const element = { ...key, key: clark(operation.input.body[0].name) };
  return { operation, soap: { ...row, request: { ...request, elements: [element] } } };
}

/** The operations of a contract by name, and by the local names of their body elements. */
interface OperationIndex {
  readonly byName: ReadonlyMap<string, readonly Operation[]>;
  readonly byElement: ReadonlyMap<string, readonly Operation[]>;
}

/** Cache: a table may have thousands of rules for thousands of operations. */
const indexes = new WeakMap<Contract, OperationIndex>();

function indexOf(contract: Contract): OperationIndex {
  let index = indexes.get(contract);
  if (index) return index;
  const byElement = new Map<string, Operation[]>();
  for (const op of contract.operations)
    for (const local of new Set(op.input.body.map((e) => e.name.local))) {
      const others = byElement.get(local);
      if (others) others.push(op);
      else byElement.set(local, [op]);
    }
  index = { byName: Map.groupBy(contract.operations, (op) => op.name), byElement };
  indexes.set(contract, index);
  return index;
}

export function operationsNamed(name: string, contract: Contract): readonly Operation[] {
  return indexOf(contract).byName.get(name) ?? [];
}

/** Operations with a body element of this name: local, or `prefix:Name`. */
export function operationsTaking(key: string, contract: Contract, dialect: Dialect): readonly Operation[] {
  const local = key.includes(':') || key.startsWith('{') ? dialect.parseName(key)?.local : key;
  const operations = indexOf(contract).byElement.get(local ?? key) ?? [];
  return operations.filter((op) => findElement(op.input.body, key, dialect));
}

function choose(row: SoapRow, contract: Contract, dialect: Dialect, report: Report): Operation | undefined {
  const named = row.operation && operationsNamed(row.operation.value, contract);
  const [first] = row.request?.elements ?? [];
  const likely = named ?? (first ? operationsTaking(first.key, contract, dialect) : []);
  const fitting = likely.filter(
    (op) => (row.port === undefined || op.port === row.port.value) && (!first || takes(op, row, dialect)),
  );
  if (fitting.length === 0) return chooseOfAll(row, contract, dialect, report);
  return single(fitting, row.operation?.place ?? first?.place ?? row.place, report);
}

/** The same for a rule that names neither operation nor element. Reports what is wrong where nothing fits. */
function chooseOfAll(row: SoapRow, contract: Contract, dialect: Dialect, report: Report): Operation | undefined {
  const inPort = filter(contract.operations, row.port, (op) => op.port, 'port', report);
  const candidates = inPort && filter(inPort, row.operation, (op) => op.name, 'operation', report);
  if (candidates === undefined) return undefined;
  const keys = row.request?.elements ?? [];
  const fitting = keys.length === 0 ? candidates : candidates.filter((op) => takes(op, row, dialect));
  if (fitting.length > 0) return single(fitting, row.operation?.place ?? keys[0]?.place ?? row.place, report);
  reportUnknown(candidates, row, dialect, report);
  return undefined;
}

/** If the contract declares the operation wrongly, reports that instead: once for all rules, with the operations that it takes away. A broken port may have had any operation, and so may one without a usable one. */
function reportCause(row: SoapRow, contract: Contract, unknown: Report, report: Report): void {
  const { broken = [], operations } = contract;
  const inPort = broken.filter(({ port }) => row.port === undefined || port === row.port.value);
  const matches = inPort.filter((entry) => isMeant(entry, row));
  const isLost = row.port !== undefined && !operations.some(({ port }) => port === row.port!.value);
  const brokenPorts = isLost ? inPort : inPort.filter(({ operation }) => operation === undefined);
  const similar = matches.length > 0 ? [] : inPort.filter((entry) => isSimilar(entry, row));
  const causes = matches.length > 0 ? matches : [...brokenPorts, ...similar];
  if (matches.length === 0 && !(row.port && brokenPorts.length > 0)) report.problems.push(...unknown.problems);
  const losses = lossesOf(contract);
  for (const problem of new Set(causes.flatMap(({ problems }) => problems.map(formatError)))) {
    const cause = losses.get(problem)!;
    if (cause.place) reportOnce(cause, matches.length > 0 || row.port ? row.place : undefined, report);
    else report.add(cause.code, cause.message, row.place, cause.suggestion);
  }
}

/** `row`: of a rule that names what is lost; the first one is shown. */
function reportOnce(cause: SoapstoneError, row: Place | undefined, { problems }: Report): void {
  const at = problems.findIndex((problem) => problem === cause || problem.cause === cause);
  if (at >= 0 && (row === undefined || problems[at].row !== undefined)) return;
  const problem = row ? new SoapstoneError(cause.code, cause.message, { ...cause, row, cause }) : cause;
  if (at < 0) problems.push(problem);
  else problems[at] = problem;
}

function isMeant({ operation, elements }: Broken, row: SoapRow): boolean {
  if (operation === undefined) return false;
  const keys = row.request?.elements ?? [];
  if (row.operation) return operation === row.operation.value || elements.includes(row.operation.value);
  return keys.some(({ key }) => elements.includes(key.replace(/^.*[:}]/, '')));
}

/** A new contract may have renamed the operation: `CancelVisit` → `CallOffVisit`. */
function isSimilar({ operation }: Broken, row: SoapRow): boolean {
  const name = row.operation?.value ?? row.request?.elements[0]?.key.replace(/^.*[:}]/, '');
  if (operation === undefined || name === undefined) return false;
  const lastWord = wordsIn(name).at(-1);
  return nearest(name, [operation]) !== undefined || (lastWord !== undefined && wordsIn(operation).at(-1) === lastWord);
}

type Name = Located<string> | undefined;

function filter(
  ops: readonly Operation[],
  name: Name,
  nameOf: (op: Operation) => string,
  kind: string,
  report: Report,
) {
  if (name === undefined) return ops;
  const matches = ops.filter((op) => nameOf(op) === name.value);
  if (matches.length > 0) return matches;
  const names = [...new Set(ops.map(nameOf))];
  const hint = report.suggest(name.value, () => names) ?? `the contract has: ${nearestNames(name.value, names)}`;
  report.add('MAPPING_UNKNOWN_OPERATION', `the contract has no ${kind} "${name.value}"`, name.place, hint);
  return undefined;
}

const SHOWN = 10;

/** Those that share words with the name come first; the rest is a number. */
function nearestNames(name: string, names: readonly string[]): string {
  const own = wordsIn(name);
  const shared = (other: string) => wordsIn(other).filter((word) => own.includes(word)).length;
  const sorted = names.length > SHOWN ? names.toSorted((a, b) => shared(b) - shared(a)) : names;
  const rest = names.length - SHOWN;
  return `${sorted.slice(0, SHOWN).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function wordsIn(name: string): string[] {
  return (name.match(/\p{Lu}?\p{Ll}+|\p{Lu}+/gu) ?? []).map((word) => word.toLowerCase());
}

function takes(op: Operation, row: SoapRow, dialect: Dialect): boolean {
  const keys = row.request?.elements ?? [];
  return (
    keys.length === op.input.body.length &&
    keys.every((key) => findElement(op.input.body, key.key, dialect) !== undefined)
  );
}

/** By local name or `prefix:Name`. */
export function findElement(elements: readonly ElementDecl[], key: string, dialect: Dialect): ElementDecl | undefined {
  const qualified = key.includes(':') || key.startsWith('{') ? dialect.parseName(key) : undefined;
  return elements.find((e) => (qualified ? clark(e.name) === clark(qualified) : e.name.local === key));
}

function reportUnknown(ops: readonly Operation[], row: SoapRow, dialect: Dialect, report: Report): void {
  const elementNames = [...new Set(ops.flatMap((op) => op.input.body.map((e) => e.name.local)))];
  for (const key of row.request?.elements ?? []) {
    if (unknownPrefix(key.key, key.place, dialect, report)) return;
    if (ops.some((op) => findElement(op.input.body, key.key, dialect))) continue;
    const hint =
      report.suggest(key.key, () => elementNames) ??
      `body elements of the contract: ${nearestNames(key.key, elementNames)}`;
    report.add('MAPPING_UNKNOWN_ELEMENT', `no operation takes the element "${key.key}"`, key.place, hint);
    return;
  }
  const all = (row.request?.elements ?? []).map((e) => e.key).join(', ');
  report.add(
    'MAPPING_UNKNOWN_OPERATION',
    `no operation takes exactly the elements ${all}`,
    row.request?.place ?? row.place,
  );
}

/** True (and reported) when the prefix of a name is not declared. */
export function unknownPrefix(
  key: string,
  place: Place,
  dialect: Dialect,
  report: Report,
  hint = 'declare it under namespaces:',
): boolean {
  if (!key.includes(':') || key.startsWith('{') || dialect.parseName(key) !== undefined) return false;
  const prefix = key.slice(0, key.indexOf(':'));
  report.add('MAPPING_UNKNOWN_PREFIX', `the prefix "${prefix}" is not declared`, place, hint);
  return true;
}

/** Ports with the same operation of one port type are alternatives; the first one counts. Bindings without a port count where no port fits. */
function single(fitting: readonly Operation[], place: Place, report: Report): Operation {
  const served = fitting.filter(({ address }) => address !== '');
  const ops = served.length > 0 ? served : fitting;
  const different = new Map(ops.map((op) => [`${clark(op.portType)} ${op.name}`, op]));
  if (different.size > 1) {
    const list = [...different.values()].map((op) => `${op.name} of port ${op.port}`).join(', ');
    const hint = isOneName(different.values())
      ? `choose one: ${[...different.values()].map(({ port }) => `port: ${port}`).join(', or ')}`
      : 'choose one with operation: and port:';
    report.add('MAPPING_UNKNOWN_OPERATION', `several operations fit: ${list}`, place, hint);
  }
  return ops[0];
}

function isOneName(operations: Iterable<Operation>): boolean {
  return new Set([...operations].map(({ name }) => name)).size === 1;
}
