// Groups of a page with many paths: paths with one operation each join those that share a word. Knows nothing about rules.

/** Fewer groups are easy to read as they are. */
const FEW = 8;
/** What names no resource, and shares no word with others. */
const OTHERS = 'other';

/** What shares no word comes last. */
export function orderedGroups(names: Iterable<string>): string[] {
  return [...names].toSorted((a, b) => Number(a === OTHERS) - Number(b === OTHERS));
}

/**
 * The first segment of each operation's path → the name of its group.
 *
 * @param resources segments that name one: each is a group, unless it joins another
 */
export function groupNames(
  segments: readonly string[],
  resources: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, string> {
  const counts = Map.groupBy(segments, (segment) => segment);
  if (counts.size <= FEW) return new Map([...counts.keys()].map((segment) => [segment, segment]));
  const large = [...counts].filter(([, all]) => all.length > 1).map(([segment]) => segment);
  const single = [...counts.keys()].filter((segment) => !large.includes(segment));
  const names = new Map(large.map((segment) => [segment, segment]));
  const join = (nameOf: (segment: string) => string | undefined) => {
    for (const segment of single) {
      const name = names.has(segment) ? undefined : nameOf(segment);
      if (name !== undefined) names.set(segment, name);
    }
  };
  join((segment) => large.find((other) => isNounOf(keyOf(other), keyOf(segment))));
  for (const at of [0, -1] as const) {
    const apart = single.filter((segment) => !names.has(segment));
    const byWord = Map.groupBy(apart, (segment) => keyOf(segment).at(at)!);
    join((segment) => sharedName(byWord.get(keyOf(segment).at(at)!)!, at));
  }
  const apart = single.filter((segment) => !names.has(segment) && !resources.has(segment));
  join((segment) => (apart.length > 2 && !resources.has(segment) ? OTHERS : segment));
  return names;
}

/** First words that name nothing: what they are about follows. */
const NO_NAMES = [
  'non',
  'new',
  'all',
  'un',
  'is',
  'has',
  'by',
  'get',
  'set',
  'mark',
  'send',
  'start',
  'stop',
  'do',
  'check',
  'run',
];

/** The word that segments begin or end with, as one of them has it; more words where the first says nothing. */
function sharedName(segments: readonly string[], at: 0 | -1): string | undefined {
  if (segments.length < 2) return undefined;
  const [first, ...others] = segments.map(keyOf);
  if (at === -1) return segments.find((segment) => !segment.includes('-')) ?? first.at(-1);
  if (!NO_NAMES.includes(first[0])) return first[0];
  const differs = first.findIndex((token, i) => others.some((tokens) => tokens[i] !== token));
  const same = differs < 0 ? first : first.slice(0, differs);
  return same.length > 1 ? same.join('-') : undefined;
}

/** `rates` of `rate-plans`, `packages` of `availability-packages`. */
function isNounOf(noun: readonly string[], tokens: readonly string[]): boolean {
  const text = ` ${tokens.join(' ')} `;
  return text.startsWith(` ${noun.join(' ')} `) || text.endsWith(` ${noun.join(' ')} `);
}

/** Words in the singular, as far as their ends say it. */
export function keyOf(segment: string): string[] {
  return segment
    .split(/[-_]/)
    .map((token) => token.replace(/ies$/, 'y').replace(/(ss|x|z|ch|sh)es$|([^su])s$/, '$1$2'));
}
