// Documents of earlier starts: found where everything that they are made from is the same, and only there.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { loadMapping } from '../../../src/mapping/load.ts';
import { DeferredRule, RowRules } from '../../../src/mapping/runtime/deferred-rule.ts';
import { documents } from '../../../src/server/routing/openapi-endpoint.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { MemorySnapshots } from '../../mapping/snapshot/memory-snapshots.ts';
import { bankMapping, TABLE } from '../bank-mapping.ts';
import { temp } from '../temp.ts';

const OPENAPI = '/v1/openapi.json';

async function start(mapping: string, archive: MemorySnapshots, flags: Readonly<Record<string, string>> = {}) {
  const { bridges } = await loadSettings({
    flags: { mapping, upstream: 'http://127.0.0.1:9', ...flags },
    environment: {},
    cwd: mapping,
  });
  const all = [
    { settings: bridges[0], mapping: await loadMapping(mapping, { snapshots: archive }), endpoint: undefined },
  ];
  return { find: documents(all, '', archive), rules: all[0].mapping.rules };
}

const documentsIn = ({ files }: MemorySnapshots) => [...files.keys()].filter((name) => name.endsWith('.document'));

/** Documents that were made while `use` ran. */
async function made(archive: MemorySnapshots, use: () => Promise<unknown>): Promise<number> {
  const before = documentsIn(archive).length;
  await use();
  await archive.writing;
  return documentsIn(archive).length - before;
}

test('what an earlier start has made is sent as it was, and no rule is compiled for it', async () => {
  const [mapping, archive] = [bankMapping(), new MemorySnapshots()];
  // A check compiles small tables.
  await loadMapping(mapping, { snapshots: archive });
  const requests = [[OPENAPI], [OPENAPI, { tag: 'accounts' }], ['/v1/docs']] as const;
  const first = await start(mapping, archive);
  const shown = async ({ find }: typeof first) =>
    Promise.all(
      requests.map(async ([path, request]) => {
        const { bytes, etag, forms, media } = (await find(path, request))!;
        return [media, etag, Buffer.from(bytes), await forms!.get('br'), await forms!.get('gzip')];
      }),
    );
  let before: Awaited<ReturnType<typeof shown>> = [];
  expect(await made(archive, async () => (before = await shown(first)))).toBe(3);
  const second = await start(mapping, archive);
  expect(await made(archive, async () => expect(await shown(second)).toEqual(before))).toBe(0);
  expect(second.rules.some((rule) => rule instanceof DeferredRule && rule.isCompiled)).toBe(false);
});

test('rules that are compiled for a description alone are released', async () => {
  const [mapping, archive] = [bankMapping(), new MemorySnapshots()];
  await loadMapping(mapping, { snapshots: archive });
  const { find, rules } = await start(mapping, archive);
  const compiled = () => rules.filter((rule) => rule instanceof DeferredRule && rule.isCompiled).length;
  expect((await find(OPENAPI))?.bytes.length).toBeGreaterThan(1000);
  expect(compiled()).toBe(0);
  // Those that others use are not, and can be used again.
  expect(rules.map(({ restSide }) => restSide.line.value.method)).toContain('GET');
  const all = compiled();
  expect(all).toBeGreaterThan(0);
  await find('/v1/docs');
  expect(compiled()).toBe(all);
});

test.each([
  [OPENAPI, {}],
  [OPENAPI, { tag: 'accounts' }],
  [OPENAPI, { tag: 'none' }],
  ['/v1/docs', {}],
  ['/v1/metadata-catalog', {}],
  ['/v1/metadata-catalog/accounts', {}],
])('%s %o leaves no rule compiled, and has those of one row at a time', async (path, request) => {
  const [head, row] = TABLE.split('rules:\n');
  const rows = ['', '/now', '/then', '/later'].map((end) =>
    row
      .replace('get-account', `get-account${end.replace('/', '-')}\n    only: rest-to-soap`)
      .replace('/{id}', `/{id}${end}`),
  );
  const [mapping, archive] = [bankMapping(`${head}rules:\n${rows.join('')}`), new MemorySnapshots()];
  await loadMapping(mapping, { snapshots: archive });
  const { find, rules } = await start(mapping, archive);
  const deferred = rules.filter((rule) => rule instanceof DeferredRule);
  expect(deferred.length).toBe(4);
  const compiled = () => deferred.filter(({ isCompiled }) => isCompiled).length;
  const counts: number[] = [];
  const { at } = RowRules.prototype;
  const spy = vi.spyOn(RowRules.prototype, 'at').mockImplementation(function (this: RowRules, ...place) {
    const rule = at.apply(this, place);
    counts.push(compiled());
    return rule;
  });
  await find(path, request);
  spy.mockRestore();
  expect(counts.length).toBeGreaterThanOrEqual(4);
  expect([Math.max(...counts), compiled()]).toEqual([1, 0]);
});

test('another table, setting, path or program makes another document', async () => {
  const [mapping, archive] = [bankMapping(), new MemorySnapshots()];
  const get = (flags = {}, path = OPENAPI, from = archive) =>
    made(from, async () => (await start(mapping, from, flags)).find(path));
  expect(await get()).toBe(1);
  expect(await get()).toBe(0);
  expect(await get({ publicUrl: 'https://api.example.com' })).toBe(1);
  const password = { file: join(temp({ secret: 'a word' }), 'secret') };
  const auth = { front: ['none', { basic: {} }], callers: [{ name: 'a', password }] };
  expect(await get({ auth: JSON.stringify(auth) })).toBe(1);
  expect(await get({}, '/v1/docs')).toBe(1);
  expect(await get({ openapi: '/api.json' }, '/v1/docs')).toBe(1);
  expect(await get({}, OPENAPI, new MemorySnapshots('another', archive.files))).toBe(1);
  const table = join(mapping, 'mapping.yaml');
  writeFileSync(table, `${readFileSync(table, 'utf8')}# a comment\n`);
  expect(await get()).toBe(1);
});

test('a file that is damaged, or not what it was, is made again', async () => {
  const [mapping, archive] = [bankMapping(), new MemorySnapshots()];
  const text = async () => String((await (await start(mapping, archive)).find(OPENAPI))!.bytes);
  const before = await text();
  await archive.writing;
  const [name] = documentsIn(archive);
  const whole = archive.files.get(name)!;
  for (const damaged of [whole.subarray(0, 70), new Uint8Array(), whole.with(whole.length >> 1, 7)]) {
    archive.files.set(name, damaged);
    expect(await text()).toBe(before);
    await archive.writing;
    expect(archive.files.get(name)).toEqual(whole);
  }
});
