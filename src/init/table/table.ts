// The text of a first table: parts that may each be replaced or left out when `check` refuses them.
import type { SoapstoneError } from '../../errors/errors.ts';

/** Lines of the table that stand or fall together. */
export interface Part {
  readonly lines: readonly string[];
  /** What stands here where `check` refuses the lines; nothing by default. */
  readonly otherwise?: (problem: SoapstoneError) => Part | Section | undefined;
}

/** A key with its parts; left out where no part has lines. */
export interface Section {
  readonly head: readonly string[];
  readonly parts: readonly (Part | Section)[];
  /** WrittenTable although it is empty. */
  readonly always?: boolean;
}

/** The text, and the part that each of its lines belongs to. */
export interface WrittenTable {
  readonly text: string;
  readonly owners: readonly (Part | undefined)[];
}

export function writeTable(sections: readonly Section[]): WrittenTable {
  const lines: string[] = [];
  const owners: (Part | undefined)[] = [];
  const add = (texts: readonly string[], owner: Part | undefined) => {
    lines.push(...texts);
    owners.push(...texts.map(() => owner));
  };
  const write = (section: Section) => {
    if (isEmpty(section)) return;
    add(section.head, undefined);
    for (const part of section.parts)
      if (isSection(part)) write(part);
      else add(part.lines, part);
  };
  for (const section of sections) write(section);
  return { text: `${lines.join('\n')}\n`, owners };
}

function isSection(part: Part | Section): part is Section {
  return 'parts' in part;
}

function isEmpty(part: Part | Section): boolean {
  if (!isSection(part)) return part.lines.length === 0;
  return !part.always && part.parts.every(isEmpty);
}

/** What stands in place of parts; undefined leaves one out. */
export type Replacements = ReadonlyMap<Part, Part | Section | undefined>;

/** The same sections with other parts in place of those of the map. */
export function withParts(sections: readonly Section[], others: Replacements): Section[] {
  return sections.map((section) => replaced(section, others));
}

function replaced(section: Section, others: Replacements): Section {
  const replacements = section.parts.flatMap((part): readonly (Part | Section)[] => {
    if (isSection(part)) return [replaced(part, others)];
    if (!others.has(part)) return [part];
    const other = others.get(part);
    return other ? [other] : [];
  });
  return { ...section, parts: replacements };
}

/** A text in double quotes, as YAML and JSON have it. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** The one line of a short rule. */
export function shortRule(line: string, operation: string, status: number | undefined): string {
  return `  - ${line}: ${operation}${status === undefined ? '' : ` -> ${status}`}`;
}

const HEADERS = '    headers: { ';

/**
 * Rules with the same several HTTP headers share them by an anchor. The text has as many lines as before.
 *
 * @param mayGo rules that a proposal replaces: none of them has the anchor, which would go with it
 */
export function withAnchors(text: string, anchor: string, mayGo: (rule: string) => boolean): string {
  const lines = text.split('\n');
  const byLine = Map.groupBy(
    lines.flatMap((line, i) => (line.startsWith(HEADERS) ? [i] : [])),
    (i) => lines[i],
  );
  let count = 0;
  for (const [line, places] of byLine) {
    const from = places.findIndex((i) => !mayGo(lines.findLast((text, at) => at < i && text.startsWith('  - ')) ?? ''));
    const [first, ...repeats] = from < 0 ? [] : places.slice(from);
    if (first === undefined || repeats.length === 0 || !line.includes(', ')) continue;
    const name = ++count === 1 ? anchor : `${anchor}${count}`;
    lines[first] = line.replace('headers: {', `headers: &${name} {`);
    for (const repeat of repeats) lines[repeat] = `    headers: *${name}`;
  }
  return lines.join('\n');
}
