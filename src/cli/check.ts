// `soapstone check`: every problem of every mapping, one a line.
import { type LoadOptions, loadMapping } from '../mapping/load.ts';
import { OK, PROBLEMS, problemLines } from './report.ts';

export async function check(dirs: readonly string[], options: LoadOptions = {}): Promise<number> {
  const lines: string[] = [];
  let rules = 0;
  for (const dir of dirs) {
    try {
      rules += (await loadMapping(dir, options)).rules.length;
    } catch (error) {
      lines.push(...problemLines(error));
    }
  }
  for (const line of lines) process.stdout.write(`${line}\n`);
  const where = `${dirs.length} ${dirs.length === 1 ? 'mapping' : 'mappings'}`;
  const found = lines.length === 0 ? `${where}, ${rules} rules: no problems` : `${lines.length} problems in ${where}`;
  process.stdout.write(`${found}\n`);
  return lines.length === 0 ? OK : PROBLEMS;
}
