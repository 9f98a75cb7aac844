// `soapstone demo`: the service of tutorial 10 with Soapstone in front, the business records service beside it, and lines to try.
import { fileURLToPath } from 'node:url';
import { startBank } from '../demo/bank.ts';
import { demoAccount } from '../demo/records/access/people.ts';
import { type RecordsService, startRecords } from '../demo/records/service.ts';
import { openLog } from '../server/log/open-log.ts';
import { packageRoot } from '../server/package.ts';
import { startServer } from '../server/server.ts';
import { loadSettings } from '../server/settings/load.ts';
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

export async function demo(flags: DemoFlags): Promise<number> {
  const bank = await startBank(Number(flags.soapPort));
  let records: RecordsService | undefined;
  try {
    const contract = fileURLToPath(new URL('mappings/business-records/contract', packageRoot()));
    records = await startRecords({ contract, port: Number(flags.recordsPort), file: flags.data });
    const mapping = fileURLToPath(new URL('mappings/10-first-row', packageRoot()));
    const settings = await loadSettings({
      flags: {
        mapping,
        upstream: bank.url,
        host: '127.0.0.1',
        port: flags.port,
        adminHost: '127.0.0.1',
        adminPort: flags.adminPort,
        logFormat: 'text',
      },
      environment: {},
      cwd: mapping,
    });
    const server = await startServer(settings, openLog(settings));
    const ended = untilSignal(settings, server);
    const rest = `http://127.0.0.1:${server.port}${server.bridges[0].mapping.base}`;
    const admin = server.adminPort === undefined ? undefined : `http://127.0.0.1:${server.adminPort}`;
    process.stdout.write(`${lines(bank.url, rest, records.url, admin).join('\n')}\n`);
    return await ended;
  } finally {
    await records?.close();
    await bank.close();
  }
}

function lines(soap: string, rest: string, records: string, admin: string | undefined): string[] {
  return [
    `A SOAP service listens at ${soap}; Soapstone presents it as REST at ${rest}.`,
    'The mapping is mappings/10-first-row/mapping.yaml. Try:',
    '',
    `  curl '${rest}/accounts/7'`,
    `  curl '${rest}/accounts/7?currency=USD'`,
    `  curl -i '${rest}/accounts/99'`,
    `  curl -i '${rest}/accounts/seven'`,
    '',
    ...(admin === undefined ? [] : [`Probes, metrics and the rules are at ${admin}:`, '', `  curl '${admin}/metrics'`, '']),
    "See what is sent: npx soapstone explain mappings/10-first-row 'GET /v1/accounts/7'",
    '',
    `A larger SOAP service, business records with 46 operations, listens at ${records}`,
    '',
    `  curl '${records}?wsdl'`,
    `  curl '${records}' -H 'Content-Type: text/xml' -d '${envelope}'`,
    '',
    'Ctrl-C ends it.',
  ];
}

const messages = 'urn:messages_2019_1.platform.webservices.example.com';
const core = 'urn:core_2019_1.platform.webservices.example.com';
const { id, applications, people } = demoAccount;

/** A customer, for somebody with a password. */
const envelope = [
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"',
  ` xmlns:m="${messages}" xmlns:c="${core}"><e:Header>`,
  `<m:applicationInfo><m:applicationId>${applications[0]}</m:applicationId></m:applicationInfo>`,
  `<m:passport><c:email>${people[0].email}</c:email><c:password>${people[0].password}</c:password><c:account>${id}</c:account></m:passport>`,
  '</e:Header><e:Body><m:get><m:baseRef i:type="c:RecordRef" type="customer" externalId="CUST-7"/></m:get></e:Body></e:Envelope>',
].join('');
