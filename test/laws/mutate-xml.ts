// One small change to a generated tree. Most changes make it invalid; what the change did is for an oracle to say.
import { XSI_NS } from '../../src/xml/reader/names.ts';
import type { Source } from './source.ts';
import { type AttributeNode, type ElementNode, isLeaf, type Leaf } from './tree.ts';

type Child = ElementNode | Leaf;
type Change = (node: ElementNode, source: Source) => ElementNode;

/** The tree with one of its elements changed; the same tree where the drawn change does not apply. */
export function mutate(tree: ElementNode, source: Source): ElementNode {
  const target = source.pick(elementsOf(tree));
  const change = source.pick(changes);
  return replaced(tree, target, change(target, source));
}

function elementsOf(node: ElementNode): ElementNode[] {
  if (node.foreign) return [];
  return [node, ...node.children.flatMap((c) => (isLeaf(c) ? [] : elementsOf(c)))];
}

function replaced(node: ElementNode, from: ElementNode, to: ElementNode): ElementNode {
  if (node === from) return to;
  return { ...node, children: node.children.map((c) => (isLeaf(c) ? c : replaced(c, from, to))) };
}

const changes: readonly Change[] = [
  dropChild,
  repeatChild,
  swapChildren,
  (node) => ({ ...node, name: { ...node.name, local: `${node.name.local}x` } }),
  (node) => ({ ...node, name: { ...node.name, ns: node.name.ns === '' ? 'urn:wrong' : '' } }),
  badText,
  emptied,
  (node) => withChild(node, { name: { ns: 'urn:wrong', local: 'extra' }, attributes: [], children: [], spaced: false }),
  (node) => withChild(node, text('stray text')),
  dropAttribute,
  (node) => withAttribute(node, { ns: '', local: 'extra' }, 'x'),
  (node) => withAttribute(node, { ns: 'urn:wrong', local: 'extra' }, 'x'),
  badAttribute,
  (node) => withAttribute(node, { ns: XSI_NS, local: 'nil' }, 'true'),
  (node) => withAttribute(node, { ns: XSI_NS, local: 'type' }, 'noSuchType'),
  nilled,
];

function text(value: string): Leaf {
  return { value: [value], space: 'preserve' };
}

function withChild(node: ElementNode, child: Child): ElementNode {
  return { ...node, children: [...node.children, child] };
}

function dropChild(node: ElementNode, source: Source): ElementNode {
  if (node.children.length === 0) return node;
  return { ...node, children: node.children.toSpliced(source.below(node.children.length), 1) };
}

function repeatChild(node: ElementNode, source: Source): ElementNode {
  if (node.children.length === 0) return node;
  const at = source.below(node.children.length);
  return { ...node, children: node.children.toSpliced(at, 0, node.children[at]) };
}

function swapChildren(node: ElementNode, source: Source): ElementNode {
  if (node.children.length < 2) return node;
  const at = source.below(node.children.length - 1);
  return { ...node, children: node.children.toSpliced(at, 2, node.children[at + 1], node.children[at]) };
}

const TEXTS = ['', '-1', '999999999999', 'x y', '0.5', '2024-13-45', '!', 'true', 'p:q', '1e400', 'AAA=', '\u00a0'];

function badText(node: ElementNode, source: Source): ElementNode {
  return { ...node, children: [text(source.pick(TEXTS))] };
}

function emptied(node: ElementNode): ElementNode {
  return { ...node, children: [] };
}

function dropAttribute(node: ElementNode, source: Source): ElementNode {
  if (node.attributes.length === 0) return node;
  return { ...node, attributes: node.attributes.toSpliced(source.below(node.attributes.length), 1) };
}

function badAttribute(node: ElementNode, source: Source): ElementNode {
  if (node.attributes.length === 0) return node;
  const at = source.below(node.attributes.length);
  const changed: AttributeNode = { ...node.attributes[at], value: [source.pick(TEXTS)], space: 'preserve' };
  return { ...node, attributes: node.attributes.with(at, changed) };
}

function withAttribute(node: ElementNode, name: AttributeNode['name'], value: string): ElementNode {
  if (node.attributes.some((a) => a.name.local === name.local && a.name.ns === name.ns)) return node;
  return { ...node, attributes: [...node.attributes, { name, value: [value], space: 'preserve' }] };
}

function nilled(node: ElementNode): ElementNode {
  return withAttribute({ ...node, children: [] }, { ns: XSI_NS, local: 'nil' }, 'true');
}
