// The one failure value. Becomes a problem body for REST clients and a soap:Fault for SOAP clients. Knows nothing about HTTP libraries.
import { type ErrorCode, SoapstoneError } from '../errors/errors.ts';
import type { Json } from '../json/value.ts';
import type { QName } from '../xml/reader/names.ts';
import { titleOf, withHint } from './fault-names.ts';

/** A fault of a SOAP service, version-neutral. */
export interface SoapFault {
  readonly version: '1.1' | '1.2';
  /** Code as sent: {SOAP ns}Client, {SOAP ns}Sender, or an application's own QName (SOAP 1.1 §4.4.1, SOAP 1.2 Part 1 §5.4.6). */
  readonly code: QName;
  readonly subcodes: readonly QName[];
  readonly reason: string;
  /** faultactor / Role. */
  readonly actor?: string;
  readonly detail: readonly FaultDetail[];
}

/** One child of the detail element. `value` is JSON of the element's type where the contract declares the element, else absent. */
export interface FaultDetail {
  readonly name: QName;
  readonly value?: Json;
}

/** An error response of a REST service. */
export interface RestFault {
  /** The gateway itself reports it, in place of a service. */
  readonly ours?: true;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Machine code of the service; undefined where its response has none. */
  readonly code?: string;
  /** Texts of the response, by the names of `rest.errors`. */
  readonly texts?: Readonly<Record<string, string | undefined>>;
  /** Type of a problem body (RFC 9457 §3.1.1), where it is not about:blank. */
  readonly type?: string;
  /** The error object of the response's JSON, with all members. */
  readonly object?: Json;
  /** The whole body, where the error object is a member of it. */
  readonly body?: Json;
  /** The SOAP fault that a gateway like this one has translated; reason and values apart. */
  readonly fault?: Pick<SoapFault, 'code' | 'subcodes' | 'actor' | 'detail'>;
}

export interface FaultInit {
  /** REST status by default; a row may set another one. */
  readonly status: number;
  /** Stable machine code: of errors.ts, or of a mapping (`ACCOUNT_NOT_FOUND`). */
  readonly code: string;
  /** For log, metrics and spans, where `code` is a text of the service. */
  readonly logged?: string;
  /** Short, the same for every fault of this code. */
  readonly title: string;
  /** Details of this problem. Clients may see them. */
  readonly detail?: string;
  /** Header fields for the REST response, e.g. Retry-After, Allow. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly soap?: SoapFault;
  readonly rest?: RestFault;
  /** Typed application data for the client (JSON), e.g. the declared fault's detail. */
  readonly data?: Json;
  /** List of single problems with their JSON paths. */
  readonly errors?: readonly { readonly path: string; readonly code: string; readonly message: string }[];
  /** Id of the request that failed, where it is an earlier one. */
  readonly request?: string;
  /** Reason for the log; never shown. */
  readonly cause?: unknown;
  /** Text in place of the service's own, where clients must not see that. */
  readonly withheld?: Pick<FaultInit, 'title' | 'detail' | 'errors' | 'soap' | 'upstreamText'>;
  /** Texts of the service that clients do not see, for the log. */
  readonly upstreamText?: string;
  /** The service refused a credential that is the gateway's alone, or the lack of one: the client has not made the mistake. For the log. */
  readonly refusesGateway?: string;
  /** Detail that SOAP clients miss, because the response of the REST service does not fit the contract. */
  readonly lostDetail?: LostDetail;
}

/** `problem`: its path is that of JSON of the element. */
export interface LostDetail {
  readonly name: QName;
  readonly problem: SoapstoneError;
}

export class Fault extends Error {
  readonly init: FaultInit;

  constructor(init: FaultInit) {
    super(init.detail ?? init.title, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = 'Fault';
    this.init = init;
  }
}

/** The problems of one message, for its sender. */
export function placesOf(problems: readonly SoapstoneError[]): NonNullable<FaultInit['errors']> {
  return problems.map((p) => ({ path: p.path ?? '$', code: p.code, message: withHint(p) }));
}

/** The first problem, and the number of problems. */
export function summary(errors: NonNullable<FaultInit['errors']>): string {
  const [{ message }] = errors;
  return errors.length === 1 ? message : `${errors.length} values are not valid; the first: ${message}`;
}

/** Any thrown value as a Fault; the texts of unknown errors are for the log only. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof SoapstoneError) {
    const errors = error.path === undefined ? undefined : placesOf([error, ...(error.otherErrors ?? [])]);
    return new Fault({
      status: error.status,
      code: error.code,
      title: titleOf(error.code),
      detail: errors === undefined ? withHint(error) : summary(errors),
      errors,
      cause: error,
    });
  }
  return new Fault({ status: 500, code: 'INTERNAL', title: titleOf('INTERNAL'), cause: error });
}

/** A failure of the gateway by its code. `message`: quotes nothing of a message. `headers`: of the REST response. */
export function codedFault(code: ErrorCode, message: string, headers?: FaultInit['headers']): Fault {
  const error = new SoapstoneError(code, message, { safeMessage: message });
  return new Fault({ ...toFault(error).init, headers });
}

/** A failure of the gateway as if the service had reported it: the rows of the fault table are about it too. */
export function asSaid(fault: Fault): Fault {
  return fault.init.rest
    ? fault
    : new Fault({ ...fault.init, rest: { ours: true, headers: {}, code: fault.init.code } });
}

export function saidFault(status: number, code: string, detail?: string): Fault {
  return asSaid(new Fault({ status, code, title: titleOf(code), detail }));
}
