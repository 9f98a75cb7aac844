// A search as a rule with pages: limit and offset of REST, and a number, an offset or a cursor of SOAP.
import type { Codec } from '../../codec/model/codec.ts';
import { camel, wordsOf } from '../naming/names.ts';
import type { Input, ListedOperation } from '../operations/operations.ts';
import type { Route } from '../routes/route.ts';
import { boundMembers, isRequired, type PageInputs, pageInputs } from './page-inputs.ts';
import { isSize, type PagePlaces, pagePlaces } from './page-places.ts';
import { type Entries, flow, flowAt, type Proposal, restRequest, soapRequest } from './proposal.ts';

/** How an operation is paging for pages. */
interface PageForm {
  /** Variables of the query that are its conditions. */
  readonly conditions: readonly string[];
  readonly request: string;
  /** Of further pages, where they are paging for by a cursor. */
  readonly next?: string;
  readonly keys: Entries;
  readonly replaced: readonly string[];
  readonly guess?: string;
}

/** The forms of its rule, the one that says most first. None where it is no GET. `camelCase`: names in bodies. */
export function pagesProposals(
  listed: ListedOperation,
  route: Route,
  all: readonly ListedOperation[],
  codec: Codec,
  camelCase = false,
): Proposal[] {
  const [response] = listed.operation.output?.body ?? [];
  if (route.method !== 'GET' || listed.operation.input.body.length === 0 || !response) return [];
  return pagePlaces(response, codec).flatMap((places) => {
    const form = continuedForm(listed, route, places, all) ?? ownForm(listed, route, places);
    return form ? [proposalOf(listed, route, places, form, camelCase)] : [];
  });
}

function proposalOf(
  listed: ListedOperation,
  { path }: Route,
  places: PagePlaces,
  { conditions, request, next, keys, replaced, guess }: PageForm,
  camelCase: boolean,
): Proposal {
  const { name, output } = listed.operation;
  const parameters = conditions.map((variable) =>
    isRequired(variable, listed.inputs) ? variable : `${variable}={${variable}?}`,
  );
  const line = `GET ${path}?${[...parameters, 'limit={limit=100}', 'offset={offset=0}'].join('&')}`;
  const { items, total, more } = places;
  const cursor = next === undefined ? undefined : places.cursor;
  const responsePattern = Object.entries({ items, total, more, cursor }).flatMap(([variable, place]) =>
    place ? [[[output!.body[0].name.local, ...place], `"{${variable}}"`] as const] : [],
  );
  const pageKeys = next === undefined ? keys : [...keys, ['next', `{ request: ${next} }`] as const];
  const guesses = [
    ...(guess ? [guess] : []),
    ...(total && isSize(total) ? [`${total.at(-1)} may be that of the page`] : []),
  ];
  return {
    kind: 'pages',
    section: 'mapping#pages',
    replaced,
    guess: guesses.join('; '),
    lines: [
      `- id: ${name}`,
      `  rest: { request: ${restRequest(listed, line)}, response: { body: ${pageBody(places, camelCase)} } }`,
      `  soap: { request: ${request}, response: ${flowAt(responsePattern)} }`,
      `  pages: ${flow(pageKeys)}`,
    ],
  };
}

/** Another operation goes on with the cursor. */
function continuedForm(
  listed: ListedOperation,
  { path, query }: Route,
  { cursor }: PagePlaces,
  all: readonly ListedOperation[],
): PageForm | undefined {
  const name = cursor?.at(-1);
  const next = all.find((candidate) => candidate !== listed && cursorInput(candidate, name) !== undefined);
  if (next === undefined || cursorInput(listed, name)) return undefined;
  return {
    conditions: query,
    request: soapRequest(listed, boundMembers(listed.inputs, path, query)),
    next: soapRequest(next, [[name!, '"{cursor}"']]),
    keys: [],
    replaced: [listed.operation.name, next.operation.name],
  };
}

/** The one required input, and it is the cursor. */
function cursorInput({ inputs }: ListedOperation, cursor: string | undefined): Input | undefined {
  const [input, ...others] = inputs.filter(({ required }) => required);
  return others.length === 0 && input?.key === cursor ? input : undefined;
}

/** The same operation takes what its response says, or it takes the place of the page. */
function ownForm(listed: ListedOperation, { path, query }: Route, places: PagePlaces): PageForm | undefined {
  const paging = pageInputs(listed).find(({ by, size }) => {
    if (by === 'cursor') return places.cursor !== undefined;
    return size !== undefined || places.total !== undefined || places.more !== undefined;
  });
  if (paging === undefined) return undefined;
  const { by, position, size, holder } = paging;
  const pageVariables = [position.variable, size?.variable];
  const conditions = query.filter((name) => !pageVariables.includes(name));
  const requestWith = (pageValues: Entries) => {
    const valuesOf = (inputs: readonly Input[]) => boundMembers(inputs, path, conditions);
    const values = valuesOf(listed.inputs.filter((input) => input !== holder));
    const inside = [...valuesOf(holder?.flat ?? []), ...pageValues];
    return soapRequest(
      listed,
      holder && inside.length > 0 ? [...values, [holder.key, flow(inside)]] : [...values, ...inside],
    );
  };
  const sizes = size ? [[size.key, by === 'offset' ? '"{limit}"' : '"{size}"'] as const] : [];
  const [first, further] = [[...sizes], [[position.key, VARIABLES[by]] as const, ...sizes]];
  const range: Entries = size ? [['size', '[ 1, 100 ]']] : [];
  const common = { conditions, replaced: [listed.operation.name] };
  if (by === 'cursor') return { ...common, request: requestWith(first), next: requestWith(further), keys: [] };
  if (by === 'offset') return { ...common, request: requestWith(further), keys: range };
  const guess = 'the first page may be 0';
  return { ...common, request: requestWith(further), keys: [['from', '1'], ...range], guess };
}

const VARIABLES: Readonly<Record<PageInputs['by'], string>> = {
  number: '"{page}"',
  offset: '"{offset}"',
  cursor: '"{cursor}"',
};

/** How many items there are stands in the response under its name in the contract, in camelCase where bodies are; `size` would say too little. */
function pageBody({ total }: PagePlaces, camelCase: boolean): string {
  const contractName = total && (camelCase ? camel(wordsOf(total.at(-1)!)) : total.at(-1)!);
  const name = total && isSize(total) ? 'total' : contractName;
  return flow([['items', '"{items}"'], ...(name ? [[name, '"{total}"'] as const] : []), ['hasMore', '"{more}"']]);
}
