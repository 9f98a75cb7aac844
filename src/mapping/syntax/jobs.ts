// Reads `jobs` of a rule: a SOAP job over a list or one request. Each request to the REST service may be a job too.
import type { Place } from '../../errors/errors.ts';
import { fieldsAt, type Located } from './fields.ts';
import { kind, name, number, REQUIRED, text, texts, time, vocabulary } from './keywords.ts';
import type { Report } from './report.ts';
import { noRest, REST_SIDE_KEYS, type RestSide, readRest, readSoap, SOAP_SIDE_KEYS, type SoapRow } from './sides.ts';
import type { YamlEntry } from './yaml.ts';

export interface JobsRow {
  readonly kind: 'jobs';
  readonly place: Place;
  /** Absent for a job of one request. */
  readonly list?: { readonly over: Located<string>; readonly as: Located<string>; readonly into: Located<string> };
  readonly job: Located<string>;
  /** Variables of the status response. */
  readonly state: Located<string>;
  readonly percent?: Located<string>;
  readonly parallel: number;
  readonly maxItems: number;
  /** ms */
  readonly keep: number;
  /** The subrequest for one item, to the rules of the table. */
  readonly inner: SoapRow;
  readonly status: SoapRow;
  readonly result: SoapRow;
  /** The names of the states. */
  readonly stateNames: JobWords;
  /** The call for further pages of the result. */
  readonly pages?: { readonly index: Located<string>; readonly soap: SoapRow };
  /** Absent where the service responds at once. */
  readonly upstreamJob?: BehindRow;
  readonly rest: RestSide;
  readonly soap?: undefined;
  readonly direction: 'soap-to-rest';
}

const JOB_KEYS = ['waiting', 'running', 'done', 'partly'] as const;
export type JobWords = Readonly<Record<(typeof JOB_KEYS)[number], string>>;

/** A job of the REST service: its status and result. */
export interface BehindRow {
  readonly status: RestSide;
  /** A call between status and result, whose response has the address of the result. */
  readonly task?: RestSide;
  readonly result: RestSide;
  readonly state: Located<string>;
  readonly doneStates: readonly string[];
  readonly failedStates: readonly string[];
}

const STATE_NAMES = vocabulary('stateNames', 'Keys of `words` in `jobs`', 'What the states are called.', {
  waiting: text('The job waits (`waiting`).'),
  running: text('The job runs (`running`).'),
  done: text('The job is done (`done`).'),
  partly: text('The job is done, and some items have failed (`partly`).'),
});
const RESULT_PAGES_KEYS = vocabulary('resultPages', 'Keys of `pages` in `jobs`', 'Further pages of the result.', {
  index: name('Variable: the number of the page, from 1.', REQUIRED),
  soap: kind(SOAP_SIDE_KEYS)('The call for a page.', REQUIRED),
});
const BEHIND_KEYS = vocabulary('restJob', 'Keys of `rest` in `jobs`', 'A job of the REST service.', {
  status: kind(REST_SIDE_KEYS)('The request for its state.', REQUIRED),
  task: kind(REST_SIDE_KEYS)('A request between state and result, whose response says where the result is.'),
  result: kind(REST_SIDE_KEYS)('The request for its result.', REQUIRED),
  state: name('Variable of the status response: the state.', REQUIRED),
  done: texts('States of a job that is done.', REQUIRED),
  failed: texts('States of a job that has failed.'),
});
export const JOBS_KEYS = vocabulary(
  'jobs',
  'Keys of `jobs`',
  'A job of SOAP clients over a list, or over one request ([jobs over a list](#jobs-over-a-list)).',
  {
    over: name('Variable: the list in the request.'),
    as: name('Variable: one item.'),
    into: name('Variable: the list in the response of the result.'),
    job: name('Variable: the name of the job.', REQUIRED),
    state: name('Variable of the status response: the state.', REQUIRED),
    percent: name('Variable of the status response: how much is done.'),
    parallel: number(1, 100)('Requests at a time (4).'),
    most: number(1, 100_000)('Most items of one job (100).'),
    keep: time('How long a job is kept (`24h`).'),
    soap: kind(SOAP_SIDE_KEYS)('The request for one item, to the rules of the table.', REQUIRED),
    status: kind(SOAP_SIDE_KEYS)('The request for the state.', REQUIRED),
    result: kind(SOAP_SIDE_KEYS)('The request for the result.', REQUIRED),
    words: kind(STATE_NAMES)('What the states are called.'),
    pages: kind(RESULT_PAGES_KEYS)('Further pages of the result.'),
    rest: kind(BEHIND_KEYS)('A job of the REST service, for each item.'),
  },
);
const NEEDED = ['job', 'state', 'soap', 'status', 'result'];
const OF_LISTS = ['over', 'as', 'into', 'rest'];
const DAY = 24 * 60 * 60_000;

export function readJobs(entry: YamlEntry, report: Report): JobsRow | undefined {
  const fields = fieldsAt(entry, JOBS_KEYS, report);
  const needed = OF_LISTS.some((key) => fields.has(key)) ? [...OF_LISTS, ...NEEDED] : NEEDED;
  fields.demand(needed, entry.place);
  const textAt = (key: string) => fields.text(key);
  const soap = (key: string) => {
    const sideEntry = fields.get(key);
    return sideEntry && readSoap(sideEntry, report);
  };
  const [over, as, into, job, state] = ['over', 'as', 'into', 'job', 'state'].map(textAt);
  const [inner, status, result] = ['soap', 'status', 'result'].map(soap);
  const upstreamJob = readBehind(fields.get('rest'), report);
  const list = over && as && into && { over, as, into };
  if (!job || !state || !inner || !status || !result || (needed !== NEEDED && !(list && upstreamJob))) return undefined;
  const { place } = entry;
  return {
    kind: 'jobs',
    place,
    list,
    job,
    state,
    percent: textAt('percent'),
    parallel: fields.number('parallel', 1, 100) ?? 4,
    maxItems: fields.number('most', 1, 100_000) ?? 100,
    keep: fields.time('keep') ?? DAY,
    inner,
    status,
    result,
    stateNames: readWords(fields.get('words'), report),
    pages: readPages(fields.get('pages'), report),
    upstreamJob,
    rest: noRest(place),
    direction: 'soap-to-rest',
  };
}

function readWords(entry: YamlEntry | undefined, report: Report): JobWords {
  const fields = fieldsAt(entry, STATE_NAMES, report);
  const names = JOB_KEYS.map((state) => [state, fields.text(state)?.value ?? state] as const);
  return Object.fromEntries(names) as JobWords;
}

function readPages(entry: YamlEntry | undefined, report: Report): JobsRow['pages'] {
  if (entry === undefined) return undefined;
  const fields = fieldsAt(entry, RESULT_PAGES_KEYS, report, '"pages" of the jobs');
  fields.demand(['index', 'soap'], entry.place);
  const index = fields.text('index');
  const soap = fields.get('soap');
  const asks = soap && readSoap(soap, report);
  return index && asks && { index, soap: asks };
}

function readBehind(entry: YamlEntry | undefined, report: Report): BehindRow | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsAt(entry, BEHIND_KEYS, report, '"rest" of the jobs');
  fields.demand(['status', 'result', 'state', 'done'], entry.place);
  const side = (key: string) => {
    const sideEntry = fields.get(key);
    return sideEntry && readRest(sideEntry, report);
  };
  const [status, task, result] = ['status', 'task', 'result'].map(side);
  const state = fields.text('state');
  const [doneStates, failedStates] = ['done', 'failed'].map((key) => fields.texts(key));
  return status && result && state && { status, task, result, state, doneStates, failedStates };
}
