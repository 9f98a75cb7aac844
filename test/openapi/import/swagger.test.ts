// Swagger 2.0: public descriptions are upgraded, converted, and called by PHP and zeep in front of a plain service.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadMapping } from '../../../src/mapping/load.ts';
import { run } from '../../cli/spawn-cli.ts';
import { startSoapFace } from '../../e2e/soap-face.ts';
import { openPhp, openZeep } from '../../peers/callers.ts';
import { temp } from '../../server/temp.ts';

const examples = join(dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json')), '2.0');

async function converted(file: string, ...flags: string[]) {
  const dir = temp();
  const ran = await run(['wsdl', '--openapi', file, '-o', dir, '--json', ...flags]);
  expect(ran).toMatchObject({ code: 0, err: '' });
  return { dir, ...JSON.parse(ran.out) };
}

const names = [
  ['petstore', 20],
  ['petstore-expanded', 4],
  ['petstore-minimal', 1],
  ['petstore-with-external-docs', 4],
  ['schema-circular', 1],
] as const;

describe.each(names)('%s', (name, operations) => {
  it.each(['json', 'yaml'])('in %s is a table without problems, and says that it was converted', async (ext) => {
    const { dir, notes, operations: count } = await converted(join(examples, ext, `${name}.${ext}`));
    expect(count).toBe(operations);
    expect((await loadMapping(dir)).rules).toHaveLength(operations);
    expect(notes).toContainEqual(
      expect.objectContaining({
        kind: 'conversions',
        severity: 'info',
        message: expect.stringContaining('Swagger 2.0'),
      }),
    );
  });
});

it('carries each operation, or leaves it out by name', async () => {
  const file = join(examples, 'yaml', 'petstore.yaml');
  const { operations, notes } = await converted(file);
  const source = parse(readFileSync(file, 'utf8'));
  const all = Object.values<object>(source.paths).flatMap((item) => Object.keys(item));
  const dropped = notes.filter((note: { kind: string }) => note.kind === 'operations');
  expect(operations + dropped.length).toBe(all.length);
  for (const { severity, message } of dropped)
    expect([severity, message]).toEqual([
      'left out',
      expect.stringMatching(/its request body is .*, not JSON, one file, a flat form or a simple multipart form$/),
    ]);
});

it('has the credentials of the description', async () => {
  const { dir } = await converted(join(examples, 'json', 'petstore.json'));
  const text = readFileSync(join(dir, 'mapping.yaml'), 'utf8');
  expect(parse(text).auth).toEqual({
    credential: ['token', 'key'],
    rest: [{ Authorization: 'Bearer {$credential.token}' }, { api_key: '{$credential.key}' }],
  });
});

it('names a document that is no Swagger 2.0 either', async () => {
  const file = join(temp({ 'api.json': '{"swagger":"1.2","paths":{}}' }), 'api.json');
  expect((await run(['wsdl', '--openapi', file, '-o', temp()])).err).toContain('this is Swagger 1.2');
});

it.each([
  ['PHP', openPhp('1.1')],
  ['zeep', openZeep('1.2')],
] as const)('%s calls a service that Swagger 2.0 describes', async (_, open) => {
  const { dir } = await converted(join(examples, 'json', 'petstore-expanded.json'));
  const face = await startSoapFace(dir);
  try {
    const pets = [{ id: 1, name: 'Flo', tag: 'cat' }];
    face.rest.answer = ({ method, target, body }) => {
      if (method === 'GET' && target === '/api/pets?tags=cat&limit=5') return { body: JSON.stringify(pets) };
      if (method === 'POST' && target === '/api/pets') return { body: JSON.stringify({ ...JSON.parse(body), id: 2 }) };
      return { status: 404, body: '{"code":7,"message":"no such pet"}' };
    };
    const client = await open(`${face.url}?wsdl`);
    const found = await client.call('findPets', { tags: ['cat'], limit: 5 });
    expect(JSON.stringify(found.result)).toContain('"Flo"');
    const added = await client.call('addPet', { body: { name: 'Rex' } });
    expect(JSON.stringify(added.result)).toMatch(/"id":2/);
    const missing = await client.call('find_pet_by_id', { id: 9 });
    expect(missing.reason).toContain('no such pet');
    client.close();
  } finally {
    await face.stop();
  }
});
