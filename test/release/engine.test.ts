// The image by an engine. What the engines do themselves is theirs: here they write down what they are asked for.
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildWith, type Engine, findEngine } from '../../scripts/image/engine.ts';
import { temp } from '../server/temp.ts';

/** Programs before those of the system, which write their arguments into a file. `down`: those that fail. */
function engines(names: readonly string[], down: readonly string[] = []): { calls(): readonly string[] } {
  const scripts = names.map((name): [string, string] => [
    name,
    `#!/bin/sh\necho "${name} $*" >> "$(/usr/bin/dirname "$0")/calls"\n[ "$1" = create ] && echo id\nexit ${down.includes(name) ? 1 : 0}\n`,
  ]);
  const folder = temp({ ...Object.fromEntries(scripts), calls: '' });
  for (const name of names) chmodSync(join(folder, name), 0o755);
  vi.stubEnv('PATH', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  return { calls: () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') };
}

test('docker is taken where its daemon responds, else podman, else none', () => {
  engines(['docker', 'podman']);
  expect(findEngine()?.program).toBe('docker');
  engines(['docker', 'podman'], ['docker']);
  expect(findEngine()?.program).toBe('podman');
  engines(['docker', 'podman'], ['docker', 'podman']);
  expect(findEngine()).toBeUndefined();
  engines([]);
  expect(findEngine()).toBeUndefined();
});

test('podman builds in the format that has a health check, and saves an image layout', () => {
  const { calls } = engines(['podman']);
  const engine = findEngine() as Engine;
  buildWith(engine, {
    root: '/root',
    tag: 'soapstone:1',
    buildArguments: ['VERSION=1', 'REVISION=abc'],
    archive: 'x.oci.tar',
    sbom: 'x.json',
  });
  expect(calls()).toEqual([
    'podman info',
    'podman build --format docker --build-arg VERSION=1 --build-arg REVISION=abc --tag soapstone:1 /root',
    'podman image save --format oci-archive --output x.oci.tar soapstone:1',
    'podman create soapstone:1',
    'podman cp id:/app/sbom.cdx.json x.json',
    'podman rm id',
  ]);
});
