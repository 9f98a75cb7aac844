// Groups of a docs page: what has one operation joins what shares a word with it.
import { expect, test } from 'vitest';
import { atOnce } from '../../../src/event-loop/time-slices.ts';
import { compileMapping } from '../../../src/mapping/compile.ts';
import { outlinesOf } from '../../../src/openapi/export/rule-outlines.ts';
import { groupNames, orderedGroups } from '../../../src/openapi/export/tag-groups.ts';
import { smallContract } from '../../init/small-contract.ts';

const hotel = [
  ...['rates', 'rates', 'rate-plans', 'best-rate', 'room-detail', 'room-type', 'daily-inventory', 'stock-inventory'],
  ...['countries', 'faqs', 'titles', 'card'],
];

test('by the noun of a larger group, by a first or last word, and what is left together', () => {
  expect(Object.fromEntries(groupNames(hotel))).toEqual({
    rates: 'rates',
    'rate-plans': 'rates',
    'best-rate': 'rates',
    'room-detail': 'room',
    'room-type': 'room',
    'daily-inventory': 'inventory',
    'stock-inventory': 'inventory',
    countries: 'other',
    faqs: 'other',
    titles: 'other',
    card: 'other',
  });
});

test('what names a resource is a group, also alone: the names of operations are left together', () => {
  const names = groupNames([...hotel, 'login', 'logout', 'rate-daily'], new Set(['countries', 'room-type']));
  expect(names.get('countries')).toBe('countries');
  expect(names.get('room-type')).toBe('room');
  expect(names.get('login')).toBe('other');
});

test('one rule says that its path names a resource: it reads, creates, or stands below it', () => {
  const lines = [
    ...['POST /login: Login', 'POST /logout: Logout', 'POST /send-text: SendText'],
    ...['GET /tariffs: GetTariffs', 'POST /orders: CreateOrder -> 201', 'POST /invoices/{no}/pay: PayInvoice'],
    ...['GET /doors: GetDoors', 'GET /windows: GetWindows', 'GET /roofs: GetRoofs'],
  ];
  const contract = smallContract({
    operations: lines.map((line) => {
      const [, inputs, name] = /^\S+ [^{:]*(\{no\})?[^:]*: (\w+)/.exec(line)!;
      return `${name}(${inputs ? 'no: string' : ''})`;
    }),
  });
  const text = [
    'soapstone: 2',
    'contract: small.wsdl',
    'only: rest-to-soap',
    'rules:',
    ...lines.map((l) => `  - ${l}`),
  ];
  const mapping = compileMapping(`${text.join('\n')}\n`, 'm.yaml', contract);
  const tags = atOnce(outlinesOf(mapping)).map(({ path, tags: [tag] }) => `${path.template} ${tag}`);
  expect(tags.slice(0, 6)).toEqual([
    '/login other',
    '/logout other',
    '/send-text other',
    '/tariffs tariffs',
    '/orders orders',
    '/invoices/{no}/pay invoices',
  ]);
});

test('a group has a word of its paths, and one that names something', () => {
  const mail = [
    'searchable-mailboxes',
    'mailboxes',
    'non-indexable-details',
    'non-indexable-statistics',
    'mark-read',
    'mark-as-junk',
  ];
  const names = groupNames([...mail, 'a', 'b', 'c']);
  expect(mail.map((segment) => names.get(segment))).toEqual([
    'mailboxes',
    'mailboxes',
    'non-indexable',
    'non-indexable',
    'other',
    'other',
  ]);
});

test('few groups stay as they are', () => {
  expect([...groupNames(hotel.slice(0, 8)).values()]).toEqual([...new Set(hotel.slice(0, 8))]);
});

test('what shares no word stands last, and all other groups as they come', () => {
  expect(orderedGroups(new Set(['other', 'rates', 'inventory']))).toEqual(['rates', 'inventory', 'other']);
});
