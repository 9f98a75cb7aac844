// A queue in which clients take turns: one entry of each client in turn, in the order of that client. However long the queue is, a step costs
// the same; finding the next client takes a look at each client that may not go. Knows nothing about calls.

export class Entry<T> {
  readonly item: T;
  readonly line: OwnLine<T>;
  previous: Entry<T> | undefined = undefined;
  next: Entry<T> | undefined = undefined;

  constructor(item: T, line: OwnLine<T>) {
    this.item = item;
    this.line = line;
  }
}

/** The entries of one client. */
interface OwnLine<T> {
  readonly caller: string;
  first: Entry<T> | undefined;
  last: Entry<T> | undefined;
  length: number;
}

export class FairQueue<T> {
  size = 0;
  /** In the order of their turns. */
  private readonly callers = new Map<string, OwnLine<T>>();
  /** Clients by their number of entries. */
  private readonly byLength: Set<OwnLine<T>>[] = [];
  private longest = 0;

  add(caller: string, item: T): Entry<T> {
    const line = this.callers.get(caller) ?? this.enter(caller);
    const entry = new Entry(item, line);
    entry.previous = line.last;
    if (line.last === undefined) line.first = entry;
    else line.last.next = entry;
    line.last = entry;
    this.resize(line, 1);
    return entry;
  }

  /** Not twice. */
  remove(entry: Entry<T>): void {
    const { line, previous, next } = entry;
    if (previous === undefined) line.first = next;
    else previous.next = next;
    if (next === undefined) line.last = previous;
    else next.previous = previous;
    this.resize(line, -1);
    if (line.length === 0) this.callers.delete(line.caller);
  }

  /** Takes out the first entry of the client whose turn it is, of those who may go. */
  shift(mayGo: (caller: string) => boolean): T | undefined {
    for (const line of this.callers.values()) if (mayGo(line.caller)) return this.take(line);
    return undefined;
  }

  private take(line: OwnLine<T>): T {
    const { first } = line as { first: Entry<T> };
    this.remove(first);
    this.toTheEnd(line);
    return first.item;
  }

  /** The newest entry of the client with the most, where `caller` would have fewer with one more. */
  surplus(caller: string): T | undefined {
    if (this.longest <= (this.callers.get(caller)?.length ?? 0) + 1) return undefined;
    const [line] = this.byLength[this.longest];
    return line.last?.item;
  }

  private enter(caller: string): OwnLine<T> {
    const line: OwnLine<T> = { caller, first: undefined, last: undefined, length: 0 };
    this.callers.set(caller, line);
    return line;
  }

  private toTheEnd(line: OwnLine<T>): void {
    if (!this.callers.delete(line.caller)) return;
    this.callers.set(line.caller, line);
  }

  private resize(line: OwnLine<T>, by: 1 | -1): void {
    this.size += by;
    this.byLength[line.length]?.delete(line);
    line.length += by;
    if (line.length > 0) (this.byLength[line.length] ??= new Set()).add(line);
    if (line.length > this.longest) this.longest = line.length;
    else if (this.byLength[this.longest]?.size === 0) this.longest--;
  }
}
