import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePorts } from '../../scripts/replicas/processes.ts';
import { temp } from '../server/temp.ts';
import { run, start } from './spawn-cli.ts';

/** An admin port: paths that are not in `pages` get 503, and `onRefusal` is called. */
async function admin(pages: Readonly<Record<string, string>>, onRefusal = () => {}): Promise<string> {
  const server = createServer((req, res) => {
    const text = pages[req.url as string];
    res.writeHead(text === undefined ? 503 : 200).end(text ?? 'draining\n');
    if (text === undefined) onRefusal();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return String((server.address() as AddressInfo).port);
}

test('a gateway that runs is well, one that drains is not ready', async () => {
  const port = await admin({ '/livez': 'ok\n', '/configz': 'ok\n' });
  const live = await run(['health', '--admin-port', port]);
  expect(live).toEqual({ code: 0, out: 'ok\n', err: '' });
  expect(await run(['health', '--ready', '--admin-port', port])).toEqual({ code: 1, out: 'draining\n', err: '' });
});

test('one that becomes ready while the command waits is well; one that does not is not', async () => {
  const pages: Record<string, string> = { '/configz': 'ok\n' };
  const port = await admin(pages, () => {
    pages['/readyz'] = 'ready\n';
  });
  const flags = ['health', '--ready', '--admin-port', port];
  expect(await run([...flags, '--wait', '20'])).toEqual({ code: 0, out: 'ready\n', err: '' });
  const never = ['health', '--ready', '--admin-port', await admin({}), '--wait', '1'];
  expect(await run(never)).toEqual({ code: 1, out: 'draining\n', err: '' });
  const wrong = await run([...flags, '--wait', 'soon']);
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('--wait must be a number of seconds')]);
});

test('a gateway whose last reload failed runs, and is not well', async () => {
  const port = await admin({ '/livez': 'ok\n', '/readyz': 'ok\n' });
  for (const flags of [[], ['--ready']])
    expect(await run(['health', ...flags, '--admin-port', port])).toEqual({ code: 1, out: 'draining\n', err: '' });
  expect(await run(['health', '--live', '--admin-port', port])).toEqual({ code: 0, out: 'ok\n', err: '' });
});

test('settings are those that serve reads, without the ones of bridges', async () => {
  const port = await admin({ '/livez': 'ok\n', '/configz': 'ok\n' });
  const environment = { SOAPSTONE_ADMIN_PORT: port };
  expect((await run(['health'], { environment })).code).toBe(0);
  const cwd = temp({ 'soapstone.yaml': `adminPort: ${port}\nadminHost: 127.0.0.1\nmapping: ./none\n` });
  expect((await run(['health'], { cwd })).code).toBe(0);
});

test('nobody there, and nobody to ask', async () => {
  const { code, out } = await run(['health', '--admin-port', '9']);
  expect([code, out]).toEqual([1, 'http://127.0.0.1:9: ECONNREFUSED: nothing listens on this port\n']);
  const off = await run(['health', '--admin-port', 'off']);
  expect([off.code, off.err]).toEqual([2, expect.stringContaining('the admin port is off')]);
});

describe('--pid', () => {
  const bridge = ['--mapping', 'mappings/10-first-row', '--upstream', 'http://127.0.0.1:9'];

  /** A gateway, from the moment that its process is there. */
  async function gateway(...flags: readonly string[]): Promise<string> {
    const { child, err } = start(['serve', ...bridge, '--host', '127.0.0.1', '--port', '0', ...flags]);
    await expect.poll(err).toContain('listening on port');
    return String(child.pid);
  }

  test('the flags of the process say where its admin port is, and those of the command win', async () => {
    const [port] = await freePorts(1);
    const pid = await gateway('--admin-host', '127.0.0.1', '--admin-port', String(port));
    expect(await run(['health', '--pid', pid])).toEqual({ code: 0, out: 'ok\n', err: '' });
    const { out } = await run(['health', '--pid', pid, '--admin-port', '9']);
    expect(out).toBe('http://127.0.0.1:9: ECONNREFUSED: nothing listens on this port\n');
  });

  test('so does its settings file', async () => {
    const [port] = await freePorts(1);
    const folder = temp({ 'settings.yaml': `adminPort: ${port}\nadminHost: 127.0.0.1\n` });
    const pid = await gateway('--config', join(folder, 'settings.yaml'));
    expect(await run(['health', '--live', '--pid', pid])).toEqual({ code: 0, out: 'ok\n', err: '' });
  });

  test('a process that has no admin port runs: nobody is asked', async () => {
    const pid = await gateway('--admin-port', 'off');
    expect(await run(['health', '--pid', pid])).toEqual({
      code: 0,
      out: `process ${pid} runs, and has no admin port\n`,
      err: '',
    });
  });

  test('another program leaves it to the settings, and no process is wrong usage', async () => {
    const port = await admin({ '/livez': 'ok\n', '/configz': 'ok\n' });
    const environment = { SOAPSTONE_ADMIN_PORT: port };
    expect((await run(['health', '--pid', String(process.pid)], { environment })).code).toBe(0);
    for (const pid of ['0', '../self']) {
      const { code, err } = await run(['health', '--pid', pid], { environment });
      expect([code, err]).toEqual([2, expect.stringContaining(`--pid ${pid}: /proc has no such process`)]);
    }
  });
});
