// Packed messages, of which few are unpacked at once: what all of them would be need not fit the memory.
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, type InputType } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { expectedBytes, inflate } from '../../src/binding/inflate.ts';

const zlib = vi.hoisted(() => ({ running: 0, most: 0, calls: 0 }));

vi.mock('node:zlib', async (original) => {
  const real = await original<typeof import('node:zlib')>();
  const gunzip = (bytes: InputType, options: object, done: (error: Error | null, result: never) => void) => {
    zlib.calls++;
    zlib.most = Math.max(zlib.most, ++zlib.running);
    real.gunzip(bytes, options, (error, result) => {
      zlib.running--;
      done(error, result as never);
    });
  };
  return { ...real, gunzip };
});

const one = (text: string, wanted?: () => boolean) =>
  new Promise<string>((resolve) =>
    inflate(
      'gzip',
      gzipSync(text),
      1000,
      (problem, bytes) => resolve(problem ?? Buffer.from(bytes).toString()),
      wanted,
    ),
  );

test('all are unpacked, few of them at once', async () => {
  const texts = Array.from({ length: 40 }, (_, i) => (i % 7 === 3 ? 'x'.repeat(2000) : `text ${i}`));
  const results = await Promise.all(texts.map((text) => one(text)));
  expect(results).toEqual(texts.map((text) => (text.length > 1000 ? 'limit' : text)));
  expect(zlib.most).toBeGreaterThan(1);
  expect(zlib.most).toBeLessThanOrEqual(4);
});

test('nothing is unpacked that nobody wants any more when its turn comes', async () => {
  const before = zlib.calls;
  const first = Array.from({ length: 4 }, (_, i) => one(`${i}`));
  let heard = 0;
  for (let i = 0; i < 20; i++) void one('gone', () => false).then(() => heard++);
  const last = one('last');
  expect(await Promise.all([...first, last])).toEqual(['0', '1', '2', '3', 'last']);
  expect([zlib.calls - before, heard]).toEqual([5, 0]);
});

test('a client with many takes turns with the others', async () => {
  const order: string[] = [];
  const unpack = (client: string, i: number) =>
    new Promise<void>((resolve) => {
      const done = () => {
        order.push(client);
        resolve();
      };
      inflate('gzip', gzipSync(`${i}`), 1000, done, () => true, client);
    });
  await Promise.all([...Array.from({ length: 30 }, (_, i) => unpack('many', i)), unpack('one', 0)]);
  expect(order.indexOf('one')).toBeLessThan(6);
});

test.each([
  ['gzip', gzipSync('text')],
  ['deflate', deflateSync('text')],
  ['deflate', deflateRawSync('text')],
  ['br', brotliCompressSync('text')],
] as const)('%s with bytes behind its end is none', async (coding, packed) => {
  const unpack = (bytes: Uint8Array) =>
    new Promise((resolve) => inflate(coding, bytes, 1000, (problem, all) => resolve(problem ?? `${Buffer.from(all)}`)));
  expect(await unpack(packed)).toBe('text');
  expect(await unpack(Buffer.concat([packed, Buffer.from('junk')]))).toBe('data');
});

test('a bomb is told from what is larger than the limit', async () => {
  const bomb = gzipSync(Buffer.alloc(9_000_000));
  const problem = (limit: number) => new Promise((resolve) => inflate('gzip', bomb, limit, resolve));
  expect(await problem(10_000_000)).toBe('ratio');
  expect(await problem(100_000)).toBe('limit');
});

test('what is expected of a packed message: what gzip says, within the limit and what is no bomb', () => {
  const packed = gzipSync('a'.repeat(900_000));
  expect(expectedBytes('gzip', packed, 10_000_000)).toBe(900_000);
  expect(expectedBytes('gzip', packed, 1000)).toBe(1000);
  const lie = new Uint8Array([...packed.subarray(0, -4), 255, 255, 255, 255]);
  expect(expectedBytes('gzip', lie, 10_000_000)).toBe(1024 * 1024);
  expect(expectedBytes('br', new Uint8Array(100), 10_000_000)).toBe(800);
});
