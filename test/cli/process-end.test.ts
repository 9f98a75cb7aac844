import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temp } from '../server/temp.ts';
import { until } from '../server/until.ts';
import { run, start } from './spawn-cli.ts';

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

test('npm passes no SIGTERM on: a gateway that it has started names its own process, and ends with that', async () => {
  const service = fileURLToPath(new URL('../../mappings/10-first-row/contract/accounts.wsdl', import.meta.url));
  const args = ['serve', '--contract', service, '--port', '0', '--admin-port', 'off', '--drain-delay', '0'];
  const environment = { npm_lifecycle_script: "'soapstone' serve", npm_lifecycle_event: 'npx' };
  const gateway = start(args, { environment });
  await until(() => gateway.err().includes('listening on port'));
  const pid = /^note: npm passes no SIGTERM on; to end the gateway: kill (\d+)$/m.exec(gateway.err())?.[1];
  process.kill(Number(pid), 'SIGTERM');
  expect((await gateway.ended).code).toBe(0);
  const alone = start(args, { environment: { npm_lifecycle_script: 'vitest run' } });
  await until(() => alone.err().includes('listening on port'));
  alone.child.kill();
  expect((await alone.ended).err).not.toContain('npm');
});
