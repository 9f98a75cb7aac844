// Two operations as one rule with pages: the second goes on where the response of the first has stopped.
import type { Codec } from '../../codec/model/codec.ts';
import type { Member } from '../../codec/model/members.ts';
import { holdsOneList } from '../../codec/presentation/presented-list.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import { pageWords } from '../inference/responses.ts';
import { camel, wordsOf } from '../naming/names.ts';
import { isSimple, levelsOf, type MemberLevel, membersOf } from '../operations/levels.ts';
import type { Input, ListedOperation } from '../operations/operations.ts';
import { isSingle } from '../operations/response-members.ts';
import type { Route } from '../routes/route.ts';
import { type Entries, flow, nested, type Proposal, restRequest, soapRequest } from './proposal.ts';

/** Where the response has its items and the cursor. */
interface Page {
  readonly path: readonly string[];
  readonly cursor: string;
  readonly items: string;
  readonly total?: Total;
}

/** With the total first, where there is one. None where no operation goes on with the cursor, or the question is no GET. */
export function pagesProposal(
  listed: ListedOperation,
  { method, path, query }: Route,
  all: readonly ListedOperation[],
  codec: Codec,
  camelCase = false,
): Proposal[] {
  const page = method === 'GET' ? pageOf(listed, codec) : undefined;
  if (page === undefined) return [];
  const next = all.find((one) => one !== listed && cursorInput(one, page.cursor) !== undefined);
  const isNext = cursorInput(listed, page.cursor) !== undefined;
  const [request] = listed.operation.input.body;
  const [response] = listed.operation.output!.body;
  if (next === undefined || isNext || request === undefined) return [];
  const line = `GET ${path}?${[...query, 'limit={limit=100}', 'offset={offset=0}'].join('&')}`;
  const members = boundMembers(listed.inputs, path, query);
  const nextPage = soapRequest(next, [[cursorInput(next, page.cursor)!.key, '"{cursor}"']]);
  const rowWith = (total: Total | undefined): Proposal => {
    const found = flow([[page.cursor, '"{cursor}"'], [page.items, '"{items}"'], ...totalFlow(total)]);
    const inside = nested(page.path, found);
    const lines = [
      `- id: ${listed.operation.name}`,
      `  rest: { request: ${restRequest(listed, line)}, response: { body: ${pageBody(total, camelCase)} } }`,
      `  soap: { request: ${soapRequest(listed, members)}, response: ${flow([[response.name.local, inside]])} }`,
      `  pages: { next: { request: ${nextPage} } }`,
    ];
    const replaced = [listed.operation.name, next.operation.name];
    const guess = total && isSize(total) ? `${total.at(-1)} may be that of the page` : undefined;
    return { lines, kind: 'pages', section: 'mapping#pages', replaced, guess };
  };
  return [...(page.total === undefined ? [] : [rowWith(page.total)]), rowWith(undefined)];
}

/** Members that take values of the path or the query, those of objects too: `filter: { status: "{status}" }`. */
export function boundMembers(inputs: readonly Input[], path: string, query: readonly string[]): Entries {
  return inputs.flatMap(({ key, variable, flat = [] }): Entries => {
    if (isBound(variable, path, query)) return [[key, `"{${variable}}"`]];
    const inside = boundMembers(flat, path, query);
    return inside.length > 0 ? [[key, flow(inside)]] : [];
  });
}

/** Whether the contract requires the value of a variable, also in an object. */
export function isRequired(name: string, inputs: readonly Input[]): boolean {
  return inputs.some(({ variable, required, flat = [] }) => (variable === name && required) || isRequired(name, flat));
}

export function isBound(variable: string | undefined, path: string, query: readonly string[]): boolean {
  return variable !== undefined && (query.includes(variable) || path.includes(`{${variable}}`));
}

/** One rule that goes by the number of the page; the forms of its list, as its holder may be shown as the list. */
export function numberedPages(
  listed: ListedOperation,
  { method, path, query }: Route,
  codec: Codec,
  camelCase = false,
): Proposal[] {
  const pageNames = pageInputs(listed);
  const [request] = listed.operation.input.body;
  const [response] = listed.operation.output?.body ?? [];
  if (method !== 'GET' || !pageNames?.number.variable || !pageNames.size.variable || !request || !response) return [];
  const { number, size, holder } = pageNames;
  const conditions = query.filter((name) => name !== number.variable && name !== size.variable);
  const parameters = conditions.map((name) => (isRequired(name, listed.inputs) ? name : `${name}={${name}?}`));
  const line = `GET ${path}?${[...parameters, 'limit={limit=100}', 'offset={offset=0}'].join('&')}`;
  const paging = [[size.key, '"{size}"'] as const, [number.key, '"{page}"'] as const];
  const valuesOf = (inputs: readonly Input[]) => boundMembers(inputs, path, conditions);
  const held = holder ? [[holder.key, flow([...valuesOf(holder.flat ?? []), ...paging])] as const] : paging;
  const members = [...valuesOf(listed.inputs.filter((input) => input !== holder)), ...held];
  return listPlaces(response, codec).map(({ items, at, total }) => ({
    kind: 'pages',
    section: 'mapping#pages',
    replaced: [listed.operation.name],
    lines: [
      `- id: ${listed.operation.name}`,
      `  rest: { request: ${restRequest(listed, line)}, response: { body: ${pageBody(total, camelCase)} } }`,
      `  soap: { request: ${soapRequest(listed, members)}, response: ${flow([[response.name.local, nested(at, flow([[items[0], nested(items.slice(1), '"{items}"')], ...totalFlow(total)]))]])} }`,
      '  pages: { from: 1, size: [ 1, 100 ] }',
    ],
    guess: 'the first page may be 0',
  }));
}

/** The number and the size of the page that an operation takes. `holder`: the object of values that has both, `paging`. */
interface PageInputs {
  readonly number: Input;
  readonly size: Input;
  readonly holder?: Input;
}

export function pageInputs({ inputs }: Pick<ListedOperation, 'inputs'>): PageInputs | undefined {
  const flat = pageInputsIn(inputs);
  if (flat) return flat;
  const holders = inputs.flatMap((holder) => {
    const inside = pageInputsIn(holder.flat ?? []);
    return inside ? [{ ...inside, holder }] : [];
  });
  return holders.length === 1 ? holders[0] : undefined;
}

function pageInputsIn(inputs: readonly Input[]): PageInputs | undefined {
  const [number, size] = [pageWords.number, pageWords.size].map((phrases) => inputNamed({ inputs }, phrases));
  return number && size && { number, size };
}

/** The query of a rule. Clients need not send an offset and a limit that the contract requires. */
export function withPageDefaults(listed: ListedOperation, { method, query }: Route): readonly string[] {
  const offset = inputNamed(listed, pageWords.offset);
  const size = inputNamed(listed, pageWords.size);
  if (method !== 'GET' || !offset?.required || !size?.required) return query;
  const defaults = new Map([
    [offset.variable, 0],
    [size.variable, 20],
  ]);
  return query.map((name) => (defaults.has(name) ? `${name}={${name}=${defaults.get(name)}}` : name));
}

export function inputNamed({ inputs }: Pick<ListedOperation, 'inputs'>, phrases: readonly string[]): Input | undefined {
  return inputs.find(({ nameWords, scalar }) => scalar && phrases.includes(nameWords.join(' ')));
}

/** Where a response says how many items there are: names from the level of its list down. */
export type Total = readonly string[];

/** How many items there are stands in the response under its name in the contract, in camelCase where bodies are; `size` would say too little. */
export function pageBody(total: Total | undefined, camelCase: boolean): string {
  const contractName = total && (camelCase ? camel(wordsOf(total.at(-1)!)) : total.at(-1)!);
  const name = total && isSize(total) ? 'total' : contractName;
  return flow([['items', '"{items}"'], ...(name ? [[name, '"{total}"'] as const] : []), ['hasMore', '"{more}"']]);
}

export function totalFlow(total: Total | undefined): [string, string][] {
  return total === undefined ? [] : [[total[0], nested(total.slice(1), '"{total}"')]];
}

const SIZE = 'size';

function isSize(total: Total): boolean {
  return total.at(-1)!.toLowerCase() === SIZE;
}

/** In an object beside the list too: `paging { totalRecords }`. Beside a cursor, `size` is that of the whole. */
export function totalIn(members: readonly Member[], codec: Codec, hasCursor = false): Total | undefined {
  const phrases = [...pageWords.total, ...(hasCursor ? [SIZE] : [])];
  const totalOf = (all: readonly Member[]) =>
    all.find((member) => isSimple(member) && phrases.includes(wordsOf(member.key).join(' ')))?.key;
  const name = totalOf(members);
  if (name !== undefined) return [name];
  for (const member of members.filter(isSingle)) {
    const inside = totalOf(membersOf(member.element.type, codec));
    if (inside !== undefined) return [member.key, inside];
  }
  return undefined;
}

interface ListPlace {
  /** From the level of the list down to it. */
  readonly items: readonly string[];
  /** From the response element down to that level. */
  readonly at: readonly string[];
  readonly total?: Total;
}

/** Forms of the one list, each with the total beside it first. */
function listPlaces(response: ElementDecl, codec: Codec): ListPlace[] {
  for (const level of levelsOf(response, codec)) {
    const total = totalIn(level.members, codec);
    const places = listPaths(level, codec).map(({ path, depth }) => ({
      at: path.slice(0, depth),
      items: path.slice(depth),
    }));
    if (places.length === 0) continue;
    const withTotal =
      total === undefined ? [] : places.filter(({ items }) => items.length > 0).map((one) => ({ ...one, total }));
    return [
      ...withTotal,
      ...places.map(({ at, items }) =>
        items.length > 0 ? { at, items } : { at: at.slice(0, -1), items: at.slice(-1) },
      ),
    ];
  }
  return [];
}

/** Where the one list of a level stands: the member that holds it, and below that the list. `depth`: names above the level. */
export function listPaths(
  { path, members }: MemberLevel,
  codec: Codec,
): { readonly path: string[]; readonly depth: number }[] {
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
  return [...lists[0], ...withoutResult(lists[0])].map((one) => ({
    path: one,
    depth: Math.min(path.length, one.length),
  }));
}

/** The same where the only member of the response is shown bare. */
function withoutResult(paths: readonly string[][]): string[][] {
  return paths.filter((path) => path.length > 1).map((path) => path.slice(0, -1));
}

/** The one required input, and it is the cursor. */
function cursorInput({ inputs }: ListedOperation, cursor: string): Input | undefined {
  const [input, ...others] = inputs.filter(({ required }) => required);
  return others.length === 0 && input?.key === cursor ? input : undefined;
}

function pageOf({ operation: { output } }: ListedOperation, codec: Codec): Page | undefined {
  const [response] = output?.body ?? [];
  return (
    response &&
    levelsOf(response, codec)
      .map((level) => pageIn(level, codec))
      .find((page) => page !== undefined)
  );
}

/** Beside each other. */
function pageIn({ path, members }: MemberLevel, codec: Codec): Page | undefined {
  const cursor = members.find((member) => pageWords.cursor.some((tokens) => tokens === wordsOf(member.key).join(' ')));
  const [items, ...otherLists] = members.filter((member) => member.kind === 'element' && member.list);
  return cursor && items && otherLists.length === 0
    ? { path, cursor: cursor.key, items: items.key, total: totalIn(members, codec, true) }
    : undefined;
}
