// Translates faults of SOAP ⇄ faults of REST: ordered rows, and a default where no row matches. Knows nothing about the syntax of rows.
import { SoapstoneError } from '../errors/errors.ts';
import { type Json, json } from '../json/value.ts';
import { holdsText } from '../json/walk.ts';
import { clark, type QName, SOAP11_NS } from '../xml/reader/names.ts';
import { Fault, type FaultDetail, type FaultInit, type LostDetail, type SoapFault } from './fault.ts';
import { constantCase, isSender, titleWithout } from './fault-names.ts';
import { HIDDEN_TEXT } from './texts.ts';

/** One row, both ways. undefined: the row does not match. */
export interface FaultRow {
  /** Its detail element; undefined: any fault. */
  readonly element?: QName;
  /** Its SOAP side has a reason. */
  readonly writesReason: boolean;
  fromSoap(soap: SoapFault, request?: RequestValues): FaultAnswer | undefined;
  fromRest(fault: FaultInit, fit: Fit, request?: RequestValues): RowFault | undefined;
}

export interface RowFault {
  readonly soap: SoapFault;
  /** The detail of the row, of which the values of the response make none. */
  readonly lost?: LostDetail;
}

/** What the failed request has bound, by the names of its rule's variables. */
export interface RequestValues {
  readonly variables: readonly string[];
  readonly bindings: readonly (Json | undefined)[];
}

/**
 * Parts of a REST fault that a row must match, most specific first: status, code, detail and data; status and code; or, for a response without a code, status and
 * title; `uncoded`: the one status that the row names without a code; the status alone. Last, `any`: the status, for a row without a code, which takes every code.
 */
export type Fit = 'whole' | 'code' | 'title' | 'uncoded' | 'status' | 'any';

const EXACT: readonly Fit[] = ['whole'];
const CODED: readonly Fit[] = ['whole', 'code'];
const UNCODED: readonly Fit[] = ['whole', 'title', 'uncoded', 'status'];
const ANY: readonly Fit[] = ['any'];

/** By these a row is a guess, which is never a fault that the operation does not have. */
export const WEAK: ReadonlySet<Fit> = new Set<Fit>(['title', 'uncoded', 'status', 'any']);

/** Best first: all rows are tried in order for one, then for the next. */
export function fitsOf({ rest }: FaultInit): readonly Fit[] {
  if (rest === undefined) return EXACT;
  return rest.code === undefined ? UNCODED : CODED;
}

/** Changes of a fault by a row; the rest stays as it is. */
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
  /** JSON of the element, from values of a REST error; undefined: they do not make one. */
  from(value: Json): Json | undefined;
  /** Why `from` makes nothing of the values. */
  refusal(value: Json): SoapstoneError | undefined;
}

/** What a SOAP client misses of a fault whose values make no detail element. */
export function lostDetail(element: DetailElement | undefined, value: Json | undefined): LostDetail | undefined {
  const problem = element?.refusal(value ?? nothing);
  return element && problem && { name: element.name, problem };
}

interface Translated {
  readonly init: FaultInit;
  readonly soap: SoapFault;
}

interface RowMatch extends RowFault {
  readonly row: FaultRow;
}

const nothing = json(Buffer.from('{}'));
const SERVER: QName = { ns: SOAP11_NS, local: 'Server' };

export class FaultRows {
  private readonly rows: readonly FaultRow[];
  /** Detail elements that the operation declares: clients see only their content. */
  private readonly declared: ReadonlyMap<string, DetailElement>;

  constructor(rows: readonly FaultRow[], declared: readonly DetailElement[]) {
    this.rows = rows;
    this.declared = new Map(declared.map((element) => [clark(element.name), element]));
  }

  fromSoap(fault: Fault, request?: RequestValues): Fault {
    const { soap } = fault.init;
    if (soap === undefined) return fault;
    const answer = this.answer(soap, request);
    const title = answer.title ?? titleWithout(answer.status, answer.code);
    return new Fault({
      ...fault.init,
      withheld: this.withheldSoap(soap, answer, title),
      status: answer.status,
      code: answer.code,
      title,
      detail: answer.detail ?? (soap.reason === '' ? undefined : soap.reason),
      headers: answer.headers,
      data: answer.data ?? this.declaredDetail(soap)?.value,
      lostDetail: this.misnamedDetail(soap),
    });
  }

  fromRest(fault: Fault, request?: RequestValues): Fault {
    const { init } = fault;
    if (init.soap !== undefined) return fault;
    const codeMatch = this.rowFor(init, fitsOf(init), request);
    const match = codeMatch ?? this.rowForAnyCode(init, request);
    if (match === undefined) return this.withoutRow(init);
    const soap = match.soap.detail.length > 0 ? match.soap : { ...match.soap, detail: this.translated(init) };
    const found = withLoss(init, soap, match.lost);
    return asSoap(found, codeMatch ? undefined : init.logged, match.row.writesReason);
  }

  /** Where no detail and no other gateway says more, a refusal of the gateway is a failure behind it, whose text is for its operator. */
  private withoutRow(init: FaultInit): Fault {
    const soap = this.unlisted(init);
    const { refusesGateway } = init;
    if (refusesGateway !== undefined && soap.detail.length === 0 && init.rest?.fault === undefined) {
      const cause = new SoapstoneError('CREDENTIAL', refusesGateway);
      return asSoap({ soap: { ...soap, code: SERVER }, init: { ...init, status: 502, cause } }, init.logged, false);
    }
    return asSoap(withLoss(init, soap, this.lostByCode(init)), this.loggedOf(init), false);
  }

  private lostByCode({ code, data, rest }: FaultInit): LostDetail | undefined {
    if (rest === undefined) return undefined;
    return lostDetail(this.elementOf(code), data ?? rest?.object);
  }

  /** The usual mistake of services: the name that the contract declares, in another namespace or none. */
  private misnamedDetail({ detail }: SoapFault): LostDetail | undefined {
    for (const { name } of detail) {
      const declared = this.declared.has(clark(name)) ? undefined : this.elementCalled(name.local);
      if (declared !== undefined) return { name: declared, problem: otherNamespace(name, declared) };
    }
    return undefined;
  }

  private elementCalled(local: string): QName | undefined {
    return [...this.declared.values()].find(({ name }) => name.local === local)?.name;
  }

  /** Clients may see what a row writes, and declared detail. */
  private withheldSoap(soap: SoapFault, answer: FaultAnswer, title: string): FaultInit['withheld'] {
    const detail = soap.detail.filter((element) => this.declared.has(clark(element.name)));
    const clientView = { title, soap: { ...soap, reason: HIDDEN_TEXT, actor: undefined, detail } };
    if (answer.detail !== undefined) return { ...clientView, detail: answer.detail };
    return { ...clientView, detail: HIDDEN_TEXT, upstreamText: soap.reason || undefined };
  }

  private answer(soap: SoapFault, request?: RequestValues): FaultAnswer {
    for (const row of this.rows) {
      const answer = row.fromSoap(soap, request);
      if (answer) return answer;
    }
    return this.fallback(soap);
  }

  /** A declared element that the code names counts more than a row about the status. */
  private rowForAnyCode(init: FaultInit, request?: RequestValues): RowMatch | undefined {
    const isUndeclared = init.rest && this.translated(init).length === 0 && this.detailByCode(init).length === 0;
    return isUndeclared ? this.rowFor(init, ANY, request) : undefined;
  }

  private rowFor(init: FaultInit, fits: readonly Fit[], request?: RequestValues): RowMatch | undefined {
    for (const fit of fits) {
      for (const row of this.rows) {
        if (row.element && WEAK.has(fit) && !this.declared.has(clark(row.element))) continue;
        const match = row.fromRest(init, fit, request);
        if (match) return { row, ...match };
      }
    }
    return undefined;
  }

  /**
   * A declared fault is the application's response to a valid request: 422, whatever its fault code (common servers send
   * every exception as Server). Otherwise the code decides who is to blame.
   */
  private fallback(soap: SoapFault): FaultAnswer {
    const detail = this.declaredDetail(soap);
    if (detail) return { status: 422, code: constantCase(detail.name.local) };
    return { status: isSender(soap.code) ? 400 : 502, code: 'UPSTREAM_FAULT' };
  }

  private declaredDetail(soap: SoapFault) {
    return soap.detail.find((d) => this.declared.has(clark(d.name)));
  }

  /** The inverse of `fallback`: the code names the declared element, the data is its content. */
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
    if (element === undefined) return [];
    const value = element.from(data ?? rest?.object ?? nothing) ?? (rest?.body && element.from(rest.body));
    return value ? [{ name: element.name, value }] : [];
  }

  /** A code that names a declared element has many spellings. */
  private loggedOf({ code, logged }: FaultInit): string | undefined {
    const element = logged && this.elementOf(code);
    return element ? constantCase(element.name.local) : logged;
  }

  /** Declared detail that another gateway has preserved. */
  private translated({ rest }: FaultInit): FaultDetail[] {
    return (rest?.fault?.detail ?? []).flatMap(({ name, value }) => {
      const content = value && this.declared.get(clark(name))?.from(value);
      return content ? [{ name, value: content }] : [];
    });
  }
}

function otherNamespace({ ns }: QName, declared: QName): SoapstoneError {
  const hint = ns === '' ? '; to accept it: responseNamespaces: any' : '';
  const message = `in ${ns === '' ? 'no' : 'another'} namespace; the contract has ${clark(declared)}${hint}`;
  return new SoapstoneError('CODEC_UNKNOWN', message, { safeMessage: message });
}

function withLoss(init: FaultInit, soap: SoapFault, lost: LostDetail | undefined): Translated {
  const isLost = lost !== undefined && soap.detail.length === 0 && init.rest?.ours !== true;
  return { init: isLost ? { ...init, lostDetail: lost } : init, soap };
}

/** Declared detail is shown whole: a text that stands in it is no secret beside it. */
function showsReason({ reason, detail }: SoapFault): boolean {
  return detail.some(({ value }) => value !== undefined && holdsText(value, reason));
}

/** `writesReason`: the reason comes from a row. Detail that another gateway has preserved has places of the service too. */
function asSoap({ init, soap }: Translated, logged: string | undefined, writesReason: boolean): Fault {
  const { title } = init;
  if (init.rest === undefined || init.rest.ours || (!writesReason && showsReason(soap)))
    return new Fault({ ...init, logged, soap });
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
