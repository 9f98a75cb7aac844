// Reads a response whose values are shared (SOAP 1.1 §5.4.1), where its contract has no references. Off the hot path.
import type { Decoder } from '../../../codec/model/codec.ts';
import { type AcceptedDeviations, ReferenceFound } from '../../../codec/model/deviation.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import type { Bindings } from '../../../rule/pattern.ts';
import type { Limits } from '../../../xml/reader/limits.ts';
import type { CompiledRule } from './request-headers.ts';

interface ResponseDocument {
  /** In UTF-8, as a whole. */
  readonly document: Uint8Array;
  readonly limits: Limits;
  readonly lenient: boolean;
}

/** `found`: where the first look ended. `claim` is called with the bytes that are held besides. Throws SoapstoneError, Mismatch. */
export function slotsWithReferences(
  { response: { program }, deviations }: Pick<CompiledRule, 'response' | 'deviations'>,
  { document, limits, lenient }: ResponseDocument,
  { path, noted }: ReferenceFound,
  claim: (bytes: number) => void,
): Bindings {
  const { bytes, references } = program.inlineReferences(document, limits);
  claim(document.length + bytes.length);
  const decoder = program.decoder({ limits, lenient, deviations: afterFirst(noted, deviations), transcoded: true });
  const slots = ended(decoder, bytes);
  for (let i = 0; i < references; i++) deviations.note?.('href', i === 0 ? `${path}/@href` : undefined);
  return slots;
}

/** The first look has noted `noted` deviations. */
function afterFirst(noted: number, { note, ...accepted }: AcceptedDeviations): AcceptedDeviations {
  let seen = 0;
  return { ...accepted, note: (...deviation) => ++seen > noted && note?.(...deviation) };
}

function ended(decoder: Decoder, bytes: Uint8Array): Bindings {
  try {
    decoder.write(bytes);
    return decoder.end();
  } catch (error) {
    throw error instanceof ReferenceFound ? unread(error) : error;
  }
}

/** The client has the start of the response. */
export function streamed(error: ReferenceFound): SoapstoneError {
  return unread(error, '; this response was streamed already: later ones of the rule are read as a whole first');
}

/** No setting would help. */
function unread(error: ReferenceFound, reason = ''): SoapstoneError {
  const message = error.message + reason;
  return new SoapstoneError(error.code, message, { path: error.path, offset: error.offset, safeMessage: message });
}
