// What is wrong with the contract's values is said when the table is checked, not at the first request.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Problems } from '../../src/errors/errors.ts';
import { loadMapping } from '../../src/mapping/load.ts';

const folder = mkdtempSync(join(tmpdir(), 'soapstone-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('refuses a pattern that is none, with its type and place', async () => {
  cpSync(join(import.meta.dirname, '../../mappings/10-first-row'), folder, { recursive: true });
  const wsdl = join(folder, 'contract/accounts.wsdl');
  writeFileSync(wsdl, readFileSync(wsdl, 'utf8').replace('[A-Z]{3}', '[A-Z{3}('));
  const error = await loadMapping(folder).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(Problems);
  expect((error as Problems).problems[0]).toMatchObject({
    code: 'CONTRACT_INVALID',
    place: { line: expect.any(Number) },
  });
});
