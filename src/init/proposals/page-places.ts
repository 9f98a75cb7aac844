// Where a response has the items of a page, and what says whether there are more: how many, a cursor, a flag.
import type { Codec } from '../../codec/model/codec.ts';
import type { Member } from '../../codec/model/members.ts';
import { holdsOneList } from '../../codec/presentation/presented-list.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import { pageWords } from '../inference/responses.ts';
import { wordsOf } from '../naming/names.ts';
import { isSimple, levelsOf, type MemberLevel, membersOf } from '../operations/levels.ts';
import { isFlag, isSingle } from '../operations/response-members.ts';

/** Names from the response element down to a member. */
export type MemberPath = readonly string[];

export interface PagePlaces {
  readonly items: MemberPath;
  readonly total?: MemberPath;
  readonly cursor?: MemberPath;
  readonly more?: MemberPath;
}

/** Forms of the one list, as its holder, or the only member of the response, may be shown as the list; each with what stands beside it first. */
export function pagePlaces(response: ElementDecl, codec: Codec): PagePlaces[] {
  for (const level of levelsOf(response, codec)) {
    const paths = listPaths(level, codec);
    if (paths.length === 0) continue;
    const marks = besideIn(level, codec);
    const isBeside = Object.values(marks).some((path) => path !== undefined);
    const inLevel = isBeside ? paths.filter(({ length }) => length > level.path.length) : [];
    return [...inLevel.map((items) => ({ items, ...marks })), ...paths.map((items) => ({ items }))];
  }
  return [];
}

function besideIn({ path, members }: MemberLevel, codec: Codec): Omit<PagePlaces, 'items'> {
  const placeOf = (fits: (member: Member) => boolean) => {
    const place = placeIn(members, codec, fits);
    return place && [...path, ...place];
  };
  const cursor = placeOf((member) => isSimple(member) && isCursorName(member.key));
  const totalPhrases = [...pageWords.total, ...(cursor ? [SIZE] : [])];
  return {
    total: placeOf((member) => isSimple(member) && totalPhrases.includes(wordsOf(member.key).join(' '))),
    cursor,
    more: placeOf((member) => isFlag(member, pageWords.more)),
  };
}

/** In an object beside the list too: `paging { totalRecords }`. */
function placeIn(members: readonly Member[], codec: Codec, fits: (member: Member) => boolean): MemberPath | undefined {
  const direct = members.find(fits);
  if (direct) return [direct.key];
  for (const member of members.filter(isSingle)) {
    const inside = membersOf(member.element.type, codec).find(fits);
    if (inside) return [member.key, inside.key];
  }
  return undefined;
}

const SIZE = 'size';

/** Beside a cursor, `size` is that of the whole: perhaps. */
export function isSize(total: MemberPath): boolean {
  return total.at(-1)!.toLowerCase() === SIZE;
}

/** `Cursor` of a request whose response has `NextCursor`. */
export function isCursorName(key: string): boolean {
  const name = wordsOf(key).join(' ');
  const phrases: readonly string[] = [...pageWords.cursor, ...pageWords.mark];
  return phrases.includes(name) || phrases.includes(name.replace(/^next /, ''));
}

/** Where the one list of a level stands: the member that holds it, or below that the list. */
function listPaths({ path, members }: MemberLevel, codec: Codec): MemberPath[] {
  const lists = members.flatMap((member) => {
    if (member.kind !== 'element') return [];
    if (member.list) return [[[...path, member.key]]];
    if (!holdsOneList(member.element.type, () => false)) return [];
    const [items] = membersOf(member.element.type, codec);
    return [
      [
        [...path, member.key],
        [...path, member.key, items.key],
      ],
    ];
  });
  if (lists.length !== 1) return [];
  return [...lists[0], ...withoutResult(lists[0])];
}

/** The same where the only member of the response is shown bare. */
function withoutResult(paths: readonly string[][]): string[][] {
  return paths.filter((path) => path.length > 1).map((path) => path.slice(0, -1));
}
