import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../src/server/bridges/open-store.ts';
import { readSecret } from '../../../src/server/bridges/secret.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { startRedis } from '../../store/redis-server.ts';
import { temp } from '../temp.ts';

const plain = { store: 'memory', storeSize: 4096, storePassword: undefined, storeCa: undefined, storeTimeout: 1000 };

describe('openStore', () => {
  it('opens a store in memory', async () => {
    const store = openStore(plain);
    await store.set('k', Buffer.from('v'), 1000);
    expect(await store.get('k')).toHaveLength(1);
  });

  it('opens a Redis with a password from a file, as the file is now', async () => {
    const redis = await startRedis('--requirepass', 'secret-one');
    const file = join(temp({ password: 'secret-one\n' }), 'password');
    const store = openStore({ ...plain, store: `unix:${redis.socket}`, storePassword: `file:${file}` });
    await store.set('k', Buffer.from('v'), 1000);
    expect(await store.get('k')).toHaveLength(1);
    writeFileSync(file, 'secret-two');
    expect(readSecret(`file:${file}`)).toBe('secret-two');
    await store.close();
    await redis.stop();
  });

  it.each([
    ['storePassword', { storePassword: 'file:/nowhere/at/all' }, 'no secret found at file:/nowhere/at/all'],
    ['storePassword', { storePassword: 'env:SOAPSTONE_TEST_NOT_SET' }, 'no secret found at env:'],
    ['storeCa', { storeCa: '/nowhere/at/all' }, 'ENOENT'],
    ['storeCa', { storeCa: join(import.meta.dirname, 'open-store.test.ts') }, 'is not PEM'],
  ])('refuses a wrong %s', (name, wrong, words) => {
    const open = () => openStore({ ...plain, store: 'rediss://127.0.0.1:1', ...wrong });
    expect(open).toThrow(name);
    expect(open).toThrow(words);
  });

  it('refuses certificates for a connection without TLS', () => {
    expect(() => openStore({ ...plain, store: 'redis://127.0.0.1:1', storeCa: '/x' })).toThrow(
      'needs a rediss:// store',
    );
  });
});

describe('settings of a store', () => {
  const load = (flags: Record<string, string>) =>
    loadSettings({ flags: { mapping: '/m', upstream: 'http://u/', ...flags }, environment: {}, cwd: temp({}) });

  it.each(['redis://:hunter2@host', 'redis://u:hunter2@host:1/0', 'http://u:hunter2@host', 'redis://u:hunter2@host?x'])(
    'a URL with a password is refused without repeating it: %s',
    async (store) => {
      const error = await load({ store }).catch((e: unknown) => e);
      expect(String(error)).toContain('--store');
      expect(String(error)).not.toContain('hunter2');
    },
  );

  it('a secret in place of where it is is refused without repeating it', async () => {
    const error = await load({ storePassword: 'hunter2' }).catch((e: unknown) => e);
    expect(String(error)).toContain('--store-password is not the source of a secret');
    expect(String(error)).not.toContain('hunter2');
  });

  it('a file of a secret starts at the folder of the others', async () => {
    const { bridges } = await load({ storePassword: 'file:password' });
    expect(bridges[0].storePassword).toMatch(/^file:\/.*\/password$/);
  });
});
