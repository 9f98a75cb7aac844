// The values of a SOAP header part that HTTP headers can hold, and what of it they cannot. Knows nothing about tables.
import type { Codec } from '../../codec/model/codec.ts';
import type { ElementMember, Member } from '../../codec/model/members.ts';
import type { HeaderPart } from '../../contract/model/contract.ts';
import type { SimpleType, TypeDef } from '../../contract/model/model.ts';
import { genericWords } from '../inference/ids.ts';
import { emptyWords } from '../inference/nouns.ts';
import { camel, trimmed, wordsOf } from '../naming/names.ts';
import { membersOf } from '../operations/levels.ts';
import type { FlattenedLists } from '../operations/wrappers.ts';

export interface HeaderValue {
  /** Members from the part down to the value; empty where the part is a value itself. */
  readonly path: readonly string[];
  readonly name: string;
  readonly type: SimpleType;
  /** It and all that it stands in. */
  readonly required: boolean;
  /** Null means something. */
  readonly nillable?: boolean;
  /** A list: one header with commas. */
  readonly list?: boolean;
  readonly fixed?: string;
  readonly initial?: string;
}

/** A member that no HTTP header can hold. */
export interface LostMember {
  readonly path: readonly string[];
  readonly reason: string;
}

export interface HeaderValues {
  readonly values: readonly HeaderValue[];
  readonly lost: readonly LostMember[];
  /** One of `lost`, without which the contract takes none of the values. */
  readonly missing?: LostMember;
}

/** Levels of members: what is deeper is no matter for a header field. */
const DEEPEST = 3;

interface Place {
  readonly path: readonly string[];
  /** Words before the names of values. */
  readonly prefix: readonly string[];
  readonly required: boolean;
}

export function headerValues(header: HeaderPart, codec: Codec, flattened: FlattenedLists): HeaderValues {
  const {
    part,
    element: { type, name },
  } = header;
  const prefix = trimmed(wordsOf(hasEmptyName(header) ? name.local : part));
  if (type.kind === 'simple') return { values: [{ path: [], name: camel(prefix), type, required: true }], lost: [] };
  return new PartReader(codec, flattened).members(type, { path: [], prefix, required: true });
}

/** `part1`, `parameters`, `h`: its element says what it is. */
export function hasEmptyName({ part }: HeaderPart): boolean {
  const isEmpty = (token: string) => emptyWords.includes(token) || genericWords.includes(token) || NUMBERED.test(token);
  return trimmed(wordsOf(part)).every(isEmpty);
}

const NUMBERED = /^(?:part|param|arg|header|in|[a-z])\d*$/;

class PartReader {
  private readonly codec: Codec;
  private readonly flattened: FlattenedLists;

  constructor(codec: Codec, flattened: FlattenedLists) {
    this.codec = codec;
    this.flattened = flattened;
  }

  members(type: TypeDef, place: Place): HeaderValues {
    const members = membersOf(type, this.codec);
    const all = members.map((member) => this.member(member, type, place, members.length === 1));
    const missing = members.flatMap(({ required }, i) => (required && all[i].missing) || []).at(0);
    return { values: all.flatMap(({ values }) => values), lost: all.flatMap(({ lost }) => lost), missing };
  }

  /** `isOnly`: the name of what holds it says enough. */
  private member(member: Member, holder: TypeDef, place: Place, isOnly: boolean): HeaderValues {
    const path = [...place.path, member.key];
    const required = place.required && member.required;
    const type = typeOf(member);
    const list = member.kind === 'element' && member.list;
    const nillable = member.kind === 'element' && member.element.nillable;
    const tokens = member.key === '$value' ? place.prefix : joined(place.prefix, member.key);
    if (type !== undefined) {
      const words = isOnly && list && path.length > 1 ? place.prefix : tokens;
      return {
        values: [{ path, name: camel(words), type, required, nillable, ...(list ? { list } : constantsOf(member)) }],
        lost: [],
      };
    }
    const reason = reasonOf(member) ?? (path.length >= DEEPEST ? 'deeply nested' : undefined);
    if (reason !== undefined) return withoutValues({ path, reason });
    const below = { path, prefix: isOnly ? place.prefix : tokens, required };
    const { missing, ...inside } = this.members((member as ElementMember).element.type, below);
    return missing ? withoutValues(missing) : { ...inside, values: this.listed(inside.values, holder, path) };
  }

  /** A list stands in place of its holder where the table says so. */
  private listed(values: readonly HeaderValue[], holder: TypeDef, path: readonly string[]): readonly HeaderValue[] {
    const [value] = values;
    const isFlat = values.length === 1 && value.list && this.flattened(holder, value.path.slice(-2).join('/'));
    return isFlat ? [{ ...value, path }] : values;
  }
}

function withoutValues(lost: LostMember): HeaderValues {
  return { values: [], lost: [lost], missing: lost };
}

function typeOf(member: Member): SimpleType | undefined {
  if (member.kind === 'text') return member.type;
  if (member.kind === 'attribute') return member.use.type.variety === 'atomic' ? member.use.type : undefined;
  if (member.kind !== 'element' || member.substituted || member.keyed) return undefined;
  const { type } = member.element;
  return type.kind === 'simple' && type.variety !== 'list' ? type : undefined;
}

/** Of a member that is neither a value nor an object. */
function reasonOf(member: Member): string | undefined {
  if (member.kind === 'any') return 'any element';
  if (member.kind !== 'element' || member.keyed) return 'a repeated group';
  if (member.substituted) return 'one of several elements';
  const { type } = member.element;
  if (type.kind === 'simple') return 'a list in one text';
  if (type.abstract) return 'one of several types';
  return member.list ? 'a list of objects' : undefined;
}

function constantsOf(member: Member): Pick<HeaderValue, 'fixed' | 'initial'> {
  if (member.kind !== 'attribute' && member.kind !== 'element') return {};
  const { fixed, default: initial } = member.kind === 'attribute' ? member.use : member.element;
  return { fixed, initial };
}

/** Words of a placeholder that no input of an operation is likely to have. */
function joined(prefix: readonly string[], key: string): readonly string[] {
  const tokens = wordsOf(key);
  if (tokens[0] === prefix[0]) return tokens;
  return [...prefix, ...(tokens[0] === prefix.at(-1) ? tokens.slice(1) : tokens)];
}
