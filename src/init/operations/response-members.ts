// Members of a response down to a few levels, and the flag among them that says whether it is a failure.
import type { Codec } from '../../codec/model/codec.ts';
import type { ElementMember, Member } from '../../codec/model/members.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import { failureWords } from '../inference/responses.ts';
import { wordsOf } from '../naming/names.ts';
import { membersOf } from './levels.ts';

/** Levels of a response that are looked at. */
const DEEPEST = 3;

export interface ResponseMember {
  readonly member: Member;
  /** Names from the response element down to the member's holder. */
  readonly path: readonly string[];
  readonly siblings: readonly Member[];
}

/** Members of the response and of elements that stand in it once, down to a few levels. */
export function membersBelow(element: ElementDecl, codec: Codec, path: readonly string[] = []): ResponseMember[] {
  const siblings = membersOf(element.type, codec);
  const level = siblings.map((member) => ({ member, path, siblings }));
  if (path.length >= DEEPEST) return level;
  const nested = siblings.flatMap((member) =>
    isSingle(member) ? membersBelow(member.element, codec, [...path, member.key]) : [],
  );
  return [...level, ...nested];
}

export function isSingle(member: Member): member is ElementMember {
  return member.kind === 'element' && !member.list && member.element.type.kind === 'complex';
}

export function fitsWords(tokens: readonly string[], phrases: readonly string[]): boolean {
  return phrases.includes(tokens.join(' '));
}

/** `success` or `ok`, a value of true and false. */
export function flagIn(inside: readonly ResponseMember[]): ResponseMember | undefined {
  return inside.find(({ member, siblings }) => isFlag(member, failureWords.flag) || isShortFlag(member, siblings));
}

/** `ok`, beside why it is not. */
export function isShortFlag(member: Member, siblings: readonly Member[]): boolean {
  const isReason = (sibling: Member) => isValue(sibling) && fitsWords(wordsOf(sibling.key), REASON_WORDS);
  return isFlag(member, failureWords.shortFlag) && siblings.some(isReason);
}

const REASON_WORDS: readonly string[] = [...failureWords.code, ...failureWords.text];

export function isValueOf({ member }: ResponseMember, phrases: readonly string[]): boolean {
  return isValue(member) && fitsWords(wordsOf(member.key), phrases);
}

export function isValue(member: Member): boolean {
  return member.kind === 'element' && !member.list && member.element.type.kind === 'simple' && /^\w+$/.test(member.key);
}

/** A value of true and false of one of these names. */
export function isFlag(member: Member, phrases: readonly string[]): boolean {
  const isBoolean =
    member.kind === 'element' && member.element.type.kind === 'simple' && member.element.type.builtin === 'boolean';
  return isBoolean && isValue(member) && fitsWords(wordsOf(member.key), phrases);
}
