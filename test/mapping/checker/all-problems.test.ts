// A request that a long row refuses: all that is wrong with it at once, each with its place and what was likely meant.
import { expect, it } from 'vitest';
import { problemBody } from '../../../src/binding/rest/front/problem.ts';
import { toFault } from '../../../src/fault/fault.ts';
import { ask, mappingOf, parcels } from '../tables.ts';

const mapping = mappingOf(
  parcels,
  `rules:
  - id: create
    only: rest-to-soap
    rest:
      request:
        line: "POST /parcels?limit={limit}&since={since!}&page={page|int}"
        headers: { X-Page: "{page|int}" }
        body: { recipient: { name: "{name}", city: "{city}" }, kind: parcel, lines: { $each: { id: "{list.id}", count: "{list.count|int}" } }, size: [ "{a}" ] }
      response: { body: "{found}" }
    soap:
      request: { FindParcels: { service: [ economy ], createdAfter: "{since}", limit: "{limit}" } }
      response: { FindParcelsResponse: "{found}" }
`,
);

function told(line: string, body: unknown, headers = {}) {
  try {
    ask(mapping, line, { body, headers });
  } catch (error) {
    return JSON.parse(problemBody(toFault(error), 'r1'));
  }
  throw new Error('nothing was refused');
}

const good = { recipient: { name: 'a', city: 'b' }, kind: 'parcel', lines: [], size: [1] };

it('all are named', () => {
  const lines = [{ id: 1, count: 2 }, { id: 1, coutn: 2 }, 7];
  const { errors, detail } = told('POST /parcels?limt=3&page=x', {
    ...good,
    recipient: { nmae: 'a', city: 'b' },
    lines,
    size: [1, 2],
    other: 1,
    city: 'b',
  });
  const places = errors.map(({ path, message }: { path: string; message: string }) => `${path} ${message}`);
  expect(places.toSorted()).toEqual([
    '$.city unknown member; did you mean "recipient.city"?',
    '$.lines[1].coutn unknown member; did you mean "count"?',
    '$.lines[2] an object should stand here',
    '$.other unknown member',
    '$.recipient.name required, but absent',
    '$.recipient.nmae unknown member; did you mean "name"?',
    '$.size too many items',
    '?limt unknown parameter; did you mean "limit"?',
    '?page not a value that can stand here',
    '?since required, but absent',
    'X-Page required, but absent',
  ]);
  expect(detail).toBe(`11 values are not valid; the first: ${errors[0].path}: ${errors[0].message}`);
});

it('one is told with its place', () => {
  const { errors, detail } = told(
    'POST /parcels?limit=3&page=1&since=2026-01-01T00:00:00Z',
    { ...good, other: 1 },
    { 'x-page': '1' },
  );
  expect(errors).toEqual([{ path: '$.other', code: 'CODEC_UNKNOWN', message: 'unknown member' }]);
  expect(detail).toBe('$.other: unknown member');
});

it('a hundred at most', () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`x${i}`, i]));
  expect(told('POST /parcels?limit=3&page=1', { ...good, ...many }).errors).toHaveLength(100);
});
