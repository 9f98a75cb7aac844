// Copies of one rule (`for`). A copy that differs from a checked one only in words, and in types that are alike, has no mistakes of its own: it
// is compiled when it is first used, and its rules are found as those of the other copy are.

import type { Codec } from '../../../codec/model/codec.ts';
import type { Operation } from '../../../contract/model/contract.ts';
import type { FunctionPair } from '../../../pattern/converters/pair.ts';
import type { ConverterCall } from '../../../pattern/text/hole.ts';
import type { Entry } from '../../../pattern/tree.ts';
import { clark } from '../../../xml/reader/names.ts';
import { argumentsOf } from '../../converters/call.ts';
import { builtIn } from '../../converters/registry.ts';
import { forRouter, type RuleHead } from '../../runtime/deferred-rule.ts';
import type { RuleRow } from '../../runtime/job.ts';
import type { MessageRow, Row, SoapRow } from '../../syntax/row.ts';
import type { YamlMap } from '../../syntax/yaml.ts';
import { type AsyncRules, asyncRows } from '../flows/async.ts';
import { nextId, nextRow } from '../flows/page-calls.ts';
import { furtherId, furtherRow } from '../further-requests.ts';
import type { Listing } from '../identities.ts';
import { routeSegments } from '../rest-parts.ts';
import { operationOf, type RuleEnvironment } from '../rule.ts';
import { keysBesideRest } from './rest-keys.ts';
import { type Pairs, type SoapPair, sameText } from './same-text.ts';
import { SameTypes, TypeFacts } from './same-types.ts';

/** What a row says of the table as a whole. */
export type Note = readonly [rule: string, inPath: readonly string[], listings: readonly Listing[]];

/** A copy without mistakes. */
export interface CheckedCopy {
  readonly row: Row;
  readonly rows: readonly RuleRow[];
  readonly heads: readonly RuleHead[];
  readonly notes: readonly Note[];
}

/** A copy that is not compiled. */
export interface LikeCopy {
  readonly rows: readonly RuleRow[];
  readonly heads: readonly RuleHead[];
  readonly notes: readonly Note[];
}

/** Types that are not alike make another sort of copies. A row is compared with one of each sort. */
const MOST_SORTS = 8;

export class Families {
  private readonly copies = new Map<YamlMap, CheckedCopy[]>();
  private readonly operations = new WeakMap<SoapRow, { readonly operation: Operation | undefined }>();
  private readonly env: RuleEnvironment;
  private readonly jobs: AsyncRules | undefined;
  private readonly facts: TypeFacts;

  constructor(env: RuleEnvironment, jobs: AsyncRules | undefined) {
    this.env = env;
    this.jobs = jobs;
    this.facts = new TypeFacts(env.ctx.codec);
  }

  /** `rule`: what it is a copy of. */
  add(rule: YamlMap, copy: CheckedCopy): void {
    const sorts = this.copies.get(rule) ?? [];
    this.copies.set(rule, sorts);
    if (sorts.length < MOST_SORTS && isComparable(copy.row)) sorts.push(copy);
  }

  /** undefined: the row must be checked by itself. */
  like(rule: YamlMap, row: Row): LikeCopy | undefined {
    for (const copy of this.copies.get(rule) ?? []) {
      const types = this.compared(copy, row);
      if (types) return this.likeCopy(copy, row, types);
    }
    return undefined;
  }

  private compared({ row }: CheckedCopy, other: Row): SameTypes | undefined {
    const { functions } = this.env.ctx.library;
    const pairs = sameText(row, other, (a, b) => sameCalls(a, b, functions, this.env.ctx.codec));
    if (pairs === undefined) return undefined;
    const types = new SameTypes(this.facts);
    const alike =
      pairs.sides.every((pair) => this.sameSides(pair, types)) &&
      pairs.faults.every(([a, b]) => this.sameFault(a, b, pairs, types)) &&
      this.sameFurtherPages(row, other, types);
    return alike && types.isConsistent() && types.haveMembers(keysBesideRest(row)) ? types : undefined;
  }

  private sameSides([a, b]: SoapPair, types: SameTypes): boolean {
    const operation = this.operationOf(a);
    if (operation === undefined) return false;
    const { input, output } = operation;
    if (!requestsOf(a).every((request, i) => types.body(elementsOf(request), elementsOf(requestsOf(b)[i]), input)))
      return false;
    if (!types.headers(a.headers, b.headers, input)) return false;
    if (output === undefined) return a.response === undefined && a.responseHeaders.length === 0;
    return (
      types.body(elementsOf(a.response), elementsOf(b.response), output) &&
      types.headers(a.responseHeaders, b.responseHeaders, output)
    );
  }

  /** The response may be that of any operation of the rule. */
  private sameFault(a: MessageRow, b: MessageRow, { sides }: Pairs, types: SameTypes): boolean {
    const outputs = sides.flatMap(([side]) => this.operationOf(side)?.output ?? []);
    const fitting = outputs.filter((output) => types.hasElements(a.elements, output));
    return fitting.length > 0 && fitting.every((output) => types.body(a.elements, b.elements, output));
  }

  /** The response of the first page is the pattern for those of the next ones. */
  private sameFurtherPages({ soap: a, flow }: Row, { soap: b, flow: other }: Row, types: SameTypes): boolean {
    if (flow?.kind !== 'pages' || other?.kind !== 'pages') return true;
    const [first, second] = [flow, other].map(({ several }) => several?.itemFilter?.soap);
    const replies = [[a.response, b.response], ...(first && second ? [[first.response, second.response]] : [])];
    return flow.next.every((next) => {
      const output = this.operationOf(next)?.output;
      return replies.every(([one, another]) => {
        const [elements, others] = [elementsOf(one), elementsOf(another)];
        if (output === undefined || elements.length !== 1) return false;
        return types.body([{ ...elements[0], key: '*' }], others, output);
      });
    });
  }

  private operationOf(soap: SoapRow): Operation | undefined {
    let entry = this.operations.get(soap);
    if (entry === undefined) this.operations.set(soap, (entry = { operation: operationOf(soap, this.env) }));
    return entry.operation;
  }

  private likeCopy(copy: CheckedCopy, row: Row, { types }: SameTypes): LikeCopy | undefined {
    const job = row.async?.kind === 'job' && this.jobs ? asyncRows(row, row.async, this.jobs, this.env) : [];
    const rows = copy.rows.map((one) => this.rowLike(one, copy.row, row, job));
    const heads = copy.heads.map((head, i) => this.headLike(head, rows[i], row));
    const notes = copy.notes.map(([rule, inPath, listings]): Note => {
      const listingsOfCopy = listings.map((listing) => ({ ...listing, type: types.get(listing.type) ?? listing.type }));
      return [row.id + rule.slice(copy.row.id.length), inPath, listingsOfCopy];
    });
    return { rows, heads, notes };
  }

  private rowLike(row: RuleRow, copied: Row, other: Row, job: readonly RuleRow[]): RuleRow {
    if (row === copied) return other;
    if (row.job) return job.find((part) => part.job?.phase === row.job?.phase)!;
    const { furtherRequests = [] } = other.soap;
    const further = furtherRequests.findIndex((_, n) => furtherId(copied.id, n) === row.id);
    if (further >= 0) return furtherRow(other, furtherRequests[further], further);
    // A request for a further page.
    const { flow } = other;
    const nexts = flow?.kind === 'pages' ? flow.next : [];
    const i = nexts.findIndex((_, n) => nextId(copied.id, n) === row.id);
    if (copied.flow?.kind === 'pages' && sameRequest(copied.flow.next[i], nexts[i]))
      return { ...other, id: nextId(other.id, i), soap: row.soap, part: true, direction: row.direction };
    const operation = this.operationOf(nexts[i])!;
    const next = this.env.defaults.in(nextRow(other, nexts[i], i, operation), operation, true);
    return { ...next, direction: row.direction };
  }

  private headLike({ sort, continuation }: RuleHead, row: RuleRow, { id }: Row): RuleHead {
    const { base = this.env.base, line } = row;
    const segments = routeSegments(row, base).map(forRouter);
    const template = base + line.value.path;
    return { id: row.id, sort, template, segments, continuation: continuation && { id } };
  }
}

/** Other flows make rules that are not found by what the row says alone. */
function isComparable({ flow, unread, explicitId }: Row): boolean {
  return (
    explicitId &&
    unread !== true &&
    (flow === undefined ||
      (flow.kind === 'calls' && !flow.keep && ![flow, ...flow.prior].some(({ each }) => each)) ||
      flow.kind === 'pages')
  );
}

/** Types that are arguments must be in the contract; of other arguments both have the same. */
function sameCalls(
  a: ConverterCall,
  b: ConverterCall,
  functions: ReadonlyMap<string, FunctionPair>,
  codec: Codec,
): boolean {
  if (a.name !== b.name && !areAlike(a.name, b.name, functions)) return false;
  if (JSON.stringify(a.args) === JSON.stringify(b.args)) return true;
  const [one, other] = [a, b].map(typesNamed);
  return one.length > 0 && one.length === other.length && other.every((name) => hasType(name, codec));
}

/** None where an argument is something else. */
function typesNamed({ name, args }: ConverterCall): string[] {
  const parameters = builtIn(name)?.parameters ?? [];
  const types = [...argumentsOf({ name, args }, parameters)].flatMap(([{ kind }, value]) =>
    kind === 'type' ? [value] : [],
  );
  return types.length === args.length ? types : [];
}

function hasType(name: string, { dialect, schemas }: Codec): boolean {
  const parsed = dialect.parseName(name);
  return parsed !== undefined && schemas.types.has(clark(parsed));
}

/** A name of the language is never that of a function. What arguments a call must have is said by the function. */
function areAlike(a: string, b: string, functions: ReadonlyMap<string, FunctionPair>): boolean {
  const [one, other] = [a, b].map((name) => (builtIn(name) ? undefined : functions.get(name)));
  return (
    one !== undefined && other !== undefined && JSON.stringify(one.parameters) === JSON.stringify(other.parameters)
  );
}

/** Copies share trees without columns. */
function sameRequest(a: SoapRow, b: SoapRow): boolean {
  const same = (one: readonly Entry[], another: readonly Entry[]) =>
    one.length === another.length &&
    one.every(({ key, value }, i) => key === another[i].key && value === another[i].value);
  return same(elementsOf(a.request), elementsOf(b.request)) && same(a.headers, b.headers);
}

/** Those that SOAP clients may send. */
function requestsOf({ request, furtherRequests = [] }: SoapRow): readonly (MessageRow | undefined)[] {
  return [request, ...furtherRequests];
}

function elementsOf(message: MessageRow | undefined): MessageRow['elements'] {
  return message?.elements ?? [];
}
