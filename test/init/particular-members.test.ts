// Contracts whose bodies have more than plain members: fields without a declaration, lists of several elements, pages by a cursor.
import { expect, test } from 'vitest';
import { loadContractFrom } from '../../src/contract/load.ts';
import type { Contract } from '../../src/contract/model/contract.ts';
import { type FirstTable, firstTable } from '../../src/init/first-table.ts';
import { recognised } from '../../src/init/recognised.ts';
import { stubCase } from '../../src/init/table/stub-cases.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { type SmallContract, smallWsdl } from './small-contract.ts';

/** `holes`: particles in the place of members that are named so. */
function contractWith(written: SmallContract, holes: Readonly<Record<string, string>>): Contract {
  const text = Object.entries(holes).reduce(
    (wsdl, [name, particle]) => wsdl.replaceAll(`<xs:element name="${name}" type="xs:string"/>`, particle),
    smallWsdl(written),
  );
  return loadContractFrom(new Map([['small.wsdl', Buffer.from(text)]]), 'small.wsdl');
}

const records = contractWith(
  {
    operations: [
      'create(sObjects: Record[]) -> result: SaveResult[]',
      'query(queryString: string) -> result: QueryResult',
      'queryAll(queryString: string) -> result: QueryResult',
      'queryMore(queryLocator: string) -> result: QueryResult',
    ],
    types: {
      Record: 'type: string, Id!: string, fields: string',
      SaveResult: 'id~: string, success: boolean',
      QueryResult: 'done: boolean, queryLocator!: string, records~: Record[], size: int',
    },
  },
  { fields: '<xs:any namespace="##targetNamespace" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>' },
);

const items = contractWith(
  {
    operations: [
      'CreateItem(Items: Ids) -> ResponseMessages: Messages',
      'GetItem(ItemIds: Ids) -> ResponseMessages: Messages',
    ],
    types: { Ids: 'ids: string', Messages: 'messages: string' },
  },
  {
    ids: '<xs:choice maxOccurs="unbounded"><xs:element name="ItemId" type="xs:string"/><xs:element name="FolderId" type="xs:string"/></xs:choice>',
    messages:
      '<xs:choice maxOccurs="unbounded"><xs:element name="CreateItemResponseMessage" type="xs:string"/><xs:element name="GetItemResponseMessage" type="xs:string"/></xs:choice>',
  },
);

test('the table and init show how fields without a declaration are written', async () => {
  const { text } = await firstTable(records, { contract: 'small.wsdl' });
  expect(text).toContain(
    '#   elements that the contract does not declare: "sObjects": { "$any": [ { "$name": "{urn:small}Name", "$value": "text" } ] }\n',
  );
  expect(text).toMatch(/ {2}- POST \/s?[\w-]+: create -> 201\n {4}# what is new has no id yet: "Id": null, /);
  expect(recognised(records, 'init')).toContain(
    'elements that the contract does not declare: in sObjects; bodies have them as $any (soapstone docs dialect)',
  );
});

test('the table and init show how lists of several elements are written', async () => {
  const { text } = await firstTable(items, { contract: 'small.wsdl' });
  expect(text).toContain(
    '#   a list of several elements, in their order: "Items": { "$items": [ { "ItemId": … }, { "FolderId": … } ] }\n',
  );
  expect(recognised(items, 'init')).toContain(
    'lists of several elements: Items, ResponseMessages; bodies have them as $items (soapstone docs dialect)',
  );
});

test('a stub case has the message of its own operation', async () => {
  const { mapping } = await firstTable(items, { contract: 'small.wsdl' });
  for (const rule of mapping.rules) {
    const stub = stubCase(mapping, rule)!;
    const messages = [...stub.matchAll(/<(\w+ResponseMessage)>/g)].map(([, name]) => name);
    expect(messages).toEqual([`${rule.id}ResponseMessage`]);
  }
});

test('a table without such members says nothing of them', async () => {
  const contract = contractWith({ operations: ['getOrder(orderId: string) -> title: string'] }, {});
  expect((await firstTable(contract, { contract: 'small.wsdl' })).text).not.toMatch(/\$any|\$items/);
  expect(recognised(contract, 'init')).toEqual([]);
});

/** With the proposed rows in place of those that they name. */
function withPages({ text }: FirstTable): string {
  const lines = text.split('\n').filter((line) => !/^ {2}- GET .*: query(?:All|More)?$/.test(line));
  return lines.map((line) => (/^ {2}# (?:- id:| {2}\w+:)/.test(line) ? line.replace('# ', '') : line)).join('\n');
}

test('pages by a cursor keep the number of all items, and say which rule they make needless', async () => {
  const table = await firstTable(records, { contract: 'small.wsdl' });
  expect(table.text).toContain('body: { items: "{items}", total: "{total}", hasMore: "{more}" }');
  expect(table.text).toContain('records: "{items}", size: "{total}"');
  expect(table.text).toMatch(
    /: queryMore\n {4}# the pages of query and queryAll go on with it: delete this rule where you use them\n/,
  );
  const { rules } = compileMapping(withPages(table), 'mapping.yaml', records);
  expect(rules.map(({ id }) => id)).toEqual(['create', 'query', 'query.next', 'queryAll', 'queryAll.next']);
});
