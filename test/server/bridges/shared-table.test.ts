// Bridges with one table: what is wrong with it is said once.
import { expect, test } from 'vitest';
import { openLog } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { bankMapping, TABLE } from '../bank-mapping.ts';
import { temp } from '../temp.ts';

test('problems of a table of several bridges are told once', async () => {
  const mapping = bankMapping(TABLE.replace('GetAccount:', 'NoSuchOperation:'));
  const bridge = (name: string, more: string) =>
    `  - { name: ${name}, mapping: ${mapping}, upstream: "http://127.0.0.1:9/"${more} }\n`;
  const file = `bridges:\n${bridge('rest', '')}${bridge('soap', ', present: soap, path: /soap')}${bridge('set', ', set: []')}`;
  const cwd = temp({ 'soapstone.yaml': `port: 0\nadminPort: off\n${file}` });
  const settings = await loadSettings({ flags: {}, environment: {}, cwd });
  const failed = await startServer(settings, openLog({ ...settings, logFormat: 'off' })).catch((error: Error) => error);
  const texts = (failed as Error).message.split('\n');
  expect(texts.filter((text) => text.includes('NoSuchOperation'))).toHaveLength(1);
  expect(new Set(texts).size).toBe(texts.length);
});
