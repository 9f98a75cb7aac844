import { clark } from '../../xml/reader/names.ts';
import { attr } from '../../xml/tree.ts';
import type { Draft } from '../model/draft.ts';
import type { ElementDecl, TypeDef } from '../model/model.ts';
import { splitList } from '../model/qualified.ts';
import type { Component } from './component.ts';
import { waysFrom } from './derives.ts';
import { elementOf, headOf } from './element.ts';
import type { Linker } from './linker.ts';

/** Fills `substitutes` of all heads (Part 1 §3.3.6). All types are complete. */
export function linkSubstitutes(linker: Linker): void {
  const direct = new Map<Component, Component[]>();
  for (const member of linker.registry.spaces.element.values()) {
    const head = headOf(linker, member);
    if (!head) continue;
    checkMember(linker, member, head);
    const members = direct.get(head);
    if (members) members.push(member);
    else direct.set(head, [member]);
  }
  for (const head of direct.keys()) substitutesOf(linker, head, direct);
}

function substitutesOf(linker: Linker, head: Component, direct: ReadonlyMap<Component, readonly Component[]>): void {
  const headElement = elementOf(linker, head) as Draft<ElementDecl>;
  const blocked = blockedAt(linker, head, headElement.type);
  const members: ElementDecl[] = [];
  const waiting = [...(direct.get(head) ?? [])];
  const met = new Set<Component>(waiting);
  for (let i = 0; i < waiting.length; i++) {
    if (waiting[i] === head) {
      reportCircle(linker, head);
      return;
    }
    const member = elementOf(linker, waiting[i]);
    if (!member.abstract && mayReplace(member.type, headElement.type, blocked)) members.push(member);
    for (const next of direct.get(waiting[i]) ?? []) if (!met.has(next)) waiting.push(next) && met.add(next);
  }
  headElement.substitutes = members;
}

function reportCircle(linker: Linker, head: Component): void {
  linker.report.add('CONTRACT_INVALID', `element "${clark(head.name)}" substitutes itself`, head.node.place);
}

function mayReplace(type: TypeDef, base: TypeDef, blocked: ReadonlySet<string>): boolean {
  if (blocked.has('substitution')) return false;
  const ways = waysFrom(type, base) ?? new Set();
  return ![...ways].some((way) => blocked.has(way));
}

/** What the head disallows itself, and what its type prohibits. */
function blockedAt(linker: Linker, head: Component, type: TypeDef): ReadonlySet<string> {
  const headBlock = splitList(attr(head.node, 'block') ?? head.document.block);
  const typeComponent = type.name && linker.registry.find('type', type.name);
  const byType = typeComponent ? splitList(attr(typeComponent.node, 'block') ?? typeComponent.document.block) : [];
  if (headBlock.includes('#all')) return new Set(['substitution', 'extension', 'restriction']);
  return new Set([...headBlock, ...(byType.includes('#all') ? ['extension', 'restriction'] : byType)]);
}

function checkMember(linker: Linker, member: Component, head: Component): void {
  const [type, base] = [elementOf(linker, member).type, elementOf(linker, head).type];
  if (waysFrom(type, base)) return;
  const message = `the type of "${clark(member.name)}" is not derived from that of "${clark(head.name)}", which it substitutes`;
  linker.report.add('CONTRACT_INVALID', message, member.node.place);
}
