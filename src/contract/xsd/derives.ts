// Is one type derived from another, and how?
import type { TypeDef } from '../model/model.ts';
import { anyType } from './builtins.ts';

/** More steps than any valid contract has: ends cycles. */
const MOST_STEPS = 10_000;

/** Type Derivation OK (Part 1 §3.4.6, §3.14.6): the same, a base, anyType, or a member of a union. */
export function derives(type: TypeDef, base: TypeDef): boolean {
  if (base === anyType || type === base) return true;
  for (let t: TypeDef | undefined = type.base, left = MOST_STEPS; t && left > 0; t = t.base, left--)
    if (t === base) return true;
  return base.kind === 'simple' && base.variety === 'union' && type.kind === 'simple' && isMember(type, base);
}

function isMember(type: TypeDef, union: TypeDef): boolean {
  let members = membersByUnion.get(union);
  if (!members) membersByUnion.set(union, (members = membersOf(union)));
  let t: TypeDef | undefined = type;
  for (let left = MOST_STEPS; t && left > 0; t = t.base, left--) if (members.has(t)) return true;
  return false;
}

/** Cache: thousands of elements may ask about a union of thousands of members. All types are complete when the first one does. */
const membersByUnion = new WeakMap<TypeDef, ReadonlySet<TypeDef>>();

/** Members of a union, with those of unions inside of it. */
function membersOf(union: TypeDef): Set<TypeDef> {
  const members = new Set<TypeDef>();
  const visited = new Set([union]);
  for (const u of visited) {
    // A restricted union is not the base of its members (XSD 1.1 Part 1 §3.16.6.3; libxml2 does the same for 1.0).
    if (u.kind === 'simple' && (u.facets.enumeration || u.facets.patterns)) continue;
    for (const member of (u.kind === 'simple' && u.members) || []) {
      members.add(member);
      visited.add(member);
    }
  }
  return members;
}

/** The derivation methods from `base` to `type`; undefined if it is not derived. */
export function derivationMethods(type: TypeDef, base: TypeDef): Set<string> | undefined {
  const ways = new Set<string>();
  let left = MOST_STEPS;
  for (let t: TypeDef | undefined = type; t && left > 0; t = t.base, left--) {
    if (t === base) return ways;
    ways.add((t.kind === 'complex' && t.derivation) || 'restriction');
  }
  return derives(type, base) ? ways : undefined;
}
