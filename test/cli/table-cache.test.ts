// What a start has checked is kept for the next one, beside the compiled code of the program.
import { createHash } from 'node:crypto';
import { cpSync, globSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bankMapping, TABLE } from '../server/bank-mapping.ts';
import { call } from '../server/http-client.ts';
import { temp } from '../server/temp.ts';
import { until } from '../server/until.ts';
import { run, type SpawnOptions, start } from './spawn-cli.ts';

const LOCAL = ['--host', '127.0.0.1', '--admin-host', '127.0.0.1', '--port', '0', '--admin-port', '0', '--watch', '0s'];

async function serve(mapping: string, options: SpawnOptions, ...args: readonly string[]) {
  const running = start(
    ['serve', ...LOCAL, '--mapping', mapping, '--upstream', 'http://127.0.0.1:9', ...args],
    options,
  );
  await until(() => /listening on port \d+\n/.test(running.err()));
  const adminPort = Number(/admin: http:\/\/127\.0\.0\.1:(\d+)/.exec(running.err())![1]);
  const port = () => Number(/listening on port (\d+)/.exec(running.err())![1]);
  return { ...running, port, paths: async () => (await call(adminPort, '/mappings')).text };
}

/** The file with another word, as if the check had found it. */
function changed(file: string, word: string, instead: string): void {
  const bytes = readFileSync(file);
  const start = bytes.indexOf('\n') + 1;
  const after = Buffer.from(
    bytes
      .subarray(start + 32)
      .toString('latin1')
      .replaceAll(word, instead),
    'latin1',
  );
  const hash = createHash('sha256').update(after).digest();
  writeFileSync(file, Buffer.concat([bytes.subarray(0, start), hash, after]));
}

test('a mapping that is compiled is not checked by a start, wherever it is', async () => {
  const [made, moved] = [join(temp(), 'mapping'), join(temp(), 'moved')];
  cpSync(bankMapping(), made, { recursive: true });
  const compiled = await run(['compile', made]);
  expect(compiled).toMatchObject({ code: 0, err: '' });
  expect(compiled.out).toMatch(/mapping\/\.soapstone: 1 rule, \d+ bytes\n$/);
  const [file] = globSync(join(made, '.soapstone/*.table'));
  changed(file, '/v1/accounts/', '/v1/akkounts/');
  renameSync(made, moved);
  const [served, without] = [await serve(moved, {}), await serve(moved, {}, '--table-cache', 'off')];
  expect(await served.paths()).toContain('/v1/akkounts/');
  expect(await without.paths()).toContain('/v1/accounts/');
  // Documents too were made in advance, of the table as it was checked.
  for (const path of ['/openapi.json', '/v1/docs']) {
    const [one, other] = [await call(served.port(), path), await call(without.port(), path)];
    expect([one.status, one.text, one.headers['etag']]).toEqual([200, other.text, other.headers['etag']]);
  }
  writeFileSync(join(moved, 'mapping.yaml'), `${readFileSync(join(moved, 'mapping.yaml'), 'utf8')}# a comment\n`);
  expect(await (await serve(moved, {})).paths()).toContain('/v1/accounts/');
  expect(await run(['compile', join(moved, 'contract')])).toMatchObject({ code: 2 });
});

test('a mapping is compiled for the bridges of a settings file too', async () => {
  const table = TABLE.replace('rest: {', 'settings: { root: /v1 }\nrest: {').replace(
    'base: /v1',
    'base: "{$settings.root}"',
  );
  const folder = bankMapping(table, { 'other.yaml': 'mapping: .\nset: { root: /v2 }\n' });
  const config = join(folder, 'other.yaml');
  const compiled = await run(['compile', folder, '--config', config]);
  expect(compiled).toMatchObject({ code: 0, err: '' });
  const files = globSync(join(folder, '.soapstone/*.table'));
  expect(files).toHaveLength(2);
  for (const file of files) changed(file, '/accounts/', '/akkounts/');
  expect(await (await serve(folder, {})).paths()).toContain('/v1/akkounts/');
  const served = await serve(folder, {}, '--config', config);
  expect(await served.paths()).toContain('/v2/akkounts/');
  // Made of the table as it was checked.
  expect((await call(served.port(), '/v2/openapi.json')).text).toContain('/v2/accounts/');

  const other = bankMapping();
  const refused = await run(['compile', other, '--config', config]);
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.err).toContain(`no bridge has the mapping ${other}`);
});

test('a second start reads what the first one has checked, and a change is checked', async () => {
  const mapping = join(temp(), 'mapping');
  cpSync(bankMapping(), mapping, { recursive: true });
  const table = join(mapping, 'mapping.yaml');
  // Small tables have no file.
  writeFileSync(table, `${readFileSync(table, 'utf8')}\n${'# a comment\n'.repeat(1500)}`);
  const cache = temp();
  const options = { environment: { NODE_COMPILE_CACHE: cache } };
  const first = await serve(mapping, options);
  expect(await first.paths()).toContain('/v1/accounts/');
  const files = () => globSync(join(cache, '*/tables/*.table'));
  await until(() => files().length === 1);
  changed(files()[0], '/v1/accounts/', '/v1/akkounts/');

  const second = await serve(mapping, options);
  expect(await second.paths()).toContain('/v1/akkounts/');
  const without = await serve(mapping, options, '--table-cache', 'off');
  expect(await without.paths()).toContain('/v1/accounts/');

  writeFileSync(table, `${readFileSync(table, 'utf8')}# another comment\n`);
  second.child.kill('SIGHUP');
  await until(() => second.err().includes('reloaded'));
  expect(await second.paths()).toContain('/v1/accounts/');
});
