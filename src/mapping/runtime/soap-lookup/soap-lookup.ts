// Which rules of one body element can take a message: asked of the message itself, before anything is decoded. See decision 0046.

import type { Codec } from '../../../codec/model/codec.ts';
import type { SoapPattern } from '../../../rule/pattern.ts';
import type { SoapMessage } from '../../../rule/rule.ts';
import { Conditions } from './conditions.ts';
import { type MessagePlaces, MessageReading } from './message-reading.ts';
import { ContentPlaces } from './places.ts';
import { ruleBit } from './question.ts';

interface SoapRule {
  readonly request: { readonly soap: SoapPattern };
}

export class SoapLookup<R extends SoapRule> {
  private readonly bits = new Map<R, bigint>();
  private readonly places: MessagePlaces;

  /** `rules`: all that have the body element. */
  constructor(rules: readonly R[], codec: Codec) {
    const { schemas } = codec;
    this.places = { header: new ContentPlaces(codec), body: new ContentPlaces(codec), schemas };
    for (const [i, rule] of rules.entries()) {
      const bit = ruleBit(i);
      this.bits.set(rule, bit);
      new Conditions(bit, rule.request.soap).write(this.places.header, this.places.body);
    }
  }

  /** Those of `rules` that the message leaves possible, in the same order. */
  possible(rules: readonly R[], message: SoapMessage): readonly R[] {
    return this.narrowed(rules, (set) => new MessageReading(this.places, set, message).envelope());
  }

  /** The same for elements of Header and Body that stand alone. */
  possibleFor(rules: readonly R[], parts: Iterable<Uint8Array>): readonly R[] {
    return this.narrowed(rules, (set) => {
      let left = set;
      for (const bytes of parts) left = new MessageReading(this.places, left, { bytes }).part();
      return left;
    });
  }

  private narrowed(rules: readonly R[], ask: (set: bigint) => bigint): readonly R[] {
    if (rules.length < 2) return rules;
    const set = rules.reduce((all, rule) => all | this.bitOf(rule), 0n);
    const left = ask(set);
    return left === set ? rules : rules.filter((rule) => (this.bitOf(rule) & left) !== 0n);
  }

  private bitOf(rule: R): bigint {
    return this.bits.get(rule) ?? 0n;
  }
}
