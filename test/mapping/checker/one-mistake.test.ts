// One mistake of a table is one message, and the message says what was meant.
import { describe, expect, it } from 'vitest';
import { Problems } from '../../../src/errors/errors.ts';
import { mappingOf, parcels } from '../tables.ts';

/** `MESSAGE (SUGGESTION)` of every problem. */
function toldOf(rest: string, soap: string, head = ''): string[] {
  const table = `${head}\nrules:\n  - { id: find, only: rest-to-soap, rest: ${rest}, soap: ${soap} }`;
  try {
    mappingOf(parcels, table);
    return [];
  } catch (e) {
    if (e instanceof Problems) return e.problems.map((p) => `${p.message} (${p.suggestion ?? ''})`);
    throw e;
  }
}

const rest = (body: string, line = 'GET /parcels/{speed}') => `{ request: "${line}", response: { body: ${body} } }`;
const soap = (response: string, service = '{speed}') =>
  `{ request: { FindParcels: { service: [ "${service}" ] } }, response: { FindParcelsResponse: { parcel: ${response} } } }`;

describe('one mistake', () => {
  it('in a word with $ is no member, on either side', () => {
    const meant = (word: string) => `"${word}" is not a keyword of patterns (did you mean "$each"?)`;
    for (const word of ['$ech', '$eahc', '$Each', '$eachh'])
      expect(toldOf(rest(`{ all: { ${word}: "{found}" } }`), soap('"{found}"'))).toEqual([meant(word)]);
    expect(toldOf(rest('{ all: "{found}" }'), soap('{ $ech: "{found}" }'))).toEqual([
      'element "parcel" has no member "$ech" (did you mean "$each"?)',
    ]);
  });

  it('is none where members begin with $', () => {
    for (const word of ['$ref', '$id', '$schema', '$value', '$$type', '$user'])
      expect(toldOf(rest(`{ ${word}: "{found}" }`), soap('"{found}"'))).toEqual([]);
  });

  it('in a value table is told at its cell', () => {
    const head =
      'tables: { speed: { slow: economie, normal: standard } }\ntypes: { p:ServiceLevel: { values: speed } }';
    expect(toldOf(rest('"{found}"'), soap('"{found}"', '{speed|table(speed)}'), head)).toEqual([
      '"economie" of table "speed" is not a value of "ServiceLevel" (did you mean "economy"?)',
    ]);
  });

  it('in the place of a list item is told where it stands, and what follows from it is not', () => {
    expect(() => mappingOf(parcels, 'rules:\n  - GET /a/{id}: GetParcel\n   - GET /b/{id}: GetParcel\n')).toThrow(
      /^mapping\.yaml:\d+:\d+ MAPPING_SYNTAX: [^\n]*$/,
    );
  });

  it('in a short word gets no suggestion that is far away', () => {
    const [told] = toldOf(rest('"{found}"', 'GET /parcels/{speed|foo}'), soap('"{found}"'));
    expect(told).toContain('unknown converter "foo" (known converters: int,');
  });
});
