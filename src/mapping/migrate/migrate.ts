// Version 1 of the mapping language → version 2: a text with the words of today, and what was changed where.
import { LineCounter } from 'yaml';
import { leftWords } from './by-hand.ts';
import { type EditablePair, editable, keyOf, type Log, printed } from './document.ts';
import { caseSteps, type Step, tableSteps } from './steps.ts';

export interface Migrated {
  readonly text: string;
  readonly changes: readonly Change[];
  /** Words that no rule rewrites: `now` says what to write. */
  readonly byHand: readonly Change[];
}

export interface Change {
  /** In the old text, from 1. */
  readonly line: number;
  readonly old: string;
  readonly now: string;
}

/** Throws Problems (MAPPING_SYNTAX). A text of version 2 stays as it is. */
export function migrateTable(text: string, file: string): Migrated {
  return migrated(text, file, tableSteps);
}

export function migrateCases(text: string, file: string): Migrated {
  return migrated(text, file, caseSteps);
}

function migrated(text: string, file: string, steps: readonly Step[]): Migrated {
  const lines = new LineCounter();
  for (let at = 0; at >= 0; at = text.indexOf('\n', at) + 1 || -1) lines.addNewLine(at);
  const document = editable(text, file);
  const changes: Change[] = [];
  const lineOf = ({ key }: EditablePair) => lines.linePos(key.range?.[0] ?? 0).line;
  const log: Log = (pair, old, now) => changes.push({ line: lineOf(pair), old, now });
  for (const step of steps) step(document, log);
  const byHand = leftWords(document).map(({ pair, now }) => ({ line: lineOf(pair), old: keyOf(pair) ?? '', now }));
  const rewritten = changes.length === 0 ? text : printed(document);
  return { text: rewritten, changes: changes.toSorted((a, b) => a.line - b.line), byHand };
}
