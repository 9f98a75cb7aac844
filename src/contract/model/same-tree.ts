import { clark, type QName } from '../../xml/reader/names.ts';
import { elements, type XmlElement } from '../../xml/tree.ts';
import { qualified } from './qualified.ts';

const REFERENCES = new Set(['type', 'ref', 'base', 'itemType', 'substitutionGroup', 'element', 'message', 'binding']);

/**
 * Do two components say the same? Files copied into one contract repeat each other; only contradictions are problems. Annotations and white
 * space do not count, references count by what they refer to. Nesting is bounded by the reader of the tree.
 */
export function sameTree(a: XmlElement, b: XmlElement): boolean {
  if (a === b) return true;
  if (!sameName(a.name, b.name) || !sameAttributes(a, b)) return false;
  const [left, right] = [a, b].map((e) => elements(e).filter((c) => c.name.local !== 'annotation'));
  return left.length === right.length && left.every((child, i) => sameTree(child, right[i]));
}

function sameName(a: QName, b: QName): boolean {
  return a.local === b.local && a.ns === b.ns;
}

function sameAttributes(a: XmlElement, b: XmlElement): boolean {
  const texts = new Map(a.attributes.map((x) => [clark(x.name), meaning(x.name.local, x.value, a)]));
  if (texts.size !== b.attributes.length) return false;
  return b.attributes.every((x) => texts.get(clark(x.name)) === meaning(x.name.local, x.value, b));
}

function meaning(local: string, value: string, e: XmlElement): string {
  const name = REFERENCES.has(local) ? qualified(value, e) : undefined;
  return name ? clark(name) : value;
}
