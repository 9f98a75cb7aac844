// Each record area of section 2.1 of the service document has a record type that is added, read, changed, listed, searched and removed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractFolder, table } from '../../business-records/tables.ts';
import { openOracle } from '../../oracle/xmllint.ts';
import { byExternal, ref, Scene } from './scene.ts';

const scene = new Scene();
beforeAll(async () => void (await scene.start()));
afterAll(() => scene.service.close());

interface Kind {
  readonly area: string;
  readonly type: string;
  /** Of add; the second of update. */
  readonly content: readonly [string, string];
  /** Prefix and subject of its search, and a criterion that holds for the record after the update alone. */
  readonly search: readonly [string, string, string];
  /** Without an external id in the contract. */
  readonly internal?: true;
}

const text = (field: string, value: string) =>
  `<k:${field} operator="is"><c:searchValue>${value}</c:searchValue></k:${field}>`;
const transaction = (kind: string) =>
  `${text('memo', 'Area test 2')}<k:type operator="anyOf"><c:searchValue>${kind}</c:searchValue></k:type>`;
const of = (prefix: string, fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) =>
      value.startsWith('@')
        ? `<${prefix}:${name} internalId="${value.slice(1)}"/>`
        : `<${prefix}:${name}>${value}</${prefix}:${name}>`,
    )
    .join('');

let customerId = '';
let accountId = '';
let folderId = '';
beforeAll(async () => {
  const idOf = async (type: string, external: string) =>
    (await scene.ask(`<m:get>${byExternal(type, external)}</m:get>`)).attributes('internalId')[0];
  customerId = await idOf('customer', 'CUST-1');
  accountId = await idOf('account', 'ACCT-1000');
  folderId = await idOf('folder', 'DIR-Drawings');
});

const kinds: readonly { readonly type: string; readonly kind: () => Kind }[] = [
  kindOf(
    'employees (lists)',
    'listEmp:Employee',
    { lastName: 'Area' },
    { lastName: 'Area', title: 'Area test 2' },
    'listEmp',
    'Employee',
    text('title', 'Area test 2'),
  ),
  kindOf(
    'support',
    'listSupport:SupportCase',
    { title: 'Area', company: '@CUSTOMER' },
    { title: 'Area test 2' },
    'listSupport',
    'SupportCase',
    text('title', 'Area test 2'),
  ),
  kindOf(
    'communication',
    'generalComm:Note',
    { title: 'Area' },
    { title: 'Area test 2' },
    'generalComm',
    'Note',
    text('title', 'Area test 2'),
  ),
  kindOf(
    'filecabinet',
    'docFileCab:File',
    { name: 'area.txt', content: 'QXJlYQ==', folder: '@FOLDER' },
    { name: 'area-2.txt' },
    'docFileCab',
    'File',
    text('name', 'area-2.txt'),
  ),
  kindOf(
    'filecabinet',
    'docFileCab:Folder',
    { name: 'Area' },
    { name: 'Area test 2' },
    'docFileCab',
    'Folder',
    text('name', 'Area test 2'),
  ),
  kindOf(
    'website',
    'listSite:SiteCategory',
    { itemId: 'Area' },
    { itemId: 'Area', description: 'Area test 2' },
    'listSite',
    'SiteCategory',
    text('description', 'Area test 2'),
  ),
  kindOf(
    'customization',
    'setupCustom:CustomList',
    { name: 'Area' },
    { name: 'Area test 2' },
    'setupCustom',
    'CustomList',
    text('name', 'Area test 2'),
    true,
  ),
  kindOf(
    'supplychain',
    'listScm:ManufacturingCostTemplate',
    { name: 'Area' },
    { name: 'Area test 2' },
    'listScm',
    'ManufacturingCostTemplate',
    text('name', 'Area test 2'),
  ),
  kindOf(
    'financial',
    'tranFin:Budget',
    { account: '@ACCOUNT', amount: '12.50' },
    { amount: '77.25' },
    'tranFin',
    'Budget',
    '<k:amount operator="equalTo"><c:searchValue>77.25</c:searchValue></k:amount>',
    true,
  ),
  kindOf(
    'bank',
    'tranBank:Check',
    { account: '@ACCOUNT', memo: 'Area' },
    { memo: 'Area test 2' },
    'tranSales',
    'Transaction',
    transaction('_check'),
  ),
  kindOf(
    'customers',
    'tranCust:CustomerPayment',
    { customer: '@CUSTOMER', memo: 'Area' },
    { memo: 'Area test 2' },
    'tranSales',
    'Transaction',
    transaction('_customerPayment'),
  ),
  kindOf(
    'sales',
    'tranSales:Invoice',
    { entity: '@CUSTOMER', memo: 'Area' },
    { memo: 'Area test 2' },
    'tranSales',
    'Transaction',
    transaction('_invoice'),
  ),
  kindOf(
    'employees (transactions)',
    'tranEmp:TimeBill',
    { employee: '@1', hours: '<c:timeSpan>1.5</c:timeSpan><c:unit>hour</c:unit>', memo: 'Area' },
    { memo: 'Area test 2' },
    'tranEmp',
    'TimeBill',
    text('memo', 'Area test 2'),
  ),
];

/** The ids of other records are known once the service runs. */
function kindOf(
  area: string,
  type: string,
  first: Record<string, string>,
  second: Record<string, string>,
  prefix: string,
  subject: string,
  criterion: string,
  internal?: true,
) {
  const ids = (xml: string) =>
    xml.replace('CUSTOMER"', `${customerId}"`).replace('ACCOUNT"', `${accountId}"`).replace('FOLDER"', `${folderId}"`);
  const content = (fields: Record<string, string>) => ids(of(type.split(':')[0], fields));
  const kind = (): Kind => ({
    area,
    type,
    content: [content(first), content(second)],
    search: [prefix, subject, criterion],
    ...(internal && { internal }),
  });
  return { type, kind };
}

const nameOf = (type: string) => type.split(':')[1].replace(/^./, (letter) => letter.toLowerCase());

async function done(body: string) {
  const answer = await scene.ask(body);
  expect(answer.xml).toContain('isSuccess="true"');
  expect(answer.xml).not.toContain('isSuccess="false"');
  return answer;
}

describe.each(kinds)('$type', ({ kind, type }) => {
  const record = (attributes: string, content: string) =>
    `<m:record i:type="${type}" ${attributes}>${content}</m:record>`;

  it('is added, read, changed, searched and removed', async () => {
    const { content, search, internal } = kind();
    const external = internal ? '' : 'externalId="AREA-1"';
    const id = (await done(`<m:add>${record(external, content[0])}</m:add>`)).attributes('internalId')[0];
    const one = ref(nameOf(type), id);
    expect((await done(`<m:get>${one}</m:get>`)).attributes('internalId')).toContain(id);
    await done(`<m:update>${record(`internalId="${id}"`, content[1])}</m:update>`);
    if (!internal) {
      const put = await done(`<m:upsert>${record(external, content[1])}</m:upsert>`);
      expect(put.attributes('internalId')).toEqual([id]);
    }
    const [prefix, subject, criterion] = search;
    const found = await done(
      `<m:search><m:searchRecord i:type="${prefix}:${subject}Search"><${prefix}:basic>${criterion}</${prefix}:basic></m:searchRecord></m:search>`,
    );
    expect([found.text('totalRecords'), found.attributes('internalId')]).toEqual(['1', expect.arrayContaining([id])]);
    expect(found.xml).toContain(`:${type.split(':')[1]}"`);
    const columns = `<m:search><m:searchRecord i:type="${prefix}:${subject}SearchAdvanced"><${prefix}:criteria><${prefix}:basic>${criterion}</${prefix}:basic></${prefix}:criteria><${prefix}:columns><${prefix}:basic><k:internalId/></${prefix}:basic></${prefix}:columns></m:searchRecord></m:search>`;
    expect((await done(columns)).xml).toContain(`searchValue internalId="${id}"`);
    const list = await done(`<m:getList>${one}${one}</m:getList>`);
    expect(list.attributes('isSuccess')).toEqual(['true', 'true', 'true']);
    await done(`<m:delete>${one}</m:delete>`);
    expect((await scene.ask(`<m:get>${one}</m:get>`)).text('code')).toBe('RCRD_DSNT_EXIST');
  });

  it('has seeded records', async () => {
    const [prefix, subject] = kind().search;
    const ours =
      subject === 'Transaction' ? `<${prefix}:basic>${/<k:type.*/.exec(kind().search[2])}</${prefix}:basic>` : '';
    const whole =
      '<m:searchPreferences><m:bodyFieldsOnly>false</m:bodyFieldsOnly><m:pageSize>1000</m:pageSize></m:searchPreferences>';
    const body = `<m:search><m:searchRecord i:type="${prefix}:${subject}Search">${ours}</m:searchRecord></m:search>`;
    expect(Number((await scene.ask(body, scene.token() + whole)).text('totalRecords'))).toBeGreaterThan(0);
  });
});

const LISTS = table('enumerations').get('platformCoreTyp:GetAllRecordType')!.split(' | ');

describe('getAll', () => {
  it.each(LISTS)('%s', async (type) => {
    const all = await done(`<m:getAll><m:record recordType="${type}"/></m:getAll>`);
    const ids = all.attributes('internalId');
    expect([Number(all.text('totalRecords')) > 0, ids.length >= Number(all.text('totalRecords'))]).toEqual([
      true,
      true,
    ]);
    const one = await done(`<m:get>${ref(type, ids[0])}</m:get>`);
    expect(one.attributes('internalId')[0]).toBe(ids[0]);
  });

  it('has currencies by the ids of references, and those that were added', async () => {
    const list = async () =>
      (await done('<m:getAll><m:record recordType="currency"/></m:getAll>')).attributes('internalId');
    expect((await list()).slice(0, 8)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
    const added = await done(
      '<m:add><m:record i:type="listAcct:Currency"><listAcct:name>Kroon</listAcct:name><listAcct:symbol>EEK</listAcct:symbol></m:record></m:add>',
    );
    const [id] = added.attributes('internalId');
    expect(await list()).toContain(id);
    await done(
      `<m:add><m:record i:type="listRel:Customer"><listRel:companyName>Tallinn Kroon</listRel:companyName><listRel:currency internalId="${id}"/></m:record></m:add>`,
    );
  });

  it('of a currency of the account: it may not be changed', async () => {
    const change =
      '<m:update><m:record i:type="listAcct:Currency" internalId="1"><listAcct:name>x</listAcct:name></m:record></m:update>';
    expect((await scene.ask(change)).text('code')).toBe('INSUFFICIENT_PERMISSION');
    expect((await scene.ask(`<m:delete>${ref('currency', '1')}</m:delete>`)).text('code')).toBe(
      'INSUFFICIENT_PERMISSION',
    );
  });

  it('without a type is refused', async () => {
    expect((await scene.ask('<m:getAll><m:record/></m:getAll>')).text('code')).toBe('RCRD_TYPE_REQD');
  });
});

describe('initialize', () => {
  it.each([
    ['invoice', 'customer', 'CUST-1'],
    ['invoice', 'salesOrder', 'ORDER-1'],
    ['customerPayment', 'customer', 'CUST-1'],
    ['customerPayment', 'invoice', 'INVOICE-1'],
  ])('%s from %s: add saves the draft', async (target, from, external) => {
    const request = `<m:initializeRecord><c:type>${target}</c:type><c:reference type="${from}" externalId="${external}"/></m:initializeRecord>`;
    const { xml } = await done(`<m:initialize>${request}</m:initialize>`);
    const [, spaces] = /<\w+:Envelope([^>]*)>/.exec(xml)!;
    const [draft] = /<(\w+):record [\s\S]*<\/\1:record>/.exec(xml)!;
    const name = /^<(\w+):record/.exec(draft)![1];
    const record = draft.replace(new RegExp(`^<${name}:record`), `<${name}:record${spaces}`);
    const saved = await done(`<m:add>${record}</m:add>`);
    const [id] = saved.attributes('internalId');
    const read = await done(`<m:get>${ref(target, id)}</m:get>`);
    const source = await done(`<m:get>${byExternal(from, external)}</m:get>`);
    if (from === 'salesOrder') {
      const quantities = (message: string) =>
        [...message.matchAll(/:quantity>([^<]*)</g)].map(([, quantity]) => quantity);
      expect([read.text('total'), quantities(read.xml)]).toEqual([source.text('total'), quantities(source.xml)]);
    } else if (from === 'invoice') expect(read.text('payment')).toBe(source.text('total'));
    else expect(read.xml).toContain(`internalId="${source.attributes('internalId')[0]}"`);
  });
});

it('stores no password of an employee', async () => {
  const fields = '<listEmp:lastName>Secret</listEmp:lastName><listEmp:password>open-sesame</listEmp:password>';
  const added = await done(`<m:add><m:record i:type="listEmp:Employee">${fields}</m:record></m:add>`);
  const read = await done(`<m:get>${ref('employee', added.attributes('internalId')[0])}</m:get>`);
  expect(read.xml).not.toContain('open-sesame');
});

it('writes nothing that libxml2 refuses', () => {
  const oracle = openOracle(contractFolder);
  const problems = oracle.validate(scene.said).flatMap((verdict) => verdict.problems);
  oracle.close();
  expect(problems.slice(0, 5)).toEqual([]);
  expect(scene.errors).toEqual([]);
});
