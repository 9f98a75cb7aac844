// Is a response that of the operation? A missing value may be null, and a message of another operation is none. Knows nothing about patterns.
import { SoapstoneError } from '../../../errors/errors.ts';
import type { Limits } from '../../../xml/reader/limits.ts';
import { clark } from '../../../xml/reader/names.ts';
import type { ResolvedName } from '../../../xml/reader/namespace-context.ts';
import { END, EOF, NEED_INPUT, START, XmlReader } from '../../../xml/reader/reader.ts';
import { namespaceOf } from '../envelope.ts';
import type { Message } from '../message.ts';

/** The first element in Body; null: Body is empty; undefined: there is no Body, or the document cannot be read so far. */
function firstInBody(bytes: Uint8Array, { version }: Message, limits: Limits): ResolvedName | null | undefined {
  const reader = new XmlReader({ limits, transcoded: true });
  const body = clark({ ns: namespaceOf(version), local: 'Body' });
  let open = false;
  reader.feed(bytes);
  for (let token = reader.next(); token !== NEED_INPUT && token !== EOF; token = reader.next()) {
    if (token === START && reader.depth === 2) open = reader.name.key === body;
    if (token === START && reader.depth === 3 && open) return reader.name;
    if (token === END && reader.depth === 1 && open) return null;
  }
  return undefined;
}

/** `bytes`: a response in UTF-8 that is no fault. `anyNamespace`: names are compared without theirs. undefined: it is a message of the operation. */
export function otherMessage(
  message: Message,
  bytes: Uint8Array,
  limits: Limits,
  anyNamespace: boolean,
): SoapstoneError | undefined {
  const elements = message.side.body.map(({ element }) => element);
  // SOAP 1.1 §7.1: the name of the struct of a procedure's response is not significant.
  if (elements.length === 0 || elements.some(({ rpcResponse }) => rpcResponse)) return undefined;
  const found = nameInBody(bytes, message, limits);
  if (found === undefined) return undefined;
  const isExpected = ({ name }: (typeof elements)[number]) =>
    found !== null && (anyNamespace ? name.local === found.local : clark(name) === found.key);
  if (elements.some(isExpected)) return undefined;
  const expected = `expected ${elements.map(({ name }) => clark(name)).join(' and ')}`;
  return refusal(found, expected);
}

function nameInBody(...place: Parameters<typeof firstInBody>): ReturnType<typeof firstInBody> {
  try {
    return firstInBody(...place);
  } catch (error) {
    if (error instanceof SoapstoneError) return undefined;
    throw error;
  }
}

function refusal(found: ResolvedName | null, expected: string): SoapstoneError {
  const [message, safeMessage] =
    found === null
      ? ['the Body of the response is empty', 'the Body of the response is empty']
      : [`the response is ${found.key}`, 'the response is another message'];
  return new SoapstoneError('UPSTREAM_BODY', `${message}; ${expected}`, {
    path: found === null ? 'Envelope/Body' : `Envelope/Body/${found.local}`,
    suggestion: 'the service must send the response of the operation that was called',
    safeMessage: `${safeMessage}; ${expected}`,
  });
}
