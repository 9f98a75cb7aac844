// Reads secrets by reference: `env:NAME` or `file:/path`. No message quotes them.
import { SoapstoneError } from '../../errors/errors.ts';
import { readTextBounded } from '../../file/read-file.ts';

/** @throws SoapstoneError SETTINGS where there is no secret; it names the option and the place. */
export function checkSecret(option: string, reference: string): void {
  if (readSecret(reference) === undefined) {
    throw new SoapstoneError('SETTINGS', `${option}: no secret found at ${reference}`);
  }
}

/** The current value: a file may have changed. Without line ends at its end. undefined: missing or empty. */
export function readSecret(reference: string): string | undefined {
  const file = secretFile(reference);
  const text = file === undefined ? process.env[placeOf(reference)] : fileText(file);
  return text || undefined;
}

/** undefined for a secret that is not in a file. */
export function secretFile(reference: string): string | undefined {
  return reference.startsWith('file:') ? placeOf(reference) : undefined;
}

function placeOf(reference: string): string {
  return reference.slice(reference.indexOf(':') + 1);
}

function fileText(file: string): string | undefined {
  try {
    return readTextBounded(file, { maxBytes: 1024 * 1024, pipes: true }).replace(/[\r\n]+$/, '');
  } catch {
    return undefined;
  }
}
