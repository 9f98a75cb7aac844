// Two operations as one rule with pages: the second goes on where the response of the first has stopped. A proposal, since names prove nothing.
import type { Codec } from '../codec/model/codec.ts';
import type { Member } from '../codec/model/members.ts';
import type { Contract } from '../contract/model/contract.ts';
import { Problems } from '../errors/errors.ts';
import { inSlices } from '../event-loop/time-slices.ts';
import { compileSteps } from '../mapping/compile.ts';
import { parseYaml } from '../mapping/syntax/yaml.ts';
import type { Route } from './infer.ts';
import { pageWords } from './inference.ts';
import { wordsOf } from './names.ts';
import { type Input, type ListedOperation, membersOf, plainCodec } from './operations.ts';

/** Where the response has its items and the cursor. */
interface Page {
  readonly path: readonly string[];
  readonly cursor: string;
  readonly items: string;
}

/** Where a rule stands, and the operations that it is chosen from. */
interface ChosenRoute {
  readonly listed: ListedOperation;
  readonly route?: Route;
}

/** The table with proposals as comments below their rules: each is one that `check` takes in place of the rules of its operations. */
export async function withProposals(
  text: string,
  choices: readonly ChosenRoute[],
  contract: Contract,
): Promise<string> {
  const codec = plainCodec(contract);
  const all = choices.map(({ listed }) => listed);
  const lines = text.split('\n');
  for (const { listed, route } of choices) {
    const proposal = route && pagesProposal(listed, route, all, codec);
    if (proposal === undefined || !(await isTaken(proposal.lines, contract))) continue;
    const at = lines.findIndex((line) => line.startsWith('  - ') && line.endsWith(`: ${listed.operation.name}`));
    if (at < 0) continue;
    const hinted = lines[at + 1].includes('# pages: its response') ? 1 : 0;
    const head = `    # pages: one rule in place of those of ${listed.operation.name} and ${proposal.next} (docs/reference/mapping.md#pages):`;
    lines.splice(at + 1, hinted, head, ...proposal.lines.map((line) => `  # ${line}`));
  }
  return lines.join('\n');
}

async function isTaken(lines: readonly string[], contract: Contract): Promise<boolean> {
  const text = ['soapstone: 2', 'only: rest-to-soap', 'rules:', ...lines.map((line) => `  ${line}`), ''].join('\n');
  try {
    await inSlices(compileSteps(parseYaml(text, 'proposal'), contract));
    return true;
  } catch (error) {
    if (error instanceof Problems) return false;
    throw error;
  }
}

interface Proposal {
  /** Of a rule. */
  readonly lines: readonly string[];
  /** The operation that goes on. */
  readonly next: string;
}

/** undefined where no operation goes on with the cursor, or the question is no GET. */
function pagesProposal(
  listed: ListedOperation,
  { method, path, query }: Route,
  all: readonly ListedOperation[],
  codec: Codec,
): Proposal | undefined {
  const page = method === 'GET' ? pageOf(listed, codec) : undefined;
  if (page === undefined) return undefined;
  const next = all.find((one) => one !== listed && cursorInput(one, page.cursor) !== undefined);
  const isNext = cursorInput(listed, page.cursor) !== undefined;
  const [request] = listed.operation.input.body;
  const [response] = listed.operation.output!.body;
  if (next === undefined || isNext || request === undefined) return undefined;
  const line = `GET ${path}?${[...query, 'limit={limit=100}', 'offset={offset=0}'].join('&')}`;
  const inputs = listed.inputs.flatMap(({ key, variable }) =>
    isBound(variable, path, query) ? [[key, variable]] : [],
  );
  const members = flow(inputs.map(([key, variable]) => [key!, `"{${variable}}"`]));
  const found = flow([
    [page.cursor, '"{cursor}"'],
    [page.items, '"{items}"'],
  ]);
  const inside = page.path.toReversed().reduce((value, key) => flow([[key, value]]), found);
  const [more] = next.operation.input.body;
  const lines = [
    `- id: ${listed.operation.name}`,
    `  rest: { request: "${line}", response: { body: { items: "{items}", hasMore: "{more}" } } }`,
    `  soap: { request: ${flow([[request.name.local, wrapped(listed, members)]])}, response: ${flow([[response.name.local, inside]])} }`,
    `  pages: { next: { request: ${flow([[more.name.local, wrapped(next, flow([[cursorInput(next, page.cursor)!.key, '"{cursor}"']]))]])} } }`,
  ];
  return { lines, next: next.operation.name };
}

function isBound(variable: string | undefined, path: string, query: readonly string[]): boolean {
  return variable !== undefined && (query.includes(variable) || path.includes(`{${variable}}`));
}

function wrapped({ wrapper }: ListedOperation, members: string): string {
  return wrapper ? flow([[wrapper.key, members]]) : members;
}

function flow(entries: readonly (readonly [string, string])[]): string {
  return entries.length === 0 ? '{}' : `{ ${entries.map(([key, value]) => `${key}: ${value}`).join(', ')} }`;
}

/** The one required input, and it is the cursor. */
function cursorInput({ inputs }: ListedOperation, cursor: string): Input | undefined {
  const [input, ...others] = inputs.filter(({ required }) => required);
  return others.length === 0 && input?.key === cursor ? input : undefined;
}

function pageOf({ operation: { output } }: ListedOperation, codec: Codec): Page | undefined {
  const [response] = output?.body ?? [];
  return response && pageIn(membersOf(response.type, codec), [], codec);
}

/** Beside each other, in the response or in its only member. */
function pageIn(members: readonly Member[], path: readonly string[], codec: Codec): Page | undefined {
  const cursor = members.find((member) => pageWords.cursor.some((tokens) => tokens === wordsOf(member.key).join(' ')));
  const [items, ...otherLists] = members.filter((member) => member.kind === 'element' && member.list);
  if (cursor && items && otherLists.length === 0) return { path, cursor: cursor.key, items: items.key };
  const [only, ...others] = members;
  if (only?.kind !== 'element' || only.list || others.length > 0) return undefined;
  return pageIn(membersOf(only.element.type, codec), [...path, only.key], codec);
}
