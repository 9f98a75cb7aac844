// The version of the package.
import { readFileSync } from 'node:fs';
import { packageRoot } from '../file/package-root.ts';

export function version(): string {
  return (JSON.parse(readFileSync(new URL('package.json', packageRoot()), 'utf8')) as { version: string }).version;
}
