// Substitution groups (Part 1 §3.3.6).
import { each, type Steps } from '../../event-loop/time-slices.ts';
import { clark } from '../../xml/reader/names.ts';
import { attr } from '../../xml/tree.ts';
import { splitList } from '../model/definition-tree.ts';
import type { Draft, ElementDecl, TypeDef } from '../model/model.ts';
import { DERIVATION_DEPTH } from '../source/limits.ts';
import { derivationTooDeep } from './bounds.ts';
import type { Component } from './component.ts';
import { derivationMethods } from './derives.ts';
import { elementOf, headOf } from './element.ts';
import type { Linker } from './linker.ts';

/** Fills `substitutes` of all heads (Part 1 §3.3.6). All types are complete. */
export function* linkSubstitutes(linker: Linker): Steps<void> {
  const direct = new Map<Component, Component[]>();
  yield* each(linker.registry.spaces.element.values(), (member) => {
    const head = headOf(linker, member);
    if (!head) return;
    checkMember(linker, member, head);
    const members = direct.get(head);
    if (members) members.push(member);
    else direct.set(head, [member]);
  });
  yield* each(direct.keys(), (head) => substitutesOf(linker, head, direct));
}

function substitutesOf(linker: Linker, head: Component, direct: ReadonlyMap<Component, readonly Component[]>): void {
  const headElement = elementOf(linker, head) as Draft<ElementDecl>;
  const blocked = blockedAt(linker, head, headElement.type);
  const members: ElementDecl[] = [];
  let level = direct.get(head) ?? [];
  for (let steps = 1; level.length > 0; steps++) {
    if (steps > DERIVATION_DEPTH) throw derivationTooDeep(level[0], level[0].node.place);
    if (level.includes(head)) return reportCircle(linker, head);
    linker.bounds.spend(level.length, head.node.place);
    for (const component of level) {
      const member = elementOf(linker, component);
      if (!member.abstract && mayReplace(member.type, headElement.type, blocked)) members.push(member);
    }
    level = level.flatMap((component) => direct.get(component) ?? []);
  }
  headElement.substitutes = members;
}

function reportCircle(linker: Linker, head: Component): void {
  linker.report.add('CONTRACT_INVALID', `element "${clark(head.name)}" substitutes itself`, head.node.place);
}

function mayReplace(type: TypeDef, base: TypeDef, blocked: ReadonlySet<string>): boolean {
  if (blocked.has('substitution')) return false;
  const ways = derivationMethods(type, base) ?? new Set();
  return ![...ways].some((way) => blocked.has(way));
}

/** What the head disallows itself, and what its type prohibits. */
function blockedAt(linker: Linker, head: Component, type: TypeDef): ReadonlySet<string> {
  const elementBlocks = splitList(attr(head.node, 'block') ?? head.document.block);
  const typeComponent = type.name && linker.registry.find('type', type.name);
  const byType = typeComponent ? splitList(attr(typeComponent.node, 'block') ?? typeComponent.document.block) : [];
  if (elementBlocks.includes('#all')) return new Set(['substitution', 'extension', 'restriction']);
  return new Set([...elementBlocks, ...(byType.includes('#all') ? ['extension', 'restriction'] : byType)]);
}

function checkMember(linker: Linker, member: Component, head: Component): void {
  const [type, base] = [elementOf(linker, member).type, elementOf(linker, head).type];
  if (derivationMethods(type, base)) return;
  const message = `the type of "${clark(member.name)}" is not derived from that of "${clark(head.name)}", which it substitutes`;
  linker.report.add('CONTRACT_INVALID', message, member.node.place);
}
