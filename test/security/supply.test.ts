// T-SEC-36: what gets into the program and its image is what the lock file says, and no package runs code of its own on the way.
// That the image has no shell, and runs without rights on a file system that is read-only, is seen by test/image.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Locked {
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

interface Declared {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const lock: { readonly lockfileVersion: number; readonly packages: Readonly<Record<string, Locked & Declared>> } =
  JSON.parse(read('package-lock.json'));
const { '': own, ...packages } = lock.packages;
const all = Object.entries(packages);

/** Instructions of the Dockerfile; `stage`: which of its images they are of. */
const instructions = (() => {
  const lines = read('Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  let stage = -1;
  return lines.map((line) => {
    const [word, rest] = [line.split(' ', 1)[0], line.slice(line.indexOf(' ') + 1)];
    if (word === 'FROM') stage++;
    return { stage, word, rest };
  });
})();
const of = (stage: number, word: string) =>
  instructions.filter((one) => one.stage === stage && one.word === word).map(({ rest }) => rest);

describe('T-SEC-36: the lock file', () => {
  test('has a digest of every package, and none that comes from anywhere but a registry', () => {
    expect(lock.lockfileVersion).toBe(3);
    expect(all.length).toBeGreaterThan(100);
    for (const [name, { integrity, resolved, link }] of all) {
      expect(link, name).toBeUndefined();
      expect(integrity, name).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
      if (resolved !== undefined) expect(resolved, name).toMatch(/^https:\/\/[^/]+\/.*\.tgz$/);
    }
  });

  test('is that of the declared dependencies, which are versions', () => {
    const declared: Declared = JSON.parse(read('package.json'));
    expect([own.dependencies, own.devDependencies]).toEqual([declared.dependencies, declared.devDependencies]);
    for (const [name, range] of Object.entries({ ...declared.dependencies, ...declared.devDependencies })) {
      expect(range, name).toMatch(/^(npm:@rollup\/wasm-node@)?[\^~]?\d+\.\d+\.\d+$/);
    }
  });

  test('has no package for the program that wants to run something when it is installed', () => {
    expect(all.filter(([, { dev, hasInstallScript }]) => hasInstallScript && !dev).map(([name]) => name)).toEqual([]);
  });
});

describe('T-SEC-36: the image', () => {
  test('is built from the lock file, and no script of a package runs', () => {
    const npm = of(0, 'RUN')
      .join(' && ')
      .split(' && ')
      .filter((command) => command.startsWith('npm '));
    expect(npm.map((command) => command.split(' ').slice(0, 2).join(' '))).toEqual(['npm ci']);
    for (const command of npm) expect(command).toContain('--ignore-scripts');
  });

  test('takes nothing from a network, and starts nothing by a shell', () => {
    expect(instructions.filter(({ word }) => word === 'ADD')).toEqual([]);
    for (const line of of(1, 'COPY')) expect(line).toMatch(/^--from=build /);
    for (const line of of(2, 'COPY')) expect(line).toMatch(/^--from=compiled --chown=0:0 /);
    for (const stage of [1, 2]) {
      for (const word of ['RUN', 'ENTRYPOINT', 'CMD']) for (const line of of(stage, word)) expect(line).toMatch(/^\["/);
      expect(of(stage, 'USER')).toEqual(['65532:65532']);
    }
  });
});
