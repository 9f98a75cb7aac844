import { clark } from '../../xml/reader/names.ts';
import type { XmlElement } from '../../xml/tree.ts';
import type { AttributeUse, ComplexType, Wildcard } from '../model/model.ts';
import type { AttributeSet } from './attribute-set.ts';
import type { Linker } from './linker.ts';
import { union } from './wildcard.ts';

/** A restriction keeps what it does not mention, in the base's order (Part 1 §3.4.2). */
export function restrictAttributes(base: ComplexType, own: AttributeSet): AttributeUse[] {
  const uses = new Map<string, AttributeUse>();
  for (const use of base.attributes) if (!own.prohibited.has(clark(use.name))) uses.set(clark(use.name), use);
  for (const [key, use] of own.uses) uses.set(key, use);
  return [...uses.values()];
}

/** An extension adds to the base's attributes; its wildcard allows what either allows. */
export function extendAttributes(
  linker: Linker,
  base: ComplexType,
  own: AttributeSet,
  e: XmlElement,
): { attributes: readonly AttributeUse[]; wildcard?: Wildcard } {
  const wildcard = widen(linker, base.anyAttribute, own.wildcard, e);
  if (own.uses.size === 0) return { attributes: base.attributes, wildcard };
  for (const use of base.attributes) {
    const key = clark(use.name);
    if (own.uses.has(key))
      linker.report.add('CONTRACT_INVALID', `attribute "${key}" is in the base type already`, e.place);
  }
  return { attributes: [...base.attributes, ...own.uses.values()], wildcard };
}

function widen(
  linker: Linker,
  base: Wildcard | undefined,
  own: Wildcard | undefined,
  e: XmlElement,
): Wildcard | undefined {
  if (!base || !own) return own ?? base;
  const both = union(base.namespaces, own.namespaces);
  if (both) return { namespaces: both, process: own.process };
  linker.report.add(
    'CONTRACT_UNSUPPORTED',
    'no wildcard says what this anyAttribute and the inherited one allow',
    e.place,
  );
  return own;
}
