// A gateway process that is told by a signal to load anew.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startBank } from '../../examples/bank/bank.ts';
import { bankMapping, TABLE } from '../server/bank-mapping.ts';
import { until } from '../server/until.ts';
import { startGateway } from './gateway.ts';

it('SIGHUP takes up a new table, and a wrong one does no harm', async () => {
  const bank = await startBank(0);
  onTestFinished(() => bank.close());
  const mapping = bankMapping();
  const gateway = await startGateway(mapping, bank.url, ['--watch', '0']);
  const status = async (path: string) => (await fetch(gateway.origin + path)).status;
  expect(await status('/v1/accounts/7')).toBe(200);
  writeFileSync(join(mapping, 'mapping.yaml'), 'soapstone: 2\ncontract: nothing.wsdl\n');
  gateway.signal('SIGHUP');
  writeFileSync(join(mapping, 'mapping.yaml'), TABLE.replace('/v1', '/v2'));
  await until(async () => {
    gateway.signal('SIGHUP');
    return (await status('/v2/accounts/7')) === 200;
  });
  expect(await status('/v1/accounts/7')).toBe(404);
  expect(await gateway.stop()).toBe(0);
});
