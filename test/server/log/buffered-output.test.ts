import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BufferedOutput } from '../../../src/server/log/buffered-output.ts';
import { temp } from '../temp.ts';
import { until } from '../until.ts';

const MIB = 1024 * 1024;

/** A pipe that nobody reads unless told. */
function pipe() {
  const path = join(temp(), 'pipe');
  execFileSync('mkfifo', [path]);
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(fd));
  const piece = Buffer.alloc(MIB);
  const read = (most = MIB) => {
    try {
      return piece.toString('latin1', 0, readSync(fd, piece, 0, most, null));
    } catch {
      return '';
    }
  };
  return { fd, read };
}

test('holds a bounded number of bytes, drops newer lines, counts them, and tells once', async () => {
  const { fd, read } = pipe();
  const notices: string[] = [];
  const out = new BufferedOutput(fd, (text) => notices.push(text));
  const line = `${'x'.repeat(1023)}\n`;
  for (let i = 0; i < 10 * 1024; i++) out.write(line);
  expect(out.droppedLines).toBe(2 * 1024);
  expect(notices).toEqual(['cannot write the log (nothing reads it): lines beyond 8 MiB are dropped']);
  expect(await out.end(1)).toBe(false);

  let bytes = 0;
  await until(() => {
    bytes += read().length;
    return bytes === 8 * MIB;
  });
  await until(() => notices.length === 2);
  expect(notices[1]).toBe('writing the log again; 2048 lines were dropped');
  out.write('again\n');
  expect(await out.end(60_000)).toBe(true);
  expect(read()).toBe('again\n');
});

test('several writers of a pipe do not write into lines of each other', async () => {
  const { fd, read } = pipe();
  const line = (letter: string, length: number) => `${letter.repeat(length)}\n`;
  const outs = ['a', 'b'].map((letter) => ({ letter, out: new BufferedOutput(fd, () => {}, 'with others') }));
  for (let i = 0; i < 2000; i++) for (const { letter, out } of outs) out.write(line(letter, 100 + (i % 700)));
  const long = line('c', 9000);
  let text = '';
  const ended = Promise.all(outs.map(({ out }) => out.end(60_000)));
  let isOver = false;
  void ended.then(() => (isOver = true));
  await until(() => {
    // Room for a part of what each has to write.
    text += read(5000);
    return isOver;
  });
  outs[0].out.write(long);
  expect(await outs[0].out.end(60_000)).toBe(true);
  for (let piece = read(); piece !== ''; piece = read()) text += piece;
  const lines = text.split('\n').slice(0, -1);
  expect(lines).toHaveLength(4001);
  expect(lines.filter((one) => !/^(a+|b+|c+)$/.test(one))).toEqual([]);
  expect(lines.at(-1)).toHaveLength(9000);
});

test('a disk that is full is told once, with its error; nothing is lost while there is room in memory', async () => {
  const notices: string[] = [];
  const out = new BufferedOutput(openSync('/dev/full', 'w'), (text) => notices.push(text));
  out.write('one\n');
  expect(await out.end(60_000)).toBe(false);
  out.write('two\n');
  expect(await out.end(60_000)).toBe(false);
  expect(notices).toEqual(['cannot write the log (ENOSPC): lines beyond 8 MiB are dropped']);
  expect(out.droppedLines).toBe(0);
});

test('long texts arrive whole and in order', async () => {
  const file = join(temp(), 'log');
  const out = new BufferedOutput(openSync(file, 'a'));
  const texts = Array.from({ length: 500 }, (_, i) => `${i} ${'é'.repeat(i * 3)}\n`);
  for (const text of texts) out.write(text);
  expect(await out.end(60_000)).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe(texts.join(''));
});

test('several can wait for the end: one whose time is over first does not take it from the others', async () => {
  const { fd, read } = pipe();
  const out = new BufferedOutput(fd);
  out.write(`${'x'.repeat(MIB)}\n`);
  const [short, long] = [out.end(1), out.end(600_000)];
  expect(await short).toBe(false);
  let over = false;
  void long.then(() => (over = true));
  await until(() => read() === '' && over);
  expect(await long).toBe(true);
});
