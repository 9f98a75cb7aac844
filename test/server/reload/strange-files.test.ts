// Files that are none: named pipes, folders, devices, files without end. Nothing hangs, and each is told by its name.
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, openSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readFileBounded, readTextBounded } from '../../../src/file/read-file.ts';
import { readSecret } from '../../../src/server/bridges/secret.ts';
import { openLog } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { start } from '../../cli/spawn-cli.ts';
import { bankMapping, TABLE } from '../bank-mapping.ts';
import { call } from '../http-client.ts';
import { temp } from '../temp.ts';
import { tlsText } from '../tls-files.ts';

function fifo(path: string): string {
  execFileSync('mkfifo', [path]);
  return path;
}

const strange: readonly (readonly [string, (path: string) => void, RegExp])[] = [
  ['a named pipe', fifo, /it is not a regular file \(a named pipe\)/],
  ['a folder', (path) => void mkdirSync(path), /it is not a regular file \(a folder\)|is a folder without/],
  ['a device', (path) => symlinkSync('/dev/zero', path), /it is not a regular file( \(a device\))?/],
];

describe.each(strange)('%s', (_what, make, words) => {
  test.each(['mapping.yaml', 'accounts.wsdl'])('in the place of %s: serve and check end', async (name) => {
    const folder = bankMapping();
    rmSync(join(folder, name));
    make(join(folder, name));
    const serve = start(['serve', '--mapping', folder, '--upstream', 'http://127.0.0.1:9/', '--port', '0']);
    const check = start(['check', folder]);
    for (const one of [serve, check]) {
      const { code, out, err } = await one.ended;
      expect(out + err).toMatch(words);
      expect(code).toBeGreaterThan(0);
    }
  });
});

test('a named pipe and a device beside the table hold up no reload, and the digest is there', async () => {
  const folder = bankMapping();
  fifo(join(folder, 'notes.json'));
  symlinkSync('/dev/zero', join(folder, 'zero.yaml'));
  const flags = { mapping: folder, upstream: 'http://127.0.0.1:9/', host: '127.0.0.1', port: '0', adminPort: '0' };
  const settings = await loadSettings({
    flags: { ...flags, adminHost: '127.0.0.1', watch: '0', logFormat: 'off' },
    environment: {},
    cwd: temp({}),
  });
  const server = await startServer(settings, openLog(settings, 1));
  onTestFinished(async () => void (await server.drain(0)));
  expect((await server.reload()).ok).toBe(true);
  expect((await call(server.adminPort as number, '/configz')).text).toMatch(/^ok\ndigest: [0-9a-f]{16}\n/);
});

test.each(['mapping.yaml', 'accounts.wsdl'])(
  'a reload with a named pipe in the place of %s fails, and all goes on',
  async (name) => {
    const folder = bankMapping();
    const flags = {
      mapping: folder,
      upstream: 'http://127.0.0.1:9/',
      host: '127.0.0.1',
      port: '0',
      adminPort: 'off',
      watch: '0',
      logFormat: 'off',
    };
    const settings = await loadSettings({ flags, environment: {}, cwd: temp({}) });
    const server = await startServer(settings, openLog(settings, 1));
    onTestFinished(async () => void (await server.drain(0)));
    renameSync(join(folder, name), join(folder, 'away'));
    fifo(join(folder, name));
    expect(await server.reload()).toMatchObject({ ok: false, problems: [expect.stringContaining('a named pipe')] });
    rmSync(join(folder, name));
    renameSync(join(folder, 'away'), join(folder, name));
    expect(await server.reload()).toMatchObject({ ok: true });
  },
);

test('cases and modules are plain files too', async () => {
  const folder = bankMapping();
  mkdirSync(join(folder, 'cases'));
  fifo(join(folder, 'cases', 'one.yaml'));
  fifo(join(folder, 'module.ts'));
  for (const verb of ['test', 'check']) {
    const { code, out, err } = await start([verb, folder]).ended;
    expect(out + err).toContain('a named pipe');
    expect(code).toBeGreaterThan(0);
  }
});

describe('a pipe in the place of a secret', () => {
  const written = (text: string) => {
    const path = fifo(join(temp({}), 'pipe'));
    const writer = spawn('sh', ['-c', `printf %s "$1" > "$2"`, 'sh', text, path], { stdio: 'ignore' });
    onTestFinished(() => void writer.kill());
    return path;
  };

  test('is read, and what came is known from then on', () => {
    const reference = `file:${written('hunter2')}`;
    expect(readSecret(reference)).toBe('hunter2');
    expect(readSecret(reference)).toBe('hunter2');
  });

  test('is given up when nobody writes', () => {
    const path = fifo(join(temp({}), 'pipe'));
    expect(() => readTextBounded(path, { pipes: true, silence: 20 })).toThrow('it is a pipe without data for 0.02 s');
  });

  test('has a bound', () => {
    const path = written('x'.repeat(5000));
    expect(() => readTextBounded(path, { pipes: true, maxBytes: 1000 })).toThrow('more than 1000 bytes');
  });

  test('a shell gives one by <(…)', async () => {
    const folder = bankMapping(TABLE);
    const args = `"$0" serve --mapping "$1" --upstream http://127.0.0.1:9/ --port 0 --admin-port off --config <(echo 'logFormat: nonsense')`;
    const bin = join(import.meta.dirname, '..', '..', '..', 'src', 'cli', 'main.ts');
    const child = spawn('bash', ['-c', args.replace('"$0"', '"$0" "$2"'), process.execPath, folder, bin], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (err += piece));
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    expect(err).toContain('nonsense');
    expect(code).toBe(2);
  });
});

test('a file beyond the bound is not read, whatever its size says', () => {
  const path = join(temp({}), 'large');
  const fd = openSync(path, 'w');
  ftruncateSync(fd, 10 * 1024 ** 3);
  closeSync(fd);
  expect(() => readFileBounded(path)).toThrow('it has more than 67108864 bytes');
  // Its size is said to be 0.
  expect(readTextBounded('/proc/self/status')).toContain('Pid:');
  writeFileSync(path, '');
  expect(readFileBounded(path)).toHaveLength(0);
});

test('a secret beyond 1 MiB is none', () => {
  const [good, large] = [1024 * 1024, 1024 * 1024 + 1].map((bytes) => temp({ secret: 'x'.repeat(bytes) }));
  expect(readSecret(`file:${join(good, 'secret')}`)).toHaveLength(1024 * 1024);
  expect(readSecret(`file:${join(large, 'secret')}`)).toBeUndefined();
});

test.each(['tlsCert', 'upstreamCa'])('a certificate beyond 1 MiB is refused: %s', async (name) => {
  const cwd = temp({ large: `-----BEGIN CERTIFICATE-----\n${'x'.repeat(1024 * 1024)}` });
  const fixed = { mapping: bankMapping(), upstream: 'https://127.0.0.1:9/', port: '0', adminPort: 'off' };
  const flags = { ...fixed, [name]: 'large', ...(name === 'tlsCert' ? { tlsKey: 'large' } : {}) };
  const starting = loadSettings({ flags, environment: {}, cwd }).then((settings) =>
    startServer(settings, openLog({ ...settings, logFormat: 'off' }, 1)),
  );
  await expect(starting).rejects.toThrow('it has more than 1048576 bytes');
});

test.each([
  ['a named pipe', (path: string) => void fifo(path)],
  ['a device', (path: string) => symlinkSync('/dev/zero', path)],
])('%s in the place of clientCa, with certificates in front: it is told', { timeout: 30_000 }, async (_what, make) => {
  const dir = temp({ 'server.pem': tlsText('server.pem'), 'server.key': tlsText('server.key') });
  const clientCa = join(dir, 'ca.pem');
  make(clientCa);
  const auth = JSON.stringify({ front: [{ certificate: { known: true } }], callers: [{ certificate: 'CN=a' }] });
  const files = { tlsCert: join(dir, 'server.pem'), tlsKey: join(dir, 'server.key'), clientCa };
  const flags = {
    mapping: bankMapping(),
    upstream: 'http://127.0.0.1:9/',
    port: '0',
    adminPort: 'off',
    auth,
    ...files,
  };
  const starting = loadSettings({ flags, environment: {}, cwd: dir }).then((settings) =>
    startServer(settings, openLog({ ...settings, logFormat: 'off' }, 1)),
  );
  await expect(starting).rejects.toThrow(/clientCa: cannot read/);
});

test('explain reads messages through pipes, and waits for none for ever', async () => {
  const pipe = fifo(join(temp({}), 'message'));
  const { code, out, err } = await start(['explain', bankMapping(), '--soap', pipe]).ended;
  expect(out + err).toContain('it is a pipe without data');
  expect(code).toBeGreaterThan(0);
});
