import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SnapshotFolder } from '../../../src/mapping/snapshot/snapshot-folder.ts';

const made = mkdtempSync(join(tmpdir(), 'snapshots-'));
afterAll(() => rmSync(made, { recursive: true }));
let count = 0;

function folderWith(name: string, text: string) {
  const path = join(made, `${count++}`, 'tables');
  const folder = new SnapshotFolder(path, 'program');
  folder.offer(name, () => Buffer.from(text));
  folder.write();
  return { path, folder };
}

describe('a folder of snapshots', () => {
  it('has what was written, for this user alone', () => {
    const { path, folder } = folderWith('a', 'one');
    expect(String(folder.read('a'))).toBe('one');
    expect([path, join(path, 'a.table')].map((file) => statSync(file).mode & 0o777)).toEqual([0o700, 0o600]);
    folder.offer('a', () => Buffer.from('two'));
    folder.write();
    expect(String(folder.read('a'))).toBe('two');
    expect(readdirSync(path)).toEqual(['a.table']);
    expect(folder.read('b')).toBeUndefined();
  });

  it('makes nothing before it is written', () => {
    const { folder } = folderWith('a', 'one');
    folder.offer('b', () => expect.unreachable());
    folder.offer('b', () => undefined);
    folder.write();
    expect(folder.read('b')).toBeUndefined();
  });

  it('has no file that somebody else could have written', () => {
    const { path, folder } = folderWith('a', 'one');
    const file = join(path, 'a.table');
    chmodSync(file, 0o620);
    expect(folder.read('a')).toBeUndefined();
    chmodSync(file, 0o600);
    chmodSync(path, 0o777);
    expect(folder.read('a')).toBeUndefined();
    folder.offer('c', () => Buffer.from('three'));
    folder.write();
    expect(readdirSync(path)).toEqual(['a.table']);
    chmodSync(path, 0o700);
    expect(String(folder.read('a'))).toBe('one');
    writeFileSync(join(made, 'elsewhere'), 'four', { mode: 0o600 });
    symlinkSync(join(made, 'elsewhere'), join(path, 'd.table'));
    expect(folder.read('d')).toBeUndefined();
  });

  it('may be impossible', () => {
    const path = join(made, 'plain');
    writeFileSync(path, '');
    const folder = new SnapshotFolder(join(path, 'tables'), 'program');
    folder.offer('a', () => expect.unreachable());
    folder.write();
    expect(folder.read('a')).toBeUndefined();
  });

  it('keeps the newest', () => {
    const { path, folder } = folderWith('first', 'one');
    utimesSync(join(path, 'first.table'), 1, 1);
    for (let i = 0; i < 32; i++) folder.offer(`later-${i}`, () => Buffer.from('x'));
    folder.write();
    expect(readdirSync(path)).toHaveLength(32);
    expect(folder.read('first')).toBeUndefined();
  });
});
