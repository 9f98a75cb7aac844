// Which names of a message may be logged: those of the contract or the mapping. All others are texts of a client or an upstream.

import type { Mapping } from '../../mapping/model/mapping.ts';

export type NameFilter = (name: string) => boolean;

/** Names are gathered at the first call. */
export function knownNames({ codec, vocabulary }: Mapping): NameFilter {
  return (name) => codec.names().has(name) || vocabulary().has(name);
}

/** A step of a JSON path; the last alternative takes the rest of an ambiguous path. */
const STEP = /\.([\p{L}_$@][\p{L}\p{N}_$-]*)|(\[\d+\])|\[("(?:[^"\\]|\\.)*")\]|.+/gsu;

/** A path (JSON or XML) with `…` in the place of each unknown name. */
export function shownPath(path: string, isLoggable: NameFilter): string {
  if (!path.startsWith('$'))
    return path
      .split('/')
      .map((name) => (isLoggable(name) ? name : '…'))
      .join('/');
  const steps = path.slice(1).matchAll(STEP);
  return `$${Array.from(steps, ([step, name, index, quoted]) => index ?? (isKnown(name, quoted, isLoggable) ? step : '.…')).join('')}`;
}

function isKnown(name: string | undefined, quoted: string | undefined, isLoggable: NameFilter): boolean {
  const step = quoted === undefined ? name : (JSON.parse(quoted) as string);
  return step !== undefined && isLoggable(step);
}
