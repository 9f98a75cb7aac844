// What hides lists and results in a contract: `ArrayOf…` and `…List` holders, and the only member of a response.
import type { Codec } from '../../codec/model/codec.ts';
import type { ElementMember, Member } from '../../codec/model/members.ts';
import { holdsOneList } from '../../codec/presentation/presented-list.ts';
import type { Contract, Message } from '../../contract/model/contract.ts';
import type { ComplexType, TypeDef } from '../../contract/model/model.ts';
import { anonymousTypes } from '../../contract/xsd/anonymous-types.ts';
import { XSD_NS } from '../../xml/reader/names.ts';
import { resultNames } from '../inference/responses.ts';
import { isSimple, membersOf } from './levels.ts';

/** The names of `resultNames` that responses of this contract have as their only member. */
function resultWrappers({ operations }: Contract, codec: Codec): string[] {
  const only = operations.flatMap(({ output }) => {
    const members = output?.body.length === 1 ? membersOf(output.body[0].type, codec) : [];
    return members.length === 1 && members[0].kind === 'element' ? [members[0].element.name.local] : [];
  });
  return resultNames.filter((name) => only.some((candidate) => isLike(name, candidate)));
}

/** What the table shows bare: `[ "*Result" ]`, or for each way; undefined: nothing. */
export function unwrapText(contract: Contract, codec: Codec): string | undefined {
  const results = resultWrappers(contract, codec);
  const { operations } = contract;
  const isRequest = operations.some(({ input }) => isOneObject(objectsIn(input, codec)));
  const isResponse = operations.some(({ output }) => isOneObject(membersIn(output, codec), results));
  const response = listText([...results, ...(isResponse ? ['*'] : [])]);
  if (isRequest) return `{ request: "*"${response ? `, response: ${response}` : ''} }`;
  return response;
}

/** Members that are no values. */
function objectsIn(message: Message | undefined, codec: Codec): readonly Member[] {
  return membersIn(message, codec).filter((member) => !isSimple(member));
}

function membersIn(message: Message | undefined, codec: Codec): readonly Member[] {
  const [element, second] = message?.body ?? [];
  return element === undefined || second ? [] : membersOf(element.type, codec);
}

/** One object or list, with another name than these. */
function isOneObject([member, second]: readonly Member[], names: readonly string[] = []): boolean {
  if (member?.kind !== 'element' || second || member.substituted || member.keyed) return false;
  const { type, name } = member.element;
  return (member.list || type.kind === 'complex') && !names.some((pattern) => isLike(pattern, name.local));
}

function listText(names: readonly string[]): string | undefined {
  const texts = names.map((name) => JSON.stringify(name));
  return texts.length === 0 ? undefined : texts.length === 1 && names[0] === '*' ? texts[0] : `[ ${texts.join(', ')} ]`;
}

function isLike(name: string, candidate: string): boolean {
  return name.startsWith('*')
    ? candidate.endsWith(name.slice(1)) && candidate.length >= name.length
    : candidate === name;
}

/** A key of `types:` and what stands under `flatten`: one type, all types of a namespace, or those of them with a member, `*[Patients]`. */
export interface FlattenEntry {
  readonly ns: string;
  readonly type: string;
  readonly pairs: readonly string[];
  /** The types that the key is about. */
  readonly holders: ReadonlySet<TypeDef>;
}

/** Types with members that hold one list and nothing else, and these members as `holder/list`. Types without a name have the namespace where they are written. */
export function listHolders({ schemas, operations }: Contract, codec: Codec): FlattenEntry[] {
  const named = [...schemas.types.values()].filter(isOwn).map((type) => ({ ns: type.name!.ns, type }));
  // What is all of a message is unwrapped, and its list with it.
  const messages = new Set<TypeDef>(
    operations.flatMap(({ input, output }) => [...input.body, ...(output?.body ?? [])]).map(({ type }) => type),
  );
  const isShownBare = (type: TypeDef) => messages.has(type) && membersOf(type, codec).length === 1;
  const unnamed = [...anonymousTypes(schemas).values()].filter(({ type }) => !isShownBare(type));
  return [...Map.groupBy([...named, ...unnamed], ({ ns }) => ns)].flatMap(([ns, all]) => {
    const types = all.map(({ type }) => type);
    return ofNamespace(ns, types, codec);
  });
}

function isOwn(type: TypeDef): type is ComplexType {
  return type.kind === 'complex' && type.name !== undefined && type.name.ns !== XSD_NS;
}

/** Does a table with these entries show the list of a member, `holder/list`, in the member's place? `namespaces`: those that have a prefix. */
export type FlattenedLists = (type: TypeDef, pair: string) => boolean;

export function flattenedLists(entries: readonly FlattenEntry[], namespaces: ReadonlySet<string>): FlattenedLists {
  const isOf = (type: TypeDef, pair: string) =>
    entries.some(({ ns, pairs, holders }) => namespaces.has(ns) && holders.has(type) && pairs.includes(pair));
  return function isFlattened(type, pair): boolean {
    return isOf(type, pair) || (type.base !== undefined && isFlattened(type.base, pair));
  };
}

/** Types that have the same pair, above which one entry says it for the namespace. */
const FEW = 2;

function ofNamespace(ns: string, types: readonly ComplexType[], codec: Codec): FlattenEntry[] {
  const pairs = new Map(types.map((type) => [type, ownHolders(type, codec)]));
  const counts = Map.groupBy([...pairs.values()].flat(), (pair) => pair);
  const other = new Set(types.flatMap((type) => otherMembers(type, codec)));
  const isFree = (pair: string) => !other.has(holderOf(pair));
  const common = [...counts].filter(([pair, all]) => all.length > FEW && isFree(pair)).map(([pair]) => pair);
  const ofUnnamed = types.flatMap((type) => (type.name === undefined ? pairs.get(type)! : []));
  const byMember = [...new Set(ofUnnamed)].filter((pair) => isFree(pair) && !common.includes(pair));
  const single = types.flatMap((type) => {
    const typePairs = pairs.get(type)!.filter((pair) => !common.includes(pair) && !byMember.includes(pair));
    return typePairs.length === 0 || type.name === undefined
      ? []
      : [{ ns, type: type.name.local, pairs: typePairs, holders: new Set([type]) }];
  });
  const holders = new Set(types);
  return [
    ...(common.length === 0 ? [] : [{ ns, type: '*', pairs: common, holders }]),
    ...single,
    ...[...Map.groupBy(byMember, holderOf)].map(([member, same]) => ({
      ns,
      type: `*[${member}]`,
      pairs: same,
      holders,
    })),
  ];
}

function holderOf(pair: string): string {
  return pair.split('/')[0];
}

/** Names of members that hold no list alone. */
function otherMembers(type: ComplexType, codec: Codec): string[] {
  const holders = holdersOf(type, codec).map(holderOf);
  return membersOf(type, codec)
    .map(({ key }) => key)
    .filter((key) => !holders.includes(key));
}

/** Not those of the base type, which has an entry of its own. */
function ownHolders(type: ComplexType, codec: Codec): string[] {
  const inherited = holdersOf(type.base, codec);
  return holdersOf(type, codec).filter((pair) => !inherited.includes(pair));
}

function holdersOf(type: TypeDef | undefined, codec: Codec): string[] {
  if (type === undefined) return [];
  return membersOf(type, codec).flatMap((member) => {
    if (member.kind !== 'element' || member.list || member.substituted) return [];
    const items = holdsOneList(member.element.type, () => false) ? itemsOf(member.element.type, codec) : undefined;
    return items === undefined ? [] : [`${member.key}/${items.key}`];
  });
}

function itemsOf(type: TypeDef, codec: Codec): ElementMember | undefined {
  const [items] = membersOf(type, codec);
  return items?.kind === 'element' && !items.substituted ? items : undefined;
}
