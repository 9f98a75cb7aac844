// Expands short rules to the long form, by the names of the contract.
import type { Codec } from '../../../codec/model/codec.ts';
import type { ElementMember, Member } from '../../../codec/model/members.ts';
import { holdsOneList, isPresentedList } from '../../../codec/presentation/presented-list.ts';
import type { Contract, Operation } from '../../../contract/model/contract.ts';
import type { ElementDecl, TypeDef } from '../../../contract/model/model.ts';
import type { Place } from '../../../errors/errors.ts';
import { type Hole, isHole } from '../../../pattern/text/hole.ts';
import type { Entry, HoleTree, ObjectTree, Tree } from '../../../pattern/tree.ts';
import { within } from '../../syntax/fields.ts';
import type { Report } from '../../syntax/report.ts';
import { type RestResponseRow, type Row, refuseBody, type ShortRow, type SoapRow } from '../../syntax/row.ts';
import type { Unwrap } from '../../syntax/table.ts';
import { findLoosely, suggestMember } from '../contract-lookup/find-member.ts';
import { chooseOperation, operationsNamed, operationsTaking } from '../contract-lookup/operation.ts';
import { partsOf, type RowVariables, requestParts } from './body-parts.ts';
import { type BoundMember, bindMembers, type HalfBoundObject, halfBoundObjects } from './bound-members.ts';
import { fitsAny } from './unwrap.ts';

/** Members that a message names. */
const NAMED = 3;

const WITH_BODY = ['POST', 'PUT', 'PATCH'];

/** undefined (and reported) when the operation is unknown. */
export function expandShort(
  short: ShortRow,
  contract: Contract,
  codec: Codec,
  report: Report,
  unwrap: Unwrap,
): Row | undefined {
  const operation = find(short, contract, codec, report);
  if (operation === undefined) return undefined;
  const id = short.id ?? operation.name;
  return new Expansion(short, operation, contract, codec, report.of(id), unwrap).row(id);
}

/** By the operation's name, else by its body element. */
function find(short: ShortRow, contract: Contract, codec: Codec, report: Report): Operation | undefined {
  const { operation, port } = short;
  const row: SoapRow = { port, headers: [], responseHeaders: [], place: operation.place };
  if (operationsNamed(operation.value, contract).length > 0) {
    return chooseOperation({ ...row, operation }, contract, codec.dialect, report);
  }
  if (operationsTaking(operation.value, contract, codec.dialect).length === 0)
    return chooseOperation({ ...row, operation }, contract, codec.dialect, report);
  const key: Entry = { key: operation.value, place: operation.place, value: emptyAt(operation.place) };
  return chooseOperation(
    { ...row, request: { elements: [key], place: operation.place } },
    contract,
    codec.dialect,
    report,
  );
}

class Expansion {
  private readonly short: ShortRow;
  private readonly operation: Operation;
  private readonly contract: Contract;
  private readonly codec: Codec;
  private readonly report: Report;
  private readonly unwrap: Unwrap;
  private readonly place: Place;
  private readonly names: Set<string>;
  /** The position of each variable in the line. */
  private readonly places: ReadonlyMap<string, Place>;

  constructor(short: ShortRow, operation: Operation, contract: Contract, codec: Codec, report: Report, unwrap: Unwrap) {
    this.short = short;
    this.operation = operation;
    this.contract = contract;
    this.codec = codec;
    this.report = report;
    this.unwrap = unwrap;
    this.place = short.operation.place;
    this.names = new Set(this.holes().map((hole) => hole.name));
    this.places = new Map([
      ...short.headers.flatMap(({ parts, place }) => parts.filter(isHole).map(({ name }) => [name, place] as const)),
      ...this.lineHoles()
        .toReversed()
        .map((hole) => [hole.name, within(short.line, hole.offset)] as const),
    ]);
  }

  /** undefined when a variable has no member. */
  row(id: string): Row | undefined {
    const { short, place, operation } = this;
    const request = this.request();
    if (request === undefined) return undefined;
    const response = this.response();
    const soap: SoapRow = {
      operation: this.decidedByElement() ? undefined : short.operation && { value: operation.name, place },
      port: short.port,
      request: request.elements && { elements: request.elements, place },
      response: response.elements && { elements: response.elements, place },
      headers: [],
      responseHeaders: [],
      place,
    };
    const { holds, direction, safe, stream, mtom, timeout, idempotency, cache, tolerance, auth, doc, faults, line } =
      short;
    const explicitId = short.id !== undefined;
    return {
      id,
      explicitId,
      holds,
      direction,
      safe,
      stream,
      mtom,
      timeout,
      idempotency,
      cache,
      tolerance,
      auth,
      doc,
      faults,
      line,
      place: short.place,
      headers: short.headers,
      body: request.body,
      response: response.rest,
      soap,
    };
  }

  private holes(): Hole[] {
    return [...this.lineHoles(), ...this.short.headers.flatMap(({ parts }) => parts.filter(isHole))];
  }

  private lineHoles(): Hole[] {
    const { segments, query } = this.short.line.value;
    return [...segments.flat(), ...query.flatMap((field) => field.parts)].filter(isHole);
  }

  private memberNames(): string[] {
    return [...this.names].filter((name) => !name.startsWith('$'));
  }

  /** No other operation has the same request element. */
  private decidedByElement(): boolean {
    const [element] = this.operation.input.body;
    if (element === undefined) return false;
    const { local } = element.name;
    const takers = operationsTaking(local, this.contract, this.codec.dialect).filter(
      (op) => op.input.body[0].name.local === local,
    );
    return new Set(takers.map((op) => `${op.portType.ns} ${op.portType.local} ${op.name}`)).size === 1;
  }

  private request(): { elements?: Entry[]; body?: Tree } | undefined {
    const { body } = this.operation.input;
    if (body.length > 1) return requestParts(this.operation, this.variables(), this.report);
    const [element] = body;
    if (element === undefined) return {};
    if (element.type.kind === 'simple') return this.bare(element);
    const wrapper = this.wrapperOf(element.type);
    if (wrapper === undefined) return this.wrapped(element, this.codec.members(element.type));
    const request = this.wrapped(wrapper.element, this.codec.members(wrapper.element.type), wrapper.key);
    return request && { ...request, elements: [this.entry(element.name.local, this.object(request.elements))] };
  }

  /** The only member, where the line names members of that and not itself: `ForecastRequest` of `GetForecast { ForecastRequest { zip } }`. */
  private wrapperOf(type: TypeDef): ElementMember | undefined {
    const only = this.onlyMember(type);
    if (only === undefined || only.list || only.element.type.kind === 'simple') return undefined;
    const names = this.memberNames();
    const inside = this.codec.members(only.element.type);
    const isInside = (name: string) => findLoosely(inside, name, this.codec.dialect) !== undefined;
    const isItself = names.some((name) => name.toLowerCase() === only.key.toLowerCase());
    return names.length > 0 && !isItself && names.every(isInside) ? only : undefined;
  }

  private bare(element: ElementDecl): { elements: Entry[]; body?: Tree } {
    const [hole] = this.holes();
    if (hole) return { elements: [this.entry(element.name.local, this.hole(hole.name))] };
    const name = this.free('body');
    return { elements: [this.entry(element.name.local, this.hole(name))], body: this.hole(name) };
  }

  private wrapped(
    element: ElementDecl,
    members: readonly Member[],
    key = element.name.local,
  ): { elements: Entry[]; body?: Tree } | undefined {
    const { bound, unknown } = bindMembers(this.memberNames(), members, this.codec);
    for (const name of unknown) this.reportUnknown(element, members, name);
    if (unknown.length > 0) return undefined;
    const entries = bound.map((member) => this.boundEntry(member));
    const boundMembers = new Set(bound.map(({ member }) => member));
    const unboundMembers = members.filter((m) => !boundMembers.has(m));
    const isRest = unboundMembers.some((m) => m.kind !== 'anyAttribute');
    const hasBody = WITH_BODY.includes(this.short.line.value.method);
    const [half, second] = hasBody ? halfBoundObjects(bound, this.codec) : [];
    if (half && (second || isRest)) return this.refuseHalf(half);
    if (half) return this.withRestOf(half, key, bound);
    if (!hasBody || !(isRest || isOpen(element.type))) return { elements: [this.entry(key, this.object(entries))] };
    const [only, ...others] = unboundMembers;
    if (only?.kind === 'element' && others.length === 0 && fitsAny(this.unwrap.request, only)) {
      const body = this.hole(this.free('body'), !only.required);
      return { elements: [this.entry(key, this.object([...entries, this.around(only, body)]))], body };
    }
    return this.withBody(
      key,
      entries,
      unboundMembers.some((m) => m.required),
    );
  }

  private boundEntry({ member, variable, inside }: BoundMember): Entry {
    if (variable !== undefined) return this.entry(member.key, this.hole(variable));
    return this.entry(member.key, this.object(inside.map((value) => this.entry(value.key, this.hole(value.variable)))));
  }

  /** Nothing else is left: the body has the members that no variable stands for. */
  private withRestOf({ member, unbound }: HalfBoundObject, key: string, bound: readonly BoundMember[]) {
    const body = this.hole(this.free('body'), !unbound.some((m) => m.required));
    const entries = bound.map((one) => {
      const entry = this.boundEntry(one);
      return one.member === member && entry.value.kind === 'object'
        ? { ...entry, value: { ...entry.value, rest: body } }
        : entry;
    });
    return { elements: [this.entry(key, this.object(entries))], body };
  }

  /** A body has the rest of one object: what else is left would be lost. */
  private refuseHalf({ member, inside: [first], unbound }: HalfBoundObject): undefined {
    const names = unbound.slice(0, NAMED).map((one) => one.key);
    const further = unbound.length > NAMED ? ` and ${unbound.length - NAMED} more` : '';
    this.report.add(
      'MAPPING_MISSING',
      `"${first.variable}" is a member of "${member.key}", and the body would have no place for its ${names.join(', ')}${further}`,
      this.places.get(first.variable)!,
      `leave ${first.variable} out of the line, or write the long form of the rule`,
    );
  }

  private reportUnknown({ name: { local } }: ElementDecl, members: readonly Member[], name: string): void {
    const message = `"${local}" has no member "${name}"`;
    const inside = members.flatMap((member) => this.membersInside(member));
    const suggestion =
      this.report.suggest(name, () => [...members, ...inside].map(({ key }) => key)) ??
      suggestMember(members, name, this.report);
    this.report.add('MAPPING_UNKNOWN_ELEMENT', message, this.places.get(name)!, suggestion);
  }

  private membersInside(member: Member): readonly Member[] {
    if (member.kind !== 'element' || member.list || member.element.type.kind === 'simple') return [];
    return this.codec.members(member.element.type);
  }

  private withBody(key: string, entries: Entry[], required: boolean): { elements: Entry[]; body: Tree } {
    const body = this.hole(this.free('body'), !required);
    const bodyOnly = entries.length === 0 && required;
    const value = bodyOnly ? body : { ...this.object(entries), rest: body };
    return { elements: [this.entry(key, value)], body };
  }

  private response(): { elements?: Entry[]; rest: RestResponseRow } {
    const { operation, short, place } = this;
    const status = short.status;
    const [element, ...others] = operation.output?.body ?? [];
    if (operation.output === undefined) return { rest: { status: status ?? 202, headers: [], place } };
    if (element === undefined) return { rest: { status: status ?? 204, headers: [], place } };
    if (others.length === 0 && isEmpty(element.type)) {
      return {
        elements: [this.entry(element.name.local, emptyAt(place))],
        rest: { status: status ?? 204, headers: [], place },
      };
    }
    refuseBody(status, place, this.report);
    if (others.length > 0) {
      const { elements, body } = partsOf([element, ...others], { ...this.variables(), line: new Map() });
      return { elements, rest: { status: status ?? 200, headers: [], body, place } };
    }
    const body = this.hole(this.free('response'));
    return {
      elements: [this.entry(element.name.local, this.within(body, element.type))],
      rest: { status: status ?? 200, headers: [], body, place },
    };
  }

  /** The body of a response is all of it, or its only member where the table unwraps that: then the list that this holds, if it holds nothing else. */
  private within(body: HoleTree, type: TypeDef): Tree {
    const names = this.unwrap.response;
    const result = names.length > 0 ? this.onlyMember(type) : undefined;
    return result === undefined || !fitsAny(names, result) ? body : this.object([this.around(result, body)]);
  }

  /** A member that is the whole body: where it holds one list and nothing else, that list. */
  private around({ key, list, element }: ElementMember, body: HoleTree): Entry {
    const isHolder = !list && !isPresentedList(element.type) && holdsOneList(element.type, () => false);
    const items = isHolder ? this.onlyMember(element.type) : undefined;
    return this.entry(key, items ? this.object([this.entry(items.key, body)]) : body);
  }

  private onlyMember(type: TypeDef): ElementMember | undefined {
    const [member, ...others] = type.kind === 'complex' ? this.codec.members(type) : [];
    return member?.kind === 'element' && others.length === 0 ? member : undefined;
  }

  private variables(): RowVariables {
    return {
      place: this.place,
      line: new Map([...this.places].filter(([name]) => !name.startsWith('$'))),
      hasBody: WITH_BODY.includes(this.short.line.value.method),
      free: (name) => this.free(name),
      hole: (variable) => this.hole(variable),
    };
  }

  private free(name: string): string {
    let candidate = name;
    for (let i = 2; this.names.has(candidate); i++) candidate = `${name}${i}`;
    this.names.add(candidate);
    return candidate;
  }

  private entry(key: string, value: Tree): Entry {
    return { key, place: this.place, value };
  }

  private object(entries: readonly Entry[]): ObjectTree {
    return { kind: 'object', entries, place: this.place };
  }

  private hole(name: string, optional = false): HoleTree {
    return { kind: 'hole', hole: { name, supplied: false, optional, converters: [], offset: 0 }, place: this.place };
  }
}

function emptyAt(place: Place): Tree {
  return { kind: 'constant', value: null, source: '', place };
}

function isOpen(type: TypeDef): boolean {
  return type.kind === 'complex' && type.base === undefined;
}

function isEmpty(type: TypeDef): boolean {
  return (
    type.kind === 'complex' &&
    type.content.kind === 'empty' &&
    !type.mixed &&
    type.attributes.length === 0 &&
    !type.anyAttribute
  );
}
