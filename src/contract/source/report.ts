// The problems found while a contract is loaded.
import { type ErrorCode, type Place, Problems, SoapstoneError } from '../../errors/errors.ts';

/** Nobody reads more, and each one costs time where problems are joined, sorted and printed. */
const MAX_PROBLEMS = 1_000;

const TOO_MANY = `there are more problems: these are the first ${MAX_PROBLEMS.toLocaleString('en-US')} that were found`;

/** Collects the problems of a contract, without duplicates. */
export class Report {
  readonly problems: SoapstoneError[] = [];
  private readonly keys = new Set<string>();
  private readonly causes = new Set<object>();

  add(code: ErrorCode, message: string, place?: Place, suggestion?: string): void {
    if (this.problems.length <= MAX_PROBLEMS) this.keep(new SoapstoneError(code, message, { place, suggestion }));
  }

  keep(problem: SoapstoneError): void {
    const at = problem.place;
    const key = `${at?.file}:${at?.line}:${at?.col}:${problem.message}`;
    if (this.problems.length > MAX_PROBLEMS || this.keys.has(key)) return;
    this.keys.add(key);
    const isLast = this.problems.length === MAX_PROBLEMS;
    this.problems.push(isLast ? new SoapstoneError('CONTRACT_LIMIT', TOO_MANY) : problem);
  }

  /** Is this the first time that `cause` is named? Thousands of references may have one cause. */
  isNew(cause: object): boolean {
    const before = this.causes.size;
    return this.causes.add(cause).size > before;
  }

  /** Throws `Problems`, in the order of the files, when there is any. */
  settle(): void {
    if (this.problems.length > 0) throw new Problems(this.problems.slice().sort(byPlace));
  }
}

function byPlace(a: SoapstoneError, b: SoapstoneError): number {
  const [p, q] = [a.place, b.place];
  if (!p || !q) return p ? 1 : q ? -1 : 0;
  if (p.file !== q.file) return p.file < q.file ? -1 : 1;
  return p.line - q.line || p.col - q.col;
}
