// Files of recorded cases. Existing files are never overwritten, and cases go into the folder `cases` alone.
import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problems } from '../errors/errors.ts';
import { parseCases } from '../mapping/cases/cases.ts';

/** Why a case cannot go there. `isPresent`: it may be appended. */
export interface CaseRefusal {
  readonly reason: string;
  readonly isPresent?: true;
}

/** A name without a folder in it. */
const FILE = /^[A-Za-z0-9][\w.-]{0,99}\.ya?ml$/;

/** `file`: its name in the folder `cases` of the mapping. `append`: it may be there. */
export function caseFileRefusal(mapping: string, file: string, append: boolean): CaseRefusal | undefined {
  if (!FILE.test(file)) return { reason: `"${file}" is not a file name; write for example account.yaml` };
  const present = lstatSync(join(mapping, 'cases', file), { throwIfNoEntry: false });
  if (present === undefined) return undefined;
  if (!present.isFile()) return { reason: `${file} is not a plain file` };
  const reason = `${file} is there already: append the case to it, or choose another name`;
  return append ? undefined : { reason, isPresent: true };
}

/** The path of the file; or why nothing was written. */
export function addCase(mapping: string, file: string, text: string, append: boolean): string | CaseRefusal {
  const refusal = caseFileRefusal(mapping, file, append);
  if (refusal !== undefined) return refusal;
  const path = join(mapping, 'cases', file);
  if (existsSync(path)) return appendTo(path, text);
  mkdirSync(join(mapping, 'cases'), { recursive: true });
  writeFileSync(path, text, { flag: 'wx' });
  return path;
}

/** The file is replaced as a whole. */
function appendTo(path: string, text: string): string | CaseRefusal {
  const whole = `${readFileSync(path, 'utf8').trimEnd()}\n\n${text}`;
  try {
    const names = parseCases(whole, path).map(({ name }) => name);
    // Two clicks on one button.
    if (names.indexOf(names.at(-1)!) < names.length - 1)
      return { reason: 'a case of this name is in the file already' };
  } catch (error) {
    if (error instanceof Problems) return { reason: 'the file holds no list of cases: choose another name' };
    throw error;
  }
  // A name of its own: what a process that ended left behind is in nobody's way.
  const next = `${path}.${randomUUID()}.new`;
  writeFileSync(next, whole, { flag: 'wx' });
  renameSync(next, path);
  return path;
}

/** Writes `recorded-N.yaml`, or `STEM-N.yaml`, with the first free number. Returns its path. */
export function writeNewCases(mapping: string, text: string, stem = 'recorded'): string {
  const folder = join(mapping, 'cases');
  mkdirSync(folder, { recursive: true });
  for (let number = 1; ; number++) {
    const file = join(folder, `${stem}-${number}.yaml`);
    try {
      writeFileSync(file, text, { flag: 'wx' });
      return file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** The cases of a folder, to find those that only a name tells apart. */
export class RecordedTexts {
  private readonly texts: string[];

  constructor(mapping: string) {
    const folder = join(mapping, 'cases');
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => /\.ya?ml$/.test(name)) : [];
    this.texts = files.map((name) => readFileSync(join(folder, name), 'utf8'));
  }

  /** False: there is one already. `text`: of one case, which begins with its name. */
  add(text: string): boolean {
    const content = text.slice(text.indexOf('\n') + 1);
    if (this.texts.some((one) => one.includes(content))) return false;
    this.texts.push(text);
    return true;
  }
}
