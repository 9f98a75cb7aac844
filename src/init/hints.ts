// Comments of a first table: pages and failures inside of responses, recognised by names. Proposals, since names prove nothing.

import type { Codec } from '../codec/model/codec.ts';
import type { ElementMember, Member } from '../codec/model/members.ts';
import type { ElementDecl } from '../contract/model/model.ts';
import { docsCommand } from '../errors/docs-reference.ts';
import { declaresUnauthenticated } from './fault-rows.ts';
import { hasFailureRow } from './faults-proposal.ts';
import { credentialWords, heldCredentialWords } from './inference-ids.ts';
import { failureWords, pageWords } from './inference-responses.ts';
import { membersOf } from './levels.ts';
import { isLogin } from './logins.ts';
import { wordsOf } from './names.ts';
import type { ListedOperation } from './operations.ts';
import { nested } from './proposal.ts';

/** Levels of a response that are looked at for a flag of failure. */
const DEEPEST = 3;

export function hintsOf(listed: ListedOperation, codec: Codec): string[] {
  const { operation, inputs } = listed;
  const [response] = operation.output?.body ?? [];
  const inside = response ? membersBelow(response, codec) : [];
  const [request] = operation.input.body;
  const held = request && !listed.sessions ? heldCredentialHint(request, codec) : [];
  return [
    ...credentialHint(inputs),
    ...held,
    ...passwordHint(listed, inside, codec),
    ...pageHint(inputs, inside),
    ...(response && !hasFailureRow(listed, codec) ? failureHint(response, inside, isLogin(listed) ? 401 : 422) : []),
  ];
}

/** Its response of success may be a failure, or it gives pages of a list: what a first table proposes as comments. */
export function patternsOf(
  { operation, inputs }: ListedOperation,
  codec: Codec,
): { readonly flag?: string; readonly hasFailure: boolean; readonly hasPages: boolean } {
  const [response] = operation.output?.body ?? [];
  const inside = response ? membersBelow(response, codec) : [];
  return {
    flag: flagIn(inside)?.member.key,
    hasFailure: response !== undefined && failureHint(response, inside, 422).length > 0,
    hasPages: pageHint(inputs, inside).length > 0,
  };
}

interface Found {
  readonly member: Member;
  /** Names from the response element down to the member's holder. */
  readonly path: readonly string[];
  readonly siblings: readonly Member[];
}

/** Members of the response and of elements that stand in it once, down to a few levels. */
function membersBelow(element: ElementDecl, codec: Codec, path: readonly string[] = []): Found[] {
  const siblings = membersOf(element.type, codec);
  const level = siblings.map((member) => ({ member, path, siblings }));
  if (path.length >= DEEPEST) return level;
  const inner = siblings.flatMap((member) =>
    isSingle(member) ? membersBelow(member.element, codec, [...path, member.key]) : [],
  );
  return [...level, ...inner];
}

function isSingle(member: Member): member is ElementMember {
  return member.kind === 'element' && !member.list && member.element.type.kind === 'complex';
}

function named(tokens: readonly string[], phrases: readonly string[]): boolean {
  return phrases.includes(tokens.join(' '));
}

function credentialHint(inputs: ListedOperation['inputs']): string[] {
  const found = inputs.find(({ nameWords: tokens, isJobId }) => !isJobId && named(tokens, credentialWords));
  return found ? [`${found.key} is a credential? ${docsCommand('credentials')} keeps it out of requests`] : [];
}

/** The contract declares no fault for a wrong one: a service says it by a code, or as any other failure. */
function passwordHint(listed: ListedOperation, inside: readonly Found[], codec: Codec): string[] {
  const takesPassword = listed.inputs.some(({ nameWords }) => nameWords.includes('password'));
  if (!takesPassword || declaresUnauthenticated(listed, codec)) return [];
  const flag = flagIn(inside);
  if (flag && isLogin(listed))
    return [
      `a wrong password is 200 here, with ${flag.member.key}: false; the row ${hasFailureRow(listed, codec) ? 'of failures above' : 'below'} makes it 401`,
    ];
  return [`a wrong password is 400 or 502 here; a row makes it 401: ${docsCommand('faults#a-wrong-password')}`];
}

/** A member of the request that holds credentials: `Auth { Token, Sign }`. */
function heldCredentialHint(request: ElementDecl, codec: Codec): string[] {
  const isCredential = (member: Member) => isValue(member) && named(wordsOf(member.key), heldCredentialWords);
  const holder = membersOf(request.type, codec).find(
    (member) => isSingle(member) && membersOf(member.element.type, codec).some(isCredential),
  );
  return holder ? [`${holder.key} holds credentials? ${docsCommand('credentials')} keeps it out of requests`] : [];
}

const PAGES = docsCommand('mapping#pages');
const FAILURES = docsCommand('mapping#failure-inside-a-response');

function pageHint(inputs: ListedOperation['inputs'], inside: readonly Found[]): string[] {
  const index = inputs.find(({ nameWords: tokens }) => named(tokens, pageWords.number));
  const size = inputs.find(({ nameWords: tokens }) => named(tokens, pageWords.size));
  if (index && size) return [`pages? It takes ${index.key} and ${size.key}: ${PAGES} makes limit and offset of them`];
  const cursor = inside.find(({ member }) => named(wordsOf(member.key), pageWords.cursor));
  if (cursor) return [`pages? Its response has ${cursor.member.key}: ${PAGES} makes limit and offset of it`];
  return [];
}

function flagIn(inside: readonly Found[]): Found | undefined {
  return inside.find((entry) => isValueOf(entry, failureWords.flag) && isBoolean(entry.member));
}

function isValueOf({ member }: Found, phrases: readonly string[]): boolean {
  return isValue(member) && named(wordsOf(member.key), phrases);
}

/** Lines of a fault row, ready to be used without their `#`. */
function failureHint(response: ElementDecl, inside: readonly Found[], status: number): string[] {
  const flag = flagIn(inside);
  const code = flag ? undefined : inside.find((entry) => isValueOf(entry, failureWords.code) && saysFailure(entry));
  const found = flag ?? code;
  if (found === undefined) return failureListHint(inside);
  if (flag) {
    const row = flagRow(response.name.local, flag, status);
    return ['failures inside of a response are an error with:', 'responses:', ...row.map((line) => `  ${line}`)];
  }
  return [`failures inside of a response? ${[...found.path, found.member.key].join('.')}: ${FAILURES}`];
}

/** It keeps the code and the text beside the flag. */
function flagRow(response: string, { member: flag, path, siblings }: Found, status: number): string[] {
  const value = (phrases: readonly string[]) =>
    siblings.find((member) => isValue(member) && named(wordsOf(member.key), phrases));
  const [code, text] = [value([...failureWords.code, ...failureWords.itemCode]), value(failureWords.text)];
  const values = [...(code ? [`${code.key}: "{code?}"`] : []), ...(text ? [`${text.key}: "{why?}"`] : [])];
  const found = nested([response, ...path], `{ ${[`${flag.key}: false`, ...values].join(', ')} }`);
  const restKeys = [
    `status: ${status}`,
    `code: ${code ? '"{code}"' : 'FAILED'}`,
    ...(text ? ['detail: "{why?}"'] : []),
  ];
  return [`- soap: { response: ${found}, first: true }`, `  rest: { ${restKeys.join(', ')} }`];
}

/** `StatusCode` alone is a value as any other: a code of failures is named so, or has their text beside it. */
function saysFailure({ member, siblings }: Found): boolean {
  const isText = (text: Member) => text !== member && isValue(text) && named(wordsOf(text.key), failureWords.text);
  return wordsOf(member.key).some((token) => ['error', 'fault'].includes(token)) || siblings.some(isText);
}

/** A list of errors in a response of success, which is empty or absent where all went well. */
function failureListHint(inside: readonly Found[]): string[] {
  const list = inside.find(({ member }) => member.kind === 'element' && named(wordsOf(member.key), failureWords.list));
  return list ? [`failures inside of a response? ${list.member.key}: ${FAILURES}`] : [];
}

function isValue(member: Member): boolean {
  return member.kind === 'element' && !member.list && member.element.type.kind === 'simple' && /^\w+$/.test(member.key);
}

function isBoolean(member: Member): boolean {
  return (
    member.kind === 'element' && member.element.type.kind === 'simple' && member.element.type.builtin === 'boolean'
  );
}
