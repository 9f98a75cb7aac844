// Paths of members as names of the parts of a form: `document.content`, `files[2].data`, `["odd.name"]`.
import { SoapstoneError } from '../../../../errors/errors.ts';

/** A text is a key, a number the index of an item. */
export type MemberPath = readonly (string | number)[];

const STEP = /\.?([^.[\]"]+)|\[(\d{1,6})\]|\[("(?:[^"\\]|\\.)*")\]/y;
const PLAIN = /^[^.[\]"]+$/;
/** Steps of a path: more than any body has. */
const LONGEST = 100;

/** Throws BAD_BODY. */
export function memberPath(name: string): MemberPath {
  const path: (string | number)[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < name.length) {
    const [, key, index, quoted] = STEP.exec(name) ?? [];
    if ((key ?? index ?? quoted) === undefined || path.length === LONGEST)
      throw new SoapstoneError('BAD_BODY', `the name of the part "${name}" is no path of a member: name, list[0].name`);
    path.push(key ?? (index === undefined ? unquoted(quoted) : Number(index)));
  }
  return path;
}

function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/g, '$1');
}

export function nameOfPath(path: MemberPath): string {
  const steps = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    return PLAIN.test(step) ? `.${step}` : `["${step.replace(/["\\]/g, '\\$&')}"]`;
  });
  return steps.join('').replace(/^\./, '');
}
