// Fault codes of the client's SOAP version, and their status. Knows nothing about envelopes.
import type { SoapVersion } from '../../../contract/model/contract.ts';
import type { SoapFault } from '../../../fault/fault.ts';
import { familyOf, isSoapCode } from '../../../fault/fault-names.ts';
import { type QName, SOAP11_NS, SOAP12_NS } from '../../../xml/reader/names.ts';

export interface FaultCode {
  readonly code: QName;
  /** Outermost first; SOAP 1.1 has none. */
  readonly subcodes: readonly QName[];
}

/** `sender`: the client is to blame, where the code is an application's own. */
export function codeIn(version: SoapVersion, soap: SoapFault, sender: boolean): FaultCode {
  return version === '1.1' ? { code: code11(soap.code), subcodes: [] } : codes12(soap, sender);
}

/** SOAP 1.1 §4.4.1: an application's own code is a code. */
function code11(code: QName): QName {
  if (!isSoapCode(code)) return code;
  const family = familyOf(code.local) ?? 'Server';
  if (family === 'DataEncodingUnknown') return { ns: SOAP11_NS, local: 'Client' };
  const dotted = code.local.indexOf('.');
  return { ns: SOAP11_NS, local: dotted < 0 ? family : family + code.local.slice(dotted) };
}

const NAMES12 = new Map([
  ['Client', 'Sender'],
  ['Server', 'Receiver'],
]);

/** SOAP 1.2 Part 1 §5.4.6: Value is one of five; an application's own code stands in a Subcode. */
function codes12({ code, subcodes }: SoapFault, sender: boolean): FaultCode {
  const family = (isSoapCode(code) ? familyOf(code.local) : undefined) ?? (sender ? 'Client' : 'Server');
  const local = NAMES12.get(family) ?? family;
  const appCodes = isSoapCode(code) ? [] : [code];
  return { code: { ns: SOAP12_NS, local }, subcodes: [...appCodes, ...subcodes] };
}

/** Does the code blame the message and so its sender? `sender`: as above. */
export function blamesSender({ code }: FaultCode, sender: boolean): boolean {
  const family = isSoapCode(code) ? familyOf(code.local) : undefined;
  return family === undefined ? sender : family !== 'Server';
}

/** WS-I BP 1.2 R1126: 500 always. SOAP 1.2 Part 2 §7.5.2.2, table 20: 400 for Sender, 500 for all others. */
export function statusOf(version: SoapVersion, { code }: FaultCode): number {
  return version === '1.2' && code.local === 'Sender' ? 400 : 500;
}
