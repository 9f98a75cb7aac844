// Fills the shells of types, bases first.
import { clark } from '../../xml/reader/names.ts';
import { attr, type XmlElement } from '../../xml/tree.ts';
import { qualified } from '../model/definition-tree.ts';
import { DERIVATION_DEPTH } from '../source/limits.ts';
import { derivationTooDeep } from './bounds.ts';
import { fillComplexType } from './complex-type.ts';
import type { Component } from './component.ts';
import { xsdChild } from './document.ts';
import type { Linker, Pending } from './linker.ts';
import { fillSimpleType } from './simple-type.ts';
import { typeOf } from './type-shells.ts';

/** Fills a shell, after the global types that it is derived from. */
export function complete(linker: Linker, pending: Pending): void {
  const { node, at } = pending;
  if (node === at.node) completeGlobal(linker, at);
  else {
    for (const base of basesOf(linker, node, at)) completeGlobal(linker, base);
    fill(linker, pending);
  }
}

/** Follows the bases to the first complete one, then fills from there. `above`: depth of calls. */
function completeGlobal(linker: Linker, start: Component, above = 0): void {
  if (above > DERIVATION_DEPTH) throw derivationTooDeep(start, start.node.place);
  const chain: Component[] = [];
  for (let c: Component | undefined = start; c?.state === 'new'; ) {
    c.state = 'busy';
    chain.push(c);
    const [base, inlineBase] = basesOf(linker, c.node, c);
    // Simple content may have a complex base and an inner simple type with another base; that chain has simple types only.
    if (inlineBase) completeGlobal(linker, inlineBase, above + 1);
    if (base?.state === 'busy') reportCircle(linker, c);
    c = base;
  }
  for (const c of chain.reverse()) {
    fill(linker, { draft: typeOf(linker, c), node: c.node, at: c });
    c.state = 'done';
  }
}

function fill(linker: Linker, { draft, node, at }: Pending): void {
  if (draft.kind === 'simple') fillSimpleType(linker, draft, node, at);
  else fillComplexType(linker, draft, node, at);
}

function reportCircle(linker: Linker, c: Component): void {
  linker.report.add('CONTRACT_INVALID', `type "${clark(c.name)}" is derived from itself`, c.node.place);
}

/** Global types that must be complete before `node`, a simpleType or complexType, can be: the named base first. */
function basesOf(linker: Linker, node: XmlElement, at: Component): Component[] {
  const bases: Component[] = [];
  for (let e: XmlElement | undefined = node; e; ) {
    const content: XmlElement = xsdChild(e, 'simpleContent', 'complexContent') ?? e;
    const derivation = xsdChild(content, 'restriction', 'extension');
    const base = derivation && findBase(linker, derivation, at);
    if (base) bases.push(base);
    e = derivation && xsdChild(derivation, 'simpleType');
  }
  return bases;
}

/** Silent: a bad reference is reported when the type is filled. */
function findBase(linker: Linker, derivation: XmlElement, at: Component): Component | undefined {
  const text = attr(derivation, 'base');
  const name = text === undefined ? undefined : qualified(text, derivation);
  if (!name) return undefined;
  const ns = name.ns === '' && at.document.chameleon ? at.document.ns : name.ns;
  if (at.redefines && at.name.local === name.local && at.name.ns === ns) return at.redefines;
  return linker.registry.find('type', { ns, local: name.local });
}
