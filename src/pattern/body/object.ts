// Objects with named members and `$rest`.
import { SoapstoneError } from '../../errors/errors.ts';
import { asQuestion, suggestKey } from '../../errors/suggest.ts';
import { scanned, valueAt } from '../../json/tape.ts';
import { equalsText, stringValue } from '../../json/text.ts';
import { type Json, json, OBJECT, STRIDE, type Tape } from '../../json/value.ts';
import { kindOf, nextNode, sameJson } from '../../json/walk.ts';
import { type Bindings, type Bound, bindJson, OK, toJson } from '../text/bound-values.ts';
import { HolePart } from './hole.ts';
import { type BodyPart, type Filling, firstPath, type Manner, refuse } from './part.ts';

export interface ObjectEntry {
  readonly key: string;
  readonly part: BodyPart;
  /** Holds a constant: absence is no match, and the object is never left out. */
  readonly fixed: boolean;
  /** Written, and not looked at when matching. */
  readonly added?: boolean;
  /** Names in its value, for a member that stands a level too high. */
  readonly members?: () => readonly string[];
}

interface Compiled extends ObjectEntry {
  readonly name: Uint8Array;
  /** `"key":` */
  readonly keyBytes: Uint8Array;
}

const OPEN = 0x7b;
const CLOSE = 0x7d;
const COMMA = 0x2c;

/** Members with constants are compared first, so that errors come only from the rule that the message is meant for. */
export class ObjectPart implements BodyPart {
  private readonly entries: readonly Compiled[];
  /** Indexes of the entries that are matched, in that order. */
  private readonly order: readonly number[];
  private readonly rest: Bound | undefined;
  /** All parts may be absent together, and then the object is absent. */
  private readonly hollow: boolean;
  private readonly path: string;
  private readonly manner: Manner;

  constructor(entries: readonly ObjectEntry[], rest: Bound | undefined, root: boolean, path: string, manner: Manner) {
    this.entries = entries.map((e) => ({
      ...e,
      name: Buffer.from(e.key),
      keyBytes: Buffer.from(`${JSON.stringify(e.key)}:`),
    }));
    const indexes = entries.map((_, i) => i);
    const matched = indexes.filter((i) => !entries[i].added);
    this.order = matched.toSorted((a, b) => turnOf(entries[a]) - turnOf(entries[b]));
    this.rest = rest;
    this.hollow = !root && !entries.some((e) => e.fixed);
    this.path = path;
    this.manner = manner;
  }

  get late(): boolean {
    return this.entries.some(({ part }) => part.late);
  }

  match(value: Json, bindings: Bindings): boolean {
    if (kindOf(value) !== OBJECT) return refuse(this.manner, 'CODEC_TYPE', 'an object should stand here', this.path);
    const { tape, node } = scanned(value);
    const nodes = this.find(tape, node);
    for (const i of this.order) {
      const { part } = this.entries[i];
      const at = nodes[i];
      if (at < 0 ? !part.absent(bindings) : !part.match(valueAt(tape, at), bindings)) return false;
    }
    return this.matchOthers(tape, node, nodes, bindings);
  }

  absent(bindings: Bindings): boolean {
    for (const i of this.order) if (!this.entries[i].part.absent(bindings)) return false;
    return true;
  }

  pathIn(variable: number, path: string): string | undefined {
    if (variable === this.rest?.variable) return this.path + path.slice(1);
    const members = this.entries.map(({ part }) => part);
    return firstPath(members, variable, path);
  }

  write(bindings: Bindings, filling: Filling): boolean {
    const { out } = filling;
    const start = out.length;
    out.push(OPEN);
    for (const entry of this.entries) {
      const mark = out.length;
      if (mark > start + 1) out.push(COMMA);
      out.append(entry.keyBytes);
      if (!entry.part.write(bindings, filling)) out.length = mark;
    }
    if (this.rest) this.writeRest(this.rest, bindings, filling, start);
    // An empty object of other members counts as present.
    if (
      this.hollow &&
      out.length === start + 1 &&
      (this.rest === undefined || bindings[this.rest.variable] === undefined)
    ) {
      out.length = start;
      return false;
    }
    out.push(CLOSE);
    return true;
  }

  /** Entry of the value of each member, or -1. */
  private find(tape: Tape, node: number): Int32Array {
    const nodes = new Int32Array(this.entries.length).fill(-1);
    const end = nextNode(tape, node);
    for (let k = node + 1; k < end; k = nextNode(tape, k + 1)) {
      for (let i = 0; i < this.entries.length; i++) {
        if (nodes[i] < 0 && equalsText(tape, k, this.entries[i].name)) {
          nodes[i] = k + 1;
          break;
        }
      }
    }
    return nodes;
  }

  private matchOthers(tape: Tape, node: number, nodes: Int32Array, bindings: Bindings): boolean {
    const end = nextNode(tape, node);
    const runs: Uint8Array[] = [];
    for (let k = node + 1; k < end; k = nextNode(tape, k + 1)) {
      if (nodes.includes(k + 1)) continue;
      if (this.rest) runs.push(runs.length === 0 ? OPENING : COMMA_BYTE, memberBytes(tape, k));
      else if (this.manner.strict && !this.manner.sole) {
        if (!this.refuseUnknown(stringValue(tape, k))) return false;
      }
    }
    if (!this.rest) return true;
    const remainder = json(runs.length === 0 ? EMPTY : Buffer.concat([...runs, CLOSING]));
    return bindJson(this.rest, remainder, bindings) === OK;
  }

  private refuseUnknown(name: string): boolean {
    const keys = this.entries.map(({ key }) => key);
    const suggestion = suggestKey(name, keys) ?? asQuestion(this.deeper(name));
    return refuse(this.manner, 'CODEC_UNKNOWN', 'unknown member', `${this.path}.${name}`, suggestion);
  }

  /** Where the member belongs, if it is in the value of one entry alone. */
  private deeper(name: string): string | undefined {
    const [entry, ...others] = this.entries.filter(({ members }) => members?.().includes(name));
    return entry && others.length === 0 ? `${entry.key}.${name}` : undefined;
  }

  /** The members of `$rest` beside the named ones. */
  private writeRest(rest: Bound, bindings: Bindings, filling: Filling, start: number): void {
    const value = bindings[rest.variable];
    if (value === undefined) return;
    const object = toJson(rest, value, bindings);
    const { tape, node } = scanned(object);
    for (let k = node + 1; k < nextNode(tape, node); k = nextNode(tape, k + 1)) {
      if (this.repeats(tape, k, bindings)) continue;
      if (filling.out.length > start + 1) filling.out.push(COMMA);
      filling.out.append(memberBytes(tape, k));
    }
  }

  /** True: a member of `$rest` repeats a named one. A derived type may have members that the table does not name. */
  private repeats(tape: Tape, key: number, bindings: Bindings): boolean {
    const entry = this.entries.find(({ name }) => equalsText(tape, key, name));
    if (entry === undefined) return false;
    const value = entry.part instanceof HolePart ? entry.part.openValue(bindings) : undefined;
    if (value !== undefined && sameJson(value, valueAt(tape, key + 1))) return true;
    const message = 'differs from what the rule says of this member';
    throw new SoapstoneError('BAD_BODY', message, { path: `${this.path}.${entry.key}` });
  }
}

/** Constants first; what reads other variables comes last. */
function turnOf({ fixed, part }: ObjectEntry): number {
  if (fixed) return 0;
  return part.late ? 2 : 1;
}

/** `"key": value` as written. */
function memberBytes(tape: Tape, key: number): Uint8Array {
  return tape.bytes.subarray(tape.entries[key * STRIDE + 1] - 1, valueAt(tape, key + 1).end);
}

const OPENING = Buffer.from('{');
const COMMA_BYTE = Buffer.from(',');
const CLOSING = Buffer.from('}');
const EMPTY = Buffer.from('{}');
