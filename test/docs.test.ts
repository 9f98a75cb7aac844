// What the documentation shows, the product does.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadContract } from '../src/contract/load.ts';
import type { Contract } from '../src/contract/model/contract.ts';
import { Problems } from '../src/errors/errors.ts';
import { atOnce } from '../src/event-loop/time-slices.ts';
import { findingsOf } from '../src/findings/notes.ts';
import { TYPE_KEYS } from '../src/mapping/checker/presentation/words.ts';
import { compileMapping, expandTable } from '../src/mapping/compile.ts';
import type { FunctionPair } from '../src/pattern/converters/pair.ts';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs', 'reference', 'mapping.md'), 'utf8');

interface Example {
  readonly line: number;
  readonly contract: string;
  /** What else its comment says. */
  readonly note: string;
  readonly yaml: string;
}

function examplesOf(text: string): Example[] {
  return [...text.matchAll(/(?:<!-- contract: ([\w-]+)(?:, ([^>]*?))? -->\n)?```yaml\n([\s\S]*?)```/g)].map(
    (found) => ({
      line: text.slice(0, found.index).split('\n').length,
      contract: found[1] ?? '',
      note: found[2] ?? '',
      yaml: found[3],
    }),
  );
}

const examples = examplesOf(page);

const contracts = new Map<string, Contract>();
for (const [name, file] of [
  ['10-first-row', 'accounts.wsdl'],
  ['20-shapes', 'parcels.wsdl'],
  ['30-types', 'orders.wsdl'],
  ['40-paging', 'library.wsdl'],
  ['60-jobs', 'reports.wsdl'],
  ['50-calls', 'people.wsdl'],
  ['70-faults', 'payments.wsdl'],
  ['80-foreign-errors', 'ferries.wsdl'],
  ['90-credentials', 'notes.wsdl'],
] as const) {
  contracts.set(name, await loadContract(join(root, 'mappings', name, 'contract', file)));
}

for (const name of ['search-types', 'error-list'])
  contracts.set(name, await loadContract(join(root, `test/fixtures/contracts/${name}/service.wsdl`)));

/** The functions that the page shows, as a module. */
const folder = mkdtempSync(join(tmpdir(), 'docs-'));
afterAll(() => rmSync(folder, { recursive: true }));
const moduleFile = join(folder, 'module.ts');
writeFileSync(moduleFile, [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text]) => text).join('\n'));
const functions = new Map<string, FunctionPair>(Object.entries(await import(pathToFileURL(moduleFile).href)));

/** A whole table: examples may leave out the head, and may be the rules alone. */
function tableOf({ contract, yaml }: Example): string {
  if (/^soapstone:/m.test(yaml)) return yaml;
  const own = parse(readFileSync(join(root, 'mappings', contract, 'mapping.yaml'), 'utf8'));
  const head = `soapstone: 2\nnamespaces: ${JSON.stringify(own.namespaces)}\n`;
  return head + (yaml.startsWith('- ') ? `rules:\n${yaml}` : yaml);
}

function problemsOf(example: Example): string[] {
  try {
    const contract = contracts.get(example.contract) as Contract;
    const mapping = compileMapping(tableOf(example), 'mapping.yaml', contract, { functions });
    const findings = atOnce(findingsOf(mapping)).filter(({ level }) => level === 'error');
    return findings.map(({ code, message }) => `${code}: ${message}`);
  } catch (e) {
    if (e instanceof Problems) return e.problems.map((p) => `${p.code}: ${p.message}`);
    throw e;
  }
}

describe('docs/reference/mapping.md', () => {
  it('says of every example which contract it is for', () => {
    expect(examples.length).toBeGreaterThan(12);
    expect(examples.filter((e) => !contracts.has(e.contract)).map((e) => e.line)).toEqual([]);
  });

  it.each(examples.filter((e) => !e.note.startsWith('refused')))('the example at line $line is right', (example) => {
    expect(problemsOf(example)).toEqual([]);
  });

  it.each(examples.filter((e) => e.note.startsWith('refused')))('the example at line $line is refused', (example) => {
    const code = example.note.slice('refused: '.length);
    const problems = problemsOf(example);
    expect(problems.filter((p) => !p.startsWith(`${code}: `))).toEqual([]);
    // The sentence above the example names what it shows.
    const before = page
      .split('\n')
      .slice(0, example.line - 1)
      .join('\n');
    const sentence = before.slice(before.lastIndexOf('\n\n', before.trimEnd().length));
    const listed = [...sentence.matchAll(/`([^`]+)`/g)].map(([, word]) => word);
    const words = problems.map((p) => /"([^"]+)"|\{([^}]+)\}/.exec(p)).map((found) => found?.[1] ?? found?.[2] ?? '');
    expect(listed.filter((word) => word !== code && word !== 'types:').toSorted()).toEqual(
      [...new Set(words)].toSorted(),
    );
  });

  it('short rows expand to the long ones that are shown', () => {
    const after = examples.findIndex((e) => e.note === 'expansion of the block before');
    const short = examples[after - 1];
    const contract = contracts.get(short.contract) as Contract;
    expect(parse(expandTable(tableOf(short), 'mapping.yaml', contract)).rules).toEqual(parse(examples[after].yaml));
  });

  it('says every word of types:', () => {
    const section = page.slice(page.indexOf('## Types'), page.indexOf('<a id="rename">'));
    const named = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(named).toEqual(TYPE_KEYS.keys);
  });
});

const readme = readFileSync(join(root, 'README.md'), 'utf8');
/** Those of a reader's own `./mapping` have no folder here. */
const lines = [...readme.matchAll(/^npx soapstone ((?:check|explain|test) (?!\.\/mapping).*)$/gm)].map(
  ([, line]) => line,
);

describe('README.md', () => {
  it('shows the verbs', () => expect(lines.length).toBeGreaterThanOrEqual(4));

  it.each(lines)('soapstone %s', (line) => {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, NODE: process.execPath, NODE_COMPILE_CACHE: join(root, '.cache', 'compiled') };
    const ran = spawnSync('sh', ['-c', `"$NODE" src/cli/main.ts ${line}`], { cwd: root, env, encoding: 'utf8' });
    expect(ran.stderr).toBe('');
    expect(ran.status, ran.stdout).toBe(0);
    expect(ran.stdout).not.toBe('');
  });
});
