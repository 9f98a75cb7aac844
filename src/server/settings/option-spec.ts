// One option: kind, scope and texts, and its three spellings `upstreamTimeout`, `--upstream-timeout` and `SOAPSTONE_UPSTREAM_TIMEOUT`.
import type { KindSpec } from './kinds.ts';

export interface OptionSpec extends KindSpec {
  /** `bridge` options go into an entry of `bridges:`, or beside it for all bridges. */
  readonly scope: 'process' | 'bridge';
  /** As a user would write it. Absent: no value. */
  readonly default?: string;
  /** A path; in soapstone.yaml it is relative to the folder of that file. */
  readonly file?: true;
  /** Help text, at most 12 words. */
  readonly doc: string;
  /** Shown only in docs/reference/settings.md. */
  readonly details?: string;
}

export const ENV_PREFIX = 'SOAPSTONE_';

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function flagOf(name: string): string {
  return `--${kebabCase(name)}`;
}

export function environmentName(name: string): string {
  return ENV_PREFIX + kebabCase(name).replaceAll('-', '_').toUpperCase();
}
