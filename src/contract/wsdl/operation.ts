// One operation of a SOAP port with its faults, from binding and port type (WSDL 1.1 §2, §3).
import { mapped, type Steps } from '../../event-loop/time-slices.ts';
import { clark } from '../../xml/reader/names.ts';
import { attr, type XmlElement } from '../../xml/tree.ts';
import type { FaultDecl, Operation } from '../model/contract.ts';
import { documentation } from '../model/definition-tree.ts';
import { Report } from '../source/report.ts';
import { type Context, type Port, soapChild, type WsdlLinker } from './context.ts';
import { type WsdlComponent, wsdlChild, wsdlChildren } from './definitions.ts';
import { messageNamed, messageOf } from './message.ts';
import { partElement, partsOf } from './part.ts';

export function portTypeOf(linker: WsdlLinker, port: Port): WsdlComponent | undefined {
  const { node, name } = port.binding;
  const type = attr(node, 'type');
  if (type !== undefined) return linker.definitions.refer('portType', type, node, name.ns, linker.report);
  linker.report.add('CONTRACT_INVALID', `binding "${clark(name)}" names no port type`, node.place);
  return undefined;
}

/** An operation of the binding, and the port type's operation; undefined when there is none. */
interface Bound {
  readonly bound: XmlElement;
  readonly declared: XmlElement | undefined;
}

/** Cache: ports of one binding have the same operations. */
const boundByBinding = new WeakMap<WsdlComponent, Bound[]>();

export function boundOperations({ binding }: Port, portType: WsdlComponent): Bound[] {
  let operations = boundByBinding.get(binding);
  if (!operations) boundByBinding.set(binding, (operations = readBound(binding, portType)));
  return operations;
}

function readBound(binding: WsdlComponent, portType: WsdlComponent): Bound[] {
  const all = Map.groupBy(wsdlChildren(portType.node, 'operation'), nameOf);
  const declared = new Map([...all].map(([name, operations]) => [name, new Overloads(operations)]));
  return wsdlChildren(binding.node, 'operation').map((bound) => ({
    bound,
    declared: declared.get(nameOf(bound))?.matching(bound),
  }));
}

/** Operations of one name, by the names of input and output (WSDL 1.1 §2.5). */
class Overloads {
  private readonly first: XmlElement;
  private readonly byNames = new Map<string, XmlElement>();

  constructor(operations: readonly XmlElement[]) {
    this.first = operations[0];
    if (operations.length < 2) return;
    for (const operation of operations.toReversed()) {
      const [input, output] = messageNames(operation);
      // A binding may leave out either name.
      for (const names of [[input, output], [input], [undefined, output], []])
        this.byNames.set(keyOf(names), operation);
    }
  }

  /** The first with the names of the binding, else the first. */
  matching(bound: XmlElement): XmlElement {
    return this.byNames.get(keyOf(messageNames(bound))) ?? this.first;
  }
}

type MessageNames = readonly (string | undefined)[];

function messageNames(operation: XmlElement): MessageNames {
  const [input, output] = [wsdlChild(operation, 'input'), wsdlChild(operation, 'output')];
  return [input && attr(input, 'name'), output && attr(output, 'name')];
}

function keyOf([input, output]: MessageNames): string {
  return JSON.stringify([input, output]);
}

/** Name and input elements of a broken operation, for messages. */
export function describeOperation(
  linker: WsdlLinker,
  portType: WsdlComponent,
  { bound, declared }: Bound,
): { operation: string; elements: readonly string[] } {
  const input = declared && wsdlChild(declared, 'input');
  const reference = input && attr(input, 'message');
  const unheard = new Report();
  const message =
    reference === undefined
      ? undefined
      : linker.definitions.refer('message', reference, input!, portType.name.ns, unheard);
  return { operation: nameOf(bound), elements: message ? partsOf(message).elements : [] };
}

function nameOf(operation: XmlElement): string {
  return attr(operation, 'name')?.trim() ?? '';
}

const NO_INPUT = 'where clients are to receive it, ask for a contract of the receiver: there it has an input';

/** Undefined after a reported problem. */
export function* operationOf(
  linker: WsdlLinker,
  port: Port,
  portType: WsdlComponent,
  { bound, declared }: Bound,
): Steps<Operation | undefined> {
  const name = nameOf(bound);
  if (!declared) {
    const message = `port type "${clark(portType.name)}" has no operation "${name}"`;
    linker.report.add('CONTRACT_REFERENCE', message, bound.place);
    return undefined;
  }
  // Many ports may share an operation of many faults.
  linker.schemas.bounds.spend(declared.children.length + bound.children.length, bound.place);
  if (!wsdlChild(declared, 'input')) {
    // WSDL 1.1 §2.4: a notification of the service. Its binding to HTTP is not defined (§3.1).
    const message = `operation "${name}" has no input, so the service calls its client`;
    linker.report.add('CONTRACT_UNSUPPORTED', message, declared.place, NO_INPUT);
    return undefined;
  }
  const style = styleOf(linker, port, bound);
  return style && (yield* build({ linker, port, portType, name, style, bound, declared }));
}

function* build(context: Context): Steps<Operation | undefined> {
  const { port, portType, name, style, bound, declared } = context;
  const input = yield* messageOf(context, 'input');
  const answers = wsdlChild(declared, 'output') !== undefined;
  const output = answers ? yield* messageOf(context, 'output') : undefined;
  const faults = yield* faultsOf(context);
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

/** WSDL 1.1 §3.4: on the operation, else on the binding, else document. */
function styleOf(linker: WsdlLinker, port: Port, bound: XmlElement): Context['style'] | undefined {
  const soapOperation = soapChild(bound, 'operation');
  const style = (soapOperation && attr(soapOperation, 'style')) ?? port.style ?? 'document';
  if (style === 'document' || style === 'rpc') return style;
  linker.report.add('CONTRACT_INVALID', `style="${style}" is neither document nor rpc`, (soapOperation ?? bound).place);
  return undefined;
}

/** The declared faults of an operation. Those of the port type count, repeated in the binding or not (WSDL 1.1 §3.6). */
function* faultsOf(context: Context): Steps<FaultDecl[]> {
  const declared = wsdlChildren(context.declared, 'fault');
  const namespaces = faultNamespaces(context.bound);
  return (yield* mapped(declared, (node) => faultOf(context, node, namespaces) ?? [])).flat();
}

function faultOf(context: Context, node: XmlElement, namespaces: ReadonlyMap<string, string>): FaultDecl | undefined {
  const { linker } = context;
  const name = attr(node, 'name')?.trim() ?? '';
  const message = messageNamed(context, node);
  if (!message) return undefined;
  const [part, extraPart] = partsOf(message).all;
  if (!part || extraPart) {
    linker.report.add('CONTRACT_INVALID', `the message of fault "${name}" must have one part`, message.node.place);
    return undefined;
  }
  const element = partElement(linker, part, namespaces.get(name) ?? '');
  return element && { name, element };
}

/** Namespaces of details, by the names of their faults. WSDL 1.1 §3.6: as for soap:body, they are for encoded ones. */
function faultNamespaces(bound: XmlElement): ReadonlyMap<string, string> {
  const namespaces = new Map<string, string>();
  for (const fault of wsdlChildren(bound, 'fault')) {
    const soap = soapChild(fault, 'fault');
    const namespace = soap && attr(soap, 'use')?.trim() === 'encoded' && attr(soap, 'namespace')?.trim();
    if (namespace) namespaces.set(attr(fault, 'name')?.trim() ?? '', namespace);
  }
  return namespaces;
}
