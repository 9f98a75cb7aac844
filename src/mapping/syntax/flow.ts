// Reads the flow of a rule: `steps` and `each` here, other flows in files of their own. Knows nothing about contracts.

import type { Direction } from '../../rule/rule.ts';
import { type DraftRow, readDraft } from './draft.ts';
import { type Fields, fieldsAt, type Located } from './fields.ts';
import { type JobRow, readJob } from './job.ts';
import { kind, name, number, REQUIRED, vocabulary } from './keywords.ts';
import { type RefuseRow, readRefuse, readSession, type SessionRow } from './local-answers.ts';
import { type PagesRow, readPages } from './pages.ts';
import type { Report } from './report.ts';
import {
  type FlowSides,
  noRest,
  REST_SIDE_KEYS,
  type RestSide,
  readSide,
  readSoap,
  readStepList,
  type Side,
  SOAP_SIDE_KEYS,
  type SoapRow,
  type StepRow,
} from './sides.ts';
import type { YamlEntry } from './yaml.ts';

export type FlowRow = PagesRow | JobRow | StepsRow | EachRow | AnswerRow | RefuseRow | DraftRow | SessionRow;
export type { JobRow } from './job.ts';

export interface StepsRow extends FlowSides {
  readonly kind: 'steps';
  /** All calls but the last. */
  readonly priorSteps: readonly StepRow[];
}

/** `rest: none`: no call at all. The response is made from the request. */
export interface AnswerRow extends FlowSides {
  readonly kind: 'answer';
}

export interface EachRow extends FlowSides {
  readonly kind: 'each';
  /** The call is a subrequest to the rules of the table. */
  readonly inner?: SoapRow;
  readonly over: Located<string>;
  readonly as?: Located<string>;
  readonly into: Located<string>;
  readonly parallel: number;
  readonly maxItems: number;
}

export const EACH_KEYS = vocabulary(
  'each',
  'Keys of `each`',
  'One call for each item of a list ([each](#each)).',
  {
    over: name('Variable: the list in the request.', REQUIRED),
    as: name('Variable: one item; without it the fields of the items are variables.'),
    into: name('Variable: the list of results in the response.', REQUIRED),
    parallel: number(1, 100)('Calls at a time (4).'),
    most: number(1, 100_000)('Most items of one request (100).'),
    soap: kind(SOAP_SIDE_KEYS)('The call. In a rule with a SOAP side: a request to the rules of the table.'),
    rest: kind(REST_SIDE_KEYS)('The call.'),
  },
  { anyOf: [{ required: ['soap'] }, { required: ['rest'] }] },
);

interface RuleSides {
  readonly rest?: RestSide;
  readonly soap?: SoapRow;
}

export function readFlow(fields: Fields, sides: RuleSides, report: Report): FlowRow | undefined {
  const entries = ['pages', 'job', 'steps', 'each', 'refuse', 'draft', 'session'].flatMap(
    (key) => fields.get(key) ?? [],
  );
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
    case 'job':
      return readJob(entry, sides, report);
    case 'steps':
      return readSteps(entry, sides, report);
    case 'each':
      return readEach(entry, sides, report);
    case 'refuse':
      return readRefuse(entry, report);
    case 'draft':
      return readDraft(entry, report);
    case 'session':
      return readSession(entry, report);
    default:
      return undefined;
  }
}

function readSteps(entry: YamlEntry, sides: RuleSides, report: Report): StepsRow | undefined {
  const side = otherSide(entry, sides, report);
  if (side === undefined) return undefined;
  const steps = readStepList(entry, side, report);
  const last = steps.at(-1);
  if (last === undefined) return undefined;
  const { rest, soap } = last;
  return {
    kind: 'steps',
    place: entry.place,
    priorSteps: steps.slice(0, -1),
    rest,
    soap,
    direction: directionOf(side),
  };
}

function readEach(entry: YamlEntry, sides: RuleSides, report: Report): EachRow | undefined {
  const inner = sides.soap !== undefined && sides.rest === undefined && hasKey(entry, 'soap') && !hasKey(entry, 'rest');
  const side = inner ? 'soap' : otherSide(entry, sides, report);
  if (side === undefined) return undefined;
  const other = side === 'soap' ? 'rest' : 'soap';
  const fields = fieldsAt(entry, { keys: EACH_KEYS.keys.filter((key) => key !== other) }, report);
  const single = fields.get(side);
  const over = fields.name('over');
  const into = fields.name('into');
  fields.demand(['over', 'into', side], entry.place);
  if (single === undefined || over === undefined || into === undefined) return undefined;
  return {
    kind: 'each',
    place: entry.place,
    over,
    as: fields.name('as'),
    into,
    parallel: fields.number('parallel', 1, 100) ?? 4,
    maxItems: fields.number('most', 1, 100_000) ?? 100,
    ...(inner
      ? { inner: readSoap(single, report), rest: noRest(entry.place), direction: 'soap-to-rest' }
      : { ...readSide(side, single, report), direction: directionOf(side) }),
  };
}

function hasKey({ value }: YamlEntry, key: string): boolean {
  return value.kind === 'map' && value.entries.some((e) => e.key === key);
}

/** The side that the flow has, because the rule lacks it. */
function otherSide(entry: YamlEntry, { rest, soap }: RuleSides, report: Report): Side | undefined {
  if (rest !== undefined && soap === undefined) return 'soap';
  if (soap !== undefined && rest === undefined) return 'rest';
  const hint = `remove the side that "${entry.key}" defines`;
  if (rest)
    report.add('MAPPING_SHAPE', `a rule with "${entry.key}" cannot have both "rest" and "soap"`, entry.place, hint);
  return undefined;
}

function directionOf(side: Side): Direction {
  return side === 'soap' ? 'rest-to-soap' : 'soap-to-rest';
}
