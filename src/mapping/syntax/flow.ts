// `pages`, `job`, `steps` and `each` of a rule as they are written: several calls for one. Knows nothing about contracts.

import type { Place } from '../../errors/errors.ts';
import type { Direction } from '../../rule/rule.ts';
import { type DraftRow, readDraft } from './draft.ts';
import { fieldsOf, type Located, nameField, numberField, timeField } from './fields.ts';
import { type JobRow, readJob } from './job.ts';
import { type JobsRow, readJobs } from './jobs.ts';
import { type RefuseRow, readRefuse } from './refuse.ts';
import type { Report } from './report.ts';
import { readSession, type SessionRow } from './session.ts';
import { noRest, type RestSide, readRest, readSoap, type Side, type SoapRow } from './sides.ts';
import { readSide, readStepList, type StepRow } from './steps.ts';
import { readSeveral, type SeveralRow } from './union-pages.ts';
import type { YamlEntry } from './yaml.ts';

export type FlowRow = PagesRow | JobRow | StepsRow | EachRow | AnswerRow | JobsRow | RefuseRow | DraftRow | SessionRow;
export type { JobRow } from './job.ts';

interface FlowSides {
  readonly place: Place;
  /** The side of the last call, where the rule itself has only the other one. */
  readonly rest?: RestSide;
  readonly soap?: SoapRow;
  readonly direction?: Direction;
}

/** Names of variables, by what they mean to the flow. */
export const PAGE_ROLES = [
  'items',
  'limit',
  'offset',
  'size',
  'index',
  'cursor',
  'total',
  'totalPages',
  'count',
  'more',
  'links',
] as const;
export type PageRole = (typeof PAGE_ROLES)[number];

export interface PagesRow extends FlowSides {
  readonly kind: 'pages';
  readonly roles: ReadonlyMap<PageRole, Located<string>>;
  /** Items on a page of the service, where it cannot be asked for. */
  readonly fixed?: number;
  /** Number of the first page. */
  readonly from: number;
  /** Smallest and largest page of the service that may be asked for, and largest limit that callers may ask for. */
  readonly smallest: number;
  readonly largest: number;
  readonly maxLimit: number;
  /** ms */
  readonly keep: number;
  /** Operations for further pages; callers of a SOAP service may choose, the gateway itself takes the first. */
  readonly next: readonly SoapRow[];
  /** Behind a REST collection that lists no more than ids: a request for each item. */
  readonly each?: PageItemsRow;
  readonly several?: SeveralRow;
}

export interface PageItemsRow {
  readonly rest: RestSide;
  readonly as?: Located<string>;
  readonly into: Located<string>;
  readonly parallel: number;
  readonly place: Place;
}

export interface StepsRow extends FlowSides {
  readonly kind: 'steps';
  /** All calls but the last, on the side that the rule itself does not have. */
  readonly priorSteps: readonly StepRow[];
}

/** No call at all: the response says nothing that the request does not. */
export interface AnswerRow extends FlowSides {
  readonly kind: 'answer';
}

export interface EachRow extends FlowSides {
  readonly kind: 'each';
  /** The call is a request to the rules of the table itself. */
  readonly inner?: SoapRow;
  readonly over: Located<string>;
  readonly as?: Located<string>;
  readonly into: Located<string>;
  readonly parallel: number;
  readonly maxItems: number;
}

interface RuleSides {
  readonly rest?: RestSide;
  readonly soap?: SoapRow;
}

export function readFlow(
  fields: ReadonlyMap<string, YamlEntry>,
  sides: RuleSides,
  report: Report,
): FlowRow | undefined {
  const entries = ['pages', 'job', 'jobs', 'steps', 'each', 'refuse', 'draft', 'session'].flatMap(
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
    case 'jobs':
      return readJobs(entry, report);
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

const PAGES = [...PAGE_ROLES, 'from', 'smallest', 'largest', 'most', 'keep', 'next', 'each', 'several'];
const MANY = 1_000_000;

function readPages(entry: YamlEntry, report: Report): PagesRow {
  const fields = fieldsOf(entry.value, { keys: PAGES }, '"pages"', report);
  const size = fields.get('size');
  const fixed = size?.value.kind === 'scalar' && typeof size.value.value === 'number';
  const roles = new Map<PageRole, Located<string>>();
  for (const role of PAGE_ROLES) {
    const name = role === 'size' && fixed ? undefined : nameField(fields.get(role), report);
    if (name) roles.set(role, name);
  }
  for (const role of ['items', 'limit', 'offset'] as const)
    if (!fields.has(role))
      report.add('MAPPING_MISSING', `"pages" has no "${role}"`, entry.place, `write ${role}: NAME`);
  const next = fields.get('next');
  const nexts = next?.value.kind === 'list' ? next.value.items.map((value) => ({ ...next, value })) : [next];
  const largest = numberField(fields.get('largest'), 1, MANY, report) ?? 1000;
  const maxLimit = numberField(fields.get('most'), 1, MANY, report) ?? 1000;
  return {
    kind: 'pages',
    place: entry.place,
    roles,
    fixed: fixed ? numberField(size, 1, MANY, report) : undefined,
    from: numberField(fields.get('from'), 0, 1, report) ?? 1,
    smallest: numberField(fields.get('smallest'), 1, Math.min(largest, maxLimit), report) ?? 1,
    largest,
    maxLimit,
    keep: timeField(fields.get('keep'), report) ?? 15 * 60_000,
    next: nexts.flatMap((nextEntry) => (nextEntry && readSoap(nextEntry, report)) ?? []),
    each: readPageItems(fields.get('each'), report),
    several: readSeveral(fields.get('several'), report),
  };
}

function readPageItems(entry: YamlEntry | undefined, report: Report): PageItemsRow | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsOf(entry.value, { keys: ['as', 'into', 'parallel', 'rest'] }, '"each"', report);
  const rest = fields.get('rest');
  const side = rest && readRest(rest, report);
  const into = nameField(fields.get('into'), report);
  for (const key of ['into', 'rest'])
    if (!fields.has(key)) report.add('MAPPING_MISSING', `"each" has no "${key}"`, entry.place);
  if (side === undefined || into === undefined) return undefined;
  const parallel = numberField(fields.get('parallel'), 1, 100, report) ?? 4;
  return { rest: side, into, as: nameField(fields.get('as'), report), parallel, place: entry.place };
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
  const keys = ['over', 'as', 'into', 'parallel', 'most', side];
  const fields = fieldsOf(entry.value, { keys }, '"each"', report);
  const single = fields.get(side);
  const over = nameField(fields.get('over'), report);
  const into = nameField(fields.get('into'), report);
  for (const key of ['over', 'into', side])
    if (!fields.has(key)) report.add('MAPPING_MISSING', `"each" has no "${key}"`, entry.place);
  if (single === undefined || over === undefined || into === undefined) return undefined;
  return {
    kind: 'each',
    place: entry.place,
    over,
    as: nameField(fields.get('as'), report),
    into,
    parallel: numberField(fields.get('parallel'), 1, 100, report) ?? 4,
    maxItems: numberField(fields.get('most'), 1, 100_000, report) ?? 100,
    ...(inner
      ? { inner: readSoap(single, report), rest: noRest(entry.place), direction: 'soap-to-rest' }
      : { ...readSide(side, single, report), direction: directionOf(side) }),
  };
}

function hasKey({ value }: YamlEntry, key: string): boolean {
  return value.kind === 'map' && value.entries.some((e) => e.key === key);
}

/** The rule has one side, and the flow the other one. */
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
