// What fuzzing has kept, run again: seeds, inputs that reach far, and all that was ever found. `npm run fuzz` goes on from there.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadTarget, targetNames } from './targets.ts';

const filesOf = (folder: string): [string, Uint8Array][] => {
  const dir = join(import.meta.dirname, folder);
  return existsSync(dir) ? readdirSync(dir).map((file) => [`${folder}/${file}`, readFileSync(join(dir, file))]) : [];
};

describe.each(targetNames)('%s', async (name) => {
  const target = await loadTarget(name);
  const inputs = [
    ...target.seeds.map((seed, i): [string, Uint8Array] => [`seed ${i}`, Buffer.from(seed)]),
    ...filesOf(`corpus/${name}`),
  ];

  it('the corpus holds no finding', async () => {
    for (const [from, input] of inputs) await expect(Promise.resolve(target.run(input)), from).resolves.toBeUndefined();
  });

  it.each(filesOf(`findings/${name}`))('%s stays mended', async (_file, input) => {
    await target.run(input);
  });
});
