// The problems found while a contract is loaded.
import { type ErrorCode, type Place, Problems, SoapstoneError } from '../../errors/errors.ts';

/** Collects the problems of a contract, without duplicates. */
export class Report {
  readonly problems: SoapstoneError[] = [];
  private readonly keys = new Set<string>();

  add(code: ErrorCode, message: string, place?: Place, suggestion?: string): void {
    this.keep(new SoapstoneError(code, message, { place, suggestion }));
  }

  keep(problem: SoapstoneError): void {
    const at = problem.place;
    const key = `${at?.file}:${at?.line}:${at?.col}:${problem.message}`;
    if (this.keys.has(key)) return;
    this.keys.add(key);
    this.problems.push(problem);
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
