// Path templates. Rules of one path may name their holes differently; the document has one name for each hole.

import type { Line } from '../../pattern/line.ts';
import { type Hole, isHole, type Part } from '../../pattern/text/hole.ts';
import { pathText } from '../../pattern/text/path.ts';

export interface PathTemplate {
  /** `/v1/accounts/{id}` */
  readonly template: string;
  /** Names of the holes in their order, each once. */
  readonly names: readonly string[];
}

/** Equal for paths that the router cannot distinguish. */
export function shapeOf(base: string, { segments }: Line): string {
  return (
    base +
    segments
      .map(
        (pieces) => `/${pieces.map((part) => (isHole(part) ? (part.tail ? '{*}' : '{}') : pathText(part))).join('')}`,
      )
      .join('')
  );
}

export function templateOf(base: string, { segments }: Line): PathTemplate {
  const names: string[] = [];
  const pathSegments = segments.map(
    (pieces) => `/${pieces.map((part) => (isHole(part) ? take(part, names) : pathText(part))).join('')}`,
  );
  return { template: base + pathSegments.join('') || '/', names };
}

/** The holes of a path in the order of `names`, each with its segment. */
export function holesOf({ segments }: Line): { readonly hole: Hole; readonly segment: readonly Part[] }[] {
  return segments.flatMap((segment) => segment.filter(isHole).map((hole) => ({ hole, segment })));
}

/** Names in a path are unique (OpenAPI 3.1 §4.8.8.2). */
function take({ name }: Hole, names: string[]): string {
  const base = name.replace(/[^A-Za-z0-9_.-]/g, '_');
  let free = base;
  for (let n = 2; names.includes(free); n++) free = `${base}_${n}`;
  names.push(free);
  return `{${free}}`;
}
