// `soapstone demo`: the business records service with the record API in front of it, SOAP in front of that, tutorial 10 beside them, and
// lines to try.
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { startBank } from '../../examples/bank/bank.ts';
import { demoAccount } from '../../examples/records/access/people.ts';
import { startRecords } from '../../examples/records/service.ts';
import type { Contract } from '../contract/model/contract.ts';
import { packageRoot } from '../file/package-root.ts';
import { writeJobId } from '../mapping/runtime/job-id.ts';
import { openLog } from '../server/log/open-log.ts';
import { startServer } from '../server/server.ts';
import { loadSettings } from '../server/settings/load.ts';
import type { Settings } from '../server/settings/settings.ts';
import { npmNotes, untilSignal } from './process-end.ts';

/** A name that the service gave to no job. */
const NO_JOB = writeJobId({ rule: 'bin.add', name: 'none', query: '' });

interface DemoFlags {
  readonly port: string;
  readonly soapPort: string;
  readonly recordsPort: string;
  /** `off` for none. */
  readonly adminPort: string;
  /** File of the business records; in memory by default. */
  readonly data?: string;
}

/** By default; a free one where it is taken. */
export const ADMIN_PORT = '9091';

type Close = () => Promise<void>;

export async function demo(flags: DemoFlags): Promise<number> {
  const open: Close[] = [];
  try {
    const bank = await startBank(Number(flags.soapPort), folder('10-first-row/contract/accounts.wsdl'));
    open.push(bank.close);
    const contract = Promise.withResolvers<Contract>();
    const records = await startRecords({
      contract: contract.promise,
      port: Number(flags.recordsPort),
      file: flags.data,
    });
    open.push(records.close);
    const settings = await demoSettings(await freePort(flags.port), flags.adminPort, bank.url, records.url);
    const server = await startServer(settings, openLog(settings));
    // The service and the bridges have it from one load.
    contract.resolve(server.bridges[1].mapping.contract);
    const ended = untilSignal(settings, server);
    const lines = demoLines({ port: server.port, adminPort: server.adminPort, bank: bank.url, records: records.url });
    process.stdout.write(`${[...npmNotes(process.env, process.pid), ...lines].join('\n')}\n`);
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
      {
        ...business,
        ...sessions(),
        name: 'business-records-soap',
        present: 'soap',
        upstream: `http://127.0.0.1:${port}`,
      },
    ].map((flags) => loadSettings({ flags, environment: {}, cwd: folder('') })),
  );
  return {
    ...tutorial,
    adminPortMoves: adminPort === ADMIN_PORT,
    bridges: [tutorial, rest, soap].flatMap(({ bridges }) => bridges),
  };
}

/** The token that the gateway signs with. */
function credential(): Readonly<Record<string, unknown>> {
  const [{ consumerKey, consumerSecret, token, tokenSecret }] = demoAccount.tokens;
  return { account: demoAccount.id, consumerKey, ...inEnvironment({ consumerSecret, token, tokenSecret }) };
}

/** SOAP clients may log in, and need not. */
function sessions(): { readonly auth: string } {
  const front = [{ session: { cookie: 'JSESSIONID', secure: false } }, 'none'];
  const callers = demoAccount.people.map(({ email, password, name }, i) => ({
    email,
    ...inEnvironment({ password }, i),
    account: demoAccount.id,
    user: String(i + 1),
    name,
  }));
  return { auth: JSON.stringify({ front, callers }) };
}

/** Secrets must come from the environment, so these public ones are put there. */
function inEnvironment(
  secrets: Readonly<Record<string, string>>,
  index = 0,
): Readonly<Record<string, { env: string }>> {
  const places = Object.entries(secrets).map(([name, secret]): [string, { env: string }] => {
    const env = `DEMO_${name}_${index}`;
    process.env[env] = secret;
    return [name, { env }];
  });
  return Object.fromEntries(places);
}

function folder(name: string): string {
  return fileURLToPath(new URL(`mappings/${name}`, packageRoot()));
}

/** One bridge calls another one, so the port must be known before it listens. */
async function freePort(port: string): Promise<string> {
  if (port !== '0') return port;
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return String(typeof address === 'object' && address ? address.port : port);
}

interface Places {
  /** Of the gateway. */
  readonly port: number;
  /** Absent when it is off. */
  readonly adminPort: number | undefined;
  /** URLs of the services. */
  readonly bank: string;
  readonly records: string;
}

function demoLines({ port, adminPort, bank, records }: Places): string[] {
  const gateway = `http://127.0.0.1:${port}`;
  const rest = `${gateway}/services/rest/record/v1`;
  const soap = `${gateway}${new URL(records).pathname}`;
  const json = "-H 'Content-Type: application/json'";
  return [
    `A SOAP service for business records, with 46 operations, listens at ${records}`,
    `Soapstone presents it as REST at ${rest} (signing each call), and that REST API as SOAP at ${soap}`,
    'The mapping of both is mappings/business-records. Try:',
    '',
    '# the bins whose number begins with B-00, five of them',
    `  curl -G '${rest}/bin' -d limit=5 --data-urlencode 'q=binNumber START_WITH B-00'`,
    '# one record, by its external id',
    `  curl '${rest}/bin/eid:BIN-1'`,
    '# inserted, or changed when it is there already',
    `  curl -i -X PUT '${rest}/bin/eid:TRY-1' ${json} -d '{ "binNumber": "TRY 1", "location": { "id": "1" } }'`,
    '# three of an item are built, and the record of that',
    `  build=$(curl -s -D - '${rest}/assemblyItem/${ITEM}/!transform/assemblyBuild' ${json} -d '{ "quantity": 3 }' | sed -n 's/^location: //Ip' | tr -d '\\r')`,
    `  curl -i "${gateway}$build"`,
    '# a record added by a job, its task, and what came of it',
    `  job=$(curl -s -D - '${rest}/bin' -H 'Prefer: respond-async' ${json} -d '{ "binNumber": "TRY 2", "location": { "id": "1" } }' | sed -n 's/^location: //Ip' | tr -d '\\r')`,
    `  curl -i "${gateway}$job"`,
    `  curl -i "${gateway}$job/task/1"`,
    `  curl -i "${gateway}$job/task/1/result"`,
    '# a failure, and a fault of the service',
    `  curl -i '${rest}/bin/999999'`,
    `  curl -i '${gateway}/services/rest/async/v1/job/${NO_JOB}'`,
    '# a SOAP call, that Soapstone turns into REST and back into SOAP',
    `  curl '${soap}' -H 'Content-Type: text/xml' -d '${viaRest}'`,
    '# a SOAP call to the service itself, with a password',
    `  curl '${records}' -H 'Content-Type: text/xml' -d '${straight}'`,
    '# a session, of the service and of the gateway: its cookie, a search, the next page of that, and the end',
    ...[records, soap].flatMap(sessionLines),
    '',
    `What is described: ${rest}/docs, ${rest}/openapi.json, ${soap}?wsdl, ${records}?wsdl`,
    "See what is sent: npx soapstone explain mappings/business-records 'GET /services/rest/record/v1/bin/eid:BIN-1'",
    '',
    `A small service, that of mappings/10-first-row, listens at ${bank}; its WSDL is at ${bank}?wsdl`,
    '',
    `  curl '${gateway}/v1/accounts/7?currency=USD'`,
    `  curl -i '${gateway}/v1/accounts/seven'`,
    ...admin(adminPort),
    '',
    'Ctrl-C ends it.',
  ];
}

function sessionLines(url: string): string[] {
  const login = `curl -s -D - '${url}' -H 'Content-Type: text/xml' -d '${session.login}'`;
  return [
    `  session=$(${login} | sed -n 's/^set-cookie: \\(JSESSIONID=[^;]*\\).*/\\1/Ip' | tr -d '\\r')`,
    ...[session.search, session.next, session.logout].map(
      (body) => `  curl '${url}' -H 'Content-Type: text/xml' -H "Cookie: $session" -d '${body}'`,
    ),
  ];
}

function admin(port: number | undefined): string[] {
  if (port === undefined) return [];
  const url = `http://127.0.0.1:${port}`;
  return ['', `Probes, metrics and the rules are at ${url}`, '', `  curl '${url}/metrics'`];
}

/** Oak board, among the seeded items. */
const ITEM = 2148;

const area = (name: string) => `urn:${name}_2019_1.platform.webservices.example.com`;
const { id, applications, people } = demoAccount;

function envelope(header: string, type: string, external: string): string {
  return message(header, `<m:get><m:baseRef i:type="c:RecordRef" type="${type}" externalId="${external}"/></m:get>`);
}

function message(header: string, body: string): string {
  return [
    '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"',
    ` xmlns:m="${area('messages')}" xmlns:c="${area('core')}" xmlns:k="${area('common')}">${header}<e:Body>${body}</e:Body></e:Envelope>`,
  ].join('');
}

const viaRest = envelope('', 'bin', 'TRY-1');

const application = `<m:applicationInfo><m:applicationId>${applications[0]}</m:applicationId></m:applicationInfo>`;
const person = `<c:email>${people[0].email}</c:email><c:password>${people[0].password}</c:password><c:account>${id}</c:account>`;

/** A customer, for somebody with a password. */
const straight = envelope(
  `<e:Header>${application}<m:passport>${person}</m:passport></e:Header>`,
  'customer',
  'CUST-7',
);

/** A session: it begins, searches, goes on with its search, and ends. */
const session = {
  login: message(`<e:Header>${application}</e:Header>`, `<m:login><m:passport>${person}</m:passport></m:login>`),
  search: message(
    '<e:Header><m:searchPreferences><m:pageSize>5</m:pageSize></m:searchPreferences></e:Header>',
    '<m:search><m:searchRecord i:type="k:BinSearchBasic"/></m:search>',
  ),
  next: message('', '<m:searchNext/>'),
  logout: message('', '<m:logout/>'),
};
