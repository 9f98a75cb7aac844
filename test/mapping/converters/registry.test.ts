// A converter of values is one file and one line of the registry: no other file of the gateway names it.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONVERTERS } from '../../../src/mapping/converters/registry.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const files = globSync(['src/{mapping,pattern,openapi/export,rule,cli}/**/*.ts'], { cwd: root }).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}));

/** Words that name other things too: kinds of settings, names in OpenAPI, the query of a URI, words of the table. */
const OTHER_THINGS: Readonly<Record<string, readonly string[]>> = {
  query: [
    'src/openapi/export/document-types.ts',
    'src/openapi/export/parameters.ts',
    'src/openapi/export/places.ts',
    'src/pattern/reference.ts',
    'src/mapping/cases/cases.ts',
  ],
  list: [
    'src/cli/operations.ts',
    'src/mapping/syntax/async.ts',
    'src/mapping/syntax/calls.ts',
    'src/mapping/checker/presentation/keyed.ts',
    'src/mapping/checker/families/same-types.ts',
  ],
  int: ['src/mapping/model/supplied.ts', 'src/mapping/syntax/settings.ts', 'src/mapping/checker/supplied-variables.ts'],
  bool: [
    'src/mapping/model/supplied.ts',
    'src/mapping/syntax/settings.ts',
    'src/mapping/checker/supplied-variables.ts',
  ],
};

/** Kinds of nodes and types, which share the word. */
const OTHER_KINDS = /\b(?:kind|variety)(?:: | [!=]== )'\w+'(?: \| '\w+')*|case '\w+':/g;

it.each(CONVERTERS.map(({ keyword }) => keyword))('%s stands in its own file alone', (keyword) => {
  const others = files.filter(
    ({ file, text }) =>
      !/^src.mapping.(converters|migrate)\//.test(file) && withoutKinds(keyword, text).includes(`'${keyword}'`),
  );
  const kinds = ['src/mapping/checker/flows/each-results.ts', ...(OTHER_THINGS[keyword] ?? [])];
  expect(others.map(({ file }) => file).filter((file) => !kinds.includes(file))).toEqual([]);
});

function withoutKinds(keyword: string, text: string): string {
  return keyword === 'list' ? text.replaceAll(OTHER_KINDS, '') : text;
}

it('each has a file of its own', () => {
  for (const { keyword } of CONVERTERS)
    expect(
      files.some(({ file }) => /converters\/(\w+\/)?(\w+)\.ts$/.exec(file)?.[2] === keyword),
      keyword,
    ).toBe(true);
});
