import { describe, type ErrorCode, type Place, Problems, SoapstoneError } from '../errors.ts';

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

  /** Throws all problems, each once, in the order of their places. */
  finish(): void {
    if (this.problems.length === 0) return;
    const lines = new Map(this.problems.map((problem) => [describe(problem), problem]));
    throw new Problems([...lines.values()].toSorted(byPlace));
  }
}

function byPlace(a: SoapstoneError, b: SoapstoneError): number {
  const p = a.place;
  const q = b.place;
  if (p === undefined || q === undefined) return p === q ? 0 : p === undefined ? -1 : 1;
  if (p.file !== q.file) return p.file < q.file ? -1 : 1;
  return p.line - q.line || p.col - q.col;
}
