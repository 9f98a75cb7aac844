// Where requests go when nobody has said where: the address of the contract, unless this machine cannot know it.
import { expect, test } from 'vitest';
import type { Contract } from '../../../src/contract/model/contract.ts';
import { addressNotes, reachableUrl } from '../../../src/server/bridges/service-url.ts';

const named = (address: string) => ({ operations: [{ address }] }) as unknown as Contract;

test.each<[address: string, location: string, known: boolean, expected: string]>([
  ['http://inside.example/bank', 'http://bank.example.com/soap?wsdl', true, 'http://inside.example/bank'],
  ['http://inside.example/bank', 'http://bank.example.com/soap?wsdl', false, 'http://bank.example.com/soap'],
  ['http://inside.example/bank', 'https://bank.example.com/a.wsdl', false, 'https://bank.example.com/bank'],
  ['http://inside.example/bank', '/contracts/a.wsdl', false, 'http://inside.example/bank'],
  ['http://localhost:8080/bank', 'http://bank.example.com/soap?singleWsdl', true, 'http://bank.example.com/soap'],
  ['http://127.0.0.1:9000/bank', 'http://localhost:8000/soap?wsdl', false, 'http://127.0.0.1:9000/bank'],
  ['http://bank.example.com/bank', 'http://bank.example.com/soap?wsdl', false, 'http://bank.example.com/bank'],
])('%s of %s, known: %s', async (address, location, known, expected) => {
  expect(await reachableUrl(location, named(address), async () => known)).toBe(expected);
});

test('a name that no resolver knows is unknown', async () => {
  const url = await reachableUrl('http://127.0.0.1:1/soap?wsdl', named('http://nowhere.invalid/bank'));
  expect(url).toBe('http://127.0.0.1:1/soap');
});

test('one URL for several addresses has a note where calls would go to the wrong one', () => {
  const operations = ['http://a/one', 'http://a/two'].map((address) => ({ address, name: 'Get' }));
  expect(addressNotes('http://b', operations)).toEqual([]);
  expect(addressNotes('http://b/x', [operations[0]])).toEqual([]);
  expect(addressNotes('http://b/x', operations)).toEqual([
    'the contract has /one, /two, and all are called at /x: an upstream without a path keeps the path of each',
  ]);
  expect(addressNotes('http://b', [...operations, { address: 'http://c/one', name: 'Get' }])[0]).toContain(
    'services at a, c',
  );
});

test('operations without an address have a note where they would go to the root of another service', () => {
  const operations = [
    { address: 'http://a/device', name: 'GetDevice' },
    { address: '', name: 'Renew' },
  ];
  expect(addressNotes('http://a/device', operations)).toEqual(addressNotes('http://a', operations));
  expect(addressNotes('http://a', operations)).toEqual([
    'the contract has no address for Renew: serve them with a bridge of their own, whose upstream has the path of their service',
  ]);
  expect(addressNotes('http://a/subscription', [operations[1]])).toEqual([]);
  expect(addressNotes('http://a', [operations[1]])).toEqual([]);
});
