// `node test/security/figures.ts`: figures in time, which are no tests. How long whole messages hold the event loop, and how every regular expression of
// src/ bears a text that is made for it. On the machine at hand.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { exchange, restFace, soapFace } from '../fuzz/targets/face.ts';
import { addNote } from './documents.ts';

const src = join(import.meta.dirname, '../../src');
const TEXTS = ['<', 'a', '%', '/', ';', ' ', '"', '0', '.', ',', '\\', 'a=', '; a', 'a,', '%2', '::', '-.'];
/** Characters: more would take minutes where the time grows with the square. */
const SIZE = 1 << 14;

/** All literals of src/, each once. */
function expressions(): Map<string, RegExp> {
  const found = new Map<string, RegExp>();
  for (const file of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const source = ts.createSourceFile(file, readFileSync(join(src, file), 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        found.set(`${file} ${node.text}`, new RegExp(node.text.slice(1, end), node.text.slice(end + 1)));
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

function ms(run: () => void): number {
  const begin = performance.now();
  run();
  return performance.now() - begin;
}

console.log('| regular expression | text | ms for 16 KiB | for twice as much |\n|---|---|---|---|');
let worst = 0;
let shown = 0;
const all = expressions();
for (const [name, expression] of all) {
  for (const text of TEXTS) {
    const once = text.repeat(SIZE / text.length);
    const test = (value: string) => {
      expression.lastIndex = 0;
      expression.test(value);
    };
    test('');
    const [one, two] = [ms(() => test(`${once}\0`)), ms(() => test(`${once}${once}\0`))];
    worst = Math.max(worst, two);
    if (two < 5 || two / one < 3 || ms(() => test(`${once}${once}\0`)) < 5) continue;
    shown++;
    console.log(`| \`${name.replaceAll('|', '\\|')}\` | \`${text}\` | ${one.toFixed(1)} | ${two.toFixed(1)} |`);
  }
}
console.log(
  `\n${all.size} expressions, ${TEXTS.length} texts: ${shown} rows worth showing, the slowest took ${worst.toFixed(1)} ms for 32 KiB\n`,
);

console.log('| message | MB | ms on the event loop |\n|---|---|---|');
const response = { status: 200, fields: { 'content-type': 'text/xml' }, pieces: [new Uint8Array(0)] };
const messages: [string, () => Promise<unknown>, number][] = [];
const xml = (name: string, text: string) =>
  messages.push([
    name,
    () =>
      exchange(
        soapFace,
        { method: 'POST', url: '/soap', headers: { 'content-type': 'text/xml' }, body: Buffer.from(text) },
        response,
      ),
    text.length,
  ]);
const json = (name: string, text: string) =>
  messages.push([
    name,
    () =>
      exchange(
        restFace,
        {
          method: 'POST',
          url: '/v1/notes',
          headers: { 'content-type': 'application/json', 'x-tenant': 't' },
          body: Buffer.from(text),
        },
        response,
      ),
    text.length,
  ]);
xml('XML: 1,000,001 elements', addNote({ members: '<n:tag/>'.repeat(1_000_001) }));
xml('XML: 600,000 levels', addNote({ members: '<n:below>'.repeat(600_000) }));
xml('XML: references', addNote({ title: '&#65;'.repeat(1_900_000) }));
xml(
  'XML: 100,000 attributes',
  addNote({ attributes: Array.from({ length: 100_000 }, (_, i) => `a${i}=""`).join(' ') }),
);
json('JSON: 1,000,001 items', `{"title":"a","tag":[${'"",'.repeat(1_000_000)}""]}`);
json('JSON: 5,000,000 brackets', '['.repeat(5_000_000));
json('JSON: escapes', `{"title":"${'\\u0041'.repeat(1_600_000)}"}`);
json('JSON: names like numbers', `{"title":"a",${Array.from({ length: 9_999 }, (_, i) => `"${i}":0`).join()}}`);
for (const [name, run, bytes] of messages) {
  const begin = performance.now();
  await run();
  console.log(`| ${name} | ${(bytes / 1e6).toFixed(1)} | ${(performance.now() - begin).toFixed(0)} |`);
}
