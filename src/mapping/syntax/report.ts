import { type ErrorCode, formatError, type Place, Problems, SoapstoneError } from '../../errors/errors.ts';

/** Collects problems, so that one check names them all. */
export class Report {
  readonly problems: SoapstoneError[];
  private readonly rule: string | undefined;

  constructor(problems: SoapstoneError[] = [], rule?: string) {
    this.problems = problems;
    this.rule = rule;
  }

  /** The same list; problems carry the rule's id. */
  of(rule: string): Report {
    return new Report(this.problems, rule);
  }

  /** A list of its own, for the same rule: for what is perhaps not to be said. */
  apart(): Report {
    return new Report([], this.rule);
  }

  add(code: ErrorCode, message: string, place: Place, suggestion?: string): void {
    this.problems.push(new SoapstoneError(code, message, { place, suggestion, rule: this.rule }));
  }

  /** Has a problem with the code been told of this very place? */
  has(code: ErrorCode, { file, line, col }: Place): boolean {
    return this.problems.some(
      ({ code: c, place }) => c === code && place?.file === file && place.line === line && place.col === col,
    );
  }

  /** Throws all problems, each once, in the order of their places. */
  finish(): void {
    if (this.problems.length === 0) return;
    const lines = new Map(this.problems.map((problem) => [formatError(problem), problem]));
    throw new Problems(once([...lines.values()]).toSorted(byPlace));
  }
}

/**
 * Rules that are made of one row (`for`) or use one pattern (`$use`) repeat its mistakes, perhaps with a name of their own in the message:
 * the first of them speaks for all.
 */
function once(problems: readonly SoapstoneError[]): SoapstoneError[] {
  const groups = new Map<string, { readonly problem: SoapstoneError; readonly rules: Set<string | undefined> }[]>();
  for (const problem of problems) {
    const key = keyOf(problem);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    const first = group[0]?.problem.rule;
    if (group.length === 0 || problem.rule === first) group.push({ problem, rules: new Set([problem.rule]) });
    else group[0].rules.add(problem.rule);
  }
  return [...groups.values()]
    .flat()
    .map(({ problem, rules }) => (rules.size === 1 ? problem : withRuleCount(problem, rules.size)));
}

function keyOf({ code, message, place, rule }: SoapstoneError): string {
  const at = place && `${place.file}:${place.line}:${place.col}`;
  return at === undefined || rule === undefined
    ? `${code} ${message} ${at} ${rule}`
    : `${code} ${blank(message)} ${at}`;
}

/** Without what is quoted: that may be a value of the row. */
function blank(message: string): string {
  return message.replace(/"[^"]*"/g, '""');
}

function withRuleCount(problem: SoapstoneError, rules: number): SoapstoneError {
  const message = `${problem.message} (and in ${rules - 1} more ${rules === 2 ? 'rule' : 'rules'})`;
  return new SoapstoneError(problem.code, message, { ...problem });
}

function byPlace(a: SoapstoneError, b: SoapstoneError): number {
  const p = a.place;
  const q = b.place;
  if (p === undefined || q === undefined) return p === q ? 0 : p === undefined ? -1 : 1;
  if (p.file !== q.file) return p.file < q.file ? -1 : 1;
  return p.line - q.line || p.col - q.col;
}
