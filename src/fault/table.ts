// Faults of a SOAP peer ⇄ faults for REST callers: ordered rows, and what holds where no row does. Knows nothing about how rows are written.
import type { Json } from '../json/value.ts';
import { clark, type QName, SOAP11_NS } from '../xml/names.ts';
import { Fault, type FaultInit, type SoapFault } from './fault.ts';
import { constantCase, isSender, titleOf } from './words.ts';

/** One row, both ways. undefined: another row's fault. */
export interface FaultRow {
  fromSoap(soap: SoapFault): FaultAnswer | undefined;
  fromRest(fault: FaultInit): SoapFault | undefined;
}

/** What a row says about a fault; what it leaves out is taken from the fault. */
export interface FaultAnswer {
  readonly status: number;
  readonly code: string;
  readonly title?: string;
  readonly detail?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly data?: Json;
}

export class FaultRows {
  private readonly rows: readonly FaultRow[];
  /** Detail elements that the operation declares: only their content is shown to callers. */
  private readonly declared: ReadonlyMap<string, QName>;

  constructor(rows: readonly FaultRow[], declared: readonly QName[]) {
    this.rows = rows;
    this.declared = new Map(declared.map((name) => [clark(name), name]));
  }

  fromSoap(fault: Fault): Fault {
    const { soap } = fault.init;
    if (soap === undefined) return fault;
    const answer = this.answer(soap);
    return new Fault({
      ...fault.init,
      status: answer.status,
      code: answer.code,
      title: answer.title ?? titleOf(answer.code),
      detail: answer.detail ?? (soap.reason === '' ? undefined : soap.reason),
      headers: answer.headers,
      data: answer.data ?? this.declaredDetail(soap)?.value,
    });
  }

  fromRest(fault: Fault): Fault {
    if (fault.init.soap !== undefined) return fault;
    for (const row of this.rows) {
      const soap = row.fromRest(fault.init);
      if (soap) return new Fault({ ...fault.init, soap });
    }
    return new Fault({ ...fault.init, soap: this.unlisted(fault.init) });
  }

  private answer(soap: SoapFault): FaultAnswer {
    for (const row of this.rows) {
      const answer = row.fromSoap(soap);
      if (answer) return answer;
    }
    return this.fallback(soap);
  }

  /**
   * A declared fault is the application's own answer to a request that it understood: 422, whatever its fault code says (common servers send
   * every exception as Server). Otherwise the code tells whose mistake it was.
   */
  private fallback(soap: SoapFault): FaultAnswer {
    const known = this.declaredDetail(soap);
    if (known) return { status: 422, code: constantCase(known.name.local) };
    return { status: isSender(soap.code) ? 400 : 502, code: 'UPSTREAM_FAULT' };
  }

  private declaredDetail(soap: SoapFault) {
    return soap.detail.find((d) => this.declared.has(clark(d.name)));
  }

  /** The way back of `fallback`: the code names the declared element, its content is the data. */
  private unlisted(init: FaultInit): SoapFault {
    const name = init.data && [...this.declared.values()].find((n) => constantCase(n.local) === init.code);
    return soapFault(init, name ? [{ name, value: init.data }] : []);
  }
}

/** A SOAP fault with the code that goes with the status. Codes are SOAP 1.1's; the SOAP binding writes them in its version. */
export function soapFault(init: FaultInit, detail: SoapFault['detail'], reason = init.detail ?? init.title): SoapFault {
  const local = init.status >= 400 && init.status < 500 ? 'Client' : 'Server';
  return { version: '1.1', code: { ns: SOAP11_NS, local }, subcodes: [], reason, detail };
}
