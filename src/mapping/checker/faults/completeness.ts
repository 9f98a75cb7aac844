// Proves that the detail of a fault is complete, whatever little the REST service says: a status alone, or a status and a code.

import type { ElementDecl } from '../../../contract/model/model.ts';
import type { Place } from '../../../errors/errors.ts';
import type { IncompleteFault } from '../../model/mapping.ts';
import { Report } from '../../syntax/report.ts';
import type { BuildContext } from '../bound-hole.ts';
import { Scope } from '../scope.ts';
import { SoapMessageBuilder } from '../soap-message.ts';
import type { FaultVariables } from './fault-variables.ts';

/** A member without a certain value. `variable`: it has one in rules whose request must have this variable. */
export interface Gap extends IncompleteFault {
  readonly variable?: string;
}

/** Every error has them. */
const ALWAYS = ['title', 'status'];

interface CheckedDetail {
  /** undefined: any fault. */
  readonly element: ElementDecl | undefined;
  readonly place: Place;
  /** There is a pattern over the detail. */
  readonly hasPattern: boolean;
  readonly variables: FaultVariables;
  /** Names that every error of the row binds: those of its code, and of a detail that is one placeholder. */
  readonly bound: ReadonlySet<string>;
}

export function gapsOf(
  { element, place, hasPattern, variables, bound }: CheckedDetail,
  ctx: BuildContext,
): readonly Gap[] {
  if (element === undefined) return [];
  if (!hasPattern) return bareGaps(element, place, ctx, 'add detail: { … } beside fault:');
  const fault = element.name.local;
  const always = new Set([...ALWAYS, ...bound]);
  return [
    ...variables.missing.map(({ message, place: at, hint }) => ({ fault, message, place: at, hint })),
    ...variables.unsure(always).map(({ name, place: at, hint }) => {
      return { fault, message: `{${name}} may have no value that fits`, place: at, hint, variable: name };
    }),
  ];
}

/** The detail of a fault whose row has no pattern for it, or that has no row: it comes from the error body alone. */
export function bareGaps(
  element: ElementDecl,
  place: Place,
  ctx: BuildContext,
  hint = `write a row with fault: ${ctx.codec.dialect.nameOf(element.name)} and detail:`,
): readonly Gap[] {
  const fault = element.name.local;
  if (element.type.kind === 'simple')
    return element.nillable ? [] : [{ fault, message: 'its text has no value', place, hint }];
  const report = new Report();
  const scope = new Scope(ctx.codec, report);
  const builder = new SoapMessageBuilder({ ...ctx, report }, scope, 'soap.response');
  builder.element({ kind: 'object', entries: [], place }, element);
  return builder.shapes.missing.map(({ message }) => ({ fault, message, place, hint }));
}
