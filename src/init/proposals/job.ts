// Three operations as one rule with a job: a resource of its state, and one of its result.
import type { Codec } from '../../codec/model/codec.ts';
import type { Member } from '../../codec/model/members.ts';
import { requestFields } from '../headers/request-headers.ts';
import { failureWords, jobWords } from '../inference/responses.ts';
import { wordsOf } from '../naming/names.ts';
import { type Job, type JobMember, ownJobsOf } from '../operations/jobs.ts';
import { isSimple, membersOf } from '../operations/levels.ts';
import type { ListedOperation } from '../operations/operations.ts';
import { type JobPaths, jobPaths } from '../routes/job-routes.ts';
import type { ChosenRoute } from '../routes/route.ts';
import { type Entries, flow, nested, type Proposal, restRequest, soapRequest } from './proposal.ts';

/** For each job the forms of its rule, the most readable one first. */
export function jobProposals(choices: readonly ChosenRoute[], codec: Codec): Proposal[][] {
  const all = choices.map(({ listed }) => listed);
  return ownJobsOf(all, codec).flatMap((job) => {
    const states = statesOf(job.state.member);
    const result = resultIn(job, codec);
    if (states === undefined || result === undefined) return [];
    const paths = jobPaths(job, choices);
    const requests = [...inputsOf(job, paths.submit), ...whole(job, paths.submit)];
    return [requests.map((request) => proposalOf(job, { paths, states, result, request }))];
  });
}

interface JobParts {
  readonly paths: JobPaths;
  readonly states: States;
  /** Below the response element. */
  readonly result: string;
  readonly request: { readonly rest: string; readonly soap: string };
}

function proposalOf(job: Job, { paths, states, result, request }: JobParts): Proposal {
  const { submit, status, id, state } = job;
  const idKey = status.inputs.find(({ required }) => required)!.key;
  const jobId: Entries = [[idKey, '"{job}"']];
  const details = besideState(state);
  const body = flow([['state', '"{state}"'], ...details.map(([, name]) => [name, `"{${name}}"`] as const)]);
  const statePattern = flow([
    [state.member.key, '"{state}"'],
    ...details.map(([key, name]) => [key, `"{${name}}"`] as const),
  ]);
  const lines = [
    `- id: ${submit.operation.name}`,
    `  rest: { request: ${request.rest}, response: { body: "{result}" } }`,
    '  async:',
    `    submit: { request: ${request.soap}, response: ${flow([[responseOf(submit), nested(id.path, flow([[id.member.key, '"{job}"']]))]])} }`,
    '    accepted: { body: { job: "{job}" } }',
    '    status:',
    `      rest: { request: ${restRequest(status, `GET ${paths.jobs}/{job}`)}, response: { body: ${body} } }`,
    `      soap: { request: ${soapRequest(status, jobId)}, response: ${flow([[responseOf(status), nested(state.path, statePattern)]])} }`,
    '    result:',
    `      rest: { request: ${restRequest(job.result, `GET ${paths.jobs}/{job}/result`)} }`,
    `      soap: { request: ${soapRequest(job.result, jobId)}, response: ${flow([[responseOf(job.result), result]])} }`,
    `    done: [ ${states.doneStates.join(', ')} ]`,
    ...(states.failedStates.length === 0 ? [] : [`    failed: [ ${states.failedStates.join(', ')} ]`]),
  ];
  const replaced = [submit, status, job.result].map(({ operation }) => operation.name);
  return { kind: 'jobs', section: 'mapping#jobs', lines, replaced, guess: states.guess };
}

/** Variables that the rule of a job knows by their names. */
const RESERVED = ['job', 'state', 'reason', 'percent', 'result'];

function inputsOf({ submit }: Job, path: string): JobParts['request'][] {
  const named = submit.inputs.map(({ key, variable }) => [key, variable] as const);
  if (named.some(([, name]) => name === undefined || RESERVED.includes(name))) return [];
  const body = named.map(([, name]) => [name!, `"{${name}}"`] as const);
  const members = named.map(([key, name]) => [key, `"{${name}}"`] as const);
  return [{ rest: restRequest(submit, `POST ${path}`, body), soap: soapRequest(submit, members) }];
}

/** None where some of it are HTTP headers. */
function whole({ submit }: Job, path: string): JobParts['request'][] {
  if (requestFields(submit).length > 0) return [];
  return [{ rest: `{ line: POST ${path}, body: "{input}" }`, soap: flow([[elementOf(submit), '"{input}"']]) }];
}

interface States {
  readonly doneStates: readonly string[];
  readonly failedStates: readonly string[];
  readonly guess?: string;
}

/** Those of the contract; undefined where none of them means that a job is done. */
function statesOf(member: Member): States | undefined {
  if (member.kind !== 'element' || member.element.type.kind !== 'simple') return undefined;
  const values = member.element.type.facets.enumeration;
  if (values === undefined || values.length === 0)
    return { doneStates: ['DONE'], failedStates: ['FAILED'], guess: 'write the states of the service' };
  const like = (phrases: readonly string[]) => values.filter((value) => phrases.includes(wordsOf(value).join(' ')));
  const done = like(jobWords.done);
  return done.length === 0 ? undefined : { doneStates: done, failedStates: like(jobWords.failed) };
}

/** How far it is, and why it has failed. */
function besideState({ members, member: state }: JobMember): [key: string, name: string][] {
  const rows: [readonly string[], string][] = [
    [jobWords.percent, 'percent'],
    [failureWords.text, 'reason'],
  ];
  return rows.flatMap(([phrases, name]): [string, string][] => {
    const found = members.find((one) => one !== state && isSimple(one) && phrases.includes(wordsOf(one.key).join(' ')));
    return found ? [[found.key, name]] : [];
  });
}

/** The only member of the response, or all of it. */
function resultIn({ result }: Job, codec: Codec): string | undefined {
  const [response, ...others] = result.operation.output?.body ?? [];
  if (response === undefined || others.length > 0) return undefined;
  const [only, ...further] = membersOf(response.type, codec);
  return only?.kind === 'element' && further.length === 0 ? flow([[only.key, '"{result}"']]) : '"{result}"';
}

function elementOf({ operation }: ListedOperation): string {
  return operation.input.body[0].name.local;
}

function responseOf({ operation }: ListedOperation): string {
  return operation.output!.body[0].name.local;
}
