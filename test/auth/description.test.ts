// What callers have to show stands in the description of the REST face.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadMapping } from '../../src/mapping/load.ts';
import { documents } from '../../src/server/routing/openapi-endpoint.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { lint } from '../openapi/export/lint.ts';
import { NOTES } from './notes.ts';

async function described(front: string) {
  const cwd = mkdtempSync(join(tmpdir(), 'described-'));
  const flags = { mapping: NOTES, upstream: 'https://notes.example/', clientCa: 'ca.pem', auth: `{ front: ${front} }` };
  const [settings] = (await loadSettings({ flags, environment: {}, cwd })).bridges;
  const found = await documents([{ settings, mapping: await loadMapping(NOTES) }])('/v1/openapi.json');
  return JSON.parse(Buffer.from(found?.bytes ?? '').toString());
}

describe('the description of a bridge that asks who calls', () => {
  test('names each way, and none for rules that are open', async () => {
    const document = await described('[ basic, { apiKey: { header: X-Api-Key } }, bearer, oauth1, certificate ]');
    expect(document.components.securitySchemes).toEqual({
      basic: { type: 'http', scheme: 'basic' },
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      bearer: { type: 'http', scheme: 'bearer' },
      oauth1: { type: 'http', scheme: 'oauth' },
      certificate: { type: 'mutualTLS' },
    });
    const all = [{ basic: [] }, { apiKey: [] }, { bearer: [] }, { oauth1: [] }, { certificate: [] }];
    expect(document.security).toEqual(all);
    expect(document.paths['/v1/notes/{id}'].get.security).toBeUndefined();
    expect(document.paths['/v1/notes'].post.security).toBeUndefined();
    expect(document.paths['/v1/time'].get.security).toEqual([]);
    expect(await lint(document)).toEqual([]);
  });

  test('says where none is needed', async () => {
    const document = await described('[ basic, none ]');
    expect(document.security).toEqual([{ basic: [] }, {}]);
  });

  test('has nothing of it where callers are not asked', async () => {
    const document = await described('[]');
    expect(document.components.securitySchemes).toBeUndefined();
    expect(document.security).toEqual([]);
  });
});
