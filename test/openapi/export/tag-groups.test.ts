// Groups of a docs page: what has one operation joins what shares a word with it.
import { expect, test } from 'vitest';
import { groupNames, orderedGroups } from '../../../src/openapi/export/tag-groups.ts';

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
