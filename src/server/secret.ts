// Secrets by reference: `env:NAME` or `file:/path`. What they say gets into no message.
import { readFileSync } from 'node:fs';
import { SoapstoneError } from '../errors.ts';

/** @throws SoapstoneError SETTINGS, which names the option and the place, where there is nothing. */
export function checkSecret(option: string, reference: string): void {
  if (readSecret(reference) === undefined) {
    throw new SoapstoneError('SETTINGS', `${option}: there is no secret at ${reference}`);
  }
}

/** As it is now: a file may have changed. Line ends at its end do not count. undefined: nothing there, or empty. */
export function readSecret(reference: string): string | undefined {
  const colon = reference.indexOf(':');
  const place = reference.slice(colon + 1);
  const text = reference.slice(0, colon) === 'env' ? process.env[place] : fileText(place);
  return text || undefined;
}

function fileText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/[\r\n]+$/, '');
  } catch {
    return undefined;
  }
}
