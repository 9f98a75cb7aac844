import { attr, type XmlElement } from '../../xml/tree.ts';
import type { ElementDecl, TypeDef } from '../model.ts';
import { component } from '../xsd/component.ts';
import { schemaDocument } from '../xsd/document.ts';
import { elementOf } from '../xsd/element.ts';
import type { Linker } from '../xsd/linker.ts';
import { refer } from '../xsd/references.ts';
import { typeNamed } from '../xsd/shells.ts';
import type { WsdlComponent } from './definitions.ts';
import { wsdlChildren } from './definitions.ts';

export interface Part {
  readonly name: string;
  readonly node: XmlElement;
}

export function partsOf(message: WsdlComponent): Part[] {
  return wsdlChildren(message.node, 'part').map((node) => ({ name: attr(node, 'name')?.trim() ?? '', node }));
}

/** The global element of an `element=` part; undefined when it has none or when it was reported as unknown. */
export function elementOfPart(linker: Linker, { node }: Part): ElementDecl | undefined {
  const ref = attr(node, 'element');
  const target = ref === undefined ? undefined : refer(linker, 'element', ref, node, outside(node));
  return target && elementOf(linker, target);
}

/** The type of a `type=` part. */
export function typeOfPart(linker: Linker, { node }: Part): TypeDef | undefined {
  const type = attr(node, 'type');
  return type === undefined ? undefined : typeNamed(linker, type, node, outside(node));
}

/** References from a WSDL document are made from no schema component. */
function outside(node: XmlElement) {
  return component('element', { ns: '', local: '' }, node, schemaDocument(node));
}
