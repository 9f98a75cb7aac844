// Problem bodies (RFC 9457). Fault holds apart what clients may not see.
import type { Fault, FaultInit, SoapFault } from '../../../fault/fault.ts';
import { type Json, textOf } from '../../../json/value.ts';
import { clark, type QName, SOAP11_NS, SOAP12_NS } from '../../../xml/reader/names.ts';

/**
 * `type`, `title`, `status`, `detail`, `instance` (the request id), and as extensions `code`, `errors` (path, code, message of each single
 * problem), `data` (JSON of the mapping) and `fault` (the fault of a SOAP service).
 */
export function problemBody({ init }: Fault, id: string): string {
  const members: string[] = [];
  add(members, 'type', `urn:soapstone:error:${init.code}`);
  add(members, 'title', init.title);
  add(members, 'status', init.status);
  add(members, 'detail', detailOf(init));
  add(members, 'instance', `urn:soapstone:request:${init.request ?? id}`);
  add(members, 'code', init.code);
  add(members, 'errors', errorsOf(init));
  addRaw(members, 'data', init.data && textOf(init.data));
  addRaw(members, 'fault', init.soap && faultText(init.soap));
  return `{${members.join()}}`;
}

/** The detail with the place of the first single problem, where it speaks of that. */
function detailOf({ detail, errors }: FaultInit): string | undefined {
  const [first] = errors ?? [];
  if (detail === undefined || first === undefined || first.path === '$' || !detail.endsWith(first.message))
    return detail && bounded(detail);
  return bounded(`${detail.slice(0, detail.length - first.message.length)}${first.path}: ${first.message}`);
}

function errorsOf({ errors }: FaultInit): FaultInit['errors'] {
  if (!errors?.length) return undefined;
  return errors.map(({ path, code, message }) => ({ path: bounded(path), code, message: bounded(message) }));
}

/** Longest text: messages repeat names that clients and services choose. */
const LONGEST = 2000;

function bounded(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST).toWellFormed()}…`;
}

/** Only detail that the contract declares. Other detail is diagnostics, and may name internals of the service. */
function faultText(soap: SoapFault): string {
  const members: string[] = [];
  add(members, 'code', codeName(soap.code));
  add(members, 'subcodes', soap.subcodes.length > 0 ? soap.subcodes.map(codeName) : undefined);
  add(members, 'actor', soap.actor && bounded(soap.actor));
  const detail = soap.detail.flatMap(({ name, value }) => (value ? [detailText(name, value)] : []));
  addRaw(members, 'detail', detail.length > 0 ? `[${detail.join()}]` : undefined);
  return `{${members.join()}}`;
}

function detailText(name: QName, value: Json): string {
  return `{"name":${JSON.stringify(clark(name))},"value":${textOf(value)}}`;
}

/** SOAP's own codes by their bare names, an application's in Clark notation. */
function codeName(name: QName): string {
  return bounded(name.ns === SOAP11_NS || name.ns === SOAP12_NS ? name.local : clark(name));
}

function add(members: string[], key: string, value: unknown): void {
  addRaw(members, key, value === undefined ? undefined : JSON.stringify(value));
}

function addRaw(members: string[], key: string, text: string | undefined): void {
  if (text !== undefined) members.push(`"${key}":${text}`);
}
