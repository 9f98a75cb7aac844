import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BesideTable } from '../../../src/mapping/snapshot/beside-table.ts';
import { SHIPPED_FOLDER, SnapshotFolder } from '../../../src/mapping/snapshot/snapshot-folder.ts';

const made = mkdtempSync(join(tmpdir(), 'snapshots-'));
afterAll(() => rmSync(made, { recursive: true }));
let count = 0;

/** Of a mapping that does not exist. */
const MAPPING = join(made, 'mapping');

function folderAt(path: string | undefined) {
  const folder = new SnapshotFolder(path, 'program');
  return {
    path: path ?? '',
    offer: (name: string, make: () => Uint8Array | undefined) => folder.offer(MAPPING, `${name}.table`, make),
    write: () => folder.write(),
    read: (name: string) => [...folder.read(MAPPING, `${name}.table`)].map(String),
    names: () => readdirSync(path ?? ''),
  };
}

function folderWith(name: string, text: string) {
  const folder = folderAt(join(made, `${count++}`, 'tables'));
  folder.offer(name, () => Buffer.from(text));
  folder.write();
  return folder;
}

describe('a folder of snapshots', () => {
  it('has what was written, for this user alone', () => {
    const folder = folderWith('a', 'one');
    expect(folder.read('a')).toEqual(['one']);
    const names = folder.names();
    expect([folder.path, join(folder.path, names[0])].map(modeOf)).toEqual([0o700, 0o600]);
    folder.offer('a', () => Buffer.from('two'));
    folder.write();
    expect(folder.read('a')).toEqual(['two']);
    expect(folder.names()).toEqual(names);
    expect(folder.read('b')).toEqual([]);
  });

  it('makes nothing before it is written', () => {
    const folder = folderWith('a', 'one');
    folder.offer('b', () => expect.unreachable());
    folder.offer('b', () => undefined);
    folder.write();
    expect(folder.read('b')).toEqual([]);
  });

  it('has no file that somebody else could have written', () => {
    const folder = folderWith('a', 'one');
    const { path } = folder;
    const [name] = folder.names();
    const file = join(path, name);
    chmodSync(file, 0o620);
    expect(folder.read('a')).toEqual([]);
    chmodSync(file, 0o600);
    chmodSync(path, 0o777);
    expect(folder.read('a')).toEqual([]);
    folder.offer('c', () => Buffer.from('three'));
    folder.write();
    expect(folder.names()).toEqual([name]);
    chmodSync(path, 0o700);
    expect(folder.read('a')).toEqual(['one']);
    renameSync(file, join(made, 'elsewhere'));
    symlinkSync(join(made, 'elsewhere'), file);
    expect(folder.read('a')).toEqual([]);
  });

  it('may be impossible', () => {
    const path = join(made, 'plain');
    writeFileSync(path, '');
    for (const place of [join(path, 'tables'), undefined]) {
      const folder = folderAt(place);
      folder.offer('a', () => expect.unreachable());
      folder.write();
      expect(folder.read('a')).toEqual([]);
    }
  });

  it('keeps the newest', () => {
    const folder = folderWith('first', 'one');
    utimesSync(join(folder.path, folder.names()[0]), 1, 1);
    for (let i = 0; i < 32; i++) folder.offer(`later-${i}`, () => Buffer.from('x'));
    folder.write();
    expect(folder.names()).toHaveLength(32);
    expect(folder.read('first')).toEqual([]);
  });
});

describe('the folder beside a table', () => {
  it('comes first, and is replaced as a whole', async () => {
    const mapping = mkdtempSync(join(made, 'mapping-'));
    const folder = new SnapshotFolder(join(made, `${count++}`), 'program');
    folder.offer(mapping, 'a.table', () => Buffer.from('one'));
    folder.write();
    const write = async (name: string) => {
      const beside = new BesideTable('program');
      beside.offer(mapping, name, () => Buffer.from(name));
      expect(await beside.write(mapping)).toBe(7);
    };
    await write('a.table');
    expect([...folder.read(mapping, 'a.table')].map(String)).toEqual(['a.table', 'one']);
    expect(modeOf(join(mapping, SHIPPED_FOLDER, 'a.table'))).toBe(0o644);
    await write('b.table');
    expect(readdirSync(join(mapping, SHIPPED_FOLDER))).toEqual(['b.table']);
    expect(await new BesideTable('program').write(mapping)).toBe(0);
    expect(readdirSync(mapping)).toEqual([]);
  });
});

function modeOf(file: string): number {
  return statSync(file).mode & 0o777;
}
