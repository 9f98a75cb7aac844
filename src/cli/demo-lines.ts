// What `soapstone demo` prints: lines that work as they stand, in their order. Knows the seeded records.
import { demoAccount } from '../../examples/records/access/people.ts';

interface Places {
  /** Of the gateway. */
  readonly port: number;
  /** Absent when it is off. */
  readonly adminPort: number | undefined;
  /** URLs of the services. */
  readonly bank: string;
  readonly records: string;
}

export function demoLines({ port, adminPort, bank, records }: Places): string[] {
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
    `  curl -i '${gateway}/services/rest/async/v1/job/add-bin-none'`,
    '# a SOAP call, that Soapstone turns into REST and back into SOAP',
    `  curl '${soap}' -H 'Content-Type: text/xml' -d '${viaRest}'`,
    '# a SOAP call to the service itself, with a password',
    `  curl '${records}' -H 'Content-Type: text/xml' -d '${straight}'`,
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
  const body = `<m:get><m:baseRef i:type="c:RecordRef" type="${type}" externalId="${external}"/></m:get>`;
  return [
    '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"',
    ` xmlns:m="${area('messages')}" xmlns:c="${area('core')}">${header}<e:Body>${body}</e:Body></e:Envelope>`,
  ].join('');
}

const viaRest = envelope('', 'bin', 'TRY-1');

/** A customer, for somebody with a password. */
const straight = envelope(
  [
    `<e:Header><m:applicationInfo><m:applicationId>${applications[0]}</m:applicationId></m:applicationInfo>`,
    `<m:passport><c:email>${people[0].email}</c:email><c:password>${people[0].password}</c:password>`,
    `<c:account>${id}</c:account></m:passport></e:Header>`,
  ].join(''),
  'customer',
  'CUST-7',
);
