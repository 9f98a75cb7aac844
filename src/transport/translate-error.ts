// What went wrong on the way to a peer, as a coded error. Knows nothing about requests.
import { SoapstoneError } from '../errors/errors.ts';

export function translateError(error: Error, headSeen: boolean): Error {
  const code = (error as { code?: string }).code ?? error.name;
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
      return new SoapstoneError('UPSTREAM_TIMEOUT', 'the peer did not accept a connection in time', { cause: error });
    case 'UND_ERR_HEADERS_TIMEOUT':
      return new SoapstoneError('UPSTREAM_TIMEOUT', 'the peer did not reply in time', { cause: error });
    case 'UND_ERR_BODY_TIMEOUT':
      return new SoapstoneError('UPSTREAM_TIMEOUT', 'the peer stopped in the middle of its reply', { cause: error });
  }
  if (error instanceof SoapstoneError) return error;
  if (headSeen) return new SoapstoneError('UPSTREAM_BODY', `the reply was cut off (${code})`, { cause: error });
  return new SoapstoneError('UPSTREAM_CONNECT', `the peer cannot be reached, or does not speak HTTP (${code})`, {
    cause: error,
  });
}
