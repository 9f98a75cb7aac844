// A line in which callers take turns: each caller's entries in their order, one of each caller in turn. However long the line is, a step costs
// the same; whose turn it is costs a look at each caller who may not go. Knows nothing about calls.

export class Entry<T> {
  readonly item: T;
  readonly own: OwnLine<T>;
  before: Entry<T> | undefined = undefined;
  after: Entry<T> | undefined = undefined;

  constructor(item: T, own: OwnLine<T>) {
    this.item = item;
    this.own = own;
  }
}

/** What one caller has in the line. */
interface OwnLine<T> {
  readonly caller: string;
  first: Entry<T> | undefined;
  last: Entry<T> | undefined;
  length: number;
}

export class FairLine<T> {
  size = 0;
  /** In the order of their turns. */
  private readonly callers = new Map<string, OwnLine<T>>();
  /** Lines of callers by their length. */
  private readonly byLength: Set<OwnLine<T>>[] = [];
  private longest = 0;

  add(caller: string, item: T): Entry<T> {
    const own = this.callers.get(caller) ?? this.enter(caller);
    const entry = new Entry(item, own);
    entry.before = own.last;
    if (own.last === undefined) own.first = entry;
    else own.last.after = entry;
    own.last = entry;
    this.resize(own, 1);
    return entry;
  }

  /** Not twice. */
  remove(entry: Entry<T>): void {
    const { own, before, after } = entry;
    if (before === undefined) own.first = after;
    else before.after = after;
    if (after === undefined) own.last = before;
    else after.before = before;
    this.resize(own, -1);
    if (own.length === 0) this.callers.delete(own.caller);
  }

  /** Takes out the first entry of the caller whose turn it is, of those who may go. */
  shift(mayGo: (caller: string) => boolean): T | undefined {
    for (const own of this.callers.values()) if (mayGo(own.caller)) return this.take(own);
    return undefined;
  }

  private take(own: OwnLine<T>): T {
    const { first } = own as { first: Entry<T> };
    this.remove(first);
    this.toTheEnd(own);
    return first.item;
  }

  /** The newest entry of whoever has most, where that is more than `caller` would have with one more. */
  surplus(caller: string): T | undefined {
    if (this.longest <= (this.callers.get(caller)?.length ?? 0) + 1) return undefined;
    const [own] = this.byLength[this.longest];
    return own.last?.item;
  }

  private enter(caller: string): OwnLine<T> {
    const own: OwnLine<T> = { caller, first: undefined, last: undefined, length: 0 };
    this.callers.set(caller, own);
    return own;
  }

  private toTheEnd(own: OwnLine<T>): void {
    if (!this.callers.delete(own.caller)) return;
    this.callers.set(own.caller, own);
  }

  private resize(own: OwnLine<T>, by: 1 | -1): void {
    this.size += by;
    this.byLength[own.length]?.delete(own);
    own.length += by;
    if (own.length > 0) (this.byLength[own.length] ??= new Set()).add(own);
    if (own.length > this.longest) this.longest = own.length;
    else if (this.byLength[this.longest]?.size === 0) this.longest--;
  }
}
