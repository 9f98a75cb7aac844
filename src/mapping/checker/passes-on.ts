// Which bodies need no look of ours: those that the encoder reads as a whole before anything is sent.
import type { RuleRow } from '../runtime/job.ts';
import type { CompiledSoapPattern } from '../runtime/soap-pattern.ts';
import type { Scope } from './scope.ts';

/** Flows send calls, or keep what was asked for, before the encoder has seen the whole request. */
export function passesOn(row: RuleRow, scope: Scope, soap: CompiledSoapPattern): boolean {
  const { body } = row;
  if (row.flow !== undefined || row.job?.part === 'result' || body?.kind !== 'hole') return false;
  const variable = scope.get(body.hole.name);
  return body.hole.converters.length === 0 && variable !== undefined && soap.takes(variable.number);
}
