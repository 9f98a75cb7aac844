// What a new contract changes: operations, their messages, and the types that these reach. Knows nothing about tables.
import type { Contract, Message, Operation } from '../contract/model/contract.ts';
import type { ElementDecl } from '../contract/model/model.ts';
import { type Change, type Direction, type Severity, severityIn, type Use } from './change.ts';
import { TypeGraph, type TypePair } from './type-graph.ts';

/** Breaks first, then by subject. */
export function compareContracts(before: Contract, after: Contract): Change[] {
  const comparison = new Comparison(new TypeGraph(before.schemas, after.schemas));
  const [old, latest] = [operationsOf(before), operationsOf(after)];
  for (const [key, operation] of old) {
    const same = latest.get(key);
    if (same === undefined) comparison.add('break', operation.name, 'the operation is gone');
    else comparison.operation(operation, same);
  }
  for (const [key, { name }] of latest) if (!old.has(key)) comparison.add('addition', name, 'a new operation');
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

const ORDER: readonly Severity[] = ['break', 'addition', 'note'];

class Comparison {
  private readonly graph: TypeGraph;
  private readonly ofOperations: Change[] = [];
  /** Of a pair, not of each change: all changes of one type have the same uses. */
  private readonly uses = new Map<TypePair, Use[]>();

  constructor(graph: TypeGraph) {
    this.graph = graph;
  }

  add(severity: Severity, operation: string, message: string): void {
    this.ofOperations.push({ severity, subject: operation, message, uses: [{ operation, direction: 'request' }] });
  }

  operation(before: Operation, after: Operation): void {
    const { name } = before;
    const differs = (key: 'version' | 'style' | 'action' | 'address', severity: Severity) => {
      if (before[key] !== after[key]) this.add(severity, name, `${key} was "${before[key]}", is "${after[key]}"`);
    };
    differs('version', 'break');
    differs('style', 'break');
    differs('action', 'note');
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
    if (before.name.ns !== after.name.ns)
      this.add(
        'break',
        operation,
        `${before.name.local} has the namespace "${after.name.ns}", was "${before.name.ns}"`,
      );
    const root = this.graph.pair(before.type, after.type, before.name.local);
    const declared = reached([root], ({ inside }) => inside);
    for (const pair of reached([...declared], ({ inside, derived }) => [...inside, ...derived]))
      if (pair.changes.length > 0)
        this.use(pair, declared.has(pair) ? { operation, direction } : { operation, direction, derived: true });
  }

  /** Parts of one message are one use. */
  private use(pair: TypePair, use: Use): void {
    const uses = this.uses.get(pair) ?? [];
    this.uses.set(pair, uses);
    const latestUse = uses.at(-1);
    if (latestUse?.operation !== use.operation || latestUse.direction !== use.direction) uses.push(use);
    else if (latestUse.derived) uses[uses.length - 1] = use;
  }

  changes(): Change[] {
    const ofTypes = [...this.uses].flatMap(([pair, allUses]) => {
      // Those that name the type come first.
      const uses = allUses.toSorted((a, b) => Number(a.derived ?? false) - Number(b.derived ?? false));
      return pair.changes.map((change): Change => {
        const { subject, message, request, response } = change;
        const noted: Change = { severity: 'note', subject, message, uses, sides: { request, response } };
        return { ...noted, severity: severityIn(noted, uses) };
      });
    });
    return [...this.ofOperations, ...ofTypes].toSorted(
      (a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) || a.subject.localeCompare(b.subject),
    );
  }
}

/** The pairs, and all that lead on from them. */
function reached(roots: readonly TypePair[], next: (pair: TypePair) => readonly TypePair[]): ReadonlySet<TypePair> {
  const pairs = new Set(roots);
  for (const pair of pairs) for (const further of next(pair)) pairs.add(further);
  return pairs;
}
