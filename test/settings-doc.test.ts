import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { logFieldNames, settingsPage } from '../scripts/settings-doc.ts';
import { AccessLog } from '../src/server/log/access-log.ts';
import { openLog } from '../src/server/log/open-log.ts';
import { optionNames } from '../src/server/settings/options.ts';
import { record } from './server/record.ts';
import { temp } from './server/temp.ts';

test('docs/reference/settings.md is what scripts/settings-doc.ts writes', async () => {
  const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'reference', 'settings.md'), 'utf8');
  expect(page).toBe(await settingsPage());
  for (const name of optionNames) expect(page).toContain(`| \`${name}\` |`);
});

test('a line of the access log has the fields that the page lists', async () => {
  const file = join(temp(), 'access.log');
  const writer = openLog({ logLevel: 'info', logFormat: 'json' }, openSync(file, 'a'));
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const templates = new Map([['bank', new Map([['get-account', '/accounts/{id}']])]]);
  const upstreams = new Map([['bank', 'http://127.0.0.1:9']]);
  const who = { client: '127.0.0.0/24', caller: 'ada' };
  const failed = record({
    traceparent,
    ...who,
    queuedMs: 1,
    retryWaitMs: 1,
    protocol: '1.1',
    status: 500,
    code: 'INTERNAL',
    cause: new Error('x'),
  });
  new AccessLog(writer, templates, undefined, upstreams).add(failed);
  await writer.end(60_000);
  // These two are for requests without a rule, and for faults that lack their detail.
  const fields = logFieldNames.filter((name) => name !== 'path' && name !== 'detail_left_out');
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')))).toEqual(fields);
});
