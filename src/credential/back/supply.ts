// Gives each call to the peer its credential: the variables of its rule, and what goes onto its request. Knows nothing about who judged the caller.
import type { Bindings } from '../../binding/binding.ts';
import { SoapstoneError } from '../../errors.ts';
import type { Exchange, Filter, Handler, Reply } from '../../exchange/exchange.ts';
import type { SignedValue } from '../../mapping/auth.ts';
import type { Given } from '../../mapping/rule.ts';
import type { FieldSources } from '../settings.ts';
import { CallValues } from '../values.ts';
import { ProofDraft, type Show } from './show.ts';

export interface SupplyOptions {
  /** Fields that stand in for those of the caller. */
  readonly fields: FieldSources;
  /** Whether fields of the caller go on. */
  readonly pass: boolean;
  readonly signed: readonly SignedValue[];
  readonly shows: readonly Show[];
}

/** Innermost: further tries of a call get a nonce of their own. */
export function supply(options: SupplyOptions): Filter {
  return (next) => (exchange) => (exchange.rule.open ? next(exchange) : carry(exchange, next, options));
}

async function carry(exchange: Exchange, next: Handler, options: SupplyOptions): Promise<Reply> {
  const values = new CallValues((name) => fieldOf(name, exchange, options), options.signed);
  const { given } = exchange.rule;
  if (given !== undefined) give(exchange.bindings, given, values);
  const draft = new ProofDraft();
  for (const show of options.shows) await show(values, draft, exchange);
  exchange.proof = draft.done();
  try {
    const reply = await next(exchange);
    if (given !== undefined) take(reply.bindings, given);
    return reply;
  } finally {
    exchange.proof = undefined;
    if (given !== undefined) take(exchange.bindings, given);
  }
}

function fieldOf(name: string, { caller }: Exchange, { fields, pass }: SupplyOptions): string | undefined {
  const own = fields.get(name);
  if (own !== undefined) return typeof own === 'string' ? own : own.read();
  return pass ? caller?.fields.get(name) : undefined;
}

/** What a type says about a value could repeat it. */
function give(bindings: Bindings, given: readonly Given[], values: CallValues): void {
  for (const { name, variable, text } of given) {
    const value = values.of(name);
    try {
      bindings[variable] = value === undefined ? undefined : text.fromText(value);
    } catch (error) {
      if (!(error instanceof SoapstoneError)) throw error;
      throw new SoapstoneError('CREDENTIAL', `{${name}} does not fit its place`);
    }
  }
}

/** Replies, and what is kept of them, hold no credential. */
function take(bindings: Bindings, given: readonly Given[]): void {
  for (const { variable } of given) bindings[variable] = undefined;
}
