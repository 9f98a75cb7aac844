// Finds the first rule that takes a message. The message is decoded once for all rules that read it alike.

import { type Decoder, Mismatch, type Program } from '../../../codec/model/codec.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import type { Steps } from '../../../event-loop/time-slices.ts';
import type { Json } from '../../../json/value.ts';
import type { Bindings } from '../../../rule/pattern.ts';
import type { SoapFrontRule } from '../../../rule/rule.ts';
import type { ReaderOptions } from '../../../xml/reader/window.ts';
import type { EnvelopeHead } from './envelope-head.ts';
import { setApart } from './must-understand.ts';
import type { Programs } from './programs.ts';

export interface MatchedRequest<R> {
  readonly rule: R;
  readonly bindings: Bindings;
  /** Paths of elements that are null in the bindings and absent from the message; undefined: none can be. */
  readonly absent: ReadonlySet<string> | undefined;
}

interface Decoded {
  readonly values?: readonly (Json | undefined)[];
  readonly absent?: ReadonlySet<string>;
  readonly error?: Mismatch | SoapstoneError;
}

/** Bytes of one step of a decode: about a millisecond. */
const PIECE = 131_072;
/** Bytes that are decoded again to say better why no rule takes a message. */
const MOST_FOR_REASON = 1_000_000;

export class RuleChoice<R extends SoapFrontRule> {
  private readonly programs: Programs<R>;
  private readonly head: EnvelopeHead;
  private readonly bytes: Uint8Array;
  private readonly options: ReaderOptions;
  private readonly decoded = new Map<Program, Decoded>();
  private readonly refusals = new Map<R, Mismatch | SoapstoneError>();

  constructor(programs: Programs<R>, head: EnvelopeHead, bytes: Uint8Array, options: ReaderOptions) {
    this.programs = programs;
    this.head = head;
    this.bytes = bytes;
    this.options = options;
  }

  /** undefined: the rule does not take the message. */
  bind(rule: R): MatchedRequest<R> | undefined {
    const { values, absent, error } = this.once(rule);
    if (values === undefined) this.refusals.set(rule, error as Mismatch);
    else {
      const outcome = matched(rule, values);
      if (Array.isArray(outcome)) return { rule, bindings: outcome, absent };
      this.refusals.set(rule, outcome as Mismatch);
    }
    return undefined;
  }

  /** Why none of `rules` takes the message: what the first of them says, or the first that finds more than a difference. */
  reason(rules: readonly R[]): unknown {
    let reason: Mismatch | SoapstoneError | undefined;
    let left = MOST_FOR_REASON;
    for (const rule of rules) {
      const mayDecode = reason === undefined || (left -= this.bytes.length) >= 0;
      const refusal = mayDecode ? this.refusal(rule) : this.refusals.get(rule);
      // An error of the contract says more than a constant that differs.
      if (refusal instanceof SoapstoneError) return inStyle(refusal, rule);
      reason ??= refusal;
    }
    return reason;
  }

  private refusal(rule: R): Mismatch | SoapstoneError {
    const refusal = this.refusals.get(rule);
    if (refusal instanceof SoapstoneError) return refusal;
    // A decode that has stopped at a difference has not seen what follows.
    const { values, error } = this.decode(rule, false);
    return error ?? (matched(rule, values as Bindings) as Mismatch);
  }

  private once(rule: R): Decoded {
    const { program } = this.message(rule);
    let decoded = this.decoded.get(program);
    if (decoded === undefined) this.decoded.set(program, (decoded = this.decode(rule, true)));
    return decoded;
  }

  /** Decodes a long message for `bind`, in steps. Each program has a budget of its own for patterns. */
  *decodeAhead(rule: R): Steps<void> {
    const { bytes, decoded } = this;
    const { program } = this.message(rule);
    if (decoded.has(program)) return;
    const decoder = this.decoder(rule, true);
    for (let at = 0; at < bytes.length; at += PIECE) {
      const { error } = caught(() => {
        decoder.write(bytes.subarray(at, at + PIECE));
        return {};
      });
      if (error) return void decoded.set(program, { error });
      yield;
    }
    decoded.set(
      program,
      caught(() => decodedBy(decoder)),
    );
    yield;
  }

  private decode(rule: R, decisive: boolean): Decoded {
    return caught(() => {
      const decoder = this.decoder(rule, decisive);
      decoder.write(this.bytes);
      return decodedBy(decoder);
    });
  }

  private decoder(rule: R, decisive: boolean): Decoder {
    const { head, programs, bytes, options } = this;
    if (head.blocks.length > 0) setApart(head, programs.understood(rule), bytes);
    return this.message(rule).program.decoder({ ...options, decisive });
  }

  private message(rule: R): ReturnType<Programs<R>['message']> {
    return this.programs.message(rule.request.soap, this.head.version);
  }
}

/** The contract has taken the values: one that is refused now has no form on the other side. */
function matched(rule: SoapFrontRule, values: readonly (Json | undefined)[]): Bindings | Mismatch | SoapstoneError {
  try {
    const bindings = rule.request.soap.match(values, new Array(rule.variables.length));
    return bindings ?? new Mismatch('Envelope/Body', 'a value differs');
  } catch (error) {
    if (error instanceof SoapstoneError)
      return new SoapstoneError('CODEC_FORM', error.message, { ...error, cause: error });
    throw error;
  }
}

function decodedBy(decoder: Decoder): Decoded {
  const values = decoder.end();
  return { values, absent: decoder.absent };
}

function caught(decode: () => Decoded): Decoded {
  try {
    return decode();
  } catch (error) {
    if (error instanceof Mismatch || error instanceof SoapstoneError) return { error };
    throw error;
  }
}

/** Remembers that a message which does not fit was a remote procedure call. */
export class BadArguments extends Error {
  readonly error: SoapstoneError;

  constructor(error: SoapstoneError) {
    super(error.message);
    this.error = error;
  }
}

function inStyle(error: SoapstoneError, { operation }: SoapFrontRule): unknown {
  return operation.style === 'rpc' && error.code.startsWith('CODEC_') ? new BadArguments(error) : error;
}
