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

  test('has the refusal of callers without a credential, beside a fault of the service with that status', async () => {
    const refusalsIn = async (front: string) => {
      const { paths, components } = await described(front);
      return [paths['/v1/notes/{id}'].get, paths['/v1/notes'].post, paths['/v1/time'].get].map(({ responses }) => {
        const { 401: response } = responses;
        const shared = response?.$ref && components.responses[response.$ref.split('/').at(-1)];
        return (shared ?? response)?.description;
      });
    };
    const both = 'Credential missing or not valid; Invalid login';
    expect(await refusalsIn('[ basic ]')).toEqual([both, both, undefined]);
    expect(await refusalsIn('[]')).toEqual(['Invalid login', 'Invalid login', undefined]);
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
