// When a change of files counts: looks are counted, not timed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  contractPlaces,
  mappingPlaces,
  TABLE_FILES,
  Watch,
  type WatchedPlace,
} from '../../../src/server/reload/watch.ts';
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
        return [{ path: file }];
      },
      needed: () => [],
      changed: () => resolve(looks),
    });
    onTestFinished(() => watch.stop());
    void watch.start();
  });
  expect(changedAt).toBe(6);
});

/** The look at which the watch calls out, where `write` does something at some of them. */
async function calledOutAt(places: readonly WatchedPlace[], write: (look: number) => void): Promise<number> {
  let looks = 0;
  return new Promise((resolve) => {
    const watch = new Watch({
      interval: 1,
      places: () => {
        write(++looks);
        return places;
      },
      needed: () => [],
      changed: () => resolve(looks),
    });
    onTestFinished(() => watch.stop());
    void watch.start();
  });
}

test.each(['serve.log', 'unrelated.txt', 'dump.xml', 'data.json'])(
  'a file beside a contract that no contract is read from changes nothing: %s',
  async (name) => {
    const folder = temp({ 'service.wsdl': 'a' });
    const places = contractPlaces([join(folder, 'service.wsdl')]);
    const at = await calledOutAt(places, (look) => {
      if (look === 2) writeFileSync(join(folder, name), 'something');
      if (look === 6) writeFileSync(join(folder, 'service.wsdl'), 'bb');
    });
    expect(at).toBe(7);
  },
);

test('a schema that comes to a contract, and a contract of another name, are changes', async () => {
  const folder = temp({ 'service.php': 'a' });
  const places = contractPlaces([join(folder, 'service.php')]);
  expect(await calledOutAt(places, (look) => look === 2 && writeFileSync(join(folder, 'new.xsd'), 'a'))).toBe(3);
  expect(await calledOutAt(places, (look) => look === 2 && writeFileSync(join(folder, 'service.php'), 'bb'))).toBe(3);
});

test.each(['module.ts', 'codes.csv', 'codes.yml', 'service.xsd', 'service.contract', 'service.zip'])(
  'a file that comes to the folder of a table is a change: %s',
  async (name) => {
    const folder = temp({ 'mapping.yaml': 'a' });
    const places = [{ path: folder, names: TABLE_FILES }];
    const at = await calledOutAt(places, (look) => {
      if (look === 2) writeFileSync(join(folder, 'notes.md'), 'a');
      if (look === 6) writeFileSync(join(folder, name), 'b');
    });
    expect(at).toBe(7);
  },
);

test('a value table in a subfolder is watched, and nothing beside it', async () => {
  const folder = temp({ 'service.wsdl': 'a', 'codes.csv': 'a' });
  mkdirSync(join(folder, 'codes'));
  const files = ['service.wsdl', 'codes/countries.csv'].map((name) => join(folder, name));
  const places = mappingPlaces({ files, contract: { files: [] } });
  const at = await calledOutAt(places, (look) => {
    if (look === 2) writeFileSync(join(folder, 'codes/other.csv'), 'a');
    if (look === 6) writeFileSync(join(folder, 'codes/countries.csv'), 'b');
  });
  expect(at).toBe(7);
});
