// The actions of WS-Addressing: what a WSDL says of them, and their defaults (WS-Addressing 1.0 Metadata §4.4).
import { attr, type XmlElement } from '../../xml/tree.ts';
import { type Context, soapChild } from './context.ts';
import { wsdlChild } from './definitions.ts';

/** Namespaces of the attribute `Action`: Metadata 1.0, WSDL Binding (2006), the submission of 2004. */
const ACTION_NS = new Set([
  'http://www.w3.org/2007/05/addressing/metadata',
  'http://www.w3.org/2006/05/addressing/wsdl',
  'http://schemas.xmlsoap.org/ws/2004/08/addressing',
]);

/** §4.4.1: what the WSDL says; for input the SOAPAction; else a name made of the port type's. */
export function addressingAction(context: Context, direction: 'input' | 'output'): string {
  const { declared, bound } = context;
  const node = wsdlChild(declared, direction)!;
  const operation = soapChild(bound, 'operation');
  const soapAction = direction === 'input' ? operation && attr(operation, 'soapAction') : undefined;
  return explicitAction(node) || soapAction || defaultAction(context, node, direction);
}

function explicitAction({ attributes }: XmlElement): string | undefined {
  return attributes.find(({ name }) => name.local === 'Action' && ACTION_NS.has(name.ns))?.value.trim();
}

/** §4.4.4 */
function defaultAction({ portType, name, declared }: Context, node: XmlElement, direction: 'input' | 'output'): string {
  const { ns, local } = portType.name;
  const delimiter = ns.startsWith('urn:') ? ':' : '/';
  const isOneWay = wsdlChild(declared, 'output') === undefined;
  const suffix = direction === 'output' ? 'Response' : isOneWay ? '' : 'Request';
  const messageName = attr(node, 'name')?.trim() || name + suffix;
  const start = ns.endsWith(delimiter) ? ns : ns + delimiter;
  return start + local + delimiter + messageName;
}
