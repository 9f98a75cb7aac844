// A server that captures, and its page of exchanges.
import { onTestFinished } from 'vitest';
import { startBank } from '../../../examples/bank/bank.ts';
import type { CapturedExchange } from '../../../src/capture/captured.ts';
import { silent } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { bankMapping } from '../bank-mapping.ts';
import { call } from '../http-client.ts';
import { temp } from '../temp.ts';
import { until } from '../until.ts';

export async function open(flags: Readonly<Record<string, string>>) {
  const settings = await loadSettings({
    flags: {
      host: '127.0.0.1',
      adminHost: '127.0.0.1',
      port: '0',
      adminPort: '0',
      overloadDelay: '0',
      mapping: bankMapping(),
      ...flags,
    },
    environment: {},
    cwd: temp(),
  });
  const server = await startServer(settings, silent);
  onTestFinished(async () => void (await server.drain(0)));
  const page = async (query = '') => JSON.parse((await call(server.adminPort as number, `/exchanges${query}`)).text);
  const exchanges = async (count: number, query = ''): Promise<readonly CapturedExchange[]> => {
    let latest: readonly CapturedExchange[] = [];
    await until(async () => (latest = (await page(query)).exchanges).length >= count);
    return latest;
  };
  return { server, port: server.port, admin: server.adminPort as number, page, exchanges };
}

export async function bank(): Promise<string> {
  const started = await startBank(0);
  onTestFinished(() => started.close());
  return started.url;
}
