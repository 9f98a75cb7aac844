// What to say of a path that no rule has: the likely slip, and the nearest rules.
import { SoapstoneError } from '../../errors/errors.ts';
import { editDistance } from '../../errors/suggest.ts';
import type { Mapping } from '../model/mapping.ts';

interface Target {
  readonly method: string;
  readonly path: string;
}

/** Rules that are shown. */
const SHOWN = 5;

/** `reason`: why the path cannot be one of a rule. */
export function unknownPath(
  mapping: Mapping,
  request: Target,
  reason = `no rule has the path ${request.path}`,
): string[] {
  const near = nearPath(mapping, request);
  return [reason, ...(near === undefined ? [] : [near]), ...nearestRules(mapping, request)];
}

/** One line, or none where no small change to the path leads to a rule. */
export function likelySlip(mapping: Mapping, request: Target): string[] {
  const slip = slipOf(mapping, request);
  return slip === undefined ? [] : [`did you mean ${request.method} ${slip.path}? ${slip.reason}`];
}

/** `did you mean GET /orders/{id}?` for a path that nothing has: by a small change, or of the nearest rule where it is near. */
export function nearPath(mapping: Mapping, request: Target): string | undefined {
  if (isFound(mapping, request.method, request.path)) return undefined;
  const [slip] = likelySlip(mapping, request);
  if (slip !== undefined) return slip;
  const [nearest] = rankedRules(mapping, request);
  return nearest && nearest.changes <= MOST_CHANGES ? `did you mean ${nearest.line}?` : undefined;
}

interface Slip {
  readonly path: string;
  readonly reason: string;
}

/** The first change to the path that leads to a rule. */
function slipOf(mapping: Mapping, { method, path }: Target): Slip | undefined {
  const base = mapping.base === '/' ? '' : mapping.base;
  const slips: Slip[] = [
    { path: base + path, reason: `the base path is ${base}` },
    { path: path.slice(base.length), reason: `the path has the base path ${base} twice` },
    { path: path.replace(/\/+$/, ''), reason: 'paths end without a slash' },
    { path: path.replace(/\/{2,}/g, '/'), reason: 'a segment is empty' },
    { path: path.toLowerCase(), reason: 'capitals count in paths' },
  ];
  return slips.find((slip) => slip.path !== path && slip.path.startsWith('/') && isFound(mapping, method, slip.path));
}

function isFound(mapping: Mapping, method: string, path: string): boolean {
  try {
    return mapping.lookup(method === 'HEAD' ? 'GET' : method, path).kind !== 'none';
  } catch (error) {
    if (error instanceof SoapstoneError) return false;
    throw error;
  }
}

/** Those whose path takes the fewest changes, with or without the base path. */
export function nearestRules(mapping: Mapping, request: Target): string[] {
  const ranked = rankedRules(mapping, request).map(({ line, id }) => `  ${line}  (${id})`);
  const more = ranked.length - SHOWN;
  if (more <= 0) return ['the rules are:', ...ranked];
  return ['the nearest rules are:', ...ranked.slice(0, SHOWN), `  and ${more} more: soapstone openapi lists all`];
}

interface RankedRule {
  /** Method and path. */
  readonly line: string;
  readonly id: string;
  readonly distance: number;
  /** Without the placeholders: what somebody may have mistyped. */
  readonly changes: number;
}

function rankedRules({ rules, base }: Mapping, { method, path }: Target): RankedRule[] {
  const forms = [path, base + path].map((form) => form.split('/'));
  const byLine = Map.groupBy(rules, ({ request: { rest } }) => `${rest.method} ${rest.template}`);
  const ranked = [...byLine].map(([line, same]) => {
    const { rest } = same[0].request;
    const ofPath = Math.min(...forms.map((form) => distanceOf(form, rest.template)));
    const [id] = same.map((rule) => rule.id).toSorted((a, b) => a.length - b.length);
    const distance = ofPath + (rest.method === method ? 0 : OTHER_METHOD);
    return { line, id, distance, changes: distance - (rest.template.split('{').length - 1) * PLACEHOLDER };
  });
  return ranked.toSorted((a, b) => a.distance - b.distance);
}

/** Cost of another segment, of a missing one, of a placeholder, and of another method. */
const [DIFFERENT, MISSING, PLACEHOLDER, OTHER_METHOD] = [4, 2, 1, 1];

/** Of a rule that was probably meant. */
const MOST_CHANGES = 2;

/** Edits from one list of segments to the other. */
function distanceOf(asked: readonly string[], template: string): number {
  let row = asked.map((_, i) => (i + 1) * MISSING);
  for (const [i, segment] of template.split('/').entries()) {
    let diagonal = i * MISSING;
    let left = (i + 1) * MISSING;
    row = row.map((above, j) => {
      const least = Math.min(diagonal + changeOf(segment, asked[j]), above + MISSING, left + MISSING);
      [diagonal, left] = [above, least];
      return least;
    });
  }
  return row.at(-1)!;
}

function changeOf(segment: string, asked: string): number {
  if (segment === asked) return 0;
  if (segment.includes('{')) return PLACEHOLDER;
  return Math.min(DIFFERENT, editDistance(segment.toLowerCase(), asked.toLowerCase(), DIFFERENT));
}
