// What an operation responds with, as far as it says what its inputs and its noun are: one list, or one object and the names of its values.
import type { Codec } from '../../codec/model/codec.ts';
import type { ElementMember, Member } from '../../codec/model/members.ts';
import { holdsOneList } from '../../codec/presentation/presented-list.ts';
import type { Message } from '../../contract/model/contract.ts';
import { failureWords } from '../inference/responses.ts';
import { inputWords, singular, wordsOf } from '../naming/names.ts';
import { isSimple, levelsOf, membersOf } from './levels.ts';

export interface Outcome {
  /** The response is a list and nothing else. */
  readonly isList: boolean;
  /** What its list is of, in words of the singular, where values at most stand beside it: names of items, of their type, of what holds them. */
  readonly items: readonly string[];
  /** Names of values of the one object, in words. */
  readonly values: readonly string[];
  /** Names of values that stand together: in the response, and in each object of it. */
  readonly records?: readonly (readonly string[])[];
  /** The response is octets, and values at most beside them. */
  readonly isFile?: boolean;
  /** The response is a list of `{ success, errors }`: some of what was asked for may have failed. */
  readonly hasResults?: boolean;
}

const NOTHING: Outcome = { isList: false, items: [], values: [] };

export function outcomeOf(output: Message | undefined, codec: Codec): Outcome {
  const [element, ...others] = output?.body ?? [];
  if (element === undefined || others.length > 0) return NOTHING;
  const levels = levelsOf(element, codec);
  // The last level may be a value, which has no members.
  const members = levels.findLast((level) => level.members.length > 0)?.members ?? [];
  const lists = members.filter(isList);
  const objects = members.flatMap((member) => (isObject(member) ? [membersOf(member.element.type, codec)] : []));
  const records = [members, ...objects].map(valueNames);
  if (lists.length === 1 && members.every((member) => member === lists[0] || isSimple(member)))
    return {
      isList: members.length === 1,
      items: itemNames(lists[0], codec),
      values: [],
      records,
      hasResults: isResults(lists[0], codec),
    };
  const octets = members.filter(isOctets);
  return {
    isList: false,
    items: [],
    values: valueNames(members),
    records,
    isFile: octets.length === 1 && members.every((member) => member === octets[0] || isSimple(member)),
  };
}

function valueNames(members: readonly Member[]): string[] {
  return members.filter(isSimple).map(({ key }) => textOf(key));
}

function isObject(member: Member): member is ElementMember {
  return member.kind === 'element' && !member.list && member.element.type.kind === 'complex';
}

function isOctets(member: Member): boolean {
  if (member.kind !== 'element' || member.list || member.element.type.kind !== 'simple') return false;
  return ['base64Binary', 'hexBinary'].includes(member.element.type.builtin);
}

/** Each item has a flag of success, and why it failed beside it. */
function isResults(member: Member, codec: Codec): boolean {
  if (member.kind !== 'element' || !member.list) return false;
  const members = membersOf(member.element.type, codec);
  const has = (phrases: readonly string[]) => members.some(({ key }) => phrases.includes(textOf(key)));
  return members.some(isSuccessFlag) && has([...failureWords.list, ...failureWords.text, ...failureWords.code]);
}

export function isSuccessFlag(member: Member): member is ElementMember {
  return (
    member.kind === 'element' &&
    member.element.type.kind === 'simple' &&
    member.element.type.builtin === 'boolean' &&
    (failureWords.flag as readonly string[]).includes(textOf(member.key))
  );
}

function isList(member: Member): boolean {
  return member.kind === 'element' && (member.list || holdsOneList(member.element.type, () => false));
}

function itemNames(member: Member, codec: Codec): string[] {
  if (member.kind !== 'element') return [];
  const { type } = member.element;
  const inside =
    member.list || type.kind === 'simple' ? [] : membersOf(type, codec).flatMap((one) => itemNames(one, codec));
  const names = [member.key, ...(type.name && member.list ? [type.name.local] : [])];
  return [...names.map((name) => singular(wordsOf(name)).join(' ')), ...inside];
}

function textOf(key: string): string {
  return inputWords(key).join(' ');
}
