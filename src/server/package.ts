// The version of the package.
import { readFileSync } from 'node:fs';
import { packageRoot } from '../file/package-root.ts';

/** Of the bundled program, which may be copied without its package. */
declare const BUNDLED_VERSION: string | undefined;

export function version(): string {
  return typeof BUNDLED_VERSION === 'string' ? BUNDLED_VERSION : packageVersion();
}

function packageVersion(): string {
  return (JSON.parse(readFileSync(new URL('package.json', packageRoot()), 'utf8')) as { version: string }).version;
}
