// Three operations that are one job, by their names and by the id that one gives and the others take.
import type { Codec } from '../../codec/model/codec.ts';
import type { Member } from '../../codec/model/members.ts';
import { jobWords } from '../inference/responses.ts';
import { endsWith, inputWords, operationWords, wordsOf } from '../naming/names.ts';
import { isSimple, levelsOf, type MemberLevel } from './levels.ts';
import type { Input, ListedOperation } from './operations.ts';

export interface Job {
  readonly submit: ListedOperation;
  readonly status: ListedOperation;
  readonly result: ListedOperation;
  /** What it makes, without words for jobs; may be empty. */
  readonly nameWords: readonly string[];
  /** Where the response to the submission has the id. */
  readonly id: JobMember;
  /** Where the response of `status` has the state, and what stands beside it. */
  readonly state: JobMember;
}

export interface JobMember extends MemberLevel {
  readonly member: Member;
}

/** Several may have one operation for their state: `GetJobStatus`. */
export function jobsOf(all: readonly ListedOperation[], codec: Codec): Job[] {
  return all.flatMap((submit) => jobOf(submit, all, codec) ?? []);
}

/** Those of them that have their state for themselves: their operations are one resource. */
export function ownJobsOf(all: readonly ListedOperation[], codec: Codec): Job[] {
  const byStatus = Map.groupBy(jobsOf(all, codec), ({ status }) => status);
  return [...byStatus.values()].flatMap((same) => (same.length === 1 ? same : []));
}

/** The same operations; what is the id of a job is marked, since a ticket is a credential elsewhere. */
export function withJobIds(all: readonly ListedOperation[], codec: Codec): ListedOperation[] {
  const askers = new Set(jobsOf(all, codec).flatMap(({ status, result }) => [status, result]));
  const marked = (input: Input) => (input.required ? { ...input, isJobId: true } : input);
  return all.map((listed) => (askers.has(listed) ? { ...listed, inputs: listed.inputs.map(marked) } : listed));
}

function jobOf(submit: ListedOperation, all: readonly ListedOperation[], codec: Codec): Job | undefined {
  const nameWords = startedBy(submit);
  if (nameWords === undefined) return undefined;
  const levels = levelsOfResponse(submit, codec);
  const askers = all.filter(
    (one) => one !== submit && one.operation.portType.local === submit.operation.portType.local,
  );
  for (const status of askers.filter((one) => isStatus(wordsOfName(one), nameWords))) {
    const state = memberIn(levelsOfResponse(status, codec), isState);
    const id = memberIn(levels, (member) => isIdFor(member, onlyInput(status)));
    const result = resultOf(askers, status, nameWords);
    if (state && id && result) return { submit, status, result, nameWords, id, state };
  }
  return undefined;
}

/** `report` of SubmitReport, `export` of StartExportJob; undefined where the name starts nothing. */
function startedBy(submit: ListedOperation): readonly string[] | undefined {
  const [verb, ...rest] = wordsOfName(submit);
  const isJob = rest.some((token) => includes(jobWords.job, token));
  if (!includes(jobWords.start, verb) && !(includes(jobWords.make, verb) && isJob)) return undefined;
  return rest.filter((token) => !includes(jobWords.job, token));
}

function isStatus(tokens: readonly string[], nameWords: readonly string[]): boolean {
  const asks = includes(jobWords.ask, tokens[0]) || tokens.some((token) => includes(jobWords.status, token));
  return asks && isAbout(tokens, nameWords);
}

/** `GetExportStatus` of StartPolicyExport; `GetJobStatus` says nothing of what it is about. */
function isAbout(tokens: readonly string[], nameWords: readonly string[]): boolean {
  const silent = [...GET_VERBS, ...jobWords.ask, ...jobWords.job, ...jobWords.status, ...jobWords.result];
  const aboutWords = tokens.filter((token) => !silent.includes(token));
  return hasAll(tokens, nameWords) || aboutWords.length === 0 || endsWith(nameWords, [aboutWords.join(' ')]);
}

/** `FetchExportResult` before `GetExport`. */
function resultOf(
  all: readonly ListedOperation[],
  status: ListedOperation,
  nameWords: readonly string[],
): ListedOperation | undefined {
  const same = all.filter(
    (one) => one !== status && onlyInput(one)?.key === onlyInput(status)?.key && isAbout(wordsOfName(one), nameWords),
  );
  const isNamed = (one: ListedOperation) => wordsOfName(one).some((token) => includes(jobWords.result, token));
  const isGet = (one: ListedOperation) => {
    const [verb, ...rest] = wordsOfName(one);
    return nameWords.length > 0 && includes(GET_VERBS, verb) && rest.length === nameWords.length;
  };
  return same.find(isNamed) ?? same.find(isGet);
}

const GET_VERBS = ['get', 'fetch', 'retrieve', 'download', 'read'];

function onlyInput({ inputs }: ListedOperation): Input | undefined {
  const [input, ...others] = inputs.filter(({ required }) => required);
  return others.length === 0 && input?.scalar ? input : undefined;
}

/** `ticket` for `ticket`, `id` for `jobId`. */
function isIdFor(member: Member, input: Input | undefined): boolean {
  if (input === undefined || member.kind !== 'element' || member.list || !isSimple(member)) return false;
  const [id, inputId] = [inputWords(member.key).join(' '), input.nameWords];
  return id === inputId.join(' ') || (id !== '' && endsWith(inputId, [id]) && endsWith(['', ...inputId], ['id']));
}

function isState(member: Member): boolean {
  const isValue = member.kind === 'element' && !member.list && isSimple(member);
  return isValue && endsWith(wordsOf(member.key), ['status', 'state']);
}

function memberIn(levels: readonly MemberLevel[], fits: (member: Member) => boolean): JobMember | undefined {
  for (const level of levels) {
    const member = level.members.find(fits);
    if (member) return { ...level, member };
  }
  return undefined;
}

function levelsOfResponse({ operation: { output } }: ListedOperation, codec: Codec): MemberLevel[] {
  const [response, ...others] = output?.body ?? [];
  return response && others.length === 0 ? levelsOf(response, codec) : [];
}

function wordsOfName({ operation }: ListedOperation): string[] {
  return operationWords(operation.name);
}

function hasAll(tokens: readonly string[], expected: readonly string[]): boolean {
  return expected.every((token) => tokens.includes(token));
}

function includes(phrases: readonly string[], token: string): boolean {
  return phrases.includes(token);
}
