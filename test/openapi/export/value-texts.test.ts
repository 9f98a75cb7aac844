// Descriptions of parameters and responses: the documentation of the contract, else the name of a type.
import { expect, test } from 'vitest';
import { firstTable } from '../../../src/init/first-table.ts';
import { describeRest } from '../../../src/openapi/export/document.ts';
import { smallContract } from '../../init/small-contract.ts';

test('a response of success says what its body is', async () => {
  const contract = smallContract({
    operations: [
      'getBook(isbn: string) -> book: Book',
      'listBooks() -> book: Book[]',
      'getFlight(id: string) -> status: FlightStatusType',
      'convertDegrees(celsius: int) -> fahrenheit: int',
      'splitName(name: string) -> firstName: string, lastName: string',
      'weighAll(name: string) -> a: int, b: int, c: int, d: int',
      'addOffer(offer: Book) -> ok: boolean',
    ],
    types: { Book: 'title: string, year: int # A book of the shop.', FlightStatusType: 'gate: string, late: boolean' },
  });
  const { mapping } = await firstTable(contract, { contract: 'small.wsdl' });
  const { paths } = JSON.parse(JSON.stringify(describeRest([mapping])));
  const text = (path: string, method: string) => paths[path][method].responses['200'].description;
  expect(text('/books/{isbn}', 'get')).toBe('A book of the shop.');
  expect(text('/books', 'get')).toBe('A list. A book of the shop.');
  expect(text('/flights/{id}', 'get')).toBe('The flight status.');
  expect(text('/convert-degrees', 'post')).toBe('The fahrenheit.');
  expect(text('/split-name', 'post')).toBe('The first name and last name.');
  expect(text('/weigh-all', 'post')).toBe('The response of weighAll.');
  const summaries = Object.values<Record<string, { summary: string }>>(paths).flatMap((item) =>
    Object.values(item).map(({ summary }) => summary),
  );
  expect(summaries).toEqual(
    expect.arrayContaining(['Get a book', 'List books', 'Add an offer', 'Get a flight', 'Convert degrees']),
  );
});
