// Which names of a message may stand in the log: those that the contract or the mapping has given. All others are the words of a caller or a peer.

import type { Mapping } from '../../mapping/model/mapping.ts';
import { callsOf } from '../../mapping/runtime/called-operations.ts';
import type { Rule } from '../../rule/rule.ts';

export type NameFilter = (name: string) => boolean;

/** Nothing is looked at before somebody asks. */
export function knownNames({ codec }: Mapping, rules: readonly Rule[]): NameFilter {
  let mappingNames: ReadonlySet<string> | undefined;
  return (name) => codec.names().has(name) || (mappingNames ??= wordsOf(rules)).has(name);
}

function wordsOf(rules: readonly Rule[]): ReadonlySet<string> {
  const lines = rules.flatMap(callsOf).flatMap(({ response }) => response.rest.lines());
  return new Set(lines.flatMap((line) => line.match(/[\p{L}_$@][\p{L}\p{N}_$@-]*/gu) ?? []));
}

/** A step of a JSON path; the last one of those that cannot be told apart stands for all of them. */
const STEP = /\.([\p{L}_$@][\p{L}\p{N}_$-]*)|(\[\d+\])|\[("(?:[^"\\]|\\.)*")\]|.+/gsu;

/** A path of either form with `…` in the place of each name that is not known. */
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
