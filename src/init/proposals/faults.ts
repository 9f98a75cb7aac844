// Failures inside of responses of success as rows of faults, ready to be used without their `#`. A proposal: only the service knows whether it is one.

import type { Codec } from '../../codec/model/codec.ts';
import type { ElementMember, Member } from '../../codec/model/members.ts';
import { holdsOneList } from '../../codec/presentation/presented-list.ts';
import { docsCommand } from '../../errors/docs-reference.ts';
import { failureWords } from '../inference/responses.ts';
import { wordsOf } from '../naming/names.ts';
import { membersOf } from '../operations/levels.ts';
import { isLogin } from '../operations/logins.ts';
import type { ListedOperation } from '../operations/operations.ts';
import { isSuccessFlag } from '../operations/outcomes.ts';
import { flagIn, membersBelow } from '../operations/response-members.ts';
import { nested } from './proposal.ts';

/** Lines of a table, and operations that they are about. */
export interface FaultsProposal {
  readonly tables: readonly string[];
  readonly rows: readonly string[];
  /** What to know before one uses them. */
  readonly notes: readonly string[];
}

/** Where a response has its failure: below which member, and what stands there. */
interface Failure {
  readonly response: string;
  readonly result?: string;
  /** Names from that member down to what holds the entry. */
  readonly below?: readonly string[];
  /** The member of a repeated group that is the response of this operation. */
  readonly message?: string;
  readonly entry: string;
  /** Of a login: it says that a credential is wrong. */
  readonly isLogin?: boolean;
  /** The entry is the first of a list of results, each of which may have failed. */
  readonly isResults?: boolean;
}

/** The rows for error lists and error classes of all responses; undefined where there are none. `isFlat`: `Errors { Err }` is shown as a list. */
export function faultsProposal(
  all: readonly ListedOperation[],
  codec: Codec,
  isFlat: boolean,
): FaultsProposal | undefined {
  const failures = all.flatMap((listed) => failureOf(listed, codec, isFlat) ?? []);
  if (failures.length === 0) return undefined;
  const shapeOf = ({ result, below = [], entry, isLogin: ofLogin }: Failure) =>
    `${result !== undefined} ${ofLogin === true} ${nested(below, entry)}`;
  const shapes = [...Map.groupBy(failures, shapeOf).values()];
  const several = shapes.filter(({ length }) => length > 1);
  const proposals = shapes.map((same) => {
    const at = several.indexOf(same);
    return rowsOf(same, `failures${at < 1 ? '' : at + 1}`);
  });
  return {
    tables: proposals.flatMap(({ tables }) => tables),
    rows: proposals.flatMap(({ rows }) => rows),
    notes: [...new Set(proposals.flatMap(({ notes }) => notes))],
  };
}

function rowsOf(same: readonly Failure[], table: string): FaultsProposal {
  const cells = same.map(
    (one) =>
      `{ response: ${one.response}${one.result ? `, result: ${one.result}` : ''}${one.message ? `, message: ${one.message}` : ''} }`,
  );
  const [{ result, below = [], entry, isResults, isLogin: ofLogin }] = same;
  const restSide = `rest: { status: ${ofLogin ? 401 : 422}, code: ${codeOf(entry, ofLogin)}${entry.includes('"{why?}"') ? ', detail: "{why?}"' : ''} }`;
  const notes = isResults ? RESULTS_NOTES : [];
  const [{ response, message }] = same;
  if (same.length === 1) {
    const inside = nested(
      [response, ...(result ? [result] : []), ...below],
      message ? entry.replace('<message>', message) : entry,
    );
    return { tables: [], rows: [`  - soap: { response: ${inside}, first: true }`, `    ${restSide}`], notes };
  }
  const inside = result === undefined ? entry : `{ <result>: ${nested(below, entry)} }`;
  return {
    tables: listLines(table, cells),
    rows: [
      `  - forEach: ${table}`,
      `    soap: { response: { <response>: ${inside} }, first: true }`,
      `    ${restSide}`,
    ],
    notes,
  };
}

/** The service's own where it has one. */
function codeOf(entry: string, ofLogin = false): string {
  if (/"\{code[!?]\}"/.test(entry)) return '"{code}"';
  return ofLogin ? 'LOGIN_FAILED' : 'FAILED';
}

/** `[ … ]` in a pattern is the first item of a list. */
const RESULTS_NOTES: readonly string[] = [
  'Rules with "-> 207" respond with a list of results, each with its success and its errors. The rows with "[ { success: … } ]"',
  'look at the first result alone: they are for requests of one item. Without them clients read each result.',
];

/** Length of lines that are easy to read. */
const LINE = 140;

/** A list in one line, or in several where it is long. */
function listLines(key: string, cells: readonly string[]): string[] {
  const short = `  ${key}: [ ${cells.join(', ')} ]`;
  if (short.length <= LINE) return [short];
  const lines: string[] = [];
  for (const cell of cells) {
    const longer = `${lines.at(-1) ?? ''} ${cell},`;
    if (lines.length > 0 && longer.length <= LINE) lines[lines.length - 1] = longer;
    else lines.push(`    ${cell},`);
  }
  return [`  ${key}: [`, ...lines, '  ]'];
}

/** A row of the proposal is about it. */
export function hasFailureRow(listed: ListedOperation, codec: Codec): boolean {
  return [true, false].some((isFlat) => failureOf(listed, codec, isFlat) !== undefined);
}

/** In the response itself, in its only member, or a flag in another one. */
function failureOf(listed: ListedOperation, codec: Codec, isFlat: boolean): Failure | undefined {
  return nearFailure(listed, codec, isFlat) ?? flagBelow(listed, codec);
}

/** `GetPatientResult { Success }` beside what was asked for. */
function flagBelow(listed: ListedOperation, codec: Codec): Failure | undefined {
  const [element] = listed.operation.output?.body ?? [];
  const flag = element && flagIn(membersBelow(element, codec));
  const entry = flag && flagEntry(flag.siblings);
  if (entry === undefined || !flag?.path.every((key) => /^\w+$/.test(key))) return undefined;
  const [result, ...below] = flag.path;
  return { response: element!.name.local, result, below, entry, isLogin: isLogin(listed) };
}

function nearFailure(listed: ListedOperation, codec: Codec, isFlat: boolean): Failure | undefined {
  const { operation, outcome } = listed;
  const { output } = operation;
  const [element] = output?.body ?? [];
  if (element === undefined) return undefined;
  const response = element.name.local;
  const members = membersOf(element.type, codec);
  const entry = entryOf(members, codec, isFlat);
  if (entry !== undefined) return { response, entry };
  const flag = flagEntry(members);
  if (flag !== undefined) return { response, entry: flag, isLogin: isLogin(listed) };
  const [result, ...others] = members;
  if (outcome?.hasResults) return resultsFailure(response, result, codec, isFlat);
  if (others.length > 0 || !isObject(result)) return undefined;
  const inside = membersOf(result.element.type, codec);
  const below = entryOf(inside, codec, isFlat);
  if (below !== undefined) return { response, result: result.key, entry: below };
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

function entryOf(members: readonly Member[], codec: Codec, isFlat: boolean): string | undefined {
  return classEntry(members) ?? listEntry(members, codec, isFlat);
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
  const flag = members.find((member) => isSuccessFlag(member) && isKey(member));
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

/** The table with the rows in place, and the same as comments. */
export function placed(
  text: string,
  { tables, rows, notes }: FaultsProposal,
): { readonly used: string; readonly commented: string } {
  const has = text.includes('\nresponses:\n');
  const tableLines = tables.length === 0 ? [] : ['tables:', ...tables];
  const before = [...tableLines, 'responses:', ...(has ? [] : rows)];
  const mark = has ? '\nresponses:\n' : lastMark(text);
  const head = [
    '# Failures inside of responses? These rows make errors of them, without their "#"',
    `# (${docsCommand('mapping#failure-inside-a-response')}):`,
    ...notes.map((line) => `# ${line}`),
  ];
  const comment = (lines: readonly string[]) => lines.map((line) => `# ${line}`);
  const join = (lines: readonly string[]) => `\n${lines.join('\n')}\n`;
  if (!has)
    return {
      used: text.replace(mark, () => join(before) + mark),
      commented: text.replace(mark, () => join([...head, ...comment(before)]) + mark),
    };
  return {
    used: text.replace(mark, () => join([...before, ...rows])),
    commented: text.replace(mark, () => join([...head, ...comment(tableLines), 'responses:', ...comment(rows)])),
  };
}

/** The comments above the rules. */
function lastMark(text: string): string {
  return /\n(?:# in \d+ operations: .*\n)*rules:\n/.exec(text)![0];
}
