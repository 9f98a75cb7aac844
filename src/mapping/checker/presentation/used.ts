// Which types the messages of a contract can hold. Keys of `types:` about other types have no effect.

import type { Dialect } from '../../../codec/datatypes/dialect.ts';
import { isBare } from '../../../codec/datatypes/type-kind.ts';
import type { Codec } from '../../../codec/model/codec.ts';
import { type Member, simpleTypeOf } from '../../../codec/model/members.ts';
import type { Contract, Message } from '../../../contract/model/contract.ts';
import type { ElementDecl, Particle, SimpleType, TypeDef } from '../../../contract/model/model.ts';
import { clark } from '../../../xml/reader/names.ts';
import type { Table } from '../../syntax/table.ts';
import type { YamlNode } from '../../syntax/yaml.ts';

export class UsedTypes {
  /** Types of elements and members of messages. */
  private readonly reached = new Set<TypeDef>();
  /** Those and their bases: keys of a base apply to derived types. */
  private readonly spoken = new Set<TypeDef>();
  private readonly derived = new Map<TypeDef, TypeDef[]>();
  /** Types of elements whose derived types were visited. */
  private readonly elementTypes = new Set<TypeDef>();
  private readonly codec: Codec;
  /** A queue instead of recursion: chains of types may be longer than the stack allows. */
  private readonly queue: TypeDef[] = [];
  private all = false;

  /** `roots`: the elements of messages. */
  constructor(roots: Iterable<ElementDecl>, codec: Codec) {
    this.codec = codec;
    for (const type of codec.schemas.types.values()) {
      const siblings = type.base && this.derived.get(type.base);
      if (siblings) siblings.push(type);
      else if (type.base) this.derived.set(type.base, [type]);
    }
    for (const root of roots) this.element(root, false);
    for (const type of this.queue) this.look(type);
  }

  has(type: TypeDef): boolean {
    return this.spoken.has(type);
  }

  /** JSON names of the members whose value has the type. */
  membersWith(type: SimpleType): ReadonlySet<string> {
    const holds = (m: Member) => {
      const valueType = simpleTypeOf(m);
      return valueType !== undefined && this.codec.schemas.derives(valueType, type);
    };
    return new Set([...this.reached].flatMap((t) => flat(this.codec.members(t)).filter(holds)).map((m) => m.key));
  }

  private element({ type, substitutes }: ElementDecl, member = true): void {
    if (type.kind === 'complex') this.type(type);
    else if (member) this.speak(type);
    if (!this.elementTypes.has(type)) this.derivedFrom(type);
    for (const substitute of substitutes) this.element(substitute, member);
  }

  /** xsi:type may name any of these. */
  private derivedFrom(type: TypeDef): void {
    this.elementTypes.add(type);
    for (const subtype of this.derived.get(type) ?? []) if (subtype.kind === 'complex') this.type(subtype);
  }

  private type(type: TypeDef): void {
    if (this.reached.has(type)) return;
    this.reached.add(type);
    this.queue.push(type);
  }

  private look(type: TypeDef): void {
    this.speak(type);
    for (const subtype of this.derived.get(type) ?? []) this.type(subtype);
    if (type.kind === 'simple') return;
    for (const { type: value } of type.attributes) this.speak(value);
    if (type.content.kind === 'simple') this.speak(type.content.type);
    if (type.content.kind === 'elements') this.particle(type.content.particle);
    if (type.anyAttribute !== undefined) this.everything();
  }

  private particle(p: Particle): void {
    if (p.kind === 'element') this.element(p.element);
    else if (p.kind === 'any') this.everything();
    else for (const inner of p.particles) this.particle(inner);
  }

  private speak(type: TypeDef): void {
    for (let t: TypeDef | undefined = type; t !== undefined && !this.spoken.has(t); t = t.base) this.spoken.add(t);
  }

  /** A wildcard may hold anything that the contract declares. */
  private everything(): void {
    if (this.all) return;
    this.all = true;
    const { types, elements, attributes } = this.codec.schemas;
    for (const { type } of attributes.values()) this.speak(type);
    for (const element of elements.values()) this.element(element);
    for (const type of types.values()) if (type.kind === 'complex') this.type(type);
  }
}

/** With the members of repeated groups and mixed content. */
function flat(members: readonly Member[]): Member[] {
  return members.flatMap((m) => (m.kind === 'group' || m.kind === 'mixed' ? flat(m.members) : [m]));
}

/** Some of its values are texts in JSON. */
export function hasTexts(type: SimpleType): boolean {
  if (type.variety === 'union') return (type.members ?? []).some(hasTexts);
  return type.variety === 'atomic' && !isBare(type.builtin);
}

export function messageElements(contract: Contract, table: Table, dialect: Dialect): ElementDecl[] {
  const of = (message: Message | undefined) =>
    message === undefined ? [] : [...message.body, ...message.headers.map((h) => h.element)];
  const declared = contract.operations.flatMap((o) => [
    ...of(o.input),
    ...of(o.output),
    ...o.faults.map((f) => f.element),
  ]);
  const rows = [...table.faults, ...table.rows.flatMap((r) => r?.row.faults ?? [])];
  return [...declared, ...rows.flatMap((row) => namedIn(row, contract, dialect))];
}

/** `{ soap: { fault: prefix:Name } }` */
function namedIn(row: YamlNode, { schemas }: Contract, dialect: Dialect): ElementDecl[] {
  const fault = valueAt(valueAt(row, 'soap'), 'fault');
  const name = fault?.kind === 'scalar' ? dialect.parseName(fault.source) : undefined;
  const element = name && schemas.elements.get(clark(name));
  return element === undefined ? [] : [element];
}

function valueAt(node: YamlNode | undefined, key: string): YamlNode | undefined {
  return node?.kind === 'map' ? node.entries.find((e) => e.key === key)?.value : undefined;
}
