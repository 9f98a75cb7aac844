// Responses of the records service to three calls, taken from it once: a page of 1,000 bins with their fields, one item, an upsert.
import { join } from 'node:path';
import { demoAccount } from '../../examples/records/access/people.ts';
import { startRecords } from '../../examples/records/service.ts';

export type Call = 'search' | 'get' | 'upsert';

const contract = join(import.meta.dirname, '../../mappings/business-records/contract');
const area = (name: string) => `urn:${name}.webservices.example.com`;
const namespaces = [
  ['m', area('messages_2019_1.platform')],
  ['c', area('core_2019_1.platform')],
  ['k', area('common_2019_1.platform')],
  ['a', area('accounting_2019_1.lists')],
  ['i', 'http://www.w3.org/2001/XMLSchema-instance'],
];
const { id, applications, people } = demoAccount;
const credentials = [
  `<m:applicationInfo><m:applicationId>${applications[0]}</m:applicationId></m:applicationInfo>`,
  `<m:passport><c:email>${people[0].email}</c:email><c:password>${people[0].password}</c:password><c:account>${id}</c:account></m:passport>`,
].join('');

const page = '<m:searchPreferences><m:pageSize>1000</m:pageSize></m:searchPreferences>';
const bin = (external: string) =>
  `<m:record i:type="a:Bin" externalId="${external}"><a:binNumber>${external}</a:binNumber><a:location internalId="2"/><a:memo>Made for the bench</a:memo></m:record>`;

export async function recordedReplies(): Promise<Readonly<Record<Call, string>>> {
  const service = await startRecords({ contract, port: 0 });
  const ask = async (body: string, head = '') => {
    const declared = namespaces.map(([prefix, ns]) => ` xmlns:${prefix}="${ns}"`).join('');
    const envelope = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"${declared}><e:Header>${credentials}${head}</e:Header><e:Body>${body}</e:Body></e:Envelope>`;
    const response = await fetch(service.url, {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: envelope,
    });
    const text = await response.text();
    if (response.status !== 200 || text.includes('isSuccess="false"')) throw new Error(text.slice(0, 1000));
    return text;
  };
  // 700 are seeded.
  for (const half of ['X', 'Y']) {
    const bins = Array.from({ length: 150 }, (_, n) => bin(`${half}-${n}`));
    await ask(`<m:addList>${bins.join('')}</m:addList>`);
  }
  const replies = {
    search: await ask('<m:search><m:searchRecord i:type="k:BinSearchBasic"/></m:search>', page),
    get: await ask(
      '<m:get><m:baseRef i:type="c:RecordRef" type="assemblyItem" externalId="ITEM-OAK-TABLE-M"/></m:get>',
    ),
    upsert: await ask(`<m:upsert>${bin('X-1')}</m:upsert>`),
  };
  await service.close();
  return replies;
}
