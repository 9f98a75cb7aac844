// Flags in a request body by a list of names: a named resource has the flag, another has not. The other direction removes them.
import { ByteBuffer } from '../../../bytes/buffer.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import { suggestKey } from '../../../errors/suggest.ts';
import { arrayOf } from '../../../json/array.ts';
import { isMention } from '../../../json/mention.ts';
import { scanned, valueAt } from '../../../json/tape.ts';
import { equalsText, stringValue } from '../../../json/text.ts';
import { type Json, json, NULL, OBJECT, STRIDE, type Tape, TRUE } from '../../../json/value.ts';
import { itemsOf, kindOf, nextNode, scalarText, stringOf } from '../../../json/walk.ts';
import type { Bindings } from '../../../pattern/text/bound-values.ts';
import type { View } from '../../model/member-view.ts';

interface FlagsPlan {
  readonly root: View;
  /** The body. */
  readonly variable: number;
  /** The list of names. */
  readonly names: number;
  /** If true, null members that are not named are left out. -1: never. */
  readonly nulls: number;
  /** Name of the flag. */
  readonly member: string;
  /** Name of the list's parameter, for messages. */
  readonly parameter: string;
}

export class FlagNames {
  private readonly plan: FlagsPlan;
  private readonly name: Uint8Array;
  /** `"flag":true`, `"flag":false` */
  private readonly flags: readonly [Uint8Array, Uint8Array];

  constructor(plan: FlagsPlan) {
    this.plan = plan;
    this.name = Buffer.from(plan.member);
    const key = JSON.stringify(plan.member);
    this.flags = [Buffer.from(`${key}:true`), Buffer.from(`${key}:false`)];
  }

  /** Adds the flags. Throws BAD_QUERY for names without a member. */
  set(bindings: Bindings): void {
    const { plan } = this;
    const names = namesIn(bindings[plan.names]);
    for (const name of names) if (plan.root.names && !plan.root.member(name)) throw this.unknown(name);
    const body = bindings[plan.variable];
    if (body === undefined || kindOf(body) !== OBJECT) return;
    const nulls = plan.nulls < 0 ? undefined : bindings[plan.nulls];
    const strict = nulls !== undefined && kindOf(nulls) === TRUE;
    bindings[plan.variable] = this.copied(body, (tape, k, name, out) => {
      const value = valueAt(tape, k + 1);
      if (strict && kindOf(value) === NULL && !names.has(name)) return false;
      const resource = this.resource(name);
      if (!resource || kindOf(value) !== OBJECT || this.flagIn(value)) return undefined;
      // Without a value of its own it is not written, and a flag would be one.
      if (isMention(tape, k + 1, resource)) return undefined;
      out.push(0x7b);
      out.append(this.flags[names.has(name) ? 0 : 1]);
      const empty = nextNode(tape, k + 1) === k + 2;
      if (!empty) out.push(0x2c);
      out.append(value.bytes, value.start + 1, value.end);
      return true;
    });
  }

  /** Moves the flags to the list. A resource without the flag counts as flagged. */
  unset(bindings: Bindings): Bindings {
    const { plan } = this;
    const body = bindings[plan.variable];
    if (body === undefined || kindOf(body) !== OBJECT) return bindings;
    const result = bindings.slice();
    const names: string[] = [];
    result[plan.variable] = this.copied(body, (tape, k, name, out) => {
      const value = valueAt(tape, k + 1);
      if (!this.resource(name) || kindOf(value) !== OBJECT) return undefined;
      const flag = this.flagIn(value);
      if (flag === undefined || kindOf(flag) === TRUE) names.push(name);
      const { bytes } = this.copied(value, (inner, at) => (equalsText(inner, at, this.name) ? false : undefined));
      out.append(bytes);
      return true;
    });
    result[plan.names] = names.length === 0 ? undefined : arrayOf(names.map(stringOf));
    return result;
  }

  /** The members of a resource that can have the flag. */
  private resource(name: string): View | undefined {
    const member = this.plan.root.member(name);
    return member?.resource ? member.memberView : undefined;
  }

  private flagIn(value: Json): Json | undefined {
    const { tape, node } = scanned(value);
    for (let k = node + 1; k < nextNode(tape, node); k = nextNode(tape, k + 1))
      if (equalsText(tape, k, this.name)) return valueAt(tape, k + 1);
    return undefined;
  }

  /** `write` writes the member's value (true), leaves the member out (false), or keeps it (undefined). */
  private copied(
    object: Json,
    write: (tape: Tape, k: number, name: string, out: ByteBuffer) => boolean | undefined,
  ): Json {
    const { tape, node } = scanned(object);
    const out = new ByteBuffer(object.end - object.start + 64);
    out.push(0x7b);
    for (let k = node + 1; k < nextNode(tape, node); k = nextNode(tape, k + 1)) {
      const { length } = out;
      if (length > 1) out.push(0x2c);
      const at = k * STRIDE;
      out.append(tape.bytes, tape.entries[at + 1] - 1, tape.entries[at + 2] + 1);
      out.push(0x3a);
      const outcome = write(tape, k, stringValue(tape, k), out);
      if (outcome === false) out.length = length;
      if (outcome !== undefined) continue;
      const { bytes, start, end } = valueAt(tape, k + 1);
      out.append(bytes, start, end);
    }
    out.push(0x7d);
    return json(out.slice());
  }

  private unknown(name: string): SoapstoneError {
    const { parameter: path, root } = this.plan;
    return new SoapstoneError('BAD_QUERY', `there is no field "${name}"`, {
      path,
      suggestion: suggestKey(name, root.names ?? []),
    });
  }
}

function namesIn(value: Json | undefined): ReadonlySet<string> {
  return new Set(value === undefined ? [] : itemsOf(value).map((item) => scalarText(item) ?? ''));
}
