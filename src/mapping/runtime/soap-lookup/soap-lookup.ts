// Which rules of one body element can take a message: asked of the message itself, before anything is decoded. See decision 0046.

import type { Codec } from '../../../codec/model/codec.ts';
import type { ElementDecl } from '../../../contract/model/model.ts';
import type { SoapPattern } from '../../../rule/pattern.ts';
import type { SoapMessage } from '../../../rule/rule.ts';
import { Conditions } from './conditions.ts';
import { type MessagePlaces, MessageReading } from './message-reading.ts';
import { ContentPlaces } from './places.ts';
import { ruleBit } from './question.ts';

/** Messages of a sender could leave any set. */
const MOST_LEAVINGS = 1000;

interface SoapRule {
  readonly request: { readonly soap: SoapPattern };
}

const compiled = new WeakMap<readonly SoapRule[], SoapLookup<SoapRule>>();

/** Compiled for the first message. `rules`: all that have the body element, always the same list. */
export function lookupOf<R extends SoapRule>(rules: readonly R[], codec: Codec): SoapLookup<R> {
  let lookup = compiled.get(rules);
  if (lookup === undefined) compiled.set(rules, (lookup = new SoapLookup<SoapRule>(rules, codec)));
  return lookup as SoapLookup<SoapRule> as SoapLookup<R>;
}

function partElements({ body, headers }: SoapPattern): readonly ElementDecl[] {
  return [...body.map(({ element }) => element), ...headers.map(({ part }) => part.element)];
}

class SoapLookup<R extends SoapRule> {
  private readonly all: readonly R[];
  private readonly every: bigint;
  private readonly bits = new Map<R, bigint>();
  /** What messages have left so far. */
  private readonly leavings = new Map<bigint, readonly R[]>();
  private readonly places: MessagePlaces;
  private readonly isEncoded: boolean;

  constructor(rules: readonly R[], codec: Codec) {
    const { schemas } = codec;
    this.places = { header: new ContentPlaces(codec), body: new ContentPlaces(codec), schemas };
    this.all = rules;
    this.isEncoded = rules.some(({ request: { soap } }) => partElements(soap).some((e) => e.encoding !== undefined));
    this.every = ruleBit(rules.length) - 1n;
    for (const [i, rule] of rules.entries()) {
      const bit = ruleBit(i);
      this.bits.set(rule, bit);
      new Conditions(bit, rule.request.soap).write(this.places.header, this.places.body);
    }
  }

  /** Those of `rules` that the message leaves possible, in the same order. Of encoded content only its codec knows what it says. */
  possible(rules: readonly R[], message: SoapMessage): readonly R[] {
    if (this.isEncoded) return rules;
    return this.narrowed(rules, (set) => new MessageReading(this.places, set, message).envelope());
  }

  /** The same for elements of Header and Body that stand alone. */
  possibleFor(rules: readonly R[], parts: Iterable<Uint8Array>): readonly R[] {
    if (this.isEncoded) return rules;
    return this.narrowed(rules, (set) => {
      let left = set;
      for (const bytes of parts) left = new MessageReading(this.places, left, { bytes }).part();
      return left;
    });
  }

  private narrowed(rules: readonly R[], ask: (set: bigint) => bigint): readonly R[] {
    if (rules.length < 2) return rules;
    const set = rules.length === this.all.length ? this.every : this.setOf(rules);
    const left = ask(set);
    return left === set ? rules : this.rulesOf(left);
  }

  private setOf(rules: readonly R[]): bigint {
    return rules.reduce((set, rule) => set | (this.bits.get(rule) ?? 0n), 0n);
  }

  private rulesOf(set: bigint): readonly R[] {
    let rules = this.leavings.get(set);
    if (rules === undefined) {
      rules = this.all.filter((_, i) => (set & ruleBit(i)) !== 0n);
      if (this.leavings.size < MOST_LEAVINGS) this.leavings.set(set, rules);
    }
    return rules;
  }
}
