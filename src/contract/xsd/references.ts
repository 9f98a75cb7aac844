import { atOnce } from '../../event-loop/time-slices.ts';
import { readTree } from '../../xml/read-tree.ts';
import { clark, type QName, XSD_NS } from '../../xml/reader/names.ts';
import type { XmlElement } from '../../xml/tree.ts';
import { qualified } from '../model/definition-tree.ts';
import { builtinTypes } from './builtins.ts';
import type { Component, Space } from './component.ts';
import { schemaDocument } from './document.ts';
import type { Linker } from './linker.ts';
import { wellKnownSchema } from './well-known.ts';

const encoder = new TextEncoder();

const SPACE_LABELS: Readonly<Record<Space, string>> = {
  type: 'type',
  element: 'element',
  attribute: 'attribute',
  group: 'group',
  attributeGroup: 'attribute group',
};

/** The name a reference means inside `at`; reports an undeclared prefix. A chameleon's unqualified references take its namespace (§4.2.1). */
export function nameOf(linker: Linker, text: string, e: XmlElement, at: Component): QName | undefined {
  const name = qualified(text, e);
  if (name === undefined) {
    linker.report.add('CONTRACT_REFERENCE', `the prefix of "${text.trim()}" is not declared`, e.place);
    return undefined;
  }
  return name.ns === '' && at.document.chameleon ? { ns: at.document.ns, local: name.local } : name;
}

/** The component that a reference in `e` means; reports and returns undefined when there is none. */
export function refer(linker: Linker, space: Space, text: string, e: XmlElement, at: Component): Component | undefined {
  const name = nameOf(linker, text, e, at);
  if (name === undefined) return undefined;
  return old(space, name, e, at) ?? linker.registry.find(space, name) ?? lateFind(linker, space, name, e);
}

/** Inside xs:redefine a type's base and a group's reference to itself mean the component being redefined (Part 1 §4.2.2). */
function old(space: Space, name: QName, e: XmlElement, at: Component): Component | undefined {
  if (!at.redefines || at.space !== space || name.local !== at.name.local || name.ns !== at.name.ns) return undefined;
  const derivation = e.name.local === 'restriction' || e.name.local === 'extension';
  return space !== 'type' || derivation ? at.redefines : undefined;
}

/** Schemas that everybody refers to and nobody ships are added when the first reference needs them. */
function lateFind(linker: Linker, space: Space, name: QName, e: XmlElement): Component | undefined {
  const { registry } = linker;
  const text = registry.namespaces.has(name.ns) ? undefined : wellKnownSchema(name.ns);
  if (text !== undefined) atOnce(registry.addDocument(schemaDocument(readTree(encoder.encode(text), name.ns))));
  return registry.find(space, name) ?? unknown(linker, space, name, e);
}

/** Reports a reference to nothing, once for each namespace that could not be loaded. */
function unknown(linker: Linker, space: Space, name: QName, e: XmlElement): undefined {
  const { registry, report } = linker;
  if (registry.reportMissing(name.ns, report, e.place)) return undefined;
  const names = () => {
    const declaredNames = [...registry.spaces[space].keys()];
    return space === 'type' && name.ns === XSD_NS ? [...builtinTypes.keys(), ...declaredNames] : declaredNames;
  };
  const hint = registry.suggestions.of(clark(name), names);
  if (hint === undefined && registry.reportReplaced(name.ns, report, e.place)) return undefined;
  report.add('CONTRACT_REFERENCE', `there is no ${SPACE_LABELS[space]} "${clark(name)}"`, e.place, hint);
  return undefined;
}
