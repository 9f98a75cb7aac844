// Random orders of mappings/30-types as a service would send them: keys that are unique, and null members that are named by their names.
import fc from 'fast-check';
import type { ElementDecl, Schemas } from '../../src/contract/model/model.ts';
import { XSI_NS } from '../../src/xml/reader/names.ts';
import { Grow } from './grow.ts';
import { render } from './render.ts';
import { Source } from './source.ts';
import { type ElementNode, isLeaf, type Leaf } from './tree.ts';

const NULLABLE = ['note', 'dueDate', 'lineList', 'property', 'payment', 'total'];

export function orders(schemas: Schemas, element: ElementDecl, size = 1500): fc.Arbitrary<string> {
  const bytes = fc.uint8Array({ maxLength: size, size: 'max' });
  return fc.tuple(bytes, bytes).map(([a, b]) => {
    const source = new Source(a);
    const tree = new Grow(schemas, source).element(element, 5);
    return render(fitted(tree, source), new Source(b));
  });
}

function fitted(node: ElementNode, source: Source): ElementNode {
  const children = node.children.map((c, i) => (isElement(c) ? numbered(fitted(c, source), i) : c));
  const absent = NULLABLE.filter((name) => !children.some((c) => isElement(c) && c.name.local === name));
  return {
    ...node,
    children: children.flatMap((c) => {
      if (!isElement(c) || c.name.local !== 'nullFieldList') return [c];
      const names = absent.filter(() => source.chance(60));
      return names.length === 0 ? [] : [{ ...c, children: names.map((name) => named(c, name)) }];
    }),
  };
}

/** Keys of items differ by their places. */
function numbered(node: ElementNode, place: number): ElementNode {
  const attributes = node.attributes.map((a) =>
    ['name', 'scriptId'].includes(a.name.local) ? { ...a, value: [`${a.value[0]}-${place}`] } : a,
  );
  const children = node.children.map((c) =>
    isElement(c) && c.name.local === 'article' ? text(c, `article ${place}`) : c,
  );
  return { ...node, attributes, children };
}

function named(list: ElementNode, name: string): ElementNode {
  return text({ ...list, name: { ...list.name, local: 'name' }, attributes: [] }, name);
}

/** A text of the declared type, which need not be one of the type that xsi:type has named. */
function text(node: ElementNode, value: string): ElementNode {
  const attributes = node.attributes.filter(({ name }) => name.ns !== XSI_NS);
  return { ...node, attributes, children: [{ value: [value], space: 'preserve' }], spaced: false };
}

function isElement(c: ElementNode | Leaf): c is ElementNode {
  return !isLeaf(c);
}
