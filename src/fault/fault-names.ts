// Names of faults in SOAP and REST.
import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorTable, type SoapstoneError } from '../errors/errors.ts';
import { type QName, SOAP11_NS, SOAP12_NS } from '../xml/reader/names.ts';

/** RFC 9457 §3. */
export const PROBLEM_MEDIA = 'application/problem+json';

/** `AccountNotFound` → `ACCOUNT_NOT_FOUND`. */
export function constantCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();
}

/** The title of the error table; for a mapping's own code its words: `ACCOUNT_NOT_FOUND` → `Account not found`. */
export function titleOf(code: string): string {
  if (Object.hasOwn(errorTable, code)) return errorTable[code as ErrorCode][2];
  const text = code.toLowerCase().replaceAll('_', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A code of a list of numbers, `3003` or `PAS-0404`: it has no words. */
const NUMBERED = /^[A-Za-z]{0,8}[^A-Za-z0-9]?\d+$/;

/** The title of an error that says none: the words of its code, else those of its status (RFC 9457 §4.2.1). */
export function titleWithout(status: number, code: string | undefined): string {
  if (code === undefined || NUMBERED.test(code)) return STATUS_CODES[status] ?? titleOf('UPSTREAM_FAULT');
  return titleOf(code);
}

const FOR_OPERATORS: ReadonlySet<ErrorCode> = new Set(['UPSTREAM_BODY', 'UPSTREAM_STATUS', 'UPSTREAM_SECURITY']);

/** Message and suggestion of an error. What would accept a response concerns the operator alone. */
export function withHint({ code, message, suggestion }: SoapstoneError): string {
  return suggestion === undefined || FOR_OPERATORS.has(code) ? message : `${message}; ${suggestion}`;
}

/** Fault codes of the two SOAP versions, under their SOAP 1.1 names (SOAP 1.2 Part 1 §5.4.6). */
const FAMILIES = new Map([
  ['Client', 'Client'],
  ['Sender', 'Client'],
  ['Server', 'Server'],
  ['Receiver', 'Server'],
  ['VersionMismatch', 'VersionMismatch'],
  ['MustUnderstand', 'MustUnderstand'],
  ['DataEncodingUnknown', 'DataEncodingUnknown'],
]);

/** The SOAP 1.1 name of a short code, `Client.Authentication` included (SOAP 1.1 §4.4.1); undefined for other words. */
export function familyOf(code: string): string | undefined {
  return FAMILIES.get(code.split('.', 1)[0]);
}

/** Codes without a namespace are common, and count as SOAP's own. */
export function isSoapCode(code: QName): boolean {
  return code.ns === SOAP11_NS || code.ns === SOAP12_NS || code.ns === '';
}

/** Does the code blame the client? */
export function isSender(code: QName): boolean {
  return isSoapCode(code) && familyOf(code.local) === 'Client';
}

export const shortCodes: readonly string[] = [...FAMILIES.keys()];
