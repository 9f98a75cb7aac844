// Which settings would make a refused response readable. They are tried, so that no advice leads nowhere. Off the hot path.
import { Mismatch } from '../../../codec/model/codec.ts';
import { type Deviation, deviationOf, ReferenceFound } from '../../../codec/model/deviation.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import type { Bindings } from '../../../rule/pattern.ts';
import type { CompiledRule } from './request-headers.ts';
import type { ResponseOptions } from './response-options.ts';
import { slotsWithReferences } from './response-references.ts';

/** How a response is read. */
type Reading = Pick<ResponseOptions, 'limits' | 'lenient' | 'deviations'>;

interface Acceptance {
  /** Of a bridge; `tolerance` of a rule has it too, but for `lenient`. */
  readonly setting: string;
  readonly value: string;
  readonly reading: Partial<ResponseOptions['deviations']>;
}

const ACCEPTANCES: Readonly<Record<Exclude<Deviation, 'misplaced'>, Acceptance>> = {
  unknown: { setting: 'responseUnknown', value: 'skip', reading: { unknown: true } },
  namespace: { setting: 'responseNamespaces', value: 'any', reading: { namespaces: true } },
  missing: { setting: 'responseMissing', value: 'null', reading: { missing: true } },
  value: { setting: 'responseValues', value: 'show', reading: { values: true } },
  invalid: { setting: 'responseValues', value: 'null', reading: { values: true, nullValues: true } },
  href: { setting: 'responseUnknown', value: 'skip', reading: { unknown: true } },
};

export const LENIENT = 'lenient: true';

/** The setting that accepts the one deviation, whatever else the response has. */
export function acceptanceOf(deviation: Deviation): string {
  return deviation === 'misplaced' ? LENIENT : textOf(ACCEPTANCES[deviation]);
}

function textOf({ setting, value }: Pick<Acceptance, 'setting' | 'value'>): string {
  return `${setting}: ${value}`;
}

/** A response that the rule could not read. */
export interface RefusedResponse {
  readonly rule: CompiledRule;
  /** In UTF-8. */
  readonly document: Uint8Array;
  readonly options: ResponseOptions;
  /** Of the exchange. */
  readonly bindings: Bindings;
}

/** Those that together accept the response, which `error` refuses; none: no setting does. */
export function acceptingSettings({ rule, document, options, bindings }: RefusedResponse, error: unknown): string[] {
  const settings = new Map<string, string>();
  let reading: Reading = { ...options, deviations: { ...rule.deviations, note: undefined } };
  for (let problem: unknown = error; problem !== undefined; problem = problemOf(rule, document, reading, bindings)) {
    const deviation = deviationOf(problem);
    const acceptance = deviation === undefined || deviation === 'misplaced' ? undefined : ACCEPTANCES[deviation];
    if (acceptance !== undefined && !isAccepted(acceptance, reading)) {
      settings.set(acceptance.setting, acceptance.value);
      reading = { ...reading, deviations: { ...reading.deviations, ...acceptance.reading } };
    } else if (!reading.lenient && isOfContract(problem)) {
      settings.set('lenient', 'true');
      reading = { ...reading, lenient: true };
    } else return [];
    // An element that stands at another place would be null, although it was sent.
    if (settings.has('lenient') && reading.deviations.missing) return [];
  }
  return [...settings].map(([setting, value]) => textOf({ setting, value }));
}

function isAccepted({ reading }: Acceptance, { deviations }: Reading): boolean {
  return Object.entries(reading).every(([name, value]) => deviations[name as keyof typeof reading] === value);
}

function isOfContract(problem: unknown): boolean {
  return problem instanceof SoapstoneError && problem.code.startsWith('CODEC_');
}

/** undefined: the response can be read. */
function problemOf(rule: CompiledRule, document: Uint8Array, reading: Reading, bindings: Bindings): unknown {
  try {
    const slots = slotsOf(rule, document, reading);
    return rule.response.side.match(slots, bindings.slice()) ? undefined : new Mismatch('Envelope', 'a value differs');
  } catch (error) {
    if (error instanceof Mismatch || error instanceof SoapstoneError) return error;
    throw error;
  }
}

function slotsOf({ response }: CompiledRule, document: Uint8Array, reading: Reading): Bindings {
  const { limits, lenient, deviations } = reading;
  try {
    const decoder = response.program.decoder({ limits, lenient, deviations, transcoded: true });
    decoder.write(document);
    return decoder.end();
  } catch (error) {
    if (!(error instanceof ReferenceFound) || !deviations.unknown) throw error;
    return slotsWithReferences({ response, deviations }, { document, limits, lenient }, error, () => {});
  }
}
