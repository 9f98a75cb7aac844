// Runs an automaton over UTF-8 in one pass: sets of states, remembered as states of their own. Never backtracks.
import { Alphabet } from './alphabet.ts';
import { ACCEPT, type Automaton, FORK } from './automaton.ts';

/** Remembered sets of states, and states in all of them; beyond either all are forgotten and built again as needed. */
const MAX_POSITIONS = 2000;
const MAX_STATES = 500_000;

/** A set of states of the automaton that read a character, ascending. `next` by character class, filled when first needed. */
interface Position {
  readonly states: Int32Array;
  readonly accepts: boolean;
  readonly next: (Position | undefined)[];
}

export class Matcher {
  private readonly automaton: Automaton;
  private readonly alphabet: Alphabet;
  private readonly remembered = new Map<string, Position>();
  /** Round in which a state was last reached: no clearing between rounds. */
  private readonly reached: Uint32Array;
  private round = 0;
  private states = 0;
  private start: Position;

  constructor(automaton: Automaton) {
    this.automaton = automaton;
    this.alphabet = new Alphabet(automaton.sets);
    this.reached = new Uint32Array(automaton.set.length);
    this.start = this.position([automaton.start]);
  }

  /** Does the pattern match all of the valid UTF-8 in [start, end)? */
  matches(bytes: Uint8Array, start: number, end: number): boolean {
    const { ascii } = this.alphabet;
    let position = this.start;
    for (let i = start; i < end; ) {
      const b = bytes[i];
      const number = b < 0x80 ? ascii[b] : this.alphabet.classOf(pointAt(bytes, i));
      i += b < 0x80 ? 1 : b < 0xe0 ? 2 : b < 0xf0 ? 3 : 4;
      position = position.next[number] ?? this.step(position, number);
      if (position.states.length === 0 && !position.accepts) return false;
    }
    return position.accepts;
  }

  private step(from: Position, number: number): Position {
    const { set, first } = this.automaton;
    const targets: number[] = [];
    for (const state of from.states) if (this.alphabet.has(number, set[state])) targets.push(first[state]);
    const to = this.position(targets);
    from.next[number] = to;
    return to;
  }

  /** The position of `targets` and of all that follows them without reading. */
  private position(targets: number[]): Position {
    const { set, first, second } = this.automaton;
    const states: number[] = [];
    let accepts = false;
    this.round++;
    for (const stack = targets; stack.length > 0; ) {
      const state = stack.pop()!;
      if (this.reached[state] === this.round) continue;
      this.reached[state] = this.round;
      if (set[state] === ACCEPT) accepts = true;
      else if (set[state] === FORK) stack.push(first[state], second[state]);
      else states.push(state);
    }
    return this.remember(Int32Array.from(states).sort(), accepts);
  }

  private remember(states: Int32Array, accepts: boolean): Position {
    const key = `${accepts ? '+' : '-'}${states.join(' ')}`;
    const known = this.remembered.get(key);
    if (known) return known;
    if (this.remembered.size >= MAX_POSITIONS || this.states >= MAX_STATES) this.forget();
    this.states += states.length;
    const position: Position = { states, accepts, next: [] };
    this.remembered.set(key, position);
    return position;
  }

  private forget(): void {
    this.remembered.clear();
    this.states = 0;
    this.start = { ...this.start, next: [] };
  }
}

/** Code point whose first byte, not ASCII, is at `at`. */
export function pointAt(bytes: Uint8Array, at: number): number {
  const b = bytes[at];
  const c = bytes[at + 1] & 63;
  if (b < 0xe0) return ((b & 31) << 6) | c;
  const d = bytes[at + 2] & 63;
  if (b < 0xf0) return ((b & 15) << 12) | (c << 6) | d;
  return ((b & 7) << 18) | (c << 12) | (d << 6) | (bytes[at + 3] & 63);
}
