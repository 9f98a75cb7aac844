// Reads and checks files with certificates and keys (PEM). Knows nothing about their use.
import { SoapstoneError } from '../../errors/errors.ts';
import { readTextBounded } from '../../file/read-file.ts';
import type { TlsTexts } from '../../transport/http.ts';

/** @throws SoapstoneError SETTINGS. `name`: of the setting. */
export function readPem(name: string, file: string): string {
  try {
    return readTextBounded(file, { maxBytes: 1024 * 1024, pipes: true });
  } catch (error) {
    throw wrongPem(`${name}: cannot read ${file}: ${(error as NodeJS.ErrnoException).code}`);
  }
}

const MISMATCH = 'ERR_OSSL_X509_KEY_VALUES_MISMATCH';

/** @throws SoapstoneError SETTINGS where they cannot be used together. */
export function checkPem(name: string, texts: TlsTexts): void {
  // OpenSSL takes a text without any certificate for an empty list, and Node.js an empty text for none at all.
  const isNone = (text: string | undefined) => text !== undefined && !text.includes('-----BEGIN');
  if (isNone(texts.ca)) throw wrongPem(`${name}: the file is not PEM`);
  if (isNone(texts.cert) || isNone(texts.key)) throw wrongPem(`${name}: the file cannot be used (not PEM)`);
  try {
    // TLS is loaded where it is used: it takes some MB.
    process.getBuiltinModule('node:tls').createSecureContext(texts);
  } catch (error) {
    const { code = 'not PEM' } = error as NodeJS.ErrnoException;
    if (code === MISMATCH) throw wrongPem(`${name}: the key does not match the certificate`);
    throw wrongPem(`${name}: the file cannot be used (${code})`);
  }
}

export function wrongPem(message: string): SoapstoneError {
  return new SoapstoneError('SETTINGS', message);
}
