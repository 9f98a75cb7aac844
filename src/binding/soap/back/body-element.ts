// Is a response that of the operation? A missing value may be null, and a message of another operation is none. Knows nothing about patterns.
import { DeviationError } from '../../../codec/model/deviation.ts';
import type { ElementDecl } from '../../../contract/model/model.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import type { Limits } from '../../../xml/reader/limits.ts';
import { clark } from '../../../xml/reader/names.ts';
import type { ResolvedName } from '../../../xml/reader/namespace-context.ts';
import { END, EOF, NEED_INPUT, START, XmlReader } from '../../../xml/reader/reader.ts';
import { namespaceOf } from '../envelope.ts';
import type { Message } from '../message.ts';

type IsExpected = (name: ResolvedName) => boolean;

/** The first element in Body where none is expected there; null: Body is empty; undefined: one is expected, or the document cannot be read so far. */
function strangerInBody(
  bytes: Uint8Array,
  { version }: Message,
  limits: Limits,
  isExpected: IsExpected,
): ResolvedName | null | undefined {
  const reader = new XmlReader({ limits, transcoded: true });
  const body = clark({ ns: namespaceOf(version), local: 'Body' });
  let first: ResolvedName | null = null;
  let open = false;
  reader.feed(bytes);
  for (let token = reader.next(); token !== NEED_INPUT && token !== EOF; token = reader.next()) {
    if (token === END && reader.depth === 1 && open) return first;
    if (token !== START) continue;
    if (reader.depth === 2) open = reader.name.key === body;
    if (reader.depth !== 3 || !open) continue;
    if (isExpected(reader.name)) return undefined;
    first ??= reader.name;
  }
  return undefined;
}

/**
 * `bytes`: a response in UTF-8 that is no fault. `anyNamespace`: names are compared without theirs. undefined: it is a message of the operation. A name in
 * another namespace is a DeviationError.
 */
export function otherMessage(
  message: Message,
  bytes: Uint8Array,
  limits: Limits,
  anyNamespace: boolean,
): SoapstoneError | undefined {
  const elements = message.side.body.map(({ element }) => element);
  if (elements.length === 0) return undefined;
  // SOAP 1.1 §7.1: the name of the struct of a procedure's response is not significant.
  const isExpected: IsExpected = ({ key, local }) =>
    elements.some(
      ({ name, rpcResponse }) => rpcResponse || (anyNamespace ? name.local === local : clark(name) === key),
    );
  try {
    const found = strangerInBody(bytes, message, limits, isExpected);
    return found === undefined ? undefined : refusal(found, elements);
  } catch (error) {
    if (error instanceof SoapstoneError) return undefined;
    throw error;
  }
}

const EMPTY = 'the Body of the response is empty';

function refusal(found: ResolvedName | null, elements: readonly ElementDecl[]): SoapstoneError {
  const names = elements.map(({ name }) => clark(name)).join(' and ');
  const suggestion = 'the service must send the response of the operation that was called';
  if (found === null) {
    const message = `${EMPTY}; expected ${names}`;
    return new SoapstoneError('UPSTREAM_BODY', message, { path: 'Envelope/Body', suggestion, safeMessage: message });
  }
  const path = `Envelope/Body/${found.local}`;
  if (elements.some(({ name }) => name.local === found.local)) {
    const safeMessage = `${found.local} in another namespace; the contract has ${names}`;
    return new DeviationError('namespace', 'CODEC_UNKNOWN', `${found.key}; the contract has ${names}`, {
      path,
      safeMessage,
    });
  }
  const safeMessage = `the response is another message; expected ${names}`;
  return new SoapstoneError('UPSTREAM_BODY', `the response is ${found.key}; expected ${names}`, {
    path,
    suggestion,
    safeMessage,
  });
}
