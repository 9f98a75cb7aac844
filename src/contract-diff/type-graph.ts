// Pairs of types, old and new, that messages reach, and what changes in each. Types refer to each other, so that each pair is compared once.
import type { ComplexType, ElementDecl, Schemas, TypeDef } from '../contract/model/model.ts';
import { clark, type QName, XSD_NS } from '../xml/reader/names.ts';
import type { Severity, TypeChange } from './change.ts';
import { type Member, membersOf } from './members.ts';
import type { RenamedNamespaces } from './renamed-namespaces.ts';
import { simpleChanges } from './simple-changes.ts';

export interface TypePair {
  /** Its name, which the subjects of its members begin with. */
  readonly subject: string;
  readonly changes: readonly TypeChange[];
  /** What it extends: changes of inherited members are changes of that. */
  readonly base?: TypePair;
  /** Old names of the namespaces of its members that have another name now. */
  readonly renamed: ReadonlySet<string>;
  /** Pairs of types of its members. */
  readonly inside: readonly TypePair[];
  /** Pairs of types that are derived from this one. */
  readonly derived: readonly TypePair[];
}

interface Draft extends TypePair {
  base?: TypePair;
  readonly changes: TypeChange[];
  readonly inside: TypePair[];
  readonly derived: TypePair[];
  readonly renamed: Set<string>;
}

function draftOf(subject: string): Draft {
  return { subject, changes: [], inside: [], derived: [], renamed: new Set() };
}

export class TypeGraph {
  private readonly pairs = new Map<TypeDef, Map<TypeDef, TypePair>>();
  private readonly oldDerived: ReadonlyMap<string, readonly ComplexType[]>;
  private readonly newDerived: ReadonlyMap<string, readonly ComplexType[]>;
  private readonly namespaces: RenamedNamespaces;

  constructor(before: Schemas, after: Schemas, namespaces: RenamedNamespaces) {
    this.namespaces = namespaces;
    this.oldDerived = derivedTypes(before, this.newName);
    this.newDerived = derivedTypes(after, clark);
  }

  /** The Clark name that an old name has in the new contract. */
  private readonly newName = ({ ns, local }: QName): string => clark({ ns: this.namespaces.get(ns) ?? ns, local });

  /** `subject`: name of a type that has none itself. */
  pair(before: TypeDef, after: TypeDef, subject: string): TypePair {
    if (isPlain(before) && isPlain(after)) return this.compared(before, after, subject, draftOf(subject));
    const ofBefore = this.pairs.get(before) ?? new Map<TypeDef, TypePair>();
    this.pairs.set(before, ofBefore);
    const same = ofBefore.get(after);
    if (same !== undefined) return same;
    const draft = draftOf(before.name?.local ?? subject);
    ofBefore.set(after, draft);
    return this.compared(before, after, draft.subject, draft);
  }

  private compared(before: TypeDef, after: TypeDef, subject: string, draft: Draft): TypePair {
    if (before.kind === 'simple' && after.kind === 'simple')
      draft.changes.push(...simpleChanges(before, after).map((change) => ({ subject, ...change })));
    else if (before.kind === 'complex' && after.kind === 'complex') this.complex(before, after, subject, draft);
    else draft.changes.push(both(subject, `was a ${before.kind} type, is a ${after.kind} type`, 'break'));
    return draft;
  }

  private complex(before: ComplexType, after: ComplexType, subject: string, draft: Draft): void {
    if (before.abstract !== after.abstract)
      draft.changes.push(
        both(subject, after.abstract ? 'is abstract now' : 'is abstract no longer', after.abstract ? 'break' : 'note'),
      );
    if (before.mixed !== after.mixed)
      draft.changes.push(both(subject, `has ${after.mixed ? '' : 'no '}mixed content now`, 'break'));
    this.simpleContent(before, after, subject, draft);
    const [old, latest] = [membersOf(before, this.newName), membersOf(after)];
    for (const { element } of old.values())
      if (element && this.namespaces.has(element.name.ns)) draft.renamed.add(element.name.ns);
    for (const [key, member] of old) {
      const name = `${subject}.${member.label}`;
      const other = latest.get(key);
      if (other === undefined) draft.changes.push(removed(name, latest, member));
      else this.member(name, member, other, draft);
    }
    for (const [key, member] of latest)
      if (!old.has(key)) draft.changes.push(added(`${subject}.${member.label}`, member));
    this.extended(before, after, draft);
    this.derived(before, after, draft);
  }

  private extended({ base: old, derivation }: ComplexType, { base: latest }: ComplexType, draft: Draft): void {
    if (derivation !== 'extension' || old?.kind !== 'complex' || latest?.kind !== 'complex') return;
    if (!old.name || !latest.name || this.newName(old.name) !== clark(latest.name)) return;
    draft.base = this.pair(old, latest, old.name.local);
  }

  private simpleContent(
    { content: before }: ComplexType,
    { content: after }: ComplexType,
    subject: string,
    draft: Draft,
  ): void {
    if (before.kind === 'simple' && after.kind === 'simple')
      draft.inside.push(this.pair(before.type, after.type, subject));
    else if (before.kind === 'simple' || after.kind === 'simple')
      draft.changes.push(
        both(subject, `has ${after.kind === 'simple' ? 'a text' : 'elements'} as content now`, 'break'),
      );
  }

  private member(name: string, before: Member, after: Member, draft: Draft): void {
    draft.changes.push(...occurrenceChanges(name, before, after));
    const [old, latest] = [before.element, after.element];
    if (old && latest) {
      if (old.nillable !== latest.nillable)
        draft.changes.push(
          latest.nillable
            ? both(name, 'may be null', 'addition')
            : { subject: name, message: 'may no longer be null', request: 'break', response: 'note' },
        );
      if (old.fixed !== latest.fixed)
        draft.changes.push(
          both(name, `fixed value was ${old.fixed ?? 'absent'}, is ${latest.fixed ?? 'absent'}`, 'break'),
        );
      if (old.default !== latest.default)
        draft.changes.push(
          both(name, `default was ${old.default ?? 'absent'}, is ${latest.default ?? 'absent'}`, 'note'),
        );
      this.substitutes(name, old, latest, draft);
    }
    if (before.type === undefined || after.type === undefined) return;
    // Their changes are those of this type, so that hundreds of members are one pair.
    if (isPlain(before.type) && isPlain(after.type)) this.compared(before.type, after.type, name, draft);
    else draft.inside.push(this.pair(before.type, after.type, name));
  }

  private substitutes(name: string, before: ElementDecl, after: ElementDecl, draft: Draft): void {
    const latest = new Map(after.substitutes.map((element) => [clark(element.name), element]));
    const old = new Map(before.substitutes.map((element) => [this.newName(element.name), element]));
    for (const [key, element] of old) {
      const same = latest.get(key);
      if (same) draft.inside.push(this.pair(element.type, same.type, element.name.local));
      else draft.changes.push(both(name, `the element ${element.name.local} no longer stands in its place`, 'break'));
    }
    for (const [key, element] of latest)
      if (!old.has(key))
        draft.changes.push(both(name, `the element ${element.name.local} may stand in its place`, 'addition'));
  }

  /** Values may be of a derived type (`xsi:type`). */
  private derived(before: ComplexType, after: ComplexType, draft: Draft): void {
    if (before.name === undefined || after.name === undefined || before.name.ns === XSD_NS) return;
    const old = this.oldDerived.get(this.newName(before.name)) ?? [];
    const latest = this.newDerived.get(clark(after.name)) ?? [];
    for (const type of old) {
      const same = latest.find(({ name }) => clark(name!) === this.newName(type.name!));
      if (same) draft.derived.push(this.pair(type, same, type.name!.local));
      else draft.changes.push(both(type.name!.local, `the type is gone from ${before.name.local}`, 'break'));
    }
    for (const type of latest)
      if (!old.some(({ name }) => this.newName(name!) === clark(type.name!)))
        draft.changes.push(both(type.name!.local, `a new type of ${after.name.local}`, 'addition'));
  }
}

/** Changes that it does not have from the type that it extends. */
export function ownChanges({ subject, changes, base }: TypePair): readonly TypeChange[] {
  if (base === undefined || base.changes.length === 0) return changes;
  const inherited = new Set(base.changes.map((change) => memberKey(change, base.subject)));
  return changes.filter((change) => !inherited.has(memberKey(change, subject)));
}

/** Equal for a member and an inherited one; what is no change of a member is like no other. */
function memberKey(change: TypeChange, type: string): unknown {
  const { subject, message, request, response } = change;
  if (!subject.startsWith(`${type}.`)) return change;
  return JSON.stringify([subject.slice(type.length), message, request, response]);
}

/** A built-in type, or one without a name: what changes is a matter of the member. */
function isPlain({ kind, name }: TypeDef): boolean {
  return kind === 'simple' && (name === undefined || name.ns === XSD_NS);
}

function both(subject: string, message: string, severity: Severity): TypeChange {
  return { subject, message, request: severity, response: severity };
}

function removed(name: string, latest: ReadonlyMap<string, Member>, { label }: Member): TypeChange {
  const moved = [...latest.values()].some((member) => member.label === label);
  return both(name, moved ? 'has another namespace now' : 'removed', 'break');
}

function added(subject: string, { min, max }: Member): TypeChange {
  const list = max > 1 ? ', a list' : '';
  if (min === 0) return both(subject, `added, optional${list}`, 'addition');
  return { subject, message: `added, required${list}`, request: 'break', response: 'addition' };
}

function occurrenceChanges(subject: string, before: Member, after: Member): TypeChange[] {
  const changes: TypeChange[] = [];
  if (before.min === 0 && after.min > 0)
    changes.push({ subject, message: 'was optional, is required', request: 'break', response: 'note' });
  if (before.min > 0 && after.min === 0)
    changes.push({ subject, message: 'was required, is optional', request: 'addition', response: 'break' });
  const [wasList, isList] = [before.max > 1, after.max > 1];
  if (wasList !== isList) changes.push(both(subject, isList ? 'is a list now' : 'was a list, is one value', 'break'));
  else if (before.max !== after.max)
    changes.push({
      subject,
      message: `at most ${before.max}, now ${after.max}`,
      request: after.max < before.max ? 'break' : 'addition',
      response: 'note',
    });
  return changes;
}

/** By the name of the base. */
function derivedTypes(
  { types }: Schemas,
  nameOf: (name: QName) => string,
): ReadonlyMap<string, readonly ComplexType[]> {
  const named = [...types.values()].filter((type) => type.kind === 'complex');
  return Map.groupBy(
    named.filter(({ base, name }) => base?.name !== undefined && name !== undefined),
    ({ base }) => nameOf(base!.name!),
  );
}
