// How a caller is refused: in the same words, whatever was wrong.
import { SoapstoneError } from '../../errors/errors.ts';
import { Fault, toFault } from '../../fault/fault.ts';
import type { FrontKind } from './kind.ts';

/** `kind`: the one that has refused; absent where the request says nothing of any. `reason`: for the log alone, as is the kind. */
export function refusal(kinds: readonly FrontKind[], kind?: FrontKind, reason = 'the credential is not valid'): Fault {
  const cause = kind === undefined ? 'there is no credential' : `${kind.name}: ${reason}`;
  const { init } = toFault(new SoapstoneError('UNAUTHENTICATED', 'the request has no valid credential', { cause }));
  const challenges = kinds.flatMap(({ challenge }) => challenge ?? []).join(', ');
  const headers = challenges === '' ? undefined : { 'www-authenticate': challenges };
  const { soap, rest } = (kind ?? kinds.find(({ fault }) => fault))?.fault?.init ?? {};
  return new Fault({ ...init, code: rest?.code ?? init.code, headers, soap, rest, errors: undefined });
}

/** A quoted string (RFC 9110 §5.6.4). */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
