// What the workbench shows of a rule: the first exchange of its cases, those of flows too.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadMapping } from '../../../src/mapping/load.ts';
import { exampleOf } from '../../../src/studio/cases/listed-cases.ts';
import { temp } from '../../server/temp.ts';

const paging = join(import.meta.dirname, '../../../mappings/40-paging');

test('a case of several calls has its request, one of a single call the response too', async () => {
  const folder = join(temp(), 'table');
  cpSync(paging, folder, { recursive: true });
  const mapping = await loadMapping(folder);
  const several = exampleOf(mapping, folder, 'books')!;
  expect(several.request).toEqual({ side: 'rest', text: 'GET /v1/books?words=sea&limit=3&offset=2' });
  expect(several.response).toBeUndefined();
  const file = join(folder, 'cases', 'books.yaml');
  const cases = readFileSync(file, 'utf8').split(/^(?=- name:)/m);
  writeFileSync(file, cases.find((text) => text.includes('by the kept search'))!);
  const single = exampleOf(mapping, folder, 'books')!;
  expect(single.request?.text).toBe('GET /v1/books?words=sea&limit=3&offset=6');
  expect(single.response?.text).toContain('<title>g</title>');
});
