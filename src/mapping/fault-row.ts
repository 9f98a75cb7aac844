// One row of `faults:` at run time: patterns over a SOAP fault and over a problem, with variables between them.

import { SoapstoneError } from '../errors.ts';
import type { FaultInit, RestFault, SoapFault } from '../fault/fault.ts';
import { type DetailElement, type FaultAnswer, type FaultRow, type Fit, soapFault } from '../fault/table.ts';
import { familyOf, isSoapCode } from '../fault/words.ts';
import { type Json, json } from '../json/value.ts';
import { type BodyPart, Filling } from '../pattern/body/part.ts';
import { type Bindings, OK } from '../pattern/bound.ts';
import { fillHeaders, type HeaderPattern, matchHeaders } from '../pattern/headers.ts';
import { fillText, matchText, type TextTemplate } from '../pattern/text-template.ts';
import { clark, type QName, SOAP11_NS } from '../xml/names.ts';

/** What must be given matches; what is not given matches everything. */
export interface SoapFaultPattern {
  /** Detail element; undefined: any fault. */
  readonly element?: DetailElement;
  /** A SOAP code under its SOAP 1.1 name (ns ''), or an application's own. */
  readonly code?: QName;
  /** `ns` '' stands for any namespace. */
  readonly subcode?: QName;
  readonly detail?: BodyPart;
  readonly reason?: TextTemplate;
}

export interface ProblemPattern {
  readonly status: number;
  readonly code: TextTemplate;
  readonly title?: string;
  readonly detail?: TextTemplate;
  readonly headers: readonly HeaderPattern[];
  readonly data?: BodyPart;
}

export class TableFaultRow implements FaultRow {
  private readonly soap: SoapFaultPattern;
  private readonly rest: ProblemPattern;
  private readonly variables: number;

  constructor(soap: SoapFaultPattern, rest: ProblemPattern, variables: number) {
    this.soap = soap;
    this.rest = rest;
    this.variables = variables;
  }

  fromSoap(fault: SoapFault): FaultAnswer | undefined {
    const { soap } = this;
    const bindings: Bindings = new Array(this.variables);
    const entry = soap.element
      ? fault.detail.find((d) => clark(d.name) === clark((soap.element as DetailElement).name))
      : fault.detail[0];
    if (soap.element && entry === undefined) return undefined;
    if (soap.code && !sameCode(soap.code, fault.code)) return undefined;
    if (soap.subcode && !fault.subcodes.some((s) => sameSubcode(soap.subcode as QName, s))) return undefined;
    if (soap.detail && (entry?.value === undefined || !soap.detail.match(entry.value, bindings))) return undefined;
    if (soap.reason && !matches(soap.reason, fault.reason, bindings)) return undefined;
    return answerOf(this.rest, bindings);
  }

  fromRest(init: FaultInit, fit: Fit): SoapFault | undefined {
    const { rest, soap } = this;
    const bindings: Bindings = new Array(this.variables);
    if (!matchProblem(rest, init, fit, bindings)) return undefined;
    const reason = soap.reason && fillText(soap.reason, bindings);
    return this.coded(soapFault(init, this.detail(init, bindings), reason), init);
  }

  /** The row's code and subcode, or what a gateway in between has kept of them. */
  private coded(fault: SoapFault, { rest }: FaultInit): SoapFault {
    const { code, subcode } = this.soap;
    const kept = rest?.fault;
    const sameFault = kept && (!code || sameCode(code, kept.code));
    const sameSub = kept && (!subcode || kept.subcodes.some((s) => sameSubcode(subcode, s)));
    return {
      ...fault,
      code: sameFault ? kept.code : (soapCode(code) ?? fault.code),
      subcodes: sameSub ? kept.subcodes : subcode ? [subcode] : [],
      actor: kept?.actor,
    };
  }

  /** The first that makes an element of the contract: what a gateway has kept, the problem's data, what the variables say. */
  private detail(init: FaultInit, bindings: Bindings): SoapFault['detail'] {
    const { element, detail } = this.soap;
    if (element === undefined) return [];
    const kept = init.rest?.fault?.detail.find((d) => clark(d.name) === clark(element.name))?.value;
    const whole = this.rest.data === undefined ? init.data : undefined;
    for (const value of [kept, whole, detail && written(detail, bindings), nothing]) {
      const content = value && element.from(value);
      if (content) return [{ name: element.name, value: content }];
    }
    return [];
  }
}

const nothing = json(Buffer.from('{}'));

/** The REST side of a row, matched: binds its variables. False: another row's problem. */
export function matchProblem(rest: ProblemPattern, init: FaultInit, fit: Fit, bindings: Bindings): boolean {
  if (init.status !== rest.status || !fits(rest, init, fit, bindings)) return false;
  if (init.rest) bindHeaders(rest.headers, init.rest.headers, bindings);
  return true;
}

function fits(rest: ProblemPattern, init: FaultInit, fit: Fit, bindings: Bindings): boolean {
  if (fit === 'title') return rest.title !== undefined && rest.title === init.title;
  if (fit === 'status') return rest.code.holes.length === 0;
  const { type } = init.rest ?? {};
  const named = matches(rest.code, init.code, bindings) || (type !== undefined && matches(rest.code, type, bindings));
  if (!named) return false;
  const detail = !rest.detail || matchesDetail(rest.detail, init.detail, bindings);
  const data = !rest.data || (init.data !== undefined && rest.data.match(init.data, bindings));
  return fit === 'code' || (detail && data);
}

/** Without a detail a hole alone is absent; text around holes would have been said. */
function matchesDetail(template: TextTemplate, detail: string | undefined, bindings: Bindings): boolean {
  if (detail !== undefined) return matches(template, detail, bindings);
  return template.literals.every((literal) => literal === '');
}

/** The REST side of a row, filled. */
export function answerOf(rest: ProblemPattern, bindings: Bindings): FaultAnswer {
  return {
    status: rest.status,
    code: fillText(rest.code, bindings) ?? 'UPSTREAM_FAULT',
    title: rest.title,
    detail: rest.detail && fillText(rest.detail, bindings),
    headers: rest.headers.length === 0 ? undefined : headersOf(rest.headers, bindings),
    data: rest.data && written(rest.data, bindings),
  };
}

/** A value of the peer that no header field can carry is left out: the fault itself matters more. */
function headersOf(patterns: readonly HeaderPattern[], bindings: Bindings): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (const pattern of patterns) {
    try {
      fillHeaders([pattern], bindings, headers);
    } catch (e) {
      if (!(e instanceof SoapstoneError)) throw e;
    }
  }
  return headers;
}

/** Fields are no condition: other peers write others. */
function bindHeaders(patterns: readonly HeaderPattern[], headers: RestFault['headers'], bindings: Bindings): void {
  for (const pattern of patterns) {
    try {
      matchHeaders([pattern], headers, bindings);
    } catch (e) {
      if (!(e instanceof SoapstoneError)) throw e;
    }
  }
}

function written(part: BodyPart, bindings: Bindings): Json | undefined {
  const filling = new Filling();
  return part.write(bindings, filling) ? json(filling.out.slice()) : undefined;
}

function matches(template: TextTemplate, text: string, bindings: Bindings): boolean {
  try {
    return matchText(template, text, bindings) === OK;
  } catch (e) {
    if (e instanceof SoapstoneError) return false;
    throw e;
  }
}

function sameCode(wanted: QName, code: QName): boolean {
  if (wanted.ns !== '') return clark(wanted) === clark(code);
  return isSoapCode(code) && (familyOf(code.local) === wanted.local || code.local === wanted.local);
}

function sameSubcode(wanted: QName, code: QName): boolean {
  return wanted.local === code.local && (wanted.ns === '' || wanted.ns === code.ns);
}

function soapCode(code: QName | undefined): QName | undefined {
  if (code === undefined || code.ns !== '') return code;
  return { ns: SOAP11_NS, local: code.local };
}
