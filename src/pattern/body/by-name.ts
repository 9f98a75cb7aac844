// Arrays of one-member objects, grouped by name.
import { ByteBuffer } from '../../bytes/buffer.ts';
import { scanned, valueAt } from '../../json/tape.ts';
import { stringValue } from '../../json/text.ts';
import { ARRAY, type Json, json, OBJECT } from '../../json/value.ts';
import { itemsOf, kindOf, nextNode } from '../../json/walk.ts';
import type { Bindings } from '../text/bound-values.ts';
import { type BodyPart, Filling, type Manner, refuse } from './part.ts';

/**
 * `[ {"a": 1}, {"b": 2}, {"a": 3} ]` as `{"a": [1, 3], "b": [2]}`: an array of objects with one member each, grouped by the name of that
 * member. It is written name by name, in the order of `names`.
 */
export class ByNamePart implements BodyPart {
  private readonly object: BodyPart;
  private readonly names: readonly string[];
  private readonly path: string;
  private readonly manner: Manner;

  constructor(object: BodyPart, names: readonly string[], path: string, manner: Manner) {
    this.object = object;
    this.names = names;
    this.path = path;
    this.manner = manner;
  }

  match(value: Json, bindings: Bindings): boolean {
    if (kindOf(value) !== ARRAY) return refuse(this.manner, 'CODEC_TYPE', 'an array should stand here', this.path);
    return this.object.match(grouped(itemsOf(value)), bindings);
  }

  absent(bindings: Bindings): boolean {
    return this.object.absent(bindings);
  }

  write(bindings: Bindings, filling: Filling): boolean {
    const inner = new ByteBuffer();
    if (!this.object.write(bindings, new Filling(-1, inner))) return false;
    const lists = listsOf(json(inner.slice()));
    const { out } = filling;
    const start = out.length;
    out.push(0x5b);
    for (const name of this.names) {
      const list = lists.get(name);
      for (const item of list && kindOf(list) === ARRAY ? itemsOf(list) : []) {
        if (out.length > start + 1) out.push(0x2c);
        out.appendText(`{${JSON.stringify(name)}:`);
        out.append(item.bytes, item.start, item.end);
        out.push(0x7d);
      }
    }
    const empty = out.length === start + 1;
    if (empty) out.length = start;
    else out.push(0x5d);
    return !empty;
  }
}

function grouped(entries: readonly Json[]): Json {
  const lists = new Map<string, Json[]>();
  for (const entry of entries) {
    for (const [name, value] of listsOf(entry)) {
      const list = lists.get(name);
      if (list === undefined) lists.set(name, [value]);
      else list.push(value);
    }
  }
  const out = new ByteBuffer();
  out.push(0x7b);
  for (const [name, values] of lists) {
    out.appendText(`${out.length > 1 ? ',' : ''}${JSON.stringify(name)}:`);
    values.forEach((value, i) => {
      out.push(i === 0 ? 0x5b : 0x2c);
      out.append(value.bytes, value.start, value.end);
    });
    out.push(0x5d);
  }
  out.push(0x7d);
  return json(out.slice());
}

/** Members of an object; empty for other values. */
function listsOf(object: Json): Map<string, Json> {
  const members = new Map<string, Json>();
  if (kindOf(object) !== OBJECT) return members;
  const { tape, node } = scanned(object);
  const end = nextNode(tape, node);
  for (let k = node + 1; k < end; k = nextNode(tape, k + 1)) members.set(stringValue(tape, k), valueAt(tape, k + 1));
  return members;
}
