// Failures of requests that SOAP has words of its own for, and their places in the request. Knows nothing about how they are written.
import { type ErrorCode, errorTable, SoapstoneError } from '../../../errors/errors.ts';
import { Fault } from '../../../fault/fault.ts';
import { titleOf } from '../../../fault/fault-names.ts';
import { soapFault } from '../../../fault/table.ts';
import { type QName, SOAP11_NS, SOAP12_NS } from '../../../xml/reader/names.ts';
import { ADDRESSING_NS } from '../addressing.ts';

/** SOAP 1.2 Part 2 §4.4: subcodes of faults in remote procedure calls. */
export const RPC_NS = 'http://www.w3.org/2003/05/soap-rpc';

interface FaultNames {
  /** SOAP 1.1's name of the code, or one that only SOAP 1.2 has. */
  readonly code?: QName;
  /** Outermost first. */
  readonly subcodes?: readonly QName[];
  /** Names of header blocks that the fault's own header lists: NotUnderstood (SOAP 1.2 Part 1 §5.4.8). */
  readonly notUnderstood?: readonly QName[];
  /** Its header says which versions are understood: Upgrade (SOAP 1.2 Part 1 §5.4.7). */
  readonly upgrade?: boolean;
  /** WS-Addressing says what is wrong: SOAP 1.1 has its innermost subcode as the code (SOAP Binding 1.0 §6.2). */
  readonly addressing?: { readonly ns: string; readonly problemAction?: string };
  /** The content of Body could not be processed: SOAP 1.1 §4.4 then asks for a detail element. */
  readonly body?: boolean;
  readonly cause?: unknown;
}

/** A request that is refused before a rule takes it. */
export class RequestFault extends Fault {
  readonly details: FaultNames;

  constructor(code: ErrorCode, reason: string, details: FaultNames) {
    const init = { status: errorTable[code][1], code, title: titleOf(code), detail: reason, cause: details.cause };
    const plain = soapFault(init, []);
    const { code: faultCode = plain.code, subcodes = [] } = details;
    super({ ...init, soap: { ...plain, code: faultCode, subcodes } });
    this.details = details;
  }
}

export function versionMismatch(reason: string): RequestFault {
  return new RequestFault('SOAP_VERSION', reason, { code: { ns: SOAP11_NS, local: 'VersionMismatch' }, upgrade: true });
}

export function notUnderstood(blocks: readonly QName[]): RequestFault {
  const names = blocks.map(({ local }) => local).join(', ');
  return new RequestFault('SOAP_HEADER', `mandatory header blocks are not understood: ${names}`, {
    code: { ns: SOAP11_NS, local: 'MustUnderstand' },
    notUnderstood: blocks,
  });
}

export function unknownEncoding(style: string, subject: string): RequestFault {
  return new RequestFault('SOAP_ENCODING', `the encodingStyle of ${subject} is not supported: ${style}`, {
    code: { ns: SOAP12_NS, local: 'DataEncodingUnknown' },
  });
}

/** `subcodes`: names of WS-Addressing 1.0 SOAP Binding §6.4, outermost first. The submission of 2004 (§4) has one for most of them. */
export function addressingFault(
  code: ErrorCode,
  reason: string,
  ns: string,
  subcodes: readonly string[],
  action?: string,
): RequestFault {
  const names =
    ns === ADDRESSING_NS || subcodes.includes(ACTION_UNKNOWN) ? subcodes : ['InvalidMessageInformationHeader'];
  return new RequestFault(code, reason, {
    subcodes: names.map((local) => ({ ns, local })),
    addressing: { ns, problemAction: ns === ADDRESSING_NS ? action : undefined },
  });
}

const ACTION_UNKNOWN = 'ActionNotSupported';

/** SOAP Binding 1.0 §6.4.1.2: one of each property. */
export function severalOf({ ns, local }: QName): RequestFault {
  const reason = `the message has more than one wsa:${local}`;
  return addressingFault('SOAP_ACTION', reason, ns, ['InvalidAddressingHeader', 'InvalidCardinality']);
}

/** HTTP header fields name different operations. */
export function httpActionsDiffer(first: string, second: string): SoapstoneError {
  return new SoapstoneError('SOAP_ACTION', differ(first, second));
}

function differ(first: string, second: string): string {
  return `the actions "${shownAction(first)}" and "${shownAction(second)}" differ`;
}

/** HTTP header fields and the message name different operations: §6.4.1.7. */
export function actionsDiffer(soapAction: string, { ns }: QName, action: string): RequestFault {
  const reason = differ(soapAction, action);
  return addressingFault('SOAP_ACTION', reason, ns, ['InvalidAddressingHeader', 'ActionMismatch'], shownAction(action));
}

/** §6.4.2.4. `name`: of the header block; without one the action is that of HTTP, and SOAP has no word for it. */
export function actionNotSupported(action: string, subject: string, name: QName | undefined): Error {
  const reason = `the action "${shownAction(action)}" is not that of ${subject}`;
  if (name === undefined) return new SoapstoneError('SOAP_ACTION', reason);
  return addressingFault('SOAP_ACTION', reason, name.ns, [ACTION_UNKNOWN], shownAction(action));
}

export function shownAction(action: string): string {
  return action.length <= 200 ? action : `${action.slice(0, 200)}…`;
}

export function noOperation(reason: string): RequestFault {
  return new RequestFault('SOAP_OPERATION', reason, {
    subcodes: [{ ns: RPC_NS, local: 'ProcedureNotPresent' }],
    body: true,
  });
}

/** A Body that does not fit the contract, or no rule. */
export function isOfContract(fault: Fault): boolean {
  return fault instanceof RequestFault && fault.details.body === true && /^(?:CODEC_|BAD_BODY$)/.test(fault.init.code);
}

/** `fault` is that of a row, in place of `plain`, whose subcode stays (SOAP 1.2 Part 2 §4.4). */
export function detailedOr(plain: Fault | undefined, fault: Fault): Fault {
  const { soap } = fault.init;
  if (plain === undefined) return fault;
  if (soap === undefined || soap.detail.length === 0) return plain;
  const subcodes = soap.subcodes.length > 0 ? soap.subcodes : (plain.init.soap?.subcodes ?? []);
  return new Fault({ ...fault.init, soap: { ...soap, subcodes } });
}

/** `message (at Envelope/Body/Get/id, line 3, column 12)`. `bytes`: the document in UTF-8. */
export function located({ message, path, offset }: SoapstoneError, bytes: Uint8Array): string {
  const place = offset === undefined ? '' : lineAndColumn(bytes, offset);
  const location = [path, place].filter(Boolean).join(', ');
  return location === '' ? message : `${message} (at ${location})`;
}

/** Both count from 1; columns are characters. */
function lineAndColumn(bytes: Uint8Array, offset: number): string {
  const end = Math.min(offset, bytes.length);
  let line = 1;
  let column = 1;
  for (let i = 0; i < end; i++) {
    if (bytes[i] === 0x0a) {
      line++;
      column = 1;
    } else if ((bytes[i] & 0xc0) !== 0x80) column++;
  }
  return `line ${line}, column ${column}`;
}
