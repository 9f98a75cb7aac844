// The error of a multipart body that cannot be read.
import { SoapstoneError } from '../errors/errors.ts';

/** BAD_BODY. `message`: nothing of the content, so that logs and clients may have it. */
export function badMultipart(message: string, place: { readonly path?: string; readonly offset?: number } = {}) {
  return new SoapstoneError('BAD_BODY', message, { ...place, safeMessage: message });
}
