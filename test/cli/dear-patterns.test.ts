// Types whose patterns can refuse a long text for what it costs.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { costlyNotes } from '../../src/findings/notes.ts';
import { loadMapping } from '../../src/mapping/load.ts';

const security = join(import.meta.dirname, '../security');

test('are noted with their place, unless a maxLength bounds them', async () => {
  const { contract } = await loadMapping(join(security, 'patterned'));
  const lines = costlyNotes(contract).map(({ line }) => line);
  expect(lines.map((line) => /\d (\w+) \(/.exec(line)?.[1])).toEqual(['Mail', 'Tail', 'Dear']);
  for (const line of lines) {
    expect(line).toMatch(/^\S+notes\.wsdl:\d+:\d+ /);
    expect(line).toMatch(/values above \d+ characters may be refused \(PATTERN_LIMIT\); give the type a maxLength$/);
  }
});

test('are not those of ordinary contracts', async () => {
  const { contract } = await loadMapping(join(security, 'notes'));
  expect(costlyNotes(contract)).toEqual([]);
});
