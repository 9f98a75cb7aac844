// Comments of a first table: pages and failures inside of responses, recognised by names. Proposals, since names prove nothing.

import type { Codec } from '../../codec/model/codec.ts';
import type { Member } from '../../codec/model/members.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import { docsCommand } from '../../errors/docs-reference.ts';
import { credentialWords, heldCredentialWords } from '../inference/ids.ts';
import { failureWords, pageWords } from '../inference/responses.ts';
import { wordsOf } from '../naming/names.ts';
import { membersOf } from '../operations/levels.ts';
import { isLogin } from '../operations/logins.ts';
import type { ListedOperation } from '../operations/operations.ts';
import {
  fitsWords,
  flagIn,
  isSingle,
  isValue,
  isValueOf,
  membersBelow,
  type ResponseMember,
} from '../operations/response-members.ts';
import { actionOf } from '../routes/actions.ts';
import { insideIdOf } from '../routes/ids.ts';
import type { Route } from '../routes/route.ts';
import { failureKind } from './failures.ts';
import { declaresUnauthenticated } from './fault-rows.ts';
import { pageInputs } from './page-inputs.ts';

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
    ...(failureKind(listed, codec) ? [] : failureHint(inside)),
  ];
}

/** Its response may be a failure that no row makes an error of: it has the status of creations once one does. */
export function createdHint(listed: ListedOperation, { status }: Route, codec: Codec): string[] {
  return status === 201 && hasOpenFailure(listed, codec)
    ? ['with a row that makes errors of its failures: -> 201, no 200']
    : [];
}

export function hasOpenFailure(listed: ListedOperation, codec: Codec): boolean {
  const kind = failureKind(listed, codec);
  return kind === 'open' || (kind === undefined && patternsOf(listed, codec).hasFailure);
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
    hasFailure: failureHint(inside).length > 0,
    hasPages: pageHint(inputs, inside).length > 0 || pageInputs({ inputs }).some(({ by }) => by !== 'number'),
  };
}

function credentialHint(inputs: ListedOperation['inputs']): string[] {
  const found = inputs.find(({ nameWords: tokens, isJobId }) => !isJobId && fitsWords(tokens, credentialWords));
  return found ? [`${found.key} is a credential? ${docsCommand('credentials')} keeps it out of requests`] : [];
}

/** The contract declares no fault for a wrong one: a service says it by a code, or as any other failure. */
function passwordHint(listed: ListedOperation, inside: readonly ResponseMember[], codec: Codec): string[] {
  const takesPassword = listed.inputs.some(({ nameWords }) => nameWords.includes('password'));
  if (!takesPassword || declaresUnauthenticated(listed, codec)) return [];
  const flag = flagIn(inside);
  if (flag && isLogin(listed) && failureKind(listed, codec) === 'sure') return [];
  if (flag && isLogin(listed))
    return [`a wrong password is 200 here, with ${flag.member.key}: false; the row of failures above makes it 401`];
  return [`a wrong password is 400 or 502 here; a row makes it 401: ${docsCommand('faults#a-wrong-password')}`];
}

/** A member of the request that holds credentials: `Auth { Token, Sign }`. */
function heldCredentialHint(request: ElementDecl, codec: Codec): string[] {
  const isCredential = (member: Member) => isValue(member) && fitsWords(wordsOf(member.key), heldCredentialWords);
  const holder = membersOf(request.type, codec).find(
    (member) => isSingle(member) && membersOf(member.element.type, codec).some(isCredential),
  );
  return holder ? [`${holder.key} holds credentials? ${docsCommand('credentials')} keeps it out of requests`] : [];
}

/** `Id` of a new record: the contract requires it, and takes null. */
export function newIdHint({ operation }: ListedOperation, { method, style, status }: Route, codec: Codec): string[] {
  const [request] = operation.input.body;
  if (method !== 'POST' || style !== 'resource' || status === undefined || request === undefined) return [];
  const ids = membersOf(request.type, codec).flatMap((member) =>
    member.kind === 'element'
      ? membersOf(member.element.type, codec)
          .filter(isNullId)
          .map(({ key }) => key)
      : [],
  );
  return ids.length === 0
    ? []
    : [`what is new has no id yet: "${ids[0]}": null, since the contract requires the member`];
}

/** `@token` of SetConfiguration { configuration { @token }, persist }: a short row has no place for it beside other inputs. */
export function heldIdHint(listed: ListedOperation, { method, path, style }: Route): string[] {
  const noun = actionOf(listed)?.noun;
  if (noun === undefined || style !== 'resource' || !['PUT', 'PATCH'].includes(method) || path.endsWith('}')) return [];
  const [held, second] = listed.inputs.filter(({ simple }) => !simple);
  const id = held === undefined || held.list || second ? undefined : insideIdOf(noun, held.inside);
  return id?.required && listed.inputs.length > 1
    ? [`${id.key} of ${held.key} is its id: a long row can have it in the path`]
    : [];
}

function isNullId(member: Member): boolean {
  const isNullable = member.kind === 'element' && member.required && !member.list && member.element.nillable;
  return isNullable && wordsOf(member.key).join(' ') === 'id';
}

const PAGES = docsCommand('mapping#pages');
const FAILURES = docsCommand('mapping#failure-inside-a-response');

function pageHint(inputs: ListedOperation['inputs'], inside: readonly ResponseMember[]): string[] {
  const paged = pageInputs({ inputs }).find(({ by, size }) => by === 'number' && size);
  if (paged)
    return [`pages? It takes ${paged.position.key} and ${paged.size!.key}: ${PAGES} makes limit and offset of them`];
  const cursor = inside.find(({ member }) => fitsWords(wordsOf(member.key), pageWords.cursor));
  if (cursor) return [`pages? Its response has ${cursor.member.key}: ${PAGES} makes limit and offset of it`];
  return [];
}

function failureHint(inside: readonly ResponseMember[]): string[] {
  const code = inside.find((entry) => isCode(entry) && saysFailure(entry));
  return code
    ? [`failures inside of a response? ${[...code.path, code.member.key].join('.')}: ${FAILURES}`]
    : failureListHint(inside);
}

/** `errorCode`, and the code of `Status { code, message }`. */
function isCode(entry: ResponseMember): boolean {
  const holder = wordsOf(entry.path.at(-1) ?? '');
  const isOfHolder = isValueOf(entry, failureWords.itemCode) && fitsWords(holder.slice(-1), failureWords.codeHolder);
  return isOfHolder || isValueOf(entry, failureWords.code);
}

/** `StatusCode` alone is a value as any other: a code of failures is named so, or has their text beside it. */
function saysFailure({ member, siblings }: ResponseMember): boolean {
  const isText = (text: Member) => text !== member && isValue(text) && fitsWords(wordsOf(text.key), failureWords.text);
  return wordsOf(member.key).some((token) => ['error', 'fault'].includes(token)) || siblings.some(isText);
}

/** A list of errors in a response of success, which is empty or absent where all went well. */
function failureListHint(inside: readonly ResponseMember[]): string[] {
  const list = inside.find(
    ({ member }) => member.kind === 'element' && fitsWords(wordsOf(member.key), failureWords.list),
  );
  return list ? [`failures inside of a response? ${list.member.key}: ${FAILURES}`] : [];
}
