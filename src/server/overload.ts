// Whether this process has more to do than it can: by how long the turns of its event loop take. Knows nothing about requests.

/** Turns that are longer than is wanted, one after the other, and ms that they last: one long turn (a reload, a large message) is no overload. */
const LONG_TURNS = 10;
const LONG_MS = 200;
/** ms without anything refused, after which it is over. */
const CALM_MS = 1000;

export class Overload {
  /** What was refused. */
  refused = 0;
  private readonly longest: number;
  private readonly now: () => number;
  private inTurn = false;
  private began = 0;
  private long = 0;
  private longSince = 0;
  /** Until then turns are kept short. */
  private until = 0;

  /** `longest`: ms that a turn may take; 0: as long as it likes. `now`: ms, monotonic. */
  constructor(longest: number, now: () => number = () => performance.now()) {
    this.longest = longest;
    this.now = now;
  }

  /**
   * Asked for each request: true for those that are to be refused. While turns have been too long for a while, each takes on work for `longest` ms
   * and refuses the rest at once: so nobody waits long, whatever the answer.
   */
  refuses(): boolean {
    if (this.longest === 0) return false;
    const now = this.now();
    if (!this.inTurn) {
      this.inTurn = true;
      this.began = now;
      setImmediate(this.end);
      return false;
    }
    if (now >= this.until || now - this.began < this.longest) return false;
    this.until = now + CALM_MS;
    this.refused++;
    return true;
  }

  private readonly end = () => {
    const now = this.now();
    this.inTurn = false;
    if (now - this.began < this.longest) {
      this.long = 0;
      return;
    }
    if (this.long++ === 0) this.longSince = this.began;
    if (this.long >= LONG_TURNS && now - this.longSince >= LONG_MS) this.until = now + CALM_MS;
  };
}
