// One row of `faults:` at run time: patterns over a SOAP fault and over a problem, with variables between them.

import { SoapstoneError } from '../errors.ts';
import type { FaultInit, SoapFault } from '../fault/fault.ts';
import { type FaultAnswer, type FaultRow, soapFault } from '../fault/table.ts';
import { familyOf, isSoapCode } from '../fault/words.ts';
import { type Json, json } from '../json/value.ts';
import { type BodyPart, Filling } from '../pattern/body/part.ts';
import { type Bindings, OK } from '../pattern/bound.ts';
import { fillHeaders, type HeaderPattern } from '../pattern/headers.ts';
import { fillText, matchText, type TextTemplate } from '../pattern/text-template.ts';
import { clark, type QName, SOAP11_NS } from '../xml/names.ts';

/** What must be given matches; what is not given matches everything. */
export interface SoapFaultPattern {
  /** Detail element; undefined: any fault. */
  readonly element?: QName;
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
      ? fault.detail.find((d) => clark(d.name) === clark(soap.element as QName))
      : fault.detail[0];
    if (soap.element && entry === undefined) return undefined;
    if (soap.code && !sameCode(soap.code, fault.code)) return undefined;
    if (soap.subcode && !fault.subcodes.some((s) => sameSubcode(soap.subcode as QName, s))) return undefined;
    if (soap.detail && (entry?.value === undefined || !soap.detail.match(entry.value, bindings))) return undefined;
    if (soap.reason && !matches(soap.reason, fault.reason, bindings)) return undefined;
    return answerOf(this.rest, bindings);
  }

  fromRest(init: FaultInit): SoapFault | undefined {
    const { rest, soap } = this;
    const bindings: Bindings = new Array(this.variables);
    if (!matchProblem(rest, init, bindings)) return undefined;
    const reason = soap.reason && fillText(soap.reason, bindings);
    const fault = soapFault(init, this.detail(init, bindings), reason);
    return { ...fault, code: soapCode(soap.code) ?? fault.code, subcodes: soap.subcode ? [soap.subcode] : [] };
  }

  private detail(init: FaultInit, bindings: Bindings): SoapFault['detail'] {
    const { element, detail } = this.soap;
    if (element === undefined) return [];
    const whole = this.rest.data === undefined ? init.data : undefined;
    return [{ name: element, value: whole ?? (detail && written(detail, bindings)) }];
  }
}

/** The REST side of a row, matched: binds its variables. False: another row's problem. */
export function matchProblem(rest: ProblemPattern, init: FaultInit, bindings: Bindings): boolean {
  if (init.status !== rest.status || !matches(rest.code, init.code, bindings)) return false;
  if (rest.detail && !matches(rest.detail, init.detail ?? '', bindings)) return false;
  return rest.data === undefined || (init.data !== undefined && rest.data.match(init.data, bindings));
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
