// `soapstone check`: every problem of every mapping, one a line. Problems of a contract that affect no rule are notes.
import { type LoadOptions, loadMapping } from '../mapping/load.ts';
import {
  brokenLines,
  dearLines,
  incompleteLines,
  OK,
  PROBLEMS,
  plainColumnLines,
  problemLines,
  unansweredLines,
  uncoveredLines,
  undecidedLines,
  unwrittenLines,
} from './report.ts';
import { statsLines } from './stats.ts';

export async function check(dirs: readonly string[], options: LoadOptions = {}): Promise<number> {
  const stats: string[] = [];
  const lines: string[] = [];
  const notes: string[] = [];
  let rules = 0;
  for (const dir of dirs) {
    try {
      const mapping = await loadMapping(dir, options);
      rules += mapping.rules.length;
      if (mapping.figures) stats.push(...statsLines(dir, mapping.figures));
      notes.push(...brokenLines(mapping.contract).map((line) => `${line}; no rule uses it`));
      notes.push(...(mapping.lacks ?? []).map((name) => `the contract has no type "${name}": its rules are left out`));
      notes.push(
        ...plainColumnLines(mapping),
        ...uncoveredLines(mapping),
        ...unwrittenLines(mapping),
        ...undecidedLines(mapping),
        ...incompleteLines(mapping),
      );
      notes.push(...unansweredLines(mapping), ...dearLines(mapping.contract));
    } catch (error) {
      lines.push(...problemLines(error));
    }
  }
  for (const line of stats) process.stdout.write(`${line}\n`);
  for (const line of notes) process.stdout.write(`note: ${line}\n`);
  for (const line of lines) process.stdout.write(`${line}\n`);
  const scope = counted(dirs.length, 'mapping');
  const summary =
    lines.length === 0
      ? `${scope}, ${counted(rules, 'rule')}: no problems`
      : `${counted(lines.length, 'problem')} in ${scope}`;
  process.stdout.write(`${summary}\n`);
  return lines.length === 0 ? OK : PROBLEMS;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
