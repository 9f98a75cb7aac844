// Values of a SOAP client that the REST request of its rule cannot have: in words and places of the client's message. Off the hot path.
import type { Shape } from '../../../codec/model/shape.ts';
import { type ErrorCode, errorTable, SoapstoneError } from '../../../errors/errors.ts';
import { toFault } from '../../../fault/fault.ts';
import { NULL } from '../../../json/value.ts';
import { kindOf } from '../../../json/walk.ts';
import type { Bindings, SoapPattern } from '../../../rule/pattern.ts';
import type { SoapFrontRule } from '../../../rule/rule.ts';
import { located } from './request-fault.ts';
import type { MatchedRequest } from './rule-choice.ts';

const NOTHING = new Uint8Array(0);

/** What is wrong with the value at `path`, as faults say it. */
interface Problem {
  readonly code: ErrorCode;
  readonly message: string;
  readonly path: string;
  readonly safeMessage?: string;
}

/** The failure with the Envelope path of the value that it is about. One without variables of the rule may be about another request, and stays as it is. */
export function inWordsOfMessage<R extends SoapFrontRule>(failure: unknown, request: MatchedRequest<R>): unknown {
  const { soap, rest, cause } = toFault(failure).init;
  if (soap || rest || !(cause instanceof SoapstoneError) || errorTable[cause.code][0] !== 'request') return failure;
  const problem = problemOf(cause, request);
  if (problem === undefined) return failure;
  const { code, message, path } = problem;
  const text = located(new SoapstoneError(code, message, { path }), NOTHING);
  const { variables } = cause;
  return new SoapstoneError(code, text, { ...problem, variables, cause });
}

function problemOf<R extends SoapFrontRule>(
  { code, message, variables = [] }: SoapstoneError,
  { rule, bindings, absent }: MatchedRequest<R>,
): Problem | undefined {
  const lacking = variables.find((one) => isLacking(bindings, one, code));
  const path = pathOf(lacking ?? variables[0], rule.request.soap);
  if (path === undefined) return undefined;
  return lacking === undefined ? { code, message, path } : lackProblem(path, bindings[lacking], absent);
}

/** Has the error with this code come from a value that is not there? */
function isLacking(bindings: Bindings, variable: number, code: ErrorCode): boolean {
  const value = bindings[variable];
  if (value === undefined) return code === 'CODEC_MISSING';
  return code === 'CODEC_TYPE' && kindOf(value) === NULL;
}

/** As the codec says it: the path of what is missing is that of the element around it. */
function lackProblem(path: string, value: Bindings[number], absent: ReadonlySet<string> | undefined): Problem {
  const end = path.lastIndexOf('/');
  const name = path.slice(end + 1);
  const subject = name.startsWith('@') ? `attribute "${name.slice(1)}"` : `element "${name}"`;
  if (value === undefined || absent?.has(path)) {
    const message = `${subject} is missing`;
    return { code: 'CODEC_MISSING', message, path: path.slice(0, end), safeMessage: message };
  }
  return { code: 'CODEC_NIL', message: `${subject} is nil, and needs a value here`, path };
}

/** Undefined where no single element or attribute has the variable. */
function pathOf(variable: number | undefined, soap: SoapPattern): string | undefined {
  if (variable === undefined) return undefined;
  const slot = soap.slotOf(variable) ?? slotMadeOf(variable, soap);
  const roots = [
    ...soap.headers.map(({ part, shape }) => [`Envelope/Header/${part.element.name.local}`, shape] as const),
    ...soap.body.map(({ element, shape }) => [`Envelope/Body/${element.name.local}`, shape] as const),
  ];
  for (const [path, shape] of slot === undefined ? [] : roots) {
    const found = pathInShape(shape, slot!, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

function slotMadeOf(variable: number, soap: SoapPattern): number | undefined {
  const slots = Array.from({ length: soap.slots }, (_, slot) => slot);
  return slots.find((slot) => soap.variablesOf(slot).includes(variable));
}

function pathInShape(shape: Shape, slot: number, path: string): string | undefined {
  if (shape.kind === 'hole' || shape.kind === 'each') return shape.slot === slot ? path : undefined;
  if (shape.kind !== 'members') return undefined;
  if (shape.rest === slot) return path;
  for (const { member, shape: inner } of shape.entries) {
    const found = pathInShape(inner, slot, path + stepTo(member));
    if (found !== undefined) return found;
  }
  return undefined;
}

function stepTo(member: Extract<Shape, { kind: 'members' }>['entries'][number]['member']): string {
  if (member.kind === 'element') return `/${member.element.name.local}`;
  return member.kind === 'attribute' ? `/@${member.use.name.local}` : '';
}
