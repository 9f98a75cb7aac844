// Faults of a SOAP peer ⇄ faults for REST callers: ordered rows, the first match wins in each direction, so the first row is canonical on the way back.
import { toJs } from '../json/value.ts';
import { clark, type QName, SOAP11_NS, SOAP12_NS } from '../xml/names.ts';
import { Fault, type FaultDetail, type SoapFault } from './fault.ts';

export interface FaultRow {
  readonly soap: SoapSide;
  readonly rest: RestSide;
}

/** All parts that are given must match. */
export interface SoapSide {
  /** Clark name of a detail element; `*`: any fault. */
  readonly fault?: string;
  /** Local name: Client and Sender are one code, Server and Receiver another. */
  readonly code?: string;
  /** Local name of any subcode. */
  readonly subcode?: string;
  /** Members of the detail element: constants, by JSON name. */
  readonly detail?: ReadonlyMap<string, string>;
}

export interface RestSide {
  readonly status: number;
  readonly code: string;
  readonly title?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export class FaultRows {
  private readonly rows: readonly FaultRow[];
  /** Clark names of the operation's declared faults: only their detail is shown. */
  private readonly declared: ReadonlySet<string>;

  constructor(rows: readonly FaultRow[], declared: ReadonlySet<string>) {
    this.rows = rows;
    this.declared = declared;
  }

  fromSoap(fault: Fault): Fault {
    const { soap } = fault.init;
    if (soap === undefined) return fault;
    const row = this.rows.find((r) => matches(r.soap, soap));
    const rest = row?.rest ?? this.fallback(soap);
    const known = soap.detail.find((d) => this.declared.has(clark(d.name)));
    return new Fault({
      ...fault.init,
      status: rest.status,
      code: rest.code,
      title: rest.title ?? titleOf(rest.code),
      detail: soap.reason,
      headers: rest.headers,
      data: known?.value,
    });
  }

  /** The row whose REST side is this fault's gives the SOAP side; what no row knows stays as it is. */
  fromRest(fault: Fault): Fault {
    const { status, code, detail, title } = fault.init;
    const row = this.rows.find((r) => r.rest.status === status && r.rest.code === code) ?? this.rows.find((r) => r.rest.status === status);
    if (row === undefined) return fault;
    const name = row.soap.fault === undefined || row.soap.fault === '*' ? undefined : parse(row.soap.fault);
    const sender = status >= 400 && status < 500;
    const soap: SoapFault = {
      version: '1.1',
      code: { ns: SOAP11_NS, local: row.soap.code ?? (sender ? 'Client' : 'Server') },
      subcodes: [],
      reason: detail ?? title,
      detail: name === undefined ? [] : [{ name, value: fault.init.data }],
    };
    return new Fault({ ...fault.init, soap });
  }

  /** Declared: the request was understood and refused (422). Otherwise the code says whose mistake it was. */
  private fallback(soap: SoapFault): RestSide {
    const known = soap.detail.find((d) => this.declared.has(clark(d.name)));
    if (known !== undefined) return { status: 422, code: constantCase(known.name.local) };
    if (isSoapCode(soap.code) && family(soap.code.local) === 'Client') return { status: 400, code: 'UPSTREAM_FAULT' };
    return { status: 502, code: 'UPSTREAM_FAULT' };
  }
}

function matches(side: SoapSide, soap: SoapFault): boolean {
  if (side.fault !== undefined && side.fault !== '*' && !soap.detail.some((d) => clark(d.name) === side.fault)) return false;
  if (side.code !== undefined && family(side.code) !== family(soap.code.local)) return false;
  if (side.subcode !== undefined && !soap.subcodes.some((s) => s.local === side.subcode)) return false;
  return side.detail === undefined || soap.detail.some((d) => hasAll(d, side.detail!, side.fault));
}

function hasAll(detail: FaultDetail, wanted: ReadonlyMap<string, string>, fault: string | undefined): boolean {
  if (fault !== undefined && fault !== '*' && clark(detail.name) !== fault) return false;
  const value = detail.value === undefined ? undefined : toJs(detail.value);
  if (typeof value !== 'object' || value === null) return false;
  for (const [key, text] of wanted) {
    const found = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
    if (String(found) !== text) return false;
  }
  return true;
}

function isSoapCode(code: QName): boolean {
  return code.ns === SOAP11_NS || code.ns === SOAP12_NS || code.ns === '';
}

/** SOAP 1.2 renamed the codes (Part 1 §5.4.6); SOAP 1.1 allows `Client.Authentication` (§4.4.1). */
function family(code: string): string {
  const head = code.split('.')[0];
  return head === 'Sender' ? 'Client' : head === 'Receiver' ? 'Server' : head;
}

/** `AccountNotFound` → `ACCOUNT_NOT_FOUND`. */
export function constantCase(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^A-Za-z0-9]+/g, '_').toUpperCase();
}

export function titleOf(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function parse(name: string): QName {
  const end = name.indexOf('}');
  return end < 0 ? { ns: '', local: name } : { ns: name.slice(1, end), local: name.slice(end + 1) };
}
