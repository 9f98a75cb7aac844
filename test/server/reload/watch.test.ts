// When a change of files counts: looks are counted, not timed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Watch } from '../../../src/server/reload/watch.ts';
import { temp } from '../temp.ts';

test('loads what has changed and then stayed as it is for one more look', async () => {
  const file = join(temp({ file: '' }), 'file');
  let looks = 0;
  const changedAt = await new Promise<number>((resolve) => {
    const watch = new Watch({
      interval: 1,
      places: () => {
        looks++;
        // Looks 2 to 5 find another file each.
        if (looks > 1 && looks <= 5) writeFileSync(file, 'x'.repeat(looks));
        return [file];
      },
      needed: () => [],
      changed: () => resolve(looks),
    });
    onTestFinished(() => watch.stop());
    void watch.start();
  });
  expect(changedAt).toBe(6);
});

test('a log beside the files is no change of them', async () => {
  const folder = temp({ 'service.wsdl': 'a' });
  let looks = 0;
  let lookedAt = 0;
  await new Promise<void>((resolve) => {
    const watch = new Watch({
      interval: 1,
      places: () => {
        looks++;
        if (looks === 2) writeFileSync(join(folder, 'serve.log'), 'reload failed');
        if (looks === 6) writeFileSync(join(folder, 'service.wsdl'), 'bb');
        return [folder];
      },
      needed: () => [],
      changed: () => {
        lookedAt = looks;
        resolve();
      },
    });
    onTestFinished(() => watch.stop());
    void watch.start();
  });
  expect(lookedAt).toBe(7);
});
