// The parts of a captured envelope that a case holds. Knows nothing about rules.
import { SoapstoneError } from '../errors/errors.ts';
import { readTree } from '../xml/read-tree.ts';
import { clark, SOAP11_NS, SOAP12_NS } from '../xml/reader/names.ts';
import { elements, type XmlElement } from '../xml/tree.ts';

export interface RecordedFault {
  readonly code: string;
  readonly reason: string;
  readonly detail?: XmlElement;
}

export interface RecordedMessage {
  readonly headers: readonly XmlElement[];
  readonly body: readonly XmlElement[];
  readonly fault?: RecordedFault;
}

/** @throws SoapstoneError XML_* for what is no envelope. */
export function recordedMessage(xml: string): RecordedMessage {
  const envelope = readTree(Buffer.from(xml), 'the captured envelope');
  const { ns, local } = envelope.name;
  if (local !== 'Envelope' || (ns !== SOAP11_NS && ns !== SOAP12_NS))
    throw new SoapstoneError('CAPTURE', 'the captured body is no SOAP envelope');
  const children = (name: string) => elements(envelope).filter((child) => clark(child.name) === `{${ns}}${name}`);
  const headers = children('Header').flatMap(elements);
  const body = children('Body').flatMap(elements);
  const [first] = body;
  if (first === undefined || clark(first.name) !== `{${ns}}Fault`) return { headers, body };
  return { headers, body, fault: ns === SOAP11_NS ? fault11(first) : fault12(first) };
}

/** SOAP 1.1 §4.4 */
function fault11(fault: XmlElement): RecordedFault {
  return {
    code: codeOf(partOf(fault, 'faultcode')),
    reason: textOf(partOf(fault, 'faultstring')),
    detail: elements(partOf(fault, 'detail') ?? fault).find(() => partOf(fault, 'detail') !== undefined),
  };
}

/** SOAP 1.2 part 1 §5.4 */
function fault12(fault: XmlElement): RecordedFault {
  const reason = partOf(fault, 'Reason');
  const detail = partOf(fault, 'Detail');
  const value = partOf(partOf(fault, 'Code') ?? fault, 'Value');
  const code = codeOf(value);
  return {
    code: code === 'Sender' ? 'Client' : code === 'Receiver' ? 'Server' : code,
    reason: reason === undefined ? '' : textOf(partOf(reason, 'Text')),
    detail: detail && elements(detail)[0],
  };
}

function partOf(element: XmlElement, local: string): XmlElement | undefined {
  return elements(element).find(({ name }) => name.local === local);
}

function textOf(element: XmlElement | undefined): string {
  return (element?.children ?? []).filter((child) => typeof child === 'string').join('');
}

/** Codes of SOAP without their namespace. */
function codeOf(element: XmlElement | undefined): string {
  const text = textOf(element).trim();
  const [local, prefix = ''] = text.split(':').toReversed();
  const ns = element?.scope.get(prefix) ?? '';
  return ns === '' || ns === SOAP11_NS || ns === SOAP12_NS ? local : `{${ns}}${local}`;
}
