// One rule in place of several, as lines of YAML. A proposal, since names prove nothing.

import type { DocsReference } from '../errors/docs-reference.ts';
import type { ListedOperation } from './operations.ts';
import { quoted } from './table.ts';

export interface Proposal {
  /** What it makes of the operations. */
  readonly kind: 'pages' | 'jobs' | 'a file';
  /** What says more about it. */
  readonly section: DocsReference;
  /** Of a rule. */
  readonly lines: readonly string[];
  /** Operations whose rules it replaces; it stands below that of the first. */
  readonly replaced: readonly string[];
  /** What is a guess in it. */
  readonly guess?: string;
}

/** Members below the wrapper of a request. */
export function wrapped({ wrapper }: ListedOperation, members: string): string {
  return wrapper ? flow([[wrapper.key, members]]) : members;
}

export function nested(path: readonly string[], value: string): string {
  return path.toReversed().reduce((inside, key) => flow([[key, inside]]), value);
}

export function flow(entries: readonly (readonly [string, string])[]): string {
  const texts = entries.map(([key, value]) => `${/^[$A-Za-z_][\w-]*$/.test(key) ? key : quoted(key)}: ${value}`);
  return texts.length === 0 ? '{}' : `{ ${texts.join(', ')} }`;
}
