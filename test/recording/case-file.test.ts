// Cases are appended to a file that is there, once each.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addCase } from '../../src/recording/case-file.ts';
import { temp } from '../server/temp.ts';

const caseOf = (name: string) => `- name: ${name}
  rest: { request: GET /a, response: { status: 200 } }
  soap: { request: <a/>, response: <b/> }
`;

function folderWith(files: Record<string, string>): string {
  const folder = temp();
  mkdirSync(join(folder, 'cases'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'cases', name), text);
  return folder;
}

it('appends beside what a process left behind, and leaves nothing itself', () => {
  const folder = folderWith({ 'a.yaml': caseOf('one'), 'a.yaml.new': 'half' });
  const path = join(folder, 'cases', 'a.yaml');
  expect(addCase(folder, 'a.yaml', caseOf('two'), true)).toBe(path);
  expect(readFileSync(path, 'utf8')).toBe(`${caseOf('one')}\n${caseOf('two')}`);
  expect(readdirSync(join(folder, 'cases')).sort()).toEqual(['a.yaml', 'a.yaml.new']);
});

it('does not append a case twice', () => {
  const folder = folderWith({});
  addCase(folder, 'a.yaml', caseOf('one'), true);
  expect(addCase(folder, 'a.yaml', caseOf('one'), true)).toEqual({
    reason: 'a case of this name is in the file already',
  });
  expect(readFileSync(join(folder, 'cases', 'a.yaml'), 'utf8')).toBe(caseOf('one'));
});
