// Rows that run one way, with what helps (docs/reference/mapping.md#how-many-run-both-ways). Not in each output of `check`: `--stats` has them.
import type { Mapping } from '../mapping/model/mapping.ts';
import type { OneWay, RowFigures } from '../mapping/model/stats.ts';
import { type Finding, noteOf } from './finding.ts';

/** Of a mapping that was loaded with its figures. None for rows that run the way that `only` of the table names. */
export function oneWayNotes({ figures }: Mapping): Finding[] {
  return (figures?.rows ?? []).flatMap(({ id, place, reason, job }: RowFigures) => {
    if (reason && reason.direction === figures?.only) return [];
    if (reason) return [noteOfRow(id, place, reason)];
    return job ? [noteOfRow(`${id} as a job`, place, job.reason)] : [];
  });
}

function noteOfRow(id: string, place: RowFigures['place'], reason: OneWay): Finding {
  const { direction, kind, text, further = [] } = reason;
  const message = `"${id}" runs ${direction} alone: ${[text, ...further].join('; ')}`;
  return { ...noteOf('ONE_WAY', message, place), suggestion: REMEDIES[kind] };
}

/** By the kinds of reasons; without one, there is nothing to do. */
const REMEDIES: Readonly<Record<string, string | undefined>> = {
  'a name that one side alone has': 'write the name on the other side too, or a fill default such as {name?:10}',
  'a required value that the other side lacks':
    'write $rest on both sides or a fill default; "complete" of lists and "view" are for REST clients who see less',
  '"only" alone': 'without "only" it would run both ways',
  calls: 'a second rule with "only" gives the other direction',
  each: 'a second rule with "only" gives the other direction',
};
