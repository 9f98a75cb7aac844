// One reload of all workers: nobody uses what it has loaded until everybody has loaded the same.

const CHANGED = 'the files have changed while workers were reading them; reload again';

export class Agreement {
  /** Problems for which nobody uses it. */
  private readonly verdict = Promise.withResolvers<readonly string[]>();
  private readonly missing: Set<number>;
  private readonly problems = new Set<string>();
  private readonly digests = new Set<string>();

  /** Numbers of the workers. */
  constructor(workers: readonly number[]) {
    this.missing = new Set(workers);
  }

  /** It has loaded files with this digest. Resolves, when all have been heard, with the problems for which nobody uses them. */
  agrees(worker: number, digest: string): Promise<readonly string[]> {
    this.digests.add(digest);
    this.heard(worker);
    return this.verdict.promise;
  }

  /** It cannot load them. Later than the verdict it changes nothing. */
  fails(worker: number, problems: readonly string[]): void {
    if (!this.missing.has(worker)) return;
    for (const problem of problems) this.problems.add(problem);
    this.heard(worker);
  }

  /** It has ended: its successor will load what is there then. */
  leaves(worker: number): void {
    this.heard(worker);
  }

  private heard(worker: number): void {
    this.missing.delete(worker);
    if (this.missing.size > 0) return;
    if (this.digests.size > 1) this.problems.add(CHANGED);
    this.verdict.resolve([...this.problems]);
  }
}
