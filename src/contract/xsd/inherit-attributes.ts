// Attributes of a derived type (Part 1 §3.4.2).
import { clark } from '../../xml/reader/names.ts';
import type { XmlElement } from '../../xml/tree.ts';
import type { AttributeUse, ComplexType, Wildcard } from '../model/model.ts';
import type { AttributeSet } from './component.ts';
import type { Linker } from './linker.ts';
import { sizeOf, union } from './wildcard.ts';

/** A restriction keeps what it does not mention, in the base's order (Part 1 §3.4.2). */
export function restrictAttributes(base: ComplexType, attributes: AttributeSet): AttributeUse[] {
  const uses = new Map<string, AttributeUse>();
  for (const use of base.attributes) if (!attributes.prohibited.has(clark(use.name))) uses.set(clark(use.name), use);
  for (const [key, use] of attributes.uses) uses.set(key, use);
  return [...uses.values()];
}

/** An extension adds to the base's attributes; its wildcard allows what either allows. */
export function extendAttributes(
  linker: Linker,
  base: ComplexType,
  attributes: AttributeSet,
  e: XmlElement,
): { attributes: readonly AttributeUse[]; wildcard?: Wildcard } {
  const wildcard = widen(linker, base.anyAttribute, attributes.wildcard, e);
  if (attributes.uses.size === 0) return { attributes: base.attributes, wildcard };
  for (const use of base.attributes) {
    const key = clark(use.name);
    if (attributes.uses.has(key))
      linker.report.add('CONTRACT_INVALID', `attribute "${key}" is in the base type already`, e.place);
  }
  return { attributes: [...base.attributes, ...attributes.uses.values()], wildcard };
}

function widen(
  linker: Linker,
  base: Wildcard | undefined,
  wildcard: Wildcard | undefined,
  e: XmlElement,
): Wildcard | undefined {
  if (!base || !wildcard) return wildcard ?? base;
  linker.bounds.spend(sizeOf(base) + sizeOf(wildcard), e.place);
  const both = union(base.namespaces, wildcard.namespaces);
  if (both) return { namespaces: both, process: wildcard.process };
  linker.report.add(
    'CONTRACT_UNSUPPORTED',
    'no wildcard says what this anyAttribute and the inherited one allow',
    e.place,
  );
  return wildcard;
}
