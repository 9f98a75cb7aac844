// Parts of a WSDL message (WSDL 1.1 §2.3).
import type { Place } from '../../errors/errors.ts';
import { clark, type QName } from '../../xml/reader/names.ts';
import { attr, type XmlElement } from '../../xml/tree.ts';
import { qualified } from '../model/definition-tree.ts';
import type { ElementDecl, TypeDef } from '../model/model.ts';
import { anySimpleType, builtinTypes } from '../xsd/builtins.ts';
import { component } from '../xsd/component.ts';
import { schemaDocument } from '../xsd/document.ts';
import { elementOf } from '../xsd/element.ts';
import { refer } from '../xsd/references.ts';
import { typeNamed } from '../xsd/type-shells.ts';
import type { WsdlLinker } from './context.ts';
import { type WsdlComponent, wsdlChildren } from './definitions.ts';

export interface Part {
  readonly name: string;
  readonly node: XmlElement;
}

/** The parts of a message; of those with the same name, `byName` has the first. */
interface Parts {
  readonly all: readonly Part[];
  readonly byName: ReadonlyMap<string, Part>;
  /** Local names of the elements. */
  readonly elements: readonly string[];
}

/** Cache: thousands of operations, headers and faults may name one message of thousands of parts. */
const partsByMessage = new WeakMap<WsdlComponent, Parts>();

export function partsOf(message: WsdlComponent): Parts {
  let parts = partsByMessage.get(message);
  if (!parts) partsByMessage.set(message, (parts = readParts(message)));
  return parts;
}

function readParts(message: WsdlComponent): Parts {
  const nodes = wsdlChildren(message.node, 'part');
  const all = nodes.map((node) => ({ name: attr(node, 'name')?.trim() ?? '', node }));
  const byName = new Map(all.toReversed().map((part) => [part.name, part]));
  const elements = nodes.flatMap((node) => attr(node, 'element')?.replace(/^.*:/, '').trim() ?? []);
  return { all, byName, elements };
}

/**
 * The global element of an `element=` part; undefined when it has none or when it was reported as unknown. The reference is in the WSDL, and
 * so is the report; problems of the element itself belong to the schema.
 */
function elementOfPart({ schemas, report }: WsdlLinker, { node }: Part): ElementDecl | undefined {
  const ref = attr(node, 'element');
  const target = ref === undefined ? undefined : refer({ ...schemas, report }, 'element', ref, node, outside(node));
  return target && elementOf(schemas, target);
}

/** Cache: faults and header parts of many operations are one element. */
const namedElements = new WeakMap<XmlElement, Map<string, ElementDecl>>();

/**
 * What a part puts into Body, Header or detail. A `type=` part is an element of its name in the namespace `ns`: WSDL 1.1 §3.5 makes its type
 * that of the element around it, which no peer does (docs/decisions/0097). Undefined after a reported problem.
 */
export function partElement(linker: WsdlLinker, part: Part, ns: string): ElementDecl | undefined {
  const { node, name } = part;
  if (attr(node, 'element') !== undefined) return elementOfPart(linker, part);
  const type = typeOfPart(linker, part);
  if (type) return named(node, name, ns, type);
  linker.report.add('CONTRACT_INVALID', `part "${name}" has neither an element nor a type`, node.place);
  return undefined;
}

function named(node: XmlElement, local: string, ns: string, type: TypeDef): ElementDecl {
  let byNamespace = namedElements.get(node);
  if (!byNamespace) namedElements.set(node, (byNamespace = new Map()));
  let element = byNamespace.get(ns);
  if (!element) byNamespace.set(ns, (element = localElement({ ns, local }, type, node.place)));
  return element;
}

/** An element that no schema declares. */
export function localElement(name: QName, type: TypeDef, place: Place): ElementDecl {
  return Object.freeze({
    name,
    type,
    global: false,
    nillable: false,
    abstract: false,
    substitutes: Object.freeze([]),
    place,
  });
}

/** The type of a `type=` part; any simple type where it was reported as unknown. */
export function typeOfPart({ schemas, report }: WsdlLinker, { node }: Part): TypeDef | undefined {
  const type = attr(node, 'type');
  if (type === undefined) return undefined;
  const name = qualified(type, node);
  const builtin = name && builtinTypes.get(clark(name));
  const target = builtin ?? refer({ ...schemas, report }, 'type', type, node, outside(node));
  return target ? typeNamed(schemas, type, node, outside(node)) : anySimpleType;
}

/** A reference from WSDL has no schema component around it. */
function outside(node: XmlElement) {
  return component('element', { ns: '', local: '' }, node, schemaDocument(node));
}
