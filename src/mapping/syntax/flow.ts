// Reads the flow of a rule, whose words are in files of their own. Knows nothing about contracts.

import { type AnswerRow, CALLS, type CallsRow, type EachRow, type RuleSides, readCalls } from './calls.ts';
import type { Fields } from './fields.ts';
import { isJobOfItsOwn, type JobRow, readJob } from './job.ts';
import type { KeepRow } from './keep.ts';
import { kind } from './keywords.ts';
import { PAGES_KEYS, type PagesRow, readPages } from './pages.ts';
import { REFUSE_KEYS, type RefuseRow, readRefuse } from './refuse.ts';
import type { Report } from './report.ts';
import type { SessionRow } from './sessions.ts';
import type { Setting } from './settings.ts';

export type FlowRow = PagesRow | JobRow | CallsRow | EachRow | AnswerRow | RefuseRow | KeepRow | SessionRow;
export type { CallsRow, EachRow } from './calls.ts';
export type { JobRow } from './job.ts';

/** Keys of a rule that are flows. */
export const FLOWS = {
  pages: kind(PAGES_KEYS)('Pages of a list ([pages](#pages)).'),
  calls: kind(CALLS)(
    'Several calls in their order, or one for each item of a list; an empty list: none ([calls](#calls)).',
  ),
  refuse: kind(REFUSE_KEYS)('The gateway refuses the request by itself ([rules without a call](#no-call)).'),
};

export function readFlow(
  fields: Fields,
  sides: RuleSides,
  settings: ReadonlyMap<string, Setting>,
  report: Report,
): FlowRow | undefined {
  const job = fields.get('async');
  const flows = Object.keys(FLOWS).flatMap((key) => fields.get(key) ?? []);
  const entries = job && isJobOfItsOwn(job) ? [...flows, job] : flows;
  for (const extraEntry of entries.slice(1))
    report.add(
      'MAPPING_SHAPE',
      `"${extraEntry.key}" and "${entries[0].key}" cannot be combined`,
      extraEntry.place,
      'split the rule in two',
    );
  const [entry] = entries;
  const stream = fields.get('stream');
  if (entry && stream?.value.kind === 'scalar' && stream.value.value === true)
    report.add('MAPPING_UNSUPPORTED', `"stream" with "${entry.key}" is not supported yet`, stream.place);
  switch (entry?.key) {
    case 'pages':
      return readPages(entry, report);
    case 'async':
      return readJob(entry, sides, report);
    case 'calls':
      return readCalls(entry, sides, settings, report);
    case 'refuse':
      return readRefuse(entry, report);
    default:
      return undefined;
  }
}
