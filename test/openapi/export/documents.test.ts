// Every document that can be made from what is here is one for others too; every golden exchange is as its document says.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import type { Contract, Operation } from '../../../src/contract/model/contract.ts';
import { type Case, readCases } from '../../../src/mapping/cases/cases.ts';
import { compileMapping } from '../../../src/mapping/compile.ts';
import { loadMapping } from '../../../src/mapping/load.ts';
import type { Mapping } from '../../../src/mapping/model/mapping.ts';
import { describeRest } from '../../../src/openapi/export/document.ts';
import { clark } from '../../../src/xml/reader/names.ts';
import { validateExchange } from '../../oracle/openapi.ts';
import { replyOf, requestOf } from './case-messages.ts';
import { exampleProblems } from './examples.ts';
import { lint } from './lint.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const foldersOf = (path: string, file: string) =>
  readdirSync(join(root, path))
    .map((name) => join(root, path, name))
    .filter((dir) => existsSync(join(dir, file)));
const named = (dirs: string[]) => dirs.map((dir) => [dir.split('/').at(-1) as string, dir] as const);
const mappings = named([...foldersOf('mappings', 'mapping.yaml'), ...foldersOf('test/e2e/mappings', 'mapping.yaml')]);

/** ms; the business records have almost two thousand rules. */
const LARGE = 300_000;

describe.each(mappings)('the document of %s', (_name, dir) => {
  let mapping: Mapping;
  let document: Parameters<typeof lint>[0];
  beforeAll(async () => {
    mapping = await loadMapping(dir);
    document = describeRest([mapping]);
  }, LARGE);

  it(
    'is OpenAPI 3.1',
    async () => {
      expect(await lint(document)).toEqual([]);
    },
    LARGE,
  );

  it(
    'gives examples that fit their schemas',
    () => {
      expect(exampleProblems(document)).toEqual([]);
    },
    LARGE,
  );

  it(
    'fits every golden exchange',
    () => {
      // Where a case lists REST calls, SOAP is in front. The document is that of the default settings.
      const cases = readCases(dir).filter(
        (one) =>
          one.direction !== 'soap-to-rest' && one.calls?.side !== 'rest' && one.settings.size === 0 && !isBeside(one),
      );
      const problems = cases.flatMap((one) =>
        validateExchange(document, requestOf(one), replyOf(one, mapping)).map((problem) => `${one.name}: ${problem}`),
      );
      expect(problems).toEqual([]);
    },
    LARGE,
  );
});

/** The document says what should be sent. Beside it are what a lenient rule leaves out of a request, items that are refused alone, and a body that contradicts its path. */
function isBeside(one: Case): boolean {
  return /is left out|fits no contract/.test(one.name) || isContradiction(one);
}

function isContradiction({ rest }: Case): boolean {
  return rest.response?.problem?.code === 'BAD_BODY';
}

describe('the document of a table with one short row for each operation', () => {
  const folder = join(root, 'test/fixtures/contracts');

  /** Names that mean one operation; short rows are for messages of one body part. */
  function rowsOf({ operations }: Contract): string[] {
    const single = operations.filter((op) => op.input.body.length === 1 && (op.output?.body.length ?? 1) === 1);
    const same = (a: Operation, b: Operation) => a.name === b.name && clark(a.portType) !== clark(b.portType);
    return [...new Set(single.filter((op) => !operations.some((other) => same(op, other))).map((op) => op.name))];
  }

  it.each(readdirSync(folder))('is OpenAPI 3.1 for %s', async (name) => {
    const contract = await loadContract(join(folder, name));
    const names = rowsOf(contract);
    const rows = names.map((one) => `  - POST /${one}: ${one}\n`).join('');
    const table = `soapstone: 2\nrules:${rows === '' ? ' []' : `\n${rows}`}`;
    const document = describeRest([compileMapping(table, 'mapping.yaml', contract)]);
    expect(Object.keys(document.paths)).toHaveLength(names.length);
    expect(
      (await lint(document)).filter((line) => names.length > 0 || !line.startsWith('no-unused-components')),
    ).toEqual([]);
  });
});
