// What descriptions of an API say of a filter: its words, its fields, and an example that is one.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../../src/contract/load.ts';
import { compileMapping } from '../../../../src/mapping/compile.ts';
import { describeFilter } from '../../../../src/mapping/converters/query/describe.ts';
import { describeRest } from '../../../../src/openapi/export/document.ts';
import { recordFilters } from '../../../business-records/filters.ts';

const contract = await loadContract(join(import.meta.dirname, '../../../fixtures/contracts/search-types/service.wsdl'));

function parameterOf(options: string) {
  const table = `soapstone: 2
namespaces: { s: "urn:example:search-types" }
${options}
rules:
  - id: people
    rest: { request: "GET /people?q={filter?|query(s:Person)}", response: { body: { people: "{people}" } } }
    soap: { request: { FindPeople: { Filter: "{filter?}" } }, response: { FindPeopleResponse: { Person: "{people}" } } }
`;
  const mapping = compileMapping(table, 'mapping.yaml', contract);
  const document = describeRest([mapping]) as unknown as {
    readonly components: {
      readonly parameters: Record<string, { readonly name: string; readonly description: string }>;
    };
  };
  return Object.values(document.components.parameters).find(({ name }) => name === 'q')!.description;
}

describe('the description of a filter', () => {
  it('has the grammar, the fields with their operators, and an example', () => {
    const text = parameterOf(
      'converters: { query: { operators: { IS: [ Equal, "=" ], NONE: Missing(), WITHIN: Between(..), OF: In, EACH: any(Equal) } } }',
    );
    expect(text).toMatch(
      /^A filter: conditions `FIELD OPERATOR value`, joined by AND and OR\..* Example: `FullName IS abc AND Age IS 5`\.\n\n- /,
    );
    expect(text).toContain('- IS, NONE (no value): a text: `FullName`\n');
    expect(text).toContain('- IS, NONE (no value), WITHIN [a, b]: a whole number: `Age`\n');
    expect(text).toContain('- OF: one of active, retired, in brackets: `State`\n');
    // One search cannot say it.
    expect(text).not.toContain('EACH');
  });

  it('has the words of the contract where the table says none', () => {
    expect(parameterOf('')).toContain('- EQUAL, NOT_EQUAL, CONTAINS, STARTS_WITH, MISSING: a text: `FullName`');
  });

  it('has an example that can be read, for every search of the business records', () => {
    for (const { search, readOne, fields } of recordFilters)
      for (const several of [true, false]) {
        const example = /Example: `([^`]+)`\./.exec(describeFilter(fields, several))?.[1];
        expect(example, search).toMatch(/ AND /);
        expect(() => readOne(example!), example).not.toThrow();
      }
  });
});
