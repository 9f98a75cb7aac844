// Problems and notes of a table for the page, as `check` has them.
import { inSlices } from '../../event-loop/time-slices.ts';
import { type Finding, problemFindings } from '../../findings/finding.ts';
import { findingsOf } from '../../findings/notes.ts';
import { oneWayNotes } from '../../findings/one-way.ts';
import type { Mapping } from '../../mapping/model/mapping.ts';
import type { Problem } from '../protocol/api.ts';

/** Most problems that are of use; a contract that cannot be read may bring thousands. */
const MOST = 500;

export function problemsIn(error: unknown): Problem[] {
  return problemFindings(error).slice(0, MOST).map(problemOf);
}

/** What `check` says of a table that loads, and why rows run one way. It takes as long as a load. */
export async function findingsIn(mapping: Mapping): Promise<Problem[]> {
  const findings = [...(await inSlices(findingsOf(mapping))), ...oneWayNotes(mapping)];
  return findings.slice(0, MOST).map(problemOf);
}

function problemOf({ level, code, message, suggestion, rule, place }: Finding): Problem {
  return { level, code, message, suggestion, rule, ...place };
}
