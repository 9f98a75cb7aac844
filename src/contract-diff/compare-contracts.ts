// What a new contract changes: operations, their messages, and the types that these reach. Knows nothing about tables.
import type { Contract, Message, Operation } from '../contract/model/contract.ts';
import type { ElementDecl } from '../contract/model/model.ts';
import { type Change, type Direction, type Severity, severityIn, type Use } from './change.ts';
import { type RenamedNamespaces, renamedNamespaces } from './renamed-namespaces.ts';
import { ownChanges, TypeGraph, type TypePair } from './type-graph.ts';

/** Breaks first, then by subject. */
export function compareContracts(before: Contract, after: Contract): Change[] {
  const comparison = new Comparison(before, after);
  const [old, latest] = [operationsOf(before), operationsOf(after)];
  for (const [key, operation] of old) {
    const same = latest.get(key);
    if (same === undefined) comparison.operationItself('break', operation.name, 'the operation is gone');
    else comparison.operation(operation, same);
  }
  for (const [key, { name }] of latest)
    if (!old.has(key)) comparison.operationItself('addition', name, 'a new operation');
  return comparison.changes();
}

/** Ports of one port type are alternatives: the first one counts. Namespaces of versions change, names stay. */
function operationsOf({ operations }: Contract): ReadonlyMap<string, Operation> {
  const first = new Map<string, Operation>();
  for (const operation of operations) {
    const key = `${operation.portType.local} ${operation.name}`;
    if (!first.has(key)) first.set(key, operation);
  }
  return first;
}

/** A change of one operation alone, beside its types. */
interface OperationChange {
  readonly severity: Severity;
  readonly operation: string;
  readonly message: string;
}

const ORDER: readonly Severity[] = ['break', 'addition', 'note'];

class Comparison {
  private readonly namespaces: RenamedNamespaces;
  private readonly graph: TypeGraph;
  private readonly ofOperationsThemselves: Change[] = [];
  private readonly ofOperations: OperationChange[] = [];
  /** Of a pair or a renamed namespace, not of each change: all changes of one type have the same uses. */
  private readonly uses = new Map<TypePair | string, Use[]>();

  constructor(before: Contract, after: Contract) {
    this.namespaces = renamedNamespaces(before, after);
    this.graph = new TypeGraph(before.schemas, after.schemas, this.namespaces);
  }

  /** That an operation is gone or new is a cause of its own. */
  operationItself(severity: Severity, operation: string, message: string): void {
    this.ofOperationsThemselves.push(...inOne([{ severity, operation, message }]));
  }

  private add(severity: Severity, operation: string, message: string): void {
    this.ofOperations.push({ severity, operation, message });
  }

  operation(before: Operation, after: Operation): void {
    const { name } = before;
    const differs = (key: 'version' | 'style' | 'action' | 'address', severity: Severity) => {
      if (before[key] !== after[key]) this.add(severity, name, `${key} was "${before[key]}", is "${after[key]}"`);
    };
    differs('version', 'break');
    differs('style', 'break');
    if (this.renamedIn(before.action) !== after.action) differs('action', 'note');
    differs('address', 'note');
    this.message(name, 'request', before.input, after.input);
    if ((before.output === undefined) !== (after.output === undefined))
      this.add('break', name, after.output ? 'has a response now' : 'has no response any longer');
    else if (before.output && after.output) this.message(name, 'response', before.output, after.output);
    this.faults(before, after);
  }

  private message(operation: string, direction: Direction, before: Message, after: Message): void {
    const names = ({ body }: Message) => body.map(({ name }) => name.local).join(', ') || 'nothing';
    if (
      before.body.length !== after.body.length ||
      before.body.some(({ name }, i) => name.local !== after.body[i].name.local)
    )
      return this.add('break', operation, `the ${direction} was ${names(before)}, is ${names(after)}`);
    before.body.forEach((element, i) => {
      this.element(operation, direction, element, after.body[i]);
    });
    for (const { element } of before.headers) {
      const same = after.headers.find((part) => part.element.name.local === element.name.local);
      if (same) this.element(operation, direction, element, same.element);
      else this.add('break', operation, `the ${direction} has no header part ${element.name.local} any longer`);
    }
    for (const { element } of after.headers)
      if (!before.headers.some((part) => part.element.name.local === element.name.local))
        this.add('addition', operation, `the ${direction} has a header part ${element.name.local}`);
  }

  private faults({ name, faults: before }: Operation, { faults: after }: Operation): void {
    for (const { element } of before) {
      const same = after.find((fault) => fault.element.name.local === element.name.local);
      if (same) this.element(name, 'fault', element, same.element);
      else this.add('break', name, `the fault ${element.name.local} is gone`);
    }
    for (const { element } of after)
      if (!before.some((fault) => fault.element.name.local === element.name.local))
        this.add('addition', name, `a new fault, ${element.name.local}`);
  }

  private element(operation: string, direction: Direction, before: ElementDecl, after: ElementDecl): void {
    if (this.namespaces.has(before.name.ns)) this.use(before.name.ns, { operation, direction });
    if ((this.namespaces.get(before.name.ns) ?? before.name.ns) !== after.name.ns)
      this.add(
        'break',
        operation,
        `${before.name.local} has the namespace "${after.name.ns}", was "${before.name.ns}"`,
      );
    const root = this.graph.pair(before.type, after.type, before.name.local);
    const declared = reached([root], ({ inside }) => inside);
    for (const pair of reached([...declared], ({ inside, derived }) => [...inside, ...derived])) {
      const use: Use = declared.has(pair) ? { operation, direction } : { operation, direction, derived: true };
      for (const ns of pair.renamed) this.use(ns, use);
      for (const changed of withBases(pair)) if (changed.changes.length > 0) this.use(changed, use);
    }
  }

  /** As the new contract has it, where its namespace alone has changed. */
  private renamedIn(action: string): string {
    const entry = [...this.namespaces].find(([ns]) => ns !== '' && action.startsWith(ns));
    return entry === undefined ? action : entry[1] + action.slice(entry[0].length);
  }

  /** Parts of one message are one use. */
  private use(changed: TypePair | string, use: Use): void {
    const uses = this.uses.get(changed) ?? [];
    this.uses.set(changed, uses);
    const latestUse = uses.at(-1);
    if (latestUse?.operation !== use.operation || latestUse.direction !== use.direction) uses.push(use);
    else if (latestUse.derived) uses[uses.length - 1] = use;
  }

  changes(): Change[] {
    const ofTypes = [...this.uses].flatMap(([changed, allUses]) => {
      // Those that name the type come first.
      const uses = allUses.toSorted((a, b) => Number(a.derived ?? false) - Number(b.derived ?? false));
      if (typeof changed === 'string') return [this.renaming(changed, uses)];
      return ownChanges(changed).map((change): Change => {
        const { subject, message, request, response } = change;
        const noted: Change = { severity: 'note', subject, message, uses, sides: { request, response } };
        return { ...noted, severity: severityIn(noted, uses) };
      });
    });
    return [...this.ofOperationsThemselves, ...inOne(this.ofOperations), ...ofTypes].toSorted(
      (a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) || a.subject.localeCompare(b.subject),
    );
  }

  private renaming(ns: string, uses: readonly Use[]): Change {
    return { severity: 'break', subject: `namespace "${ns}"`, message: `is "${this.namespaces.get(ns)}" now`, uses };
  }
}

/** What is said of several operations in the same words is one change. */
function inOne(changes: readonly OperationChange[]): Change[] {
  const causes = Map.groupBy(changes, ({ severity, message }) => `${severity} ${message}`);
  return [...causes.values()].map((same) => {
    const [{ severity, message, operation }] = same;
    const subject = same.length === 1 ? operation : `${operation} and ${same.length - 1} more`;
    return {
      severity,
      subject,
      message,
      uses: same.map((change) => ({ operation: change.operation, direction: 'request' })),
    };
  });
}

/** It, and what it extends. */
function withBases(pair: TypePair): readonly TypePair[] {
  const chain = [pair];
  for (const { base } of chain) if (base) chain.push(base);
  return chain;
}

/** The pairs, and all that lead on from them. */
function reached(roots: readonly TypePair[], next: (pair: TypePair) => readonly TypePair[]): ReadonlySet<TypePair> {
  const pairs = new Set(roots);
  for (const pair of pairs) for (const further of next(pair)) pairs.add(further);
  return pairs;
}
