// The settings that docs/reference/connections.md shows are settings.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { temp } from '../temp.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/connections.md'), 'utf8');

test('every block of the page is read', async () => {
  const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, yaml]) => yaml);
  expect(blocks.length).toBeGreaterThan(0);
  for (const yaml of blocks) {
    const settings = await loadSettings({ flags: {}, environment: {}, cwd: temp({ 'soapstone.yaml': yaml }) });
    expect(settings.bridges.length).toBeGreaterThan(0);
  }
});
