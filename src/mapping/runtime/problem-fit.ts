// Matches the REST side of a fault row with an error response.
import { SoapstoneError } from '../../errors/errors.ts';
import type { FaultInit, RestFault } from '../../fault/fault.ts';
import type { Fit } from '../../fault/table.ts';
import type { BodyPart } from '../../pattern/body/part.ts';
import { type HeaderPattern, matchHeaders } from '../../pattern/headers.ts';
import { type Bindings, OK } from '../../pattern/text/bound-values.ts';
import { absentText, matchText, type TextTemplate } from '../../pattern/text/text-template.ts';
import type { WrittenProblem } from '../model/written.ts';

export interface ProblemPattern {
  /** Of a class, the first: what it is written as. */
  readonly status: number;
  /** The last status that it takes. */
  readonly lastStatus: number;
  readonly code: TextTemplate;
  /** The row does not say a code: `code` is what it is written with. */
  readonly anyCode: boolean;
  readonly title?: string;
  readonly detail?: TextTemplate;
  readonly headers: readonly HeaderPattern[];
  readonly data?: BodyPart;
  readonly restSide: WrittenProblem;
}

/** Binds what it can of the row's variables. */
export function fitsProblem(rest: ProblemPattern, init: FaultInit, fit: Fit, bindings: Bindings): boolean {
  if (init.status < rest.status || init.status > rest.lastStatus || !fits(rest, init, fit, bindings)) return false;
  if (init.rest) bindHeaders(rest.headers, init.rest.headers, bindings);
  return true;
}

function fits(rest: ProblemPattern, init: FaultInit, fit: Fit, bindings: Bindings): boolean {
  if (fit === 'title') return rest.title !== undefined && rest.title === init.title;
  if (fit === 'status') return rest.code.holes.length === 0;
  if (fit === 'any') return rest.anyCode;
  const { type } = init.rest ?? {};
  const codeMatches =
    matches(rest.code, init.code, bindings) || (type !== undefined && matches(rest.code, type, bindings));
  if (!codeMatches) return false;
  const detail = !rest.detail || fitsText(rest.detail, init.detail, bindings);
  const values = init.data ?? init.rest?.object;
  const data = !rest.data || (values !== undefined && rest.data.match(values, bindings));
  return fit === 'code' || (detail && data);
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

/** Header fields are no condition: services differ in them. */
function bindHeaders(patterns: readonly HeaderPattern[], headers: RestFault['headers'], bindings: Bindings): void {
  for (const pattern of patterns) {
    try {
      matchHeaders([pattern], headers, bindings);
    } catch (e) {
      if (!(e instanceof SoapstoneError)) throw e;
    }
  }
}
