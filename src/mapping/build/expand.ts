// Short rows → long rows, by names of the contract (design §7).
import type { Codec } from '../../codec/codec.ts';
import type { Member } from '../../codec/members.ts';
import type { Contract, Message, Operation } from '../../contract/contract.ts';
import type { Place } from '../../errors.ts';
import { type Hole, isHole, type Part } from '../../pattern/hole.ts';
import type { Entry, Tree } from '../../pattern/tree.ts';
import { findLoosely, suggestMember } from '../find-member.ts';
import { chooseOperation } from '../operation.ts';
import type { Row } from '../read/row.ts';
import type { ShortRow } from '../read/short.ts';
import type { Report } from '../report.ts';

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

export function expandShort(short: ShortRow, contract: Contract, codec: Codec, all: Report): Row | undefined {
  const id = short.id ?? short.operation.value;
  const report = all.of(id);
  const [port, name] = short.operation.value.includes('.') ? split(short.operation) : [undefined, short.operation];
  const soap = { port, operation: name, headers: [], replyHeaders: [], place: short.operation.place };
  const operation = chooseOperation(soap, contract, codec.dialect, report);
  if (operation === undefined) return undefined;
  const input = new Input(short, operation, codec, report);
  const reply = replyOf(operation, short);
  return {
    ...short,
    id,
    line: { value: input.line(), place: short.line.place },
    headers: [],
    body: input.body(),
    reply: { status: short.status, headers: [], body: reply.rest, place: short.operation.place },
    soap: { ...soap, operation: { value: operation.name, place: name.place }, request: { elements: input.elements(), place: name.place }, reply: reply.soap },
  };
}

function split(target: ShortRow['operation']): [ShortRow['operation'], ShortRow['operation']] {
  const dot = target.value.lastIndexOf('.');
  return [
    { value: target.value.slice(0, dot), place: target.place },
    { value: target.value.slice(dot + 1), place: target.place },
  ];
}

/** The request pair: path and query variables bind members by name; the rest of the input is the body. */
class Input {
  private readonly short: ShortRow;
  private readonly message: Message;
  private readonly members: readonly Member[];
  private readonly named = new Map<string, Member>();
  private readonly hasBody: boolean;
  private readonly place: Place;

  constructor(short: ShortRow, operation: Operation, codec: Codec, report: Report) {
    this.short = short;
    this.message = operation.input;
    this.place = short.line.place;
    const only = this.message.body.length === 1 ? this.message.body[0] : undefined;
    this.members = only === undefined ? [] : codec.members(only.type);
    for (const hole of this.holes()) {
      const member = findLoosely(this.members, hole.name, codec.dialect);
      if (member !== undefined) this.named.set(hole.name, member);
      else {
        const hint = suggestMember(this.members, hole.name);
        report.add('MAPPING_UNKNOWN_ELEMENT', `"${operation.name}" has no member "${hole.name}"`, this.place, hint);
      }
    }
    const left = this.members.filter((m) => ![...this.named.values()].includes(m));
    this.hasBody = WITH_BODY.has(short.line.value.method) && left.length > 0;
  }

  private holes(): Hole[] {
    const { segments, query } = this.short.line.value;
    return [...segments.flat(), ...query.flatMap((q) => q.parts)].filter(isHole);
  }

  /** Query parameters of members that may be absent may be absent too. */
  line(): Row['line']['value'] {
    const { value } = this.short.line;
    const query = value.query.map((q) => ({ ...q, parts: q.parts.map((p): Part => (isHole(p) ? this.relaxed(p) : p)) }));
    return { ...value, query };
  }

  private relaxed(hole: Hole): Hole {
    const member = this.named.get(hole.name);
    const may = member !== undefined && !member.required && hole.default === undefined && !hole.supplied;
    return may ? { ...hole, optional: true } : hole;
  }

  body(): Tree | undefined {
    return this.hasBody ? hole('body', this.place) : undefined;
  }

  elements(): Entry[] {
    const [element] = this.message.body;
    if (element === undefined) return [];
    return [{ key: element.name.local, place: this.place, value: this.tree() }];
  }

  private tree(): Tree {
    if (this.hasBody && this.named.size === 0) return hole('body', this.place);
    const entries = [...this.named].map(([name, m]): Entry => ({ key: m.key, place: this.place, value: hole(name, this.place) }));
    return { kind: 'object', entries, place: this.place, rest: this.hasBody ? (hole('body', this.place) as Tree & { kind: 'hole' }) : undefined };
  }
}

/** The reply body is the output element without its wrapper. */
function replyOf(operation: Operation, short: ShortRow): { rest: Tree | undefined; soap: Row['soap']['reply'] } {
  const { place } = short.operation;
  const [element] = operation.output?.body ?? [];
  if (element === undefined) return { rest: undefined, soap: { elements: [], place } };
  const empty = isEmpty(element.type) || short.status === 204;
  const value: Tree = empty ? { kind: 'object', entries: [], place } : hole('result', place);
  return { rest: empty ? undefined : hole('result', place), soap: { elements: [{ key: element.name.local, place, value }], place } };
}

function isEmpty(type: Operation['input']['body'][number]['type']): boolean {
  if (type.kind === 'simple' || type.attributes.length > 0 || type.content.kind === 'simple') return false;
  if (type.content.kind === 'empty') return true;
  const { particle } = type.content;
  return particle.kind !== 'element' && particle.kind !== 'any' && particle.particles.length === 0;
}

function hole(name: string, place: Place): Tree {
  return { kind: 'hole', hole: { name, supplied: false, optional: false, converters: [], offset: 0 }, place };
}
