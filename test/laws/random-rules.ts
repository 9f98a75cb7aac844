// Random rules over the operations of a contract: which members stand where on the REST side, whole or in parts, as texts, lists, through
// converters and value tables. Every rule is two-way, and binds all of its messages.
import type { Codec } from '../../src/codec/model/codec.ts';
import type { Member } from '../../src/codec/model/members.ts';
import { isAnyType, isOrdered } from '../../src/codec/presentation/list-members.ts';
import type { Message, Operation } from '../../src/contract/model/contract.ts';
import type { ElementDecl, SimpleType, TypeDef } from '../../src/contract/model/model.ts';
import { clark } from '../../src/xml/reader/names.ts';
import { Fits } from './fits.ts';
import type { Source } from './source.ts';
import { spell, value } from './values.ts';

const DEEPEST = 3;
const INTEGERS = /[iI]nt|[lL]ong|[sS]hort|[bB]yte/;
const NAMES = new Set(['QName', 'NOTATION']);
const STRINGS = new Set(['string', 'normalizedString', 'token', 'NMTOKEN', 'Name', 'NCName']);

export type Tree = string | { [key: string]: Tree };

export interface RandomRule {
  readonly id: string;
  readonly rest: {
    request: { line: string; headers: Record<string, string>; body?: Tree };
    response: { status: number; headers: Record<string, string>; body?: Tree };
  };
  readonly soap: { operation: string; port: string; request: Tree; response?: Tree };
}

export interface RandomTable {
  readonly rule: RandomRule;
  readonly tables: Record<string, Record<string, string>>;
  /** Names of variables whose values are no texts. */
  readonly large: readonly string[];
}

/** Operations whose messages are one element each. */
export function usable(operations: readonly Operation[]): Operation[] {
  const one = (message: Message | undefined) => message === undefined || message.body.length === 1;
  return operations.filter((o) => o.input.body.length === 1 && one(o.output));
}

export function randomTable(codec: Codec, operation: Operation, source: Source): RandomTable {
  const builder = new Builder(codec, source);
  const request = builder.pair(operation.input.body[0], true);
  const path = ['r', ...request.path].join('/');
  const query = request.query.length === 0 ? '' : `?${request.query.join('&')}`;
  const method = request.body === undefined ? 'GET' : source.pick(['POST', 'PUT', 'PATCH']);
  const output = operation.output?.body[0];
  const response = output && builder.pair(output, false);
  const status = source.pick(response?.body === undefined ? [204, 200] : [200, 201, 202]);
  return {
    rule: {
      id: 'r',
      rest: {
        request: { line: `${method} /${path}${query}`, headers: request.headers, body: request.body },
        response: { status, headers: response?.headers ?? {}, body: response?.body },
      },
      soap: {
        operation: operation.name,
        port: operation.port,
        request: { [clark(operation.input.body[0].name)]: request.soap },
        response: response && output && { [clark(output.name)]: response.soap },
      },
    },
    tables: builder.tables,
    large: builder.large,
  };
}

/** The REST side of one message while it grows. */
interface Places {
  readonly request: boolean;
  readonly path: string[];
  readonly query: string[];
  readonly headers: Record<string, string>;
  readonly body: { [key: string]: Tree };
  /** In the item of a list there is only the body. */
  readonly inItem?: boolean;
}

class Builder {
  readonly tables: Record<string, Record<string, string>> = {};
  readonly large: string[] = [];
  private readonly codec: Codec;
  private readonly source: Source;
  private readonly fits: Fits;
  private count = 0;

  constructor(codec: Codec, source: Source) {
    this.codec = codec;
    this.source = source;
    this.fits = new Fits(codec.schemas);
  }

  pair(element: ElementDecl, request: boolean) {
    const places: Places = { request, path: [], query: [], headers: {}, body: {} };
    const soap = this.divisible(element) ? this.divide(element.type, places, places.body, 0) : this.whole(places.body);
    const { path, query, headers, body } = places;
    const constant = this.source.chance(20);
    // No contract has a name like this: the constant stands beside what $rest spreads.
    if (constant) body['a constant'] = 'fixed';
    return { soap, path, query, headers, body: Object.keys(body).length > 0 ? body : undefined };
  }

  /** What stands before the names of the holes in the item of a list. */
  private prefix = '';

  private next(): string {
    return `${this.prefix}v${this.count++}`;
  }

  /** A list, item by item; undefined where its items have nothing to name. */
  private each(divide: (places: Places, item: Places['body']) => Tree, room: Places['body']): Tree | undefined {
    const { prefix } = this;
    const list = this.next();
    this.prefix = `${list}.`;
    const item: Places['body'] = {};
    const places: Places = { request: false, path: [], query: [], headers: {}, body: item, inItem: true };
    const soap = divide(places, item);
    this.prefix = prefix;
    if (Object.keys(item).length === 0) return undefined;
    room[`m${list}`] = { $each: item };
    return { $each: soap };
  }

  /** Neither nil nor another type can come in its place, and its content has members. */
  private divisible({ type, nillable }: ElementDecl): boolean {
    if (type.kind === 'simple' || nillable || isAnyType(type) || isOrdered(type)) return false;
    const types = this.fits.typesOf(type);
    return types.length === 1 && types[0] === type;
  }

  private divide(type: TypeDef, places: Places, room: Places['body'], depth: number): Tree {
    // The contract's names may be any, `__proto__` too.
    const soap: { [key: string]: Tree } = Object.create(null);
    let all = true;
    for (const member of this.codec.members(type)) {
      if (member.kind === 'anyAttribute' || this.source.chance(25)) all = false;
      else soap[member.key] = this.member(member, places, room, depth);
    }
    if (!all || this.source.chance(15)) soap['$rest'] = this.rest(room);
    return soap;
  }

  /** One entry of a repeated group. */
  private entry(members: readonly Member[], places: Places, room: Places['body'], depth: number): Tree {
    const soap: { [key: string]: Tree } = Object.create(null);
    for (const member of members) soap[member.key] = this.member(member, places, room, depth);
    return soap;
  }

  /** All other members: an object of its own, or beside the members that have names. */
  private rest(room: Places['body']): Tree {
    const name = this.next();
    if (this.prefix === '') this.large.push(name);
    const key = room['$rest'] === undefined && this.source.chance(60) ? '$rest' : `o${name}`;
    room[key] = `{${name}}`;
    return `{${name}}`;
  }

  private member(member: Member, places: Places, room: Places['body'], depth: number): Tree {
    const text = this.textual(member);
    if (text) return this.text(text, member, places, room, depth);
    if (member.kind === 'element' && !member.list && !member.substituted && member.required && depth < DEEPEST) {
      if (this.divisible(member.element) && this.source.chance(70)) {
        const inner = this.source.chance(50) ? this.inner(room) : room;
        return this.divide(member.element.type, places, inner, depth + 1);
      }
    }
    if (member.kind === 'element' && member.list && !member.substituted && !member.keyed && depth < DEEPEST) {
      const each = this.divisible(member.element) && this.source.chance(50);
      const { type } = member.element;
      const tree = each ? this.each((inside, item) => this.divide(type, inside, item, depth + 1), room) : undefined;
      if (tree) return tree;
    }
    if (member.kind === 'group' && depth < DEEPEST && this.source.chance(50))
      return this.each((inside, item) => this.entry(member.members, inside, item, depth + 1), room) ?? this.whole(room);
    return this.whole(room);
  }

  private inner(room: Places['body']): Places['body'] {
    const object: Places['body'] = {};
    room[`in${this.count}`] = object;
    return object;
  }

  private whole(room: Places['body']): Tree {
    const name = this.next();
    if (this.prefix === '') this.large.push(name);
    room[`m${name}`] = `{${name}}`;
    return `{${name}}`;
  }

  /** The type of a member whose values have a text each. */
  private textual(member: Member): SimpleType | undefined {
    const type =
      member.kind === 'attribute'
        ? member.use.type
        : member.kind === 'text'
          ? member.type
          : member.kind === 'element' && !member.substituted && !member.element.nillable
            ? member.element.type
            : undefined;
    return type?.kind === 'simple' && type.variety === 'atomic' ? type : undefined;
  }

  private text(type: SimpleType, member: Member, places: Places, room: Places['body'], depth: number): Tree {
    const { source } = this;
    const name = this.next();
    const list = member.kind === 'element' && member.list;
    const required = member.required && depth === 0;
    const hole = (rest: string) => `{${name}${rest}}`;
    const spots = [
      'body',
      'body',
      ...(places.inItem ? [] : ['header']),
      ...(places.request ? ['query', 'query', ...(required && !list ? ['path'] : [])] : []),
    ];
    const spot = source.pick(spots);
    if (list) {
      if (spot === 'query') places.query.push(`q${name}=${hole(source.chance(30) ? '|csv' : '')}`);
      else if (spot === 'header') places.headers[`X-${name}`] = hole('|csv');
      else room[`m${name}`] = hole(source.chance(30) ? '|csv' : '');
      return hole('');
    }
    const converter = this.converter(type);
    const about = STRINGS.has(type.builtin) && converter === '' && source.chance(20) ? 'x-' : '';
    if (spot === 'path') places.path.push(`s${places.path.length}`, about + hole(converter));
    else if (spot === 'query')
      places.query.push(
        `q${name}=${about}${hole(this.fallback(type, required && converter + about === '') + converter)}`,
      );
    else if (spot === 'header') places.headers[`X-${name}`] = about + hole(converter);
    else room[`m${name}`] = about + hole(converter);
    return hole('');
  }

  private converter(type: SimpleType): string {
    const { enumeration } = type.facets;
    if (enumeration && STRINGS.has(type.builtin) && this.source.chance(50)) return this.table(enumeration);
    if (type.builtin === 'boolean' && this.source.chance(30)) return '|bool';
    return INTEGERS.test(type.builtin) && this.source.chance(30) ? '|int' : '';
  }

  private table(values: readonly string[]): string {
    const name = `t${this.count}`;
    this.tables[name] = Object.fromEntries([...new Set(values)].map((soap, i) => [`e${i}`, soap]));
    return `|table(${name})`;
  }

  /** A default only where the SOAP side always has a value: absence must have one meaning. */
  private fallback(type: SimpleType, may: boolean): string {
    if (!may || NAMES.has(type.builtin) || !this.source.chance(40)) return '';
    const drawn = value(type, this.source, { names: [], ids: 0 });
    const text = drawn && spell(drawn);
    return text && /^[\w.:-]+$/.test(text) ? `=${text}` : '';
  }
}
