// What openapi-typescript makes of the documents of shipped mappings: TypeScript that compiles, and types that say what the rules say.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { loadMapping } from '../../../src/mapping/load.ts';
import { describeRest } from '../../../src/openapi/export/document.ts';
import { temp } from '../../server/temp.ts';

const mappings = join(import.meta.dirname, '../../../mappings');
const names = readdirSync(mappings).filter((name) => existsSync(join(mappings, name, 'mapping.yaml')));
const LARGE = 300_000;

async function typesOf(name: string): Promise<string> {
  const document = describeRest([await loadMapping(join(mappings, name))]);
  return astToString(await openapiTS(JSON.parse(JSON.stringify(document)) as OpenAPI3));
}

/** What the compiler says of the text. */
function diagnosticsOf(text: string): string[] {
  const file = join(temp(), 'api.ts');
  writeFileSync(file, text);
  const program = ts.createProgram([file], { strict: true, noEmit: true, skipLibCheck: true, types: [] });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

test.each(names)('%s compiles', { timeout: LARGE }, async (name) => {
  expect(diagnosticsOf(await typesOf(name))).toEqual([]);
});

test('types say what the rules say, and refuse the rest', async () => {
  const types = await typesOf('10-first-row');
  const use = (body: string) =>
    diagnosticsOf(
      `${types}\nconst it: operations['GetAccount']['responses'][200]['content']['application/json'] = ${body};\nvoid it;\n`,
    );
  const account = { id: 7, owner: 'Ada', balance: 1.5, currency: 'EUR', opened: '2019-03-01', frozen: false };
  expect(use(JSON.stringify({ account }))).toEqual([]);
  expect(use(JSON.stringify({ account: { ...account, id: 'seven' } }))).toHaveLength(1);
});
