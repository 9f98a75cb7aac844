// One fault rule at run time: patterns over a SOAP fault and over a problem, with variables between them.

import { SoapstoneError } from '../../errors/errors.ts';
import type { FaultInit, RestFault, SoapFault } from '../../fault/fault.ts';
import { familyOf, isSoapCode } from '../../fault/fault-names.ts';
import {
  type DetailElement,
  type FaultAnswer,
  type FaultRow,
  type Fit,
  lostDetail,
  type RequestValues,
  type RowFault,
  soapFault,
  WEAK,
} from '../../fault/table.ts';
import { type Json, json, OBJECT, textOf } from '../../json/value.ts';
import { kindOf, membersOf } from '../../json/walk.ts';
import { type BodyPart, Filling } from '../../pattern/body/part.ts';
import { fillHeaders, type HeaderPattern, matchHeaders } from '../../pattern/headers.ts';
import { type Bindings, type Bound, OK } from '../../pattern/text/bound-values.ts';
import { absentText, fillText, matchText, type TextTemplate } from '../../pattern/text/text-template.ts';
import { clark, type QName, SOAP11_NS } from '../../xml/reader/names.ts';
import type { WrittenProblem } from '../model/mapping.ts';
import { bindRequest, type OutsideValues, soapBindings } from './outside-values.ts';

/** The conditions of a fault rule; an absent one always matches. */
export interface SoapFaultPattern {
  /** Detail element; undefined: any fault. */
  readonly element?: DetailElement;
  /** A SOAP code under its SOAP 1.1 name (ns ''), or an application's own. */
  readonly code?: QName;
  /** `ns` '' stands for any namespace. */
  readonly subcode?: QName;
  readonly detail?: BodyPart;
  /** The detail to be written. */
  readonly writtenDetail?: BodyPart;
  readonly reason?: TextTemplate;
}

export class TableFaultRow implements FaultRow {
  private readonly soap: SoapFaultPattern;
  readonly restSide: WrittenProblem;
  readonly element?: QName;
  readonly writesReason: boolean;
  private readonly rest: ProblemPattern;
  private readonly variables: number;
  private readonly outside: OutsideValues;

  constructor(soap: SoapFaultPattern, rest: ProblemPattern, variables: number, outside: OutsideValues) {
    this.soap = soap;
    this.element = soap.element?.name;
    this.rest = rest;
    this.restSide = rest.restSide;
    this.writesReason = soap.reason !== undefined;
    this.variables = variables;
    this.outside = outside;
  }

  fromSoap(fault: SoapFault, request?: RequestValues): FaultAnswer | undefined {
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
    bindRequest(this.outside.toRest, bindings, request);
    return answerOf(this.rest, bindings);
  }

  fromRest(init: FaultInit, fit: Fit, request?: RequestValues): RowFault | undefined {
    const { rest, soap } = this;
    const bindings: Bindings = new Array(this.variables);
    if (!fitsProblem(rest, init, fit, bindings)) return undefined;
    const [full, ...others] = soapBindings(this.outside, bindings, init, request);
    const reason = soap.reason && optionalText(soap.reason, full);
    const values = this.detailValues(init, [full, ...others]);
    const detail = this.detail(values);
    const lost = detail.length === 0 && init.rest ? lostDetail(soap.element, values[0]) : undefined;
    return { soap: this.coded(soapFault(init, detail, reason), init), lost };
  }

  /** The code and subcode of the rule, or those of the original fault where another gateway has sent them along. */
  private coded(fault: SoapFault, { rest }: FaultInit): SoapFault {
    const { code, subcode } = this.soap;
    const innerFault = rest?.fault;
    const sameFault = innerFault && (!code || sameCode(code, innerFault.code));
    const sameSub = innerFault && (!subcode || innerFault.subcodes.some((s) => sameSubcode(subcode, s)));
    return {
      ...fault,
      code: sameFault ? innerFault.code : (soapCode(code) ?? fault.code),
      subcodes: sameSub ? innerFault.subcodes : subcode ? [subcode] : [],
      actor: innerFault?.actor,
    };
  }

  /** The detail of the original fault, the data of the problem, the variables over the problem's other members. */
  private detailValues(init: FaultInit, candidates: readonly Bindings[]): Json[] {
    const { element, writtenDetail } = this.soap;
    if (element === undefined) return [];
    const innerDetail = init.rest?.fault?.detail.find((d) => clark(d.name) === clark(element.name))?.value;
    const problemData = this.rest.data === undefined ? init.data : undefined;
    return [innerDetail, problemData, ...memberData(init, writtenDetail, candidates)].flatMap((value) => value ?? []);
  }

  /** The first valid one. */
  private detail(values: readonly Json[]): SoapFault['detail'] {
    const { element } = this.soap;
    for (const value of values) {
      const content = element?.from(value);
      if (element && content) return [{ name: element.name, value: content }];
    }
    return [];
  }
}

/** Variables over the other members of the error, then over those of the body around it; last without those, which may not fit. */
function memberData({ rest }: FaultInit, written: BodyPart | undefined, candidates: readonly Bindings[]): Json[] {
  const own = candidates.map((bindings) => written && bodyJson(written, bindings));
  const around = rest?.body ? [rest.object, rest.body] : [rest?.object];
  const filled = around.flatMap((under) => own.map((value) => overlay(under, value)));
  return [...filled, ...(rest?.object ? own.flatMap((value) => value ?? []) : [])];
}

/** The members of both; those of `over` win. */
function overlay(under: Json | undefined, over: Json | undefined): Json {
  if (over && kindOf(over) !== OBJECT) return over;
  const members = new Map([...(under ? membersOf(under) : []), ...(over ? membersOf(over) : [])]);
  return json(
    Buffer.from(`{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`).join()}}`),
  );
}

/** Fills the REST side of a fault rule. */
export function answerOf(rest: ProblemPattern, bindings: Bindings): FaultAnswer {
  return {
    status: rest.status,
    code: optionalText(rest.code, bindings) ?? 'UPSTREAM_FAULT',
    title: rest.title,
    detail: rest.detail && optionalText(rest.detail, bindings),
    headers: rest.headers.length === 0 ? undefined : headersOf(rest.headers, bindings),
    data: rest.data && bodyJson(rest.data, bindings),
  };
}

/** Leaves out a header with an invalid value, so that the fault still arrives. */
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

/** undefined where a variable has no value, because faults differ in what they bind. */
function optionalText(template: TextTemplate, bindings: Bindings): string | undefined {
  try {
    return fillText(template, bindings);
  } catch (e) {
    if (e instanceof SoapstoneError) return undefined;
    throw e;
  }
}

function bodyJson(part: BodyPart, bindings: Bindings): Json | undefined {
  const filling = new Filling();
  return part.write(bindings, filling) ? json(filling.out.slice()) : undefined;
}

function sameCode(expected: QName, code: QName): boolean {
  if (expected.ns !== '') return clark(expected) === clark(code);
  return isSoapCode(code) && (familyOf(code.local) === expected.local || code.local === expected.local);
}

function sameSubcode(expected: QName, code: QName): boolean {
  return expected.local === code.local && (expected.ns === '' || expected.ns === code.ns);
}

function soapCode(code: QName | undefined): QName | undefined {
  if (code === undefined || code.ns !== '') return code;
  return { ns: SOAP11_NS, local: code.local };
}

export interface ProblemPattern {
  /** The status, or the first of a class, which is the one to write. */
  readonly status: number;
  /** The last matching status. */
  readonly lastStatus: number;
  readonly code: TextTemplate;
  /** The rule has no code: any matches, and `code` is the one to write. */
  readonly anyCode: boolean;
  readonly title?: string;
  readonly detail?: TextTemplate;
  readonly headers: readonly HeaderPattern[];
  readonly data?: BodyPart;
  readonly restSide: WrittenProblem;
}

/** Binds the variables of the fault rule as far as possible. */
export function fitsProblem(rest: ProblemPattern, init: FaultInit, fit: Fit, bindings: Bindings): boolean {
  if (init.status < rest.status || init.status > rest.lastStatus || !fits(rest, init, fit, bindings)) return false;
  if (init.rest) bindHeaders(rest.headers, init.rest.headers, bindings);
  return true;
}

function fits(rest: ProblemPattern, init: FaultInit, fit: Fit, bindings: Bindings): boolean {
  if (WEAK.has(fit)) {
    if (!selects(rest, init, fit)) return false;
    bindLoosely(rest, init, bindings);
    return true;
  }
  const { type } = init.rest ?? {};
  const codeMatches =
    matches(rest.code, init.code, bindings) || (type !== undefined && matches(rest.code, type, bindings));
  if (!codeMatches) return false;
  if (fit === 'code') {
    bindLoosely(rest, init, bindings);
    return true;
  }
  const detail = !rest.detail || fitsText(rest.detail, init.detail, bindings);
  const values = init.data ?? init.rest?.object;
  const data = !rest.data || (values !== undefined && rest.data.match(values, bindings));
  return detail && data;
}

function selects(rest: ProblemPattern, { title }: FaultInit, fit: Fit): boolean {
  if (fit === 'title') return rest.title !== undefined && rest.title === title;
  if (fit === 'uncoded') return rest.anyCode && rest.status === rest.lastStatus;
  return fit === 'any' ? rest.anyCode : rest.code.holes.length === 0;
}

/** Binds detail and data without making them a condition. */
function bindLoosely(rest: ProblemPattern, init: FaultInit, bindings: Bindings): void {
  const values = init.data ?? init.rest?.object;
  if (rest.detail) fitsText(rest.detail, init.detail, bindings);
  if (rest.data && values) rest.data.match(values, bindings);
}

/** The placeholder of a detail that is nothing more. */
export function wholeDetail({ detail }: ProblemPattern): Bound | undefined {
  if (detail === undefined || detail.holes.length !== 1 || detail.literals.some((literal) => literal !== ''))
    return undefined;
  return detail.holes[0];
}

function fitsText(template: TextTemplate, text: string | undefined, bindings: Bindings): boolean {
  return text === undefined ? absentText(template, bindings) : matches(template, text, bindings);
}

export function matches(template: TextTemplate, text: string, bindings: Bindings): boolean {
  try {
    return matchText(template, text, bindings) === OK;
  } catch (e) {
    if (e instanceof SoapstoneError) return false;
    throw e;
  }
}

/** Binds headers without making them a condition, because services differ in them. */
function bindHeaders(patterns: readonly HeaderPattern[], headers: RestFault['headers'], bindings: Bindings): void {
  for (const pattern of patterns) {
    try {
      matchHeaders([pattern], headers, bindings);
    } catch (e) {
      if (!(e instanceof SoapstoneError)) throw e;
    }
  }
}
