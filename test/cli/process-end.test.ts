import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temp } from '../server/temp.ts';
import { run } from './spawn-cli.ts';

const module = pathToFileURL(join(import.meta.dirname, '../../src/cli/process-end.ts')).href;

test('the process ends with its code, also while a thread of it hangs in the system', async () => {
  const fifo = join(temp(), 'fifo');
  execFileSync('mkfifo', [fifo]);
  const begin = `import { readFile } from 'node:fs'; import { endProcess } from '${module}';`;
  const hangs = temp({ 'hangs.mjs': `${begin} readFile('${fifo}', () => {}); setImmediate(() => endProcess(3));` });
  const plain = temp({ 'plain.mjs': `${begin} endProcess(4);` });
  expect((await run([], { program: join(hangs, 'hangs.mjs') })).code).toBe(3);
  expect((await run([], { program: join(plain, 'plain.mjs') })).code).toBe(4);
});
