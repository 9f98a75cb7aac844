// `soapstone demo`: the service of tutorial 10 with Soapstone in front, and lines to try.
import { fileURLToPath } from 'node:url';
import { startBank } from '../demo/bank.ts';
import { openLog } from '../server/log/open-log.ts';
import { packageRoot } from '../server/package.ts';
import { startServer } from '../server/server.ts';
import { loadSettings } from '../server/settings/load.ts';
import { untilSignal } from './until-signal.ts';

interface DemoFlags {
  readonly port: string;
  readonly soapPort: string;
}

export async function demo(flags: DemoFlags): Promise<number> {
  const bank = await startBank(Number(flags.soapPort));
  try {
    const mapping = fileURLToPath(new URL('mappings/10-first-row', packageRoot()));
    const settings = await loadSettings({
      flags: { mapping, upstream: bank.url, host: '127.0.0.1', port: flags.port, adminPort: 'off', logFormat: 'text' },
      environment: {},
      cwd: mapping,
    });
    const server = await startServer(settings, openLog(settings));
    const ended = untilSignal(settings, server);
    const rest = `http://127.0.0.1:${server.port}${server.bridges[0].mapping.base}`;
    process.stdout.write(`${lines(bank.url, rest).join('\n')}\n`);
    return await ended;
  } finally {
    await bank.close();
  }
}

function lines(soap: string, rest: string): string[] {
  return [
    `A SOAP service listens at ${soap}; Soapstone presents it as REST at ${rest}.`,
    'The mapping is mappings/10-first-row/mapping.yaml. Try:',
    '',
    `  curl '${rest}/accounts/7'`,
    `  curl '${rest}/accounts/7?currency=USD'`,
    `  curl -i '${rest}/accounts/99'`,
    `  curl -i '${rest}/accounts/seven'`,
    '',
    "See what is sent: npx soapstone explain mappings/10-first-row 'GET /v1/accounts/7'",
    'Ctrl-C ends it.',
  ];
}
