// One operation of a SOAP port with its faults, from binding and port type (WSDL 1.1 §2, §3).
import { clark } from '../../xml/reader/names.ts';
import { attr, type XmlElement } from '../../xml/tree.ts';
import type { FaultDecl, Operation } from '../model/contract.ts';
import { documentation } from '../model/definition-tree.ts';
import { Report } from '../source/report.ts';
import { type Context, type Port, soapChild, type WsdlLinker } from './context.ts';
import { type WsdlComponent, wsdlChild, wsdlChildren } from './definitions.ts';
import { isEncoded, messageNamed, messageOf, refuseType } from './message.ts';
import { elementOfPart, partsOf } from './part.ts';

export function portTypeOf(linker: WsdlLinker, port: Port): WsdlComponent | undefined {
  const { node, name } = port.binding;
  const type = attr(node, 'type');
  if (type !== undefined) return linker.definitions.refer('portType', type, node, name.ns, linker.report);
  linker.report.add('CONTRACT_INVALID', `binding "${clark(name)}" names no port type`, node.place);
  return undefined;
}

/** An operation of the binding, and the port type's operations of that name. */
interface Bound {
  readonly bound: XmlElement;
  readonly same: readonly XmlElement[];
}

export function boundOperations(port: Port, portType: WsdlComponent): Bound[] {
  const declared = Map.groupBy(wsdlChildren(portType.node, 'operation'), nameOf);
  return wsdlChildren(port.binding.node, 'operation').map((bound) => ({
    bound,
    same: declared.get(nameOf(bound)) ?? [],
  }));
}

/** Name and input elements of a broken operation, for messages. */
export function describeOperation(
  linker: WsdlLinker,
  portType: WsdlComponent,
  { bound, same }: Bound,
): { operation: string; elements: string[] } {
  const input = same[0] && wsdlChild(same[0], 'input');
  const reference = input && attr(input, 'message');
  const unheard = new Report();
  const message =
    reference === undefined
      ? undefined
      : linker.definitions.refer('message', reference, input!, portType.name.ns, unheard);
  const parts = message ? partsOf(message) : [];
  const elements = parts.flatMap(({ node }) => attr(node, 'element')?.replace(/^.*:/, '').trim() ?? []);
  return { operation: nameOf(bound), elements };
}

function nameOf(operation: XmlElement): string {
  return attr(operation, 'name')?.trim() ?? '';
}

/** Undefined for an operation without SOAP messages, or after a reported problem. */
export function operationOf(
  linker: WsdlLinker,
  port: Port,
  portType: WsdlComponent,
  { bound, same }: Bound,
): Operation | undefined {
  const name = nameOf(bound);
  const declared = matching(same, bound);
  if (!declared) {
    const message = `port type "${clark(portType.name)}" has no operation "${name}"`;
    linker.report.add('CONTRACT_REFERENCE', message, bound.place);
    return undefined;
  }
  if (isCarriedOtherwise(bound) || !wsdlChild(declared, 'input')) return undefined;
  const style = styleOf(linker, port, bound);
  return style && build({ linker, port, portType, name, style, bound, declared });
}

function build(context: Context): Operation | undefined {
  const { port, portType, name, style, bound, declared } = context;
  const input = messageOf(context, 'input');
  const answers = wsdlChild(declared, 'output') !== undefined;
  const output = answers ? messageOf(context, 'output') : undefined;
  const faults = faultsOf(context);
  if (!input || (answers && !output)) return undefined;
  const action = soapChild(bound, 'operation');
  return {
    service: port.service,
    port: port.name,
    name,
    portType: portType.name,
    version: port.version,
    style,
    action: (action && attr(action, 'soapAction')) ?? '',
    address: port.address,
    input,
    output,
    faults,
    doc: documentation(declared) ?? documentation(bound),
    place: bound.place,
  };
}

/** Operations with attachments (MIME multipart) or an HTTP binding are left out. */
function isCarriedOtherwise(bound: XmlElement): boolean {
  const [input, output] = [wsdlChild(bound, 'input'), wsdlChild(bound, 'output')];
  return [input, output].some((e) =>
    e?.children.some((c) => typeof c !== 'string' && c.name.local === 'multipartRelated'),
  );
}

/** WSDL 1.1 §3.4: on the operation, else on the binding, else document. */
function styleOf(linker: WsdlLinker, port: Port, bound: XmlElement): Context['style'] | undefined {
  const soapOperation = soapChild(bound, 'operation');
  const style = (soapOperation && attr(soapOperation, 'style')) ?? port.style ?? 'document';
  if (style === 'document' || style === 'rpc') return style;
  linker.report.add('CONTRACT_INVALID', `style="${style}" is neither document nor rpc`, (soapOperation ?? bound).place);
  return undefined;
}

/** The overloaded operation with the input and output names of the binding (WSDL 1.1 §2.5). */
function matching(same: readonly XmlElement[], bound: XmlElement): XmlElement | undefined {
  if (same.length < 2) return same[0];
  const fits = (e: XmlElement) =>
    ['input', 'output'].every((way) => sameName(wsdlChild(e, way), wsdlChild(bound, way)));
  return same.find(fits) ?? same[0];
}

function sameName(declared: XmlElement | undefined, bound: XmlElement | undefined): boolean {
  const expectedName = bound && attr(bound, 'name');
  return expectedName === undefined || (declared !== undefined && attr(declared, 'name') === expectedName);
}

/** The declared faults of an operation. Those of the port type count, repeated in the binding or not (WSDL 1.1 §3.6). */
function faultsOf(context: Context): FaultDecl[] {
  return wsdlChildren(context.declared, 'fault').flatMap((node) => faultOf(context, node) ?? []);
}

function faultOf(context: Context, node: XmlElement): FaultDecl | undefined {
  const { linker } = context;
  const name = attr(node, 'name')?.trim() ?? '';
  const bound = wsdlChildren(context.bound, 'fault').find((e) => attr(e, 'name')?.trim() === name);
  if (isEncoded(context, bound && soapChild(bound, 'fault'))) return undefined;
  const message = messageNamed(context, node);
  if (!message) return undefined;
  const [part, extraPart] = partsOf(message);
  if (!part || extraPart) {
    linker.report.add('CONTRACT_INVALID', `the message of fault "${name}" must have one part`, message.node.place);
    return undefined;
  }
  const element = elementOfPart(linker, part) ?? refuseType(context, part, 'fault');
  return element && { name, element };
}
