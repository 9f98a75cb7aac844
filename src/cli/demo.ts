// `soapstone demo`: the business records service with the record API in front of it, SOAP in front of that, tutorial 10 beside them, and
// lines to try.
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { startBank } from '../../examples/bank/bank.ts';
import { demoAccount } from '../../examples/records/access/people.ts';
import { startRecords } from '../../examples/records/service.ts';
import { openLog } from '../server/log/open-log.ts';
import { packageRoot } from '../server/package.ts';
import { startServer } from '../server/server.ts';
import { loadSettings } from '../server/settings/load.ts';
import type { Settings } from '../server/settings/settings.ts';
import { demoLines } from './demo-lines.ts';
import { untilSignal } from './until-signal.ts';

interface DemoFlags {
  readonly port: string;
  readonly soapPort: string;
  readonly recordsPort: string;
  /** `off` for none. */
  readonly adminPort: string;
  /** Where the business records are kept; in memory without. */
  readonly data?: string;
}

type Close = () => Promise<void>;

export async function demo(flags: DemoFlags): Promise<number> {
  const open: Close[] = [];
  try {
    const bank = await startBank(Number(flags.soapPort), folder('10-first-row/contract/accounts.wsdl'));
    open.push(bank.close);
    const records = await startRecords({
      contract: folder('business-records/contract'),
      port: Number(flags.recordsPort),
      file: flags.data,
    });
    open.push(records.close);
    const settings = await demoSettings(await freePort(flags.port), flags.adminPort, bank.url, records.url);
    const server = await startServer(settings, openLog(settings));
    const ended = untilSignal(settings, server);
    const lines = demoLines({ port: server.port, adminPort: server.adminPort, bank: bank.url, records: records.url });
    process.stdout.write(`${lines.join('\n')}\n`);
    return await ended;
  } finally {
    for (const close of open.toReversed()) await close();
  }
}

/** Three bridges on one port; the third one calls the second. */
async function demoSettings(port: string, adminPort: string, bank: string, records: string): Promise<Settings> {
  const shared = { host: '127.0.0.1', port, adminHost: '127.0.0.1', adminPort, logFormat: 'text' };
  const business = { mapping: folder('business-records'), ...shared };
  const [tutorial, rest, soap] = await Promise.all(
    [
      { ...shared, mapping: folder('10-first-row'), upstream: bank },
      { ...business, upstream: records, auth: JSON.stringify({ back: { fields: credential() } }) },
      { ...business, name: 'business-records-soap', present: 'soap', upstream: `http://127.0.0.1:${port}` },
    ].map((flags) => loadSettings({ flags, environment: {}, cwd: folder('') })),
  );
  return { ...tutorial, bridges: [tutorial, rest, soap].flatMap(({ bridges }) => bridges) };
}

/** The token that the gateway signs with. A gateway takes secrets from its environment: here they are put there, since everybody knows them. */
function credential(): Readonly<Record<string, unknown>> {
  const [{ consumerKey, consumerSecret, token, tokenSecret }] = demoAccount.tokens;
  const secrets = { consumerSecret, token, tokenSecret };
  const places = Object.entries(secrets).map(([name, secret]) => {
    const env = `DEMO_${name}`;
    process.env[env] = secret;
    return [name, { env }];
  });
  return { account: demoAccount.id, consumerKey, ...Object.fromEntries(places) };
}

function folder(name: string): string {
  return fileURLToPath(new URL(`mappings/${name}`, packageRoot()));
}

/** The port of a bridge that another one calls must be known before it listens. */
async function freePort(port: string): Promise<string> {
  if (port !== '0') return port;
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return String(typeof address === 'object' && address ? address.port : port);
}
