import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadSettings } from '../../src/server/settings/load.ts';
import { promtool } from '../prometheus/prometheus.ts';

const root = join(import.meta.dirname, '..', '..');
const file = join(root, 'deploy', 'compose.yaml');
const compose = parse(readFileSync(file, 'utf8'), { merge: true });

test('two replicas, Redis, Prometheus and a service run, and show what they are for', async () => {
  const child = spawn(process.execPath, [join(root, 'scripts', 'replicas.ts'), '--check'], { stdio: 'pipe' });
  let text = '';
  child.stdout.on('data', (piece) => (text += piece));
  child.stderr.on('data', (piece) => (text += piece));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(text).toContain('40 served, 20 refused');
  expect(text).toContain('Prometheus has seen 30 and 30 requests');
  expect([code, text.includes('NOT OK')], text).toEqual([0, false]);
}, 180_000);

test('the compose file starts the gateway with settings that there are', async () => {
  for (const name of ['one', 'two']) {
    const { environment, ports } = compose.services[name];
    const settings = await loadSettings({ flags: {}, environment, cwd: import.meta.dirname });
    expect(settings.bridges[0]).toMatchObject({ name: 'accounts', store: 'redis://redis:6379/0' });
    expect(existsSync(join(root, settings.bridges[0].mapping.replace('/app/', '')))).toBe(true);
    expect(ports[0].split(':')[1]).toBe(String(settings.port));
    const { scrape_configs } = parse(readFileSync(join(root, 'deploy', 'prometheus.yaml'), 'utf8'));
    expect(scrape_configs[0].static_configs[0].targets).toContain(`${name}:${settings.adminPort}`);
  }
});

test('what it mounts is there, and Prometheus takes its configuration', () => {
  for (const volume of compose.services.prometheus.volumes) {
    expect(existsSync(join(dirname(file), volume.split(':')[0])), volume).toBe(true);
  }
  const { ok, said } = promtool(['check', 'config', '--syntax-only', join(root, 'deploy', 'prometheus.yaml')]);
  expect(ok, said).toBe(true);
});
