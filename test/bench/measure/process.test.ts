import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { firstLine, memoryOf, startNode, stopTree, treeOf } from '../../../bench/measure/process.ts';

const START = `
  const { spawn } = require('node:child_process');
  spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']).once('spawn', () => console.log('started'));
`;

test('a process that started others is measured and stopped with them', async () => {
  const child = startNode('any', ['-e', START]);
  expect(await firstLine(child)).toBe('started');
  const [first, second, ...more] = treeOf(child.pid!);
  expect([first, more]).toEqual([child.pid, []]);
  expect(memoryOf(second)).toBeGreaterThan(1);
  await stopTree(child);
  await expect.poll(() => existsSync(`/proc/${second}/exe`)).toBe(false);
});
