// Error bodies for REST clients: in a form of the table, else problem bodies (RFC 9457). Fault holds apart what clients may not see.
import type { Fault, FaultInit, SoapFault } from '../../../fault/fault.ts';
import { PROBLEM_MEDIA } from '../../../fault/fault-names.ts';
import { detailWithPlace } from '../../../fault/texts.ts';
import { fromJs, type Json, json, textOf } from '../../../json/value.ts';
import { type ErrorForm, type ErrorName, type ErrorValues, writtenForm } from '../../../rule/error-form.ts';
import { clark, type QName, SOAP11_NS, SOAP12_NS } from '../../../xml/reader/names.ts';

/**
 * `type`, `title`, `status`, `detail`, `instance` (the request id), and as extensions `code`, `errors` (path, code, message of each single
 * problem), `data` (JSON of the mapping) and `fault` (the fault of a SOAP service).
 */
export function problemBody(fault: Fault, id: string): string {
  const values = valuesOf(fault, id);
  const members: string[] = [];
  for (const name of MEMBERS) {
    const value = values[name];
    addRaw(members, name, value && textOf(value));
  }
  return `{${members.join()}}`;
}

const MEMBERS: readonly ErrorName[] = [
  'type',
  'title',
  'status',
  'detail',
  'instance',
  'code',
  'errors',
  'data',
  'fault',
];

/** An error response in the first form for its status. */
export function writtenProblem(
  fault: Fault,
  id: string,
  forms: readonly ErrorForm[] = [],
): { readonly media: string; readonly body: Uint8Array } {
  const { media = PROBLEM_MEDIA, body } = writtenForm(forms, fault.init.status) ?? {};
  if (body === undefined) return { media, body: Buffer.from(problemBody(fault, id)) };
  const { bytes, start, end } = body.write(valuesOf(fault, id));
  return { media, body: bytes.subarray(start, end) };
}

/** What an error may say to clients. */
function valuesOf({ init }: Fault, id: string): ErrorValues {
  const errors = errorsOf(init);
  const path = errors?.find((single) => single.path !== '$')?.path;
  return {
    type: fromJs(`urn:soapstone:error:${init.code}`),
    title: fromJs(init.title),
    status: fromJs(init.status),
    detail: optional(shownDetail(init)),
    instance: fromJs(`urn:soapstone:request:${init.request ?? id}`),
    code: fromJs(init.code),
    path: optional(path),
    errors: optional(errors),
    data: init.data,
    fault: init.soap && json(Buffer.from(faultText(init.soap))),
  };
}

function optional(value: unknown): Json | undefined {
  return value === undefined ? undefined : fromJs(value);
}

function shownDetail(init: FaultInit): string | undefined {
  const detail = detailWithPlace(init);
  return detail && bounded(detail);
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
