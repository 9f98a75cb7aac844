// Faults of a SOAP peer ⇄ faults of a REST peer: ordered rows, and what holds where no row does. Knows nothing about how rows are written.
import { type Json, json } from '../json/value.ts';
import { clark, type QName, SOAP11_NS } from '../xml/reader/names.ts';
import { Fault, type FaultDetail, type FaultInit, type SoapFault } from './fault.ts';
import { constantCase, isSender, titleOf } from './fault-names.ts';
import { HIDDEN_TEXT } from './texts.ts';

/** One row, both ways. undefined: another row's fault. */
export interface FaultRow {
  /** Its SOAP side says what the reason is. */
  readonly writesReason: boolean;
  fromSoap(soap: SoapFault): FaultAnswer | undefined;
  fromRest(fault: FaultInit, fit: Fit): SoapFault | undefined;
}

/**
 * How much of a REST fault a row must fit: status, code, detail and data; status and code; or, for a response without any code, status and
 * title; the status alone. Last, `any`: the status, of a row that says no code and so takes every one.
 */
export type Fit = 'whole' | 'code' | 'title' | 'status' | 'any';

const EXACT: readonly Fit[] = ['whole'];
const CODED: readonly Fit[] = ['whole', 'code'];
const UNCODED: readonly Fit[] = ['whole', 'title', 'status'];
const ANY: readonly Fit[] = ['any'];

/** The best first: rows are tried in their order for one, then for the next. */
export function fitsOf({ rest }: FaultInit): readonly Fit[] {
  if (rest === undefined) return EXACT;
  return rest.code === undefined ? UNCODED : CODED;
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

/** An element that may stand in the detail of a SOAP fault. */
export interface DetailElement {
  readonly name: QName;
  /** JSON of the element, from values of a REST peer without those that it does not have; undefined: they do not make one. */
  from(value: Json): Json | undefined;
}

interface RowMatch {
  readonly row: FaultRow;
  readonly soap: SoapFault;
}

const nothing = json(Buffer.from('{}'));

export class FaultRows {
  private readonly rows: readonly FaultRow[];
  /** Detail elements that the operation declares: only their content is shown to callers. */
  private readonly declared: ReadonlyMap<string, DetailElement>;

  constructor(rows: readonly FaultRow[], declared: readonly DetailElement[]) {
    this.rows = rows;
    this.declared = new Map(declared.map((element) => [clark(element.name), element]));
  }

  fromSoap(fault: Fault): Fault {
    const { soap } = fault.init;
    if (soap === undefined) return fault;
    const answer = this.answer(soap);
    const title = answer.title ?? titleOf(answer.code);
    return new Fault({
      ...fault.init,
      withheld: this.withheldSoap(soap, answer, title),
      status: answer.status,
      code: answer.code,
      title,
      detail: answer.detail ?? (soap.reason === '' ? undefined : soap.reason),
      headers: answer.headers,
      data: answer.data ?? this.declaredDetail(soap)?.value,
    });
  }

  fromRest(fault: Fault): Fault {
    const { init } = fault;
    if (init.soap !== undefined) return fault;
    const codeMatch = this.rowFor(init, fitsOf(init));
    const match = codeMatch ?? this.rowForAnyCode(init);
    if (match === undefined) return asSoap(init, this.loggedOf(init), this.unlisted(init), false);
    const soap = match.soap.detail.length > 0 ? match.soap : { ...match.soap, detail: this.translated(init) };
    return asSoap(init, codeMatch ? undefined : init.logged, soap, match.row.writesReason);
  }

  /** What a row writes, and detail that the operation declares, are meant for clients. */
  private withheldSoap(soap: SoapFault, answer: FaultAnswer, title: string): FaultInit['withheld'] {
    const detail = soap.detail.filter((element) => this.declared.has(clark(element.name)));
    const clientView = { title, soap: { ...soap, reason: HIDDEN_TEXT, actor: undefined, detail } };
    if (answer.detail !== undefined) return { ...clientView, detail: answer.detail };
    return { ...clientView, detail: HIDDEN_TEXT, upstreamText: soap.reason || undefined };
  }

  private answer(soap: SoapFault): FaultAnswer {
    for (const row of this.rows) {
      const answer = row.fromSoap(soap);
      if (answer) return answer;
    }
    return this.fallback(soap);
  }

  /** A declared element that the code names means more than a row about the status. */
  private rowForAnyCode(init: FaultInit): RowMatch | undefined {
    const isUndeclared = init.rest && this.translated(init).length === 0 && this.detailByCode(init).length === 0;
    return isUndeclared ? this.rowFor(init, ANY) : undefined;
  }

  private rowFor(init: FaultInit, fits: readonly Fit[]): RowMatch | undefined {
    for (const fit of fits) {
      for (const row of this.rows) {
        const soap = row.fromRest(init, fit);
        if (soap) return { row, soap };
      }
    }
    return undefined;
  }

  /**
   * A declared fault is the application's own answer to a request that it understood: 422, whatever its fault code says (common servers send
   * every exception as Server). Otherwise the code tells whose mistake it was.
   */
  private fallback(soap: SoapFault): FaultAnswer {
    const detail = this.declaredDetail(soap);
    if (detail) return { status: 422, code: constantCase(detail.name.local) };
    return { status: isSender(soap.code) ? 400 : 502, code: 'UPSTREAM_FAULT' };
  }

  private declaredDetail(soap: SoapFault) {
    return soap.detail.find((d) => this.declared.has(clark(d.name)));
  }

  /** The way back of `fallback`: the code names the declared element, its content is the data. */
  private unlisted(init: FaultInit): SoapFault {
    const translated = this.translated(init);
    const fault = soapFault(init, translated.length > 0 ? translated : this.detailByCode(init));
    const { code, subcodes, actor } = init.rest?.fault ?? fault;
    return { ...fault, code, subcodes, actor };
  }

  private elementOf(code: string): DetailElement | undefined {
    const codeName = constantCase(code);
    return [...this.declared.values()].find(({ name }) => constantCase(name.local) === codeName);
  }

  private detailByCode({ code, data, rest }: FaultInit): FaultDetail[] {
    const element = this.elementOf(code);
    const value = element?.from(data ?? rest?.object ?? nothing);
    return element && value ? [{ name: element.name, value }] : [];
  }

  /** A code that names a declared element has many spellings. */
  private loggedOf({ code, logged }: FaultInit): string | undefined {
    const element = logged && this.elementOf(code);
    return element ? constantCase(element.name.local) : logged;
  }

  /** Declared detail that a gateway in between has kept. */
  private translated({ rest }: FaultInit): FaultDetail[] {
    return (rest?.fault?.detail ?? []).flatMap(({ name, value }) => {
      const content = value && this.declared.get(clark(name))?.from(value);
      return content ? [{ name, value: content }] : [];
    });
  }
}

/** `writesReason`: the reason is that of a row. What a gateway in between has kept names places of the service too. */
function asSoap(init: FaultInit, logged: string | undefined, soap: SoapFault, writesReason: boolean): Fault {
  const { title } = init;
  if (init.rest === undefined || init.rest.ours) return new Fault({ ...init, logged, soap });
  const reason = writesReason ? soap.reason : `${HIDDEN_TEXT} (UPSTREAM_FAULT)`;
  const clientView = { title, soap: { ...soap, reason, actor: undefined } };
  const withheld = writesReason ? clientView : { ...clientView, upstreamText: init.detail ?? title };
  return new Fault({ ...init, logged, soap, withheld });
}

/** A SOAP fault with the code that goes with the status. Codes are SOAP 1.1's; the SOAP binding writes them in its version. */
export function soapFault(init: FaultInit, detail: SoapFault['detail'], reason = init.detail ?? init.title): SoapFault {
  const local = init.status >= 400 && init.status < 500 ? 'Client' : 'Server';
  return { version: '1.1', code: { ns: SOAP11_NS, local }, subcodes: [], reason, detail };
}
