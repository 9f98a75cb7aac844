// Decides which JSON members a type has (docs/reference/dialect.md).
import type { ComplexType, Occurs, TypeDef } from '../../contract/model/model.ts';
import { clark, type QName, XSD_NS } from '../../xml/reader/names.ts';
import type { Dialect } from '../datatypes/dialect.ts';
import { type Level, levelOf, type Node, occurrences, type Position, scatteredNames } from '../model/content.ts';
import type { AttributeMember, ElementMember, Member, SpreadMember } from '../model/members.ts';
import { arrayAsList } from './presented-list.ts';
import type { TypePresenter } from './type-presenter.ts';

/** xs:anyType itself: JSON shows its content generically, not by members. */
export function isAnyType(type: TypeDef): boolean {
  return type.kind === 'complex' && type.name?.local === 'anyType' && type.name.ns === XSD_NS;
}

/** Content is one ordered list (`$mixed`) if text stands between its elements. */
export function isOrdered(type: ComplexType): boolean {
  return type.mixed && type.content.kind !== 'simple';
}

/** undefined: it has no elements. */
function contentOf({ content }: ComplexType): Level | undefined {
  return content.kind === 'elements' ? levelOf(content.particle) : undefined;
}

/** Positions with the same key are one member. Groups and wildcards have their own keys. */
export function nameKey(p: Position): string {
  return p.kind === 'element' ? clark(p.element!.name) : `#${p.index}`;
}

export function listMembers(type: TypeDef, dialect: Dialect, presenter?: TypePresenter): readonly Member[] {
  if (type.kind === 'simple') return [];
  const members = attributeMembers(type, dialect, presenter).filter(isShown);
  if (type.content.kind === 'simple') {
    const text = presenter?.text(type.content.type) ?? type.content.type;
    return [...members, { kind: 'text', key: '$value', type: text, required: true }];
  }
  const level = contentOf(type);
  if (isOrdered(type)) {
    const ordered = level ? levelMembers(level, dialect, presenter?.names) : [];
    return [...members, { kind: 'mixed', key: '$mixed', members: ordered, required: false }];
  }
  const content = level ? levelMembers(level, dialect, presenter) : [];
  return [...members, ...content.filter(isShown), ...content.flatMap(spreadOf)];
}

/** A list that its items replace. */
function spreadOf(m: Member): SpreadMember[] {
  if (m.kind !== 'element' || m.hidden !== true) return [];
  const list = m.spread ?? m;
  if (list.keyed === undefined) return [];
  const { element, keyed: items, required, min, max } = list;
  const holder = list === m ? undefined : m.element;
  return [{ kind: 'spread', key: '*', element, holder, items, required, min, max }];
}

function isShown(m: Member): boolean {
  return !('hidden' in m && m.hidden === true);
}

function attributeMembers(type: ComplexType, dialect: Dialect, presenter?: TypePresenter): Member[] {
  const keys = new Keys(dialect, '@');
  const members: Member[] = type.attributes.map((declared): AttributeMember => {
    const key = keys.take(declared.name);
    const use = presenter?.attribute(key, declared) ?? declared;
    const hidden = presenter?.omits(key) === true && !use.required;
    const readOnly = presenter?.isReadOnly(key);
    return { kind: 'attribute', key: presenter?.key(key) ?? key, use, required: use.required, hidden, readOnly };
  });
  if (type.anyAttribute !== undefined)
    members.push({ kind: 'anyAttribute', key: '@*', wildcard: type.anyAttribute, required: false });
  return members;
}

/** Members of one level in document order, hidden ones included. Positions of one name share a member. */
export function levelMembers(level: Level, dialect: Dialect, presenter?: TypePresenter): Member[] {
  const keys = new Keys(dialect, '');
  const total = occurrences(level.root, nameKey);
  const stands = positionsAlone(level.root);
  const standing = Map.groupBy(level.positions, nameKey);
  const scattered = standing.size < level.positions.length ? scatteredNames(level.root, nameKey) : NONE;
  const numbered = new Map<string, number>();
  return [...standing].map(([name, [p]]) => {
    const bounds = { ...total.get(name)!, alone: stands.has(p), scattered: scattered.has(name) };
    return memberOf(p, bounds, keys, numbered, dialect, presenter);
  });
}

const NONE: ReadonlySet<string> = new Set();

interface Standing extends Occurs {
  /** Its presence does not depend on others. */
  readonly alone: boolean;
  readonly scattered: boolean;
}

/** Positions whose presence does not depend on others. */
function positionsAlone(n: Node, positions = new Set<Position>()): ReadonlySet<Position> {
  if (n.kind === 'position') positions.add(n.position);
  else if (n.kind !== 'choice' && !n.optional) for (const child of n.nodes) positionsAlone(child, positions);
  return positions;
}

function memberOf(
  p: Position,
  { min, max, alone, scattered }: Standing,
  keys: Keys,
  numbered: Map<string, number>,
  dialect: Dialect,
  presenter?: TypePresenter,
): Member {
  const required = min > 0;
  if (p.kind === 'any')
    return { kind: 'any', key: number('$any', numbered), wildcard: p.wildcard!, required, min, max };
  if (p.kind === 'group') {
    return {
      kind: 'group',
      key: number('$items', numbered),
      particle: p.group!,
      members: levelMembers(p.level!, dialect, presenter?.names),
      required,
      min,
      max,
    };
  }
  const key = keys.take(p.element!.name);
  const element = arrayAsList(presenter?.element(key, p.element!) ?? p.element!);
  // Items that stand apart have no place of their own to be named in.
  const lists = scattered ? undefined : presenter;
  const spread = lists?.spreadInside(key, element);
  const member: ElementMember = {
    kind: 'element',
    key: presenter?.key(key) ?? key,
    element,
    list: max > 1,
    required,
    min,
    max,
    substituted: element.substitutes.length > 0,
    keyed: max > 1 ? lists?.keyed(key, element) : undefined,
    scattered,
    nullable: alone && !required && !element.nillable && presenter?.nulls !== undefined,
    nulls: required ? undefined : presenter?.nullNames(key, element),
    spread,
    readOnly: presenter?.isReadOnly(key),
    hidden:
      spread !== undefined ||
      (!required && (presenter?.omits(key) || presenter?.nulls?.member === key)) ||
      (max > 1 && lists?.spreads(key, element)),
  };
  return member;
}

function number(key: string, numbered: Map<string, number>): string {
  const n = (numbered.get(key) ?? 0) + 1;
  numbered.set(key, n);
  return n === 1 ? key : `${key}${n}`;
}

/** Gives out unique JSON names: the local name, or the qualified one for a repeated local name. */
export class Keys {
  private readonly usedKeys = new Set<string>();
  private readonly dialect: Dialect;
  private readonly mark: string;

  constructor(dialect: Dialect, mark: string) {
    this.dialect = dialect;
    this.mark = mark;
  }

  take(name: QName): string {
    const short = this.mark + name.local;
    const long = this.mark + (name.ns === '' ? `{}${name.local}` : this.dialect.nameOf(name));
    const key = this.usedKeys.has(short) ? long : short;
    this.usedKeys.add(key);
    return key;
  }
}
