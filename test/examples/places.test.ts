// Ports and files of the demo that cannot be had are told with the flag that chooses others.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startBank } from '../../examples/bank/bank.ts';
import { startRecords } from '../../examples/records/service.ts';

const contract = 'mappings/business-records/contract';

async function taken(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('ports that are taken', async () => {
  const port = await taken();
  const why = (flag: string) => ({
    code: 'SETTINGS',
    message: `a SOAP service of the demo cannot listen on port ${port}: another process has it`,
    suggestion: `choose another one with ${flag}`,
  });
  await expect(startBank(port)).rejects.toMatchObject(why('--soap-port'));
  await expect(startRecords({ contract, port })).rejects.toMatchObject(why('--records-port'));
});

test('a file that holds no database, and one in a folder that is not there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const text = join(folder, 'text');
  writeFileSync(text, 'no database. '.repeat(100));
  for (const file of [text, join(folder, 'none/records.db')]) {
    await expect(startRecords({ contract, port: 0, file })).rejects.toMatchObject({
      code: 'SETTINGS',
      message: expect.stringContaining(`the business records cannot be kept in ${file}: `),
      suggestion: expect.stringContaining('--data'),
    });
  }
});
