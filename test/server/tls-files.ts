import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Path of a file of test/fixtures/tls. */
export function tlsFile(name: string): string {
  return join(import.meta.dirname, '..', 'fixtures', 'tls', name);
}

export function tlsText(name: string): string {
  return readFileSync(tlsFile(name), 'utf8');
}
