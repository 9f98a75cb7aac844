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

/** WS-Addressing 1.0 SOAP Binding §6.4.1.2: one of each property. */
export function severalOf(property: string): RequestFault {
  return new RequestFault('SOAP_ACTION', `the message has more than one wsa:${property}`, {
    subcodes: ['InvalidAddressingHeader', 'InvalidCardinality'].map((local) => ({ ns: ADDRESSING_NS, local })),
  });
}

/** HTTP header fields and the message name different operations. */
export function actionsDiffer(first: string, second: string): SoapstoneError {
  return new SoapstoneError('SOAP_ACTION', `the actions "${shownAction(first)}" and "${shownAction(second)}" differ`);
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
