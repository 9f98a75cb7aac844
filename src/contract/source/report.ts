// The problems found while a contract is loaded.
import { type ErrorCode, type Place, Problems, SoapstoneError } from '../../errors/errors.ts';

/** Nobody reads more, and each one costs time where problems are joined, sorted and printed. */
const MAX_PROBLEMS = 1_000;

/** One element may refer to thousands of missing things. */
const MOST_AT_ONE_PLACE = 20;

const TOO_MANY = `there are more problems: these are the first ${MAX_PROBLEMS.toLocaleString('en-US')} that were found`;

/** Collects the problems of a contract, without duplicates. */
export class Report {
  readonly problems: SoapstoneError[] = [];
  private readonly keys = new Set<string>();
  /** Problems by the places that they concern. */
  private readonly byPlace = new Map<string, SoapstoneError[]>();
  private readonly causes = new Set<object>();

  add(code: ErrorCode, message: string, place?: Place, suggestion?: string): void {
    if (this.problems.length <= MAX_PROBLEMS) this.keep(new SoapstoneError(code, message, { place, suggestion }));
  }

  keep(problem: SoapstoneError): void {
    if (problem.place) this.concern(problem.place, problem);
    const key = `${textOfPlace(problem.place)}:${problem.message}`;
    if (this.problems.length > MAX_PROBLEMS || this.keys.has(key)) return;
    this.keys.add(key);
    const isLast = this.problems.length === MAX_PROBLEMS;
    this.problems.push(isLast ? new SoapstoneError('CONTRACT_LIMIT', TOO_MANY) : problem);
  }

  /** Problems that concern the element at this place. */
  problemsAt(place: Place): readonly SoapstoneError[] {
    return this.byPlace.get(textOfPlace(place)) ?? [];
  }

  /** Names another place that has to do without what is wrong. */
  concern(at: Place, problem: SoapstoneError): void {
    const key = textOfPlace(at);
    const problems = this.byPlace.get(key);
    if (problems === undefined) this.byPlace.set(key, [problem]);
    else if (problems.length < MOST_AT_ONE_PLACE) problems.push(problem);
  }

  /** Problems that are not among `others`, causes first. */
  without(others: readonly SoapstoneError[]): readonly SoapstoneError[] {
    const listed = new Set(others);
    return causesFirst(this.problems.filter((problem) => !listed.has(problem)).toSorted(byPlace));
  }

  /** Is this the first time that `cause` is named? Thousands of references may have one cause. */
  isNew(cause: object): boolean {
    const before = this.causes.size;
    return this.causes.add(cause).size > before;
  }

  /** Throws `Problems`, causes first, then in the order of the files, when there is any. */
  settle(): void {
    if (this.problems.length > 0) throw new Problems(causesFirst(this.problems.toSorted(byPlace)));
  }
}

export function textOfPlace(place: Place | undefined): string {
  return `${place?.file}:${place?.line}:${place?.col}`;
}

/** References to nothing, above which one stands for all where a file was not read. */
const FEW = 3;

/** A file that was not read may declare what is not found: then one line with a count says so. */
function causesFirst(problems: readonly SoapstoneError[]): readonly SoapstoneError[] {
  const causes = problems.filter(({ code }) => UNREAD.has(code));
  const lost = problems.filter(({ code }) => code === 'CONTRACT_REFERENCE');
  if (causes.length === 0) return problems;
  const others = problems.filter((one) => !causes.includes(one) && !lost.includes(one));
  const [first, ...more] = lost;
  if (lost.length <= FEW) return [...causes, ...lost, ...others];
  const message = `${first.message}; ${more.length} more references lead nowhere`;
  const suggestion = 'first mend the line above: what cannot be read may declare them';
  return [...causes, new SoapstoneError(first.code, message, { place: first.place, suggestion }), ...others];
}

const UNREAD: ReadonlySet<ErrorCode> = new Set(['CONTRACT_READ', 'CONTRACT_REMOTE', 'CONTRACT_SYNTAX']);

function byPlace(a: SoapstoneError, b: SoapstoneError): number {
  const [p, q] = [a.place, b.place];
  if (!p || !q) return p ? 1 : q ? -1 : 0;
  if (p.file !== q.file) return p.file < q.file ? -1 : 1;
  return p.line - q.line || p.col - q.col;
}
