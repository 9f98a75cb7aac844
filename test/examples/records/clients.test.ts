// Sessions of other people's SOAP clients: login with a cookie, add, get, search, its next page, logout.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { Scene } from './scene.ts';

const run = promisify(execFile);
const script = (name: string) => join(import.meta.dirname, '..', '..', 'examples', 'records', 'clients', name);

it.each([
  ['PHP SoapClient', 'php', 'session.php'],
  ['zeep', '/usr/bin/python3', 'session.py'],
])('%s', async (_, program, name) => {
  const { service } = await new Scene().start();
  const { stdout } = await run(program, [script(name), `${service.url}?wsdl`]);
  await service.close();
  expect(JSON.parse(stdout)).toEqual({
    user: 'Ada Brandt',
    added: true,
    name: 'PHP & Söhne',
    total: 700,
    page: 2,
    after: 'WS_LOG_IN_REQD',
  });
});
