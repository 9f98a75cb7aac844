// Messages of an operation: bodies, headers and the wrapper of rpc style (WSDL 1.1 §3.5).
import { mapped, type Steps } from '../../event-loop/time-slices.ts';
import { clark } from '../../xml/reader/names.ts';
import { attr, type XmlElement } from '../../xml/tree.ts';
import type { HeaderPart, Message } from '../model/contract.ts';
import { qualified, splitList } from '../model/definition-tree.ts';
import type { ElementDecl, Particle } from '../model/model.ts';
import { anyType } from '../xsd/builtins.ts';
import { addressingAction } from './addressing.ts';
import { type Context, soapChild, soapChildren } from './context.ts';
import { type WsdlComponent, wsdlChild } from './definitions.ts';
import { encoded, encodingIn, hasKnownUse } from './encoding.ts';
import { mimeContents, mimeElement, soapScope } from './mime-binding.ts';
import { localElement, type Part, partElement, partsOf } from './part.ts';

/** Input or output of an operation; undefined after a reported problem. */
export function* messageOf(context: Context, direction: 'input' | 'output'): Steps<Message | undefined> {
  const { linker, declared, bound } = context;
  const node = wsdlChild(declared, direction)!;
  const message = messageNamed(context, node);
  const bindingNode = wsdlChild(bound, direction);
  const binding = bindingNode && soapScope(bindingNode);
  const body = binding && soapChild(binding, 'body');
  if (!message) return undefined;
  if (binding && !body)
    linker.report.add('CONTRACT_INVALID', `the ${direction} of "${context.name}" has no soap:body`, binding.place);
  if (!hasKnownUse(body, linker.report)) return undefined;
  const headers = binding ? yield* headersOf(context, binding, message) : [];
  const contents = bindingNode ? mimeContents(bindingNode) : NO_CONTENTS;
  const beside = partsBeside(context, message, contents, bindingNode);
  const parts = bodyParts(context, message, body, headers, contents);
  if (!parts || !beside) return undefined;
  const elements =
    context.style === 'rpc'
      ? [yield* rpcElement(context, parts, body, direction)]
      : yield* documentElements(context, parts);
  const encoding = encodingIn(body, context.port.version);
  return {
    body: Object.freeze([...elements.map((element) => encoded(element, encoding)), ...beside]),
    headers: Object.freeze(headers.map(({ part, element }) => ({ part, element }))),
    addressingAction: addressingAction(context, direction),
  };
}

export function messageNamed({ linker, name, portType }: Context, node: XmlElement): WsdlComponent | undefined {
  const reference = attr(node, 'message');
  if (reference !== undefined)
    return linker.definitions.refer('message', reference, node, portType.name.ns, linker.report);
  linker.report.add('CONTRACT_INVALID', `the ${node.name.local} of "${name}" names no message`, node.place);
  return undefined;
}

interface BoundHeader extends HeaderPart {
  readonly message: WsdlComponent;
}

function* headersOf(context: Context, binding: XmlElement, operationMessage: WsdlComponent): Steps<BoundHeader[]> {
  const nodes = soapChildren(binding, 'header');
  context.linker.schemas.bounds.spend(nodes.length, binding.place);
  return (yield* mapped(nodes, (node) => headerOf(context, node, operationMessage) ?? [])).flat();
}

function headerOf(context: Context, node: XmlElement, operationMessage: WsdlComponent): BoundHeader | undefined {
  const { definitions, report } = context.linker;
  const reference = attr(node, 'message');
  const message =
    reference === undefined
      ? operationMessage
      : definitions.refer('message', reference, node, context.port.binding.name.ns, report);
  if (!message) return undefined;
  const name = attr(node, 'part')?.trim() ?? '';
  const part = partsOf(message).byName.get(name);
  if (!part) {
    report.add(
      'CONTRACT_REFERENCE',
      `message "${message.name.local}" has no part "${name}" for the header`,
      node.place,
    );
    return undefined;
  }
  if (!hasKnownUse(node, report)) return undefined;
  const element = partElement(context.linker, part, namespaceOf(node));
  const encoding = encodingIn(node, context.port.version);
  return element && { part: name, element: encoded(element, encoding), message };
}

const NO_CONTENTS: ReadonlyMap<string, string> = new Map();

/** The parts that are sent beside the envelope; undefined after a reported problem. */
function partsBeside(
  { linker }: Context,
  message: WsdlComponent,
  contents: ReadonlyMap<string, string>,
  binding: XmlElement | undefined,
): ElementDecl[] | undefined {
  const { byName } = partsOf(message);
  const found = [...contents].flatMap(([name, types]) => {
    const part = byName.get(name);
    return part ? [mimeElement(part, types)] : [];
  });
  if (found.length === contents.size) return found;
  const unknown = [...contents.keys()].find((name) => !byName.has(name));
  const problem = `message "${message.name.local}" has no part "${unknown}" for a mime:content`;
  linker.report.add('CONTRACT_REFERENCE', problem, binding!.place);
  return undefined;
}

/** WSDL 1.1 §3.5: the parts that soap:body lists, else all parts that are no header of the message. */
function bodyParts(
  context: Context,
  message: WsdlComponent,
  body: XmlElement | undefined,
  headers: readonly BoundHeader[],
  contents: ReadonlyMap<string, string>,
): Part[] | undefined {
  const { all, byName } = partsOf(message);
  context.linker.schemas.bounds.spend(all.length, context.bound.place);
  const listed = body && attr(body, 'parts');
  if (listed === undefined) {
    const headerParts = new Set(headers.filter((h) => h.message === message).map((h) => h.part));
    return all.filter((part) => !headerParts.has(part.name) && !contents.has(part.name));
  }
  const partNames = new Set(splitList(listed));
  const unknown = [...partNames].filter((name) => !byName.has(name));
  for (const name of unknown) {
    context.linker.report.add(
      'CONTRACT_REFERENCE',
      `message "${message.name.local}" has no part "${name}"`,
      body!.place,
    );
  }
  return unknown.length > 0 ? undefined : all.filter((part) => partNames.has(part.name));
}

function* documentElements(context: Context, parts: readonly Part[]): Steps<ElementDecl[]> {
  const { linker } = context;
  const elementOf = (part: Part) => (isAnyBody(context, part) ? [] : (partElement(linker, part, '') ?? []));
  return (yield* mapped(parts, elementOf)).flat();
}

/** WCF's type of a part that is the content of Body, whatever it is. */
const ANY_BODY = '{http://schemas.microsoft.com/Message}MessageBody';

/** Refused: no rule can name what is in such a message. */
function isAnyBody({ linker, name }: Context, { node, name: part }: Part): boolean {
  const type = attr(node, 'type');
  const typeName = type === undefined ? undefined : qualified(type, node);
  if (typeName === undefined || clark(typeName) !== ANY_BODY) return false;
  const message = `part "${part}" of operation "${name}" is a Body of any content (MessageBody), which no rule can name`;
  linker.report.add('CONTRACT_UNSUPPORTED', message, node.place, 'give the part an element in a copy of the contract');
  return true;
}

/** The `namespace` of soap:body or soap:header: that of rpc wrappers, and of header blocks that no schema declares. */
function namespaceOf(e: XmlElement | undefined): string {
  return (e && attr(e, 'namespace')?.trim()) ?? '';
}

/** WSDL 1.1 §3.5, WS-I Basic Profile 1.2 R2729, R2735: the wrapper that rpc style puts around its parts. */
function* rpcElement(
  context: Context,
  parts: readonly Part[],
  body: XmlElement | undefined,
  direction: 'input' | 'output',
): Steps<ElementDecl> {
  const particles = (yield* mapped(parts, (part) => partParticle(context, part) ?? [])).flat();
  const local = direction === 'input' ? context.name : `${context.name}Response`;
  const place = (body ?? context.bound).place;
  const particle: Particle = { kind: 'sequence', min: 1, max: 1, particles: Object.freeze(particles) };
  const type = Object.freeze({
    kind: 'complex',
    base: anyType,
    derivation: 'restriction',
    abstract: false,
    mixed: false,
    attributes: Object.freeze([]),
    content: Object.freeze(particles.length > 0 ? { kind: 'elements', particle } : { kind: 'empty' }),
    place,
  } as const);
  const element = localElement({ ns: namespaceOf(body), local }, type, place);
  return direction === 'input' ? element : Object.freeze({ ...element, rpcResponse: true });
}

/** A `type=` part is an element of its name; an `element=` part is the element itself, as clients and services have it (decision 0097). */
function partParticle({ linker }: Context, part: Part): Particle | undefined {
  const element = partElement(linker, part, '');
  return element && Object.freeze({ kind: 'element', element, min: 1, max: 1 });
}
