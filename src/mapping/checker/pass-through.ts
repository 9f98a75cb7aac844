// Which values go through the gateway as bytes: streamed parts of responses, and request bodies that the encoder reads.

import type { Hole } from '../../pattern/text/hole.ts';
import type { Tree } from '../../pattern/tree.ts';
import type { SoapPattern } from '../../rule/pattern.ts';
import { isList } from '../model/variables.ts';
import type { RuleRow } from '../runtime/job.ts';
import type { CompiledSoapPattern } from '../runtime/soap-pattern.ts';
import type { Report } from '../syntax/report.ts';
import type { Row } from '../syntax/row.ts';
import type { Scope, Variable } from './scope.ts';

/** Number of the variable that can be streamed, or -1. Reports `stream: true` on a rule without one. */
export function streamedVariable(row: Row, scope: Scope, soap: SoapPattern, report: Report): number {
  const candidates = row.response.body ? largeHoles(row.response.body, scope) : [];
  const variables = candidates.filter(
    (v) => soap.slotOf(v.number) !== undefined && v.uses.filter((u) => u.side === 'rest.response').length === 1,
  );
  const variable = variables.find((v) => isList(v.type)) ?? variables[0];
  if (row.stream && variable === undefined) {
    const hint = 'a list or object must be one placeholder without converter on both sides';
    report.add('MAPPING_UNSUPPORTED', 'nothing in this response can be streamed', row.response.place, hint);
  }
  return variable?.number ?? -1;
}

/** Number of the one list in the body of a response, or that of the items of pages; -1: there is none, or several. */
export function listVariable({ response: { body }, flow }: Row | RuleRow, scope: Scope): number {
  const lists = body ? holesIn(body, scope).filter(({ type }) => isList(type)) : [];
  const items = flow?.kind === 'pages' ? lists.find(({ name }) => name === 'items') : undefined;
  return (items ?? (lists.length === 1 ? lists[0] : undefined))?.number ?? -1;
}

/** Variables that are the body, or members of it. */
function holesIn(body: Tree, scope: Scope): Variable[] {
  const trees = body.kind === 'object' ? body.entries.map(({ value }) => value) : [body];
  return trees.flatMap((tree) => (tree.kind === 'hole' ? (scope.get(tree.hole.name) ?? []) : []));
}

/** The same for a body that is the octets of one value. */
export function streamedOctets({ response: { body, place }, stream }: Row, scope: Scope, report: Report): number {
  const variable = body?.kind === 'hole' && isBare(body.hole) ? scope.get(body.hole.name) : undefined;
  const uses = variable?.uses.filter(({ side }) => side === 'rest.response').length;
  if (variable !== undefined && uses === 1) return variable.number;
  if (stream)
    report.add('MAPPING_UNSUPPORTED', 'the content of this response cannot be streamed', place, 'it must be used once');
  return -1;
}

function largeHoles(tree: Tree, scope: Scope): Variable[] {
  if (tree.kind === 'object') return tree.entries.flatMap((entry) => largeHoles(entry.value, scope));
  if (tree.kind !== 'hole' || !isBare(tree.hole)) return [];
  const variable = scope.get(tree.hole.name);
  const type = variable?.type;
  const large = isList(type) || type?.kind === 'rest' || (type?.kind === 'value' && type.type.kind === 'complex');
  return variable && large && type?.kind !== 'items' ? [variable] : [];
}

/** The value stands in the message as it is, or not at all. */
function isBare({ converters, default: fallback, fill, constant }: Hole): boolean {
  return converters.length === 0 && (fallback ?? fill ?? constant) === undefined;
}

/** True where the encoder reads the whole body before anything is sent. Flows send or store parts before. */
export function passesOn(row: RuleRow, scope: Scope, soap: CompiledSoapPattern): boolean {
  const { body } = row;
  if (row.flow !== undefined || row.job?.phase === 'result' || body?.kind !== 'hole') return false;
  const variable = scope.get(body.hole.name);
  return body.hole.converters.length === 0 && variable !== undefined && soap.takes(variable.number);
}
