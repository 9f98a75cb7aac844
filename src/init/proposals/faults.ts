// Failures inside of responses of success as rows of faults: in force where a response says of itself that it is one, else as comments.

import type { Codec } from '../../codec/model/codec.ts';
import { docsCommand } from '../../errors/docs-reference.ts';
import type { ListedOperation } from '../operations/operations.ts';
import { type Failure, failureOf, leftOutOf } from './failures.ts';
import { nested } from './proposal.ts';

/** Lines of a table, and operations that they are about. */
interface FaultRows {
  readonly tables: readonly string[];
  readonly rows: readonly string[];
  /** What to know before one uses them. */
  readonly notes: readonly string[];
}

export interface FaultsProposal {
  readonly sure: FaultRows;
  readonly open: FaultRows;
}

/** The rows for error lists, error classes and flags of all responses; undefined where there are none. `isFlat`: `Errors { Err }` is shown as a list. */
export function faultsProposal(
  all: readonly ListedOperation[],
  codec: Codec,
  isFlat: boolean,
): FaultsProposal | undefined {
  const failures = all.flatMap((listed): FoundFailure[] => {
    const failure = failureOf(listed, codec, isFlat);
    return failure ? [{ ...failure, leftOut: failure.isSure ? leftOutOf(listed, failure, codec) : [] }] : [];
  });
  if (failures.length === 0) return undefined;
  const shapeOf = ({ result, below = [], entry, isLogin, isSure }: Failure) =>
    `${isSure === true} ${result !== undefined} ${isLogin === true} ${nested(below, entry)}`;
  const shapes = [...Map.groupBy(failures, shapeOf).values()];
  const several = shapes.filter(({ length }) => length > 1);
  const proposalOf = (same: readonly FoundFailure[]) => {
    const at = several.indexOf(same as FoundFailure[]);
    return rowsOf(same, `failures${at < 1 ? '' : at + 1}`);
  };
  const rowsOfAll = (isSure: boolean) =>
    united(shapes.filter(([failure]) => (failure.isSure === true) === isSure).map(proposalOf));
  return { sure: rowsOfAll(true), open: rowsOfAll(false) };
}

interface FoundFailure extends Failure {
  /** Members of its response that clients do not get. */
  readonly leftOut: readonly string[];
}

function united(proposals: readonly FaultRows[]): FaultRows {
  return {
    tables: proposals.flatMap(({ tables }) => tables),
    rows: proposals.flatMap(({ rows }) => rows),
    notes: [...new Set(proposals.flatMap(({ notes }) => notes))],
  };
}

function rowsOf(same: readonly FoundFailure[], table: string): FaultRows {
  const cells = same.map(
    (one) =>
      `{ response: ${one.response}${one.result ? `, result: ${one.result}` : ''}${one.message ? `, message: ${one.message}` : ''} }`,
  );
  const [{ result, below = [], entry, isResults, isLogin: ofLogin }] = same;
  const restSide = `rest: { status: ${ofLogin ? 401 : 422}, code: ${codeOf(entry, ofLogin)}${entry.includes('"{why?}"') ? ', detail: "{why?}"' : ''} }`;
  const notes = isResults ? RESULTS_NOTES : [];
  const lost = lossLine(same.flatMap(({ leftOut }) => leftOut));
  const [{ response, message }] = same;
  if (same.length === 1) {
    const inside = nested(
      [response, ...(result ? [result] : []), ...below],
      message ? entry.replace('<message>', message) : entry,
    );
    return { tables: [], rows: [...lost, `  - soap: { response: ${inside}, first: true }`, `    ${restSide}`], notes };
  }
  const inside = result === undefined ? entry : `{ <result>: ${nested(below, entry)} }`;
  return {
    tables: listLines(table, cells),
    rows: [
      ...lost,
      `  - forEach: ${table}`,
      `    soap: { response: { <response>: ${inside} }, first: true }`,
      `    ${restSide}`,
    ],
    notes,
  };
}

/** Names in a line. */
const NAMED = 5;

/** Nothing of a response is lost silently. */
function lossLine(names: readonly string[]): string[] {
  const distinct = [...new Set(names)];
  if (distinct.length === 0) return [];
  const remainder = distinct.length > NAMED ? ` and ${distinct.length - NAMED} more` : '';
  return [`  # clients get no ${distinct.slice(0, NAMED).join(', ')}${remainder} of such a failure:`];
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

/** The table with all rows in force, and with those in force that are sure. */
export function placed(text: string, proposal: FaultsProposal): { readonly used: string; readonly commented: string } {
  const comment = (lines: readonly string[]) => lines.map((line) => `# ${line}`);
  return { used: withRows(text, proposal, (lines) => lines), commented: withRows(text, proposal, comment) };
}

/** `mark`: what makes comments of the rows that are open. */
function withRows(
  text: string,
  { sure, open }: FaultsProposal,
  mark: (lines: readonly string[]) => readonly string[],
): string {
  const hasRows = text.includes('\nresponses:\n');
  const isUsed = hasRows || sure.rows.length > 0;
  const question = open.rows.length === 0 ? [] : [...QUESTION, ...open.notes.map((line) => `# ${line}`)];
  const lines = [
    ...(sure.rows.length === 0 ? question : []),
    ...tableLines(sure, open, mark),
    ...(isUsed ? ['responses:'] : mark(['responses:'])),
    ...(sure.rows.length === 0 ? [] : [...ERRORS, ...sure.rows, ...question]),
    ...mark(open.rows),
  ];
  const at = hasRows ? '\nresponses:\n' : lastMark(text);
  return text.replace(at, () => `\n${lines.join('\n')}\n${hasRows ? '' : at}`);
}

function tableLines(
  sure: FaultRows,
  open: FaultRows,
  mark: (lines: readonly string[]) => readonly string[],
): readonly string[] {
  if (sure.tables.length > 0) return ['tables:', ...sure.tables, ...mark(open.tables)];
  return open.tables.length > 0 ? mark(['tables:', ...open.tables]) : [];
}

const FAILURES = docsCommand('mapping#failure-inside-a-response');
const QUESTION: readonly string[] = [
  '# Failures inside of responses? These rows make errors of them, without their "#"',
  `# (${FAILURES}):`,
];
const ERRORS: readonly string[] = [
  `  # Failures inside of responses are errors (${FAILURES}).`,
  '  # Where one is an answer, its row goes, or its entry in a table above:',
];

/** The comments above the rules. */
function lastMark(text: string): string {
  return /\n(?:# in \d+ operations: .*\n)*rules:\n/.exec(text)![0];
}
