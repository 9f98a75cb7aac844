// Where a response of success says that it is a failure, and what stands there.

import type { Codec } from '../../codec/model/codec.ts';
import type { ElementMember, Member } from '../../codec/model/members.ts';
import { holdsOneList } from '../../codec/presentation/presented-list.ts';
import { failureWords } from '../inference/responses.ts';
import { truthVerbs } from '../inference/words.ts';
import { operationWords, wordsOf } from '../naming/names.ts';
import { membersOf } from '../operations/levels.ts';
import { isLogin } from '../operations/logins.ts';
import type { ListedOperation } from '../operations/operations.ts';
import { isSuccessFlag } from '../operations/outcomes.ts';
import { flagIn, isShortFlag, membersBelow } from '../operations/response-members.ts';

/** Where a response has its failure: below which member, and what stands there. */
export interface Failure {
  readonly response: string;
  readonly result?: string;
  /** Names from that member down to what holds the entry. */
  readonly below?: readonly string[];
  /** The member of a repeated group that is the response of this operation. */
  readonly message?: string;
  readonly entry: string;
  /** Of a login: it says that a credential is wrong. */
  readonly isLogin?: boolean;
  /** It says of itself that it is one: a flag of success with a code or a text, or a class. */
  readonly isSure?: boolean;
  /** The entry is the first of a list of results, each of which may have failed. */
  readonly isResults?: boolean;
}

/** Members of the response that its row leaves out: clients do not get them. */
export function leftOutOf({ operation }: ListedOperation, failure: Failure, codec: Codec): string[] {
  const [element] = operation.output?.body ?? [];
  const { result, below = [], message, entry } = failure;
  if (element === undefined || message !== undefined) return [];
  let members = membersOf(element.type, codec);
  const names: string[] = [];
  for (const key of [...(result ? [result] : []), ...below]) {
    names.push(...keysOf(members.filter((member) => member.key !== key)));
    const member = members.find((candidate) => candidate.key === key);
    members = member?.kind === 'element' ? membersOf(member.element.type, codec) : [];
  }
  const used = new Set([...entry.matchAll(/([^\s{}",]+)"?: /g)].map(([, key]) => key));
  return [...names, ...keysOf(members).filter((key) => !used.has(key))];
}

function keysOf(members: readonly Member[]): string[] {
  return members.map(({ key }) => key).filter((key) => !key.startsWith('$'));
}

/** `sure`: a row of the table makes an error of it; `open`: a comment says how. */
export type FailureKind = 'sure' | 'open';

export function failureKind(listed: ListedOperation, codec: Codec): FailureKind | undefined {
  const failures = [true, false].flatMap((isFlat) => failureOf(listed, codec, isFlat) ?? []);
  if (failures.length === 0) return undefined;
  return failures.some(({ isSure }) => isSure) ? 'sure' : 'open';
}

/** In the response itself, in its only member, or a flag in another one. */
export function failureOf(listed: ListedOperation, codec: Codec, isFlat: boolean): Failure | undefined {
  return nearFailure(listed, codec, isFlat) ?? flagBelow(listed, codec);
}

/** `GetPatientResult { Success }` beside what was asked for. */
function flagBelow(listed: ListedOperation, codec: Codec): Failure | undefined {
  const [element] = listed.operation.output?.body ?? [];
  const flag = element && flagIn(membersBelow(element, codec));
  const entry = flag && flagEntry(flag.siblings);
  if (entry === undefined || !flag?.path.every((key) => /^\w+$/.test(key))) return undefined;
  const [result, ...below] = flag.path;
  return { response: element!.name.local, result, below, ...ofFlag(listed, entry) };
}

function nearFailure(listed: ListedOperation, codec: Codec, isFlat: boolean): Failure | undefined {
  const { operation, outcome } = listed;
  const { output } = operation;
  const [element] = output?.body ?? [];
  if (element === undefined) return undefined;
  const response = element.name.local;
  const members = membersOf(element.type, codec);
  const entry = entryOf(members, codec, isFlat);
  if (entry !== undefined) return { response, ...entry };
  const flag = flagEntry(members);
  if (flag !== undefined) return { response, ...ofFlag(listed, flag) };
  const [result, ...others] = members;
  if (outcome?.hasResults) return resultsFailure(response, result, codec, isFlat);
  if (others.length > 0 || !isObject(result)) return undefined;
  const inside = membersOf(result.element.type, codec);
  const below = entryOf(inside, codec, isFlat);
  if (below !== undefined) return { response, result: result.key, ...below };
  const entryOfGroup = groupEntry(response, inside, codec);
  return entryOfGroup && { response, result: result.key, ...entryOfGroup };
}

/** `result: [ { success: false, errors: [ … ] } ]`. */
function resultsFailure(response: string, result: Member, codec: Codec, isFlat: boolean): Failure | undefined {
  if (result.kind !== 'element' || !result.list || !isKey(result)) return undefined;
  const members = membersOf(result.element.type, codec);
  const flag = members.find(isSuccessFlag);
  if (flag === undefined) return undefined;
  const text = valueNamed(members, failureWords.text);
  const reason = listMembers(members, codec, isFlat) ?? (text && `${text.key}: "{why?}"`);
  const entry = `[ { ${flag.key}: false${reason ? `, ${reason}` : ''} } ]`;
  return { response, result: result.key, entry, isResults: true };
}

/** `ResponseMessages { $items }` of messages of all operations: the one that is named like the response. */
function groupEntry(
  response: string,
  [group, ...others]: readonly Member[],
  codec: Codec,
): Pick<Failure, 'message' | 'entry'> | undefined {
  if (group?.kind !== 'group' || others.length > 0) return undefined;
  const message = group.members.find(({ key }) => key === `${response}Message`);
  const entry = isObject(message) ? classEntry(membersOf(message.element.type, codec)) : undefined;
  if (message === undefined || entry === undefined) return undefined;
  return { message: message.key, entry: `{ ${group.key}: [ { <message>: ${entry} } ] }` };
}

function isObject(member: Member | undefined): member is ElementMember {
  return member?.kind === 'element' && !member.list && member.element.type.kind === 'complex' && isKey(member);
}

function isKey({ key }: Member): boolean {
  return /^\w+$/.test(key);
}

function entryOf(
  members: readonly Member[],
  codec: Codec,
  isFlat: boolean,
): Pick<Failure, 'entry' | 'isSure'> | undefined {
  const ofClass = classEntry(members);
  if (ofClass !== undefined) return { entry: ofClass, isSure: true };
  const list = listEntry(members, codec, isFlat);
  return list === undefined ? undefined : { entry: list };
}

/** A question may have false as its answer: `CheckCoverage`. */
function ofFlag(listed: ListedOperation, entry: string): Pick<Failure, 'entry' | 'isLogin' | 'isSure'> {
  const [verb] = operationWords(listed.operation.name);
  return { entry, isLogin: isLogin(listed), isSure: entry.includes('?}"') && !truthVerbs.includes(verb) };
}

/** `ResponseClass="Error"` beside a code. */
function classEntry(members: readonly Member[]): string | undefined {
  const kind = members.find(
    (member) => member.kind === 'attribute' && ['Error', 'Success'].every((value) => valuesOf(member).includes(value)),
  );
  const code = valueNamed(members, failureWords.code);
  if (kind === undefined || code === undefined) return undefined;
  return `{ "${kind.key}": Error, ${valuesFlow(code, valueNamed(members, failureWords.text))} }`;
}

/** `success: false`, with the code and the text beside it. */
function flagEntry(members: readonly Member[]): string | undefined {
  const flag = members.find((member) => (isSuccessFlag(member) || isShortFlag(member, members)) && isKey(member));
  if (flag === undefined) return undefined;
  const [code, text] = [
    valueNamed(members, [...failureWords.code, ...failureWords.itemCode]),
    valueNamed(members, failureWords.text),
  ];
  const values = [...(code ? [`${code.key}: "{code?}"`] : []), ...(text ? [`${text.key}: "{why?}"`] : [])];
  return `{ ${[`${flag.key}: false`, ...values].join(', ')} }`;
}

function valuesOf(member: Member): readonly string[] {
  return member.kind === 'attribute' ? (member.use.type.facets.enumeration ?? []) : [];
}

/** `Errors { Err { Code, Msg } }`, which a success lacks: its first error. */
function listEntry(members: readonly Member[], codec: Codec, isFlat: boolean): string | undefined {
  const inside = listMembers(members, codec, isFlat);
  return inside && `{ ${inside} }`;
}

function listMembers(members: readonly Member[], codec: Codec, isFlat: boolean): string | undefined {
  const list = members.find(
    (member) => member.kind === 'element' && !member.required && isKey(member) && isNamed(member, failureWords.list),
  );
  if (list?.kind !== 'element' || list.element.type.kind !== 'complex') return undefined;
  const holds = !list.list && holdsOneList(list.element.type, () => false);
  const [items] = holds ? membersOf(list.element.type, codec) : [list];
  if (items?.kind !== 'element' || (!holds && !list.list)) return undefined;
  const inside = membersOf(items.element.type, codec);
  const code = valueNamed(inside, [...failureWords.itemCode, ...failureWords.code]);
  const entries = `[ { ${valuesFlow(code ?? items, valueNamed(inside, failureWords.text))} } ]`;
  return code && `${list.key}: ${holds && !isFlat ? `{ ${items.key}: ${entries} }` : entries}`;
}

function valuesFlow(code: Member, text: Member | undefined): string {
  return `${code.key}: "{code!}"${text ? `, ${text.key}: "{why?}"` : ''}`;
}

function valueNamed(members: readonly Member[], phrases: readonly string[]): Member | undefined {
  return members.find(
    (member) =>
      member.kind === 'element' &&
      !member.list &&
      member.element.type.kind === 'simple' &&
      isKey(member) &&
      isNamed(member, phrases),
  );
}

function isNamed({ key }: Member, phrases: readonly string[]): boolean {
  return phrases.includes(wordsOf(key).join(' '));
}
