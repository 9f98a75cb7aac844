// Collects the problems of a check, and joins repeated ones.

import { type ErrorCode, formatError, type Place, Problems, SoapstoneError } from '../../errors/errors.ts';
import { Suggestions } from '../../errors/suggest.ts';
import { atOnce, each, type Steps } from '../../event-loop/time-slices.ts';

/** Collects problems, so that one check names them all. */
export class Report {
  readonly problems: SoapstoneError[];
  /** Keys of the language that the table uses. */
  readonly keys: Set<string>;
  /** Nobody reads its suggestions. */
  readonly isTrial: boolean = false;
  private readonly rule: string | undefined;
  private readonly suggestions: Suggestions;

  constructor(
    problems: SoapstoneError[] = [],
    rule?: string,
    suggestions = new Suggestions(),
    keys: Set<string> = new Set(),
  ) {
    this.problems = problems;
    this.rule = rule;
    this.suggestions = suggestions;
    this.keys = keys;
  }

  /** A report to the same list, for problems of a rule. */
  of(rule: string): Report {
    return new Report(this.problems, rule, this.suggestions, this.keys);
  }

  /** A separate list, whose problems are counted and dropped: without suggestions, which cost the most. */
  trial(): Report {
    return new TrialReport([], this.rule, this.suggestions, this.keys);
  }

  /** A separate list for the same rule: its problems may be dropped. */
  apart(): Report {
    return new Report([], this.rule, this.suggestions, this.keys);
  }

  /** `did you mean "x"?`, for names of which a contract may have thousands: see Suggestions. */
  suggest(name: string, candidates: () => readonly string[]): string | undefined {
    return this.suggestions.of(name, candidates);
  }

  add(code: ErrorCode, message: string, place: Place, suggestion?: string): void {
    const { rule } = this;
    this.problems.push(withoutStack(() => new SoapstoneError(code, message, { place, suggestion, rule })));
  }

  /** Is there a problem with this code at this place? */
  has(code: ErrorCode, { file, line, col }: Place): boolean {
    return this.problems.some(
      ({ code: c, place }) => c === code && place?.file === file && place.line === line && place.col === col,
    );
  }

  /** Joins problems from the `first` on that say the same at several of `places`: the first one counts the others. `noun`: of what stands there. */
  joinRepeated(first: number, places: readonly Place[], noun: string): void {
    const among = new Set(places);
    const groups = Map.groupBy(this.problems.splice(first), (problem) =>
      problem.place && among.has(problem.place) ? `${problem.code} ${problem.message}` : problem,
    );
    for (const [problem, ...others] of groups.values()) {
      const count = `; ${others.length} more ${others.length === 1 ? noun : `${noun}s`} of the rule too`;
      this.problems.push(
        others.length === 0
          ? problem
          : withoutStack(() => new SoapstoneError(problem.code, problem.message + count, { ...problem })),
      );
    }
  }

  /** Says of the problems from the `first` on that their rule is made for this row. */
  locateRow(row: Place, first: number): void {
    const problems = this.problems.splice(first);
    const located = problems.map((one) =>
      withoutStack(() => new SoapstoneError(one.code, one.message, { ...one, row })),
    );
    this.problems.push(...located);
  }

  /** Throws all problems, each once, sorted by place. */
  finish(): void {
    atOnce(this.finishSteps());
  }

  /** The same in steps: an untrusted contract may have thousands of problems. */
  *finishSteps(): Steps<void> {
    if (this.problems.length === 0) return;
    const lines = new Map<string, SoapstoneError>();
    yield* each(this.problems, (problem) => lines.set(formatError(problem), problem));
    const joined = yield* once(lines.values());
    yield;
    throw new Problems(joined.toSorted(byPlace));
  }
}

class TrialReport extends Report {
  override readonly isTrial = true;

  override suggest(): undefined {}
}

/** A problem of a table is about its place there, not about a place in the code. */
function withoutStack<T>(make: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Copies of one rule (`for`) or row (`forEach`) repeat its mistakes, perhaps with other names in the message. Keeps the first and counts the others. */
function* once(problems: Iterable<SoapstoneError>): Steps<SoapstoneError[]> {
  const groups = new Map<string, { readonly problem: SoapstoneError; readonly copies: Set<string> }[]>();
  for (const problem of problems) {
    yield;
    const key = keyOf(problem);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    const [first] = group;
    if (first === undefined || copyOf(problem) === copyOf(first.problem))
      group.push({ problem, copies: new Set([copyOf(problem)]) });
    else first.copies.add(copyOf(problem));
  }
  return [...groups.values()]
    .flat()
    .map(({ problem, copies }) => (copies.size === 1 ? problem : withCount(problem, copies.size)));
}

/** Rows outside of rules are copies where they are mended alike. */
function keyOf({ code, message, place, rule, suggestion }: SoapstoneError): string {
  const at = place && `${place.file}:${place.line}:${place.col}`;
  if (at === undefined || (rule === undefined && suggestion === undefined)) return `${code} ${message} ${at} ${rule}`;
  return rule === undefined ? `${code} ${blank(message)} ${at} ${suggestion}` : `${code} ${blank(message)} ${at}`;
}

function copyOf({ rule, message }: SoapstoneError): string {
  return rule ?? message;
}

/** The message without quoted values, which may differ between copies. */
function blank(message: string): string {
  return message.replace(/"[^"]*"/g, '""');
}

function withCount(problem: SoapstoneError, copies: number): SoapstoneError {
  const noun = problem.rule === undefined ? 'row' : 'rule';
  const message = `${problem.message} (and in ${copies - 1} more ${noun}${copies === 2 ? '' : 's'})`;
  return new SoapstoneError(problem.code, message, { ...problem, row: undefined });
}

/** What is wrong with the contract is often the cause of what the table lacks. */
function isOfContract({ code }: SoapstoneError): boolean {
  return code.startsWith('CONTRACT_');
}

function byPlace(a: SoapstoneError, b: SoapstoneError): number {
  const [first, second] = [isOfContract(a), isOfContract(b)];
  if (first !== second) return first ? -1 : 1;
  const p = a.place;
  const q = b.place;
  if (p === undefined || q === undefined) return p === q ? 0 : p === undefined ? -1 : 1;
  if (p.file !== q.file) return p.file < q.file ? -1 : 1;
  return p.line - q.line || p.col - q.col;
}
