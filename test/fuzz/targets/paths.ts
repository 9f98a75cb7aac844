// Paths and queries: what is taken is taken in one spelling, and can be written again.
import { join } from 'node:path';
import { loadMapping } from '../../../src/mapping/load.ts';
import { splitQuery } from '../../../src/pattern/query.ts';
import { encodeSegment, splitPath } from '../../../src/pattern/text/path.ts';
import { isUnsafe } from '../../../src/server/http/prefixes.ts';
import { originForm } from '../../../src/server/http/request-head.ts';
import { holds, outcomeOf, type Target } from '../target.ts';

const mapping = await loadMapping(join(import.meta.dirname, '../../security/notes'));

export const paths: Target = {
  name: 'paths',
  seeds: [
    '/v1/notes/7?lang=en',
    '/v1/admin/secret',
    '/v1/notes/a%20b%c3%a9',
    'http://host/v1/notes/7?lang=a+b',
    '/v1/notes/7?lang=%e4%b8%ad&x=y',
  ],
  words: [
    '/',
    '//',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    '%00',
    '%25',
    '%',
    '%c3',
    '%a9',
    '%c0%af',
    ';',
    '?',
    '#',
    '&',
    '=',
    '+',
    '\\',
    'v1',
    'notes',
    'admin',
    'secret',
    'http://',
    '@',
    ':',
    '\u00e9',
    ' ',
  ],
  run: (input) => {
    const target = originForm(Buffer.from(input).toString('latin1'));
    const [path, ...rest] = target.split('?');
    outcomeOf(() => splitQuery(rest.join('?')));
    const split = outcomeOf(() => splitPath(path));
    const found = outcomeOf(() => mapping.lookup('GET', path));
    if ('error' in split) {
      holds('a path that is none has no rule', 'error' in found || found.value.kind === 'none', path);
      return;
    }
    const again = `/${split.value.map(encodeSegment).join('/')}`;
    holds(
      'written again it is the same',
      JSON.stringify(splitPath(again)) === JSON.stringify(split.value),
      path,
      again,
    );
    holds(
      'nothing leads upwards',
      !split.value.some((one) => one === '.' || one === '..' || /[/\\\0]/.test(one)),
      path,
    );
    // What says %2f to whoever decodes twice is nothing to pass on, and no segment either.
    if (!again.includes('%25')) holds('what is written again is safe to pass on', !isUnsafe(again), again);
  },
};
