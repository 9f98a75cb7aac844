// Where the indentation of a YAML text slips: the library names a later line, in words of its grammar.

export interface Slip {
  /** From 1. */
  readonly line: number;
  /** Spaces before it. */
  readonly spaces: number;
  /** Spaces before the nearest line of its kind. */
  readonly expected: number;
}

/** What begins at a column, around the line that is looked at. */
interface Level {
  readonly column: number;
  readonly kind: 'item' | 'key';
}

const ENTRY = /^( *)((?:- +)*)(-$|"(?:[^"\\]|\\.)*" *:(?= |$)|'[^']*' *:(?= |$)|[^\s#"'{}[\],][^#]*?:(?= |$)|(?=\S))/;
const QUOTED = /"(?:[^"\\]|\\.)*"|'[^']*'/g;
const COMMENT = /(?:^|\s)#.*$/;
/** A key or a dash whose value stands below. */
const OPENS = /(?:^|\s)-$|:(?: +[&!]\S+)*$/;
const BLOCK_TEXT = /(?:^|\s)[|>][-+\d]*$/;

/** The first line, up to `last`, that stands at a column where nothing around it begins; undefined where there is none. */
export function slipIn(text: string, last: number): Slip | undefined {
  const levels: Level[] = [];
  let isOpen = true;
  let brackets = 0;
  let textColumn = Infinity;
  for (const [i, raw] of text.split('\n', last).entries()) {
    const line = raw.replace(QUOTED, '""').replace(COMMENT, '').trimEnd();
    const [, { length: spaces }, dashes, key] = ENTRY.exec(raw.replace(COMMENT, '').trimEnd()) ?? ['', '', '', ''];
    if (line === '' || spaces > textColumn) continue;
    textColumn = Infinity;
    const isEntry = brackets === 0 && (dashes !== '' || key !== '');
    brackets += bracketsOf(line);
    if (!isEntry) continue;
    const column = spaces + dashes.length;
    const entered = [
      ...dashColumns(spaces, dashes, key),
      ...(key === '' || key === '-' ? [] : [levelAt(column, 'key')]),
    ];
    const slipped = enter(levels, entered, isOpen);
    if (slipped !== undefined) return { line: i + 1, spaces, expected: slipped };
    isOpen = OPENS.test(line);
    if (BLOCK_TEXT.test(line)) textColumn = column;
  }
  return undefined;
}

function levelAt(column: number, kind: Level['kind']): Level {
  return { column, kind };
}

function dashColumns(spaces: number, dashes: string, key: string): Level[] {
  const all = `${dashes}${key === '-' ? '-' : ''}`;
  return [...all.matchAll(/-/g)].map(({ index }) => levelAt(spaces + index, 'item'));
}

/** Changes the levels to those after the line. @returns the column of the nearest of its kind, where the line fits none */
function enter(levels: Level[], [first, ...inner]: readonly Level[], isOpen: boolean): number | undefined {
  const before = levels.filter(({ kind }) => kind === first.kind);
  while ((levels.at(-1)?.column ?? -1) > first.column) levels.pop();
  // The items of a key may stand at its column.
  if (
    levels.at(-1)?.column === first.column &&
    levels.at(-1)?.kind === 'item' &&
    first.kind === 'key' &&
    hasBoth(levels)
  )
    levels.pop();
  const around = levels.at(-1);
  const isSame = around?.column === first.column && around.kind === first.kind;
  const isBelow = isOpen && (around === undefined || around.column < first.column || first.kind === 'item');
  if (!isSame && !isBelow) return nearest(before, first.column);
  levels.push(...(isSame ? [] : [first]), ...inner);
  return undefined;
}

function hasBoth(levels: readonly Level[]): boolean {
  const [key, item] = levels.slice(-2);
  return item !== undefined && key.column === item.column && key.kind === 'key';
}

function nearest(levels: readonly Level[], column: number): number | undefined {
  const columns = levels.map((level) => level.column);
  return columns.toSorted((a, b) => Math.abs(a - column) - Math.abs(b - column) || b - a)[0];
}

function bracketsOf(line: string): number {
  const opened = line.match(/[[{]/g)?.length ?? 0;
  return opened - (line.match(/[\]}]/g)?.length ?? 0);
}
