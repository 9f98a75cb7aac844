// `soapstone check`: every problem of every mapping, one a line. What is wrong in a contract and disturbs no rule is a note.
import { type LoadOptions, loadMapping } from '../mapping/load.ts';
import { brokenLines, OK, PROBLEMS, problemLines } from './report.ts';

export async function check(dirs: readonly string[], options: LoadOptions = {}): Promise<number> {
  const lines: string[] = [];
  const notes: string[] = [];
  let rules = 0;
  for (const dir of dirs) {
    try {
      const mapping = await loadMapping(dir, options);
      rules += mapping.rules.length;
      notes.push(...brokenLines(mapping.contract));
    } catch (error) {
      lines.push(...problemLines(error));
    }
  }
  for (const line of notes) process.stdout.write(`note: ${line}; no rule uses it\n`);
  for (const line of lines) process.stdout.write(`${line}\n`);
  const where = `${dirs.length} ${dirs.length === 1 ? 'mapping' : 'mappings'}`;
  const found =
    lines.length === 0
      ? `${where}, ${rules} rules: no problems`
      : `${lines.length} ${lines.length === 1 ? 'problem' : 'problems'} in ${where}`;
  process.stdout.write(`${found}\n`);
  return lines.length === 0 ? OK : PROBLEMS;
}
