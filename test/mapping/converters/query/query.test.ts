// Filters of another service than the business records: operators as elements, typed enumerations, references with elements, plain fields. Each filter
// goes from the query of a REST request into a SOAP message and back.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../../src/contract/load.ts';
import { formatError, Problems } from '../../../../src/errors/errors.ts';
import { SoapMessages } from '../../../../src/mapping/cases/soap-messages.ts';
import { compileMapping } from '../../../../src/mapping/compile.ts';
import { Conditions } from '../../../../src/mapping/converters/query/conditions.ts';
import { FieldReader, QueryFields } from '../../../../src/mapping/converters/query/fields.ts';
import { parseForm, unionsOf } from '../../../../src/mapping/converters/query/forms.ts';
import type { QueryOptions } from '../../../../src/mapping/converters/query/options.ts';
import { Searches } from '../../../../src/mapping/converters/query/searches.ts';
import { Draw } from '../../../../src/pattern/converters/draw.ts';
import { anyQuery } from './any-filter.ts';

const contract = await loadContract(join(import.meta.dirname, '../../../fixtures/contracts/search-types/service.wsdl'));

const OPTIONS = `
    member: [ Operator, Value, UpTo ]
    operators: {
      IS: [ Equal, "=" ], IS_NOT: [ NotEqual, "!=" ], CONTAIN: Contains, GREATER: GreaterThan, LESS: LessThan, BETWEEN: Between(GreaterThan..LessThan),
      EMPTY: [ Missing(), In(none) ], EMPTY_NOT: NotIn(none), ANY_OF: [ In, any(Equal) ], ANY_OF_NOT: [ NotIn, all(NotEqual) ] }
    rename: { "s:PersonFilter": { FullName: name, Age: age }, "*": { Manager: boss } }
    values: { "s:CodeCriterion": "G_{x}", "s:PersonFilter": { Sk*: State } }`;

const table = (options: string | undefined, call = 'query(s:Person)') => `
soapstone: 2
namespaces: { s: "urn:example:search-types" }
${options === undefined ? '' : `converters:\n  query:${options}`}
rules:
  - id: people
    rest: { request: "GET /people?q={filter?|${call}}", response: { body: { people: "{people}" } } }
    soap: { request: { FindPeople: { Filter: "{filter?}" } }, response: { FindPeopleResponse: { Person: "{people}" } } }
`;

function compiled(options: string | undefined, call?: string) {
  return compileMapping(table(options, call), 'mapping.yaml', contract);
}

function problems(options: string | undefined, call?: string): string[] {
  try {
    compiled(options, call);
    return [];
  } catch (error) {
    if (error instanceof Problems) return error.problems.map((problem) => formatError(problem));
    throw error;
  }
}

/** A filter as XML, and the filter that the XML is. */
function carried(q: string, mapping = compiled(OPTIONS)): { readonly xml: string; readonly again: string } {
  const [rule] = mapping.rules;
  const messages = new SoapMessages(mapping);
  const request = { method: 'GET', segments: ['people'], headers: {}, body: undefined };
  const bindings = rule.request.rest.match({ ...request, query: `q=${encodeURIComponent(q)}` })!;
  const message = messages.encode(rule.request.soap, bindings);
  const read = messages.decode(rule.request.soap, messages.messageOf(rule.request.soap, message), [])!;
  const { target } = rule.request.rest.fill(read);
  const xml = Buffer.from(message.body[0])
    .toString()
    .replace(/^<[^>]*>|<\/[^>]*>$/g, '')
    .replaceAll(/(<\/?)\w+:/g, '$1');
  return { xml: xml.replace(/^<Filter>|<\/Filter>$/g, ''), again: new URLSearchParams(target.split('?')[1]).get('q')! };
}

/** The filter that a SOAP message is. */
function written(filter: string, mapping = compiled(OPTIONS)): string {
  const [{ request }] = mapping.rules;
  const messages = new SoapMessages(mapping);
  const body = [Buffer.from(`<FindPeople xmlns="urn:example:search-types"><Filter>${filter}</Filter></FindPeople>`)];
  const read = messages.decode(request.soap, messages.messageOf(request.soap, { body, headers: [] }), [])!;
  return new URLSearchParams(request.rest.fill(read).target.split('?')[1]).get('q')!;
}

describe('query', () => {
  it.each([
    ['name CONTAIN "a b"', '<FullName><Operator>Contains</Operator><Value>a b</Value></FullName>'],
    ['NAME is_not Ada', '<FullName><Operator>NotEqual</Operator><Value>Ada</Value></FullName>', 'name IS_NOT Ada'],
    ['name EMPTY', '<FullName><Operator>Missing</Operator></FullName>'],
    ['age GREATER 17', '<Age><Operator>GreaterThan</Operator><Value>17</Value></Age>'],
    ['age BETWEEN [1, 5]', '<Age><Operator>Between</Operator><Value>1</Value><UpTo>5</UpTo></Age>'],
    [
      'age LESS 5 AND age GREATER 1',
      '<Age><Operator>Between</Operator><Value>1</Value><UpTo>5</UpTo></Age>',
      'age BETWEEN [1, 5]',
    ],
    ['age ANY_OF [5]', '<Age><Operator>Equal</Operator><Value>5</Value></Age>', 'age IS 5'],
    ['Salary LESS -1.5', '<Salary><Operator>LessThan</Operator><Value>-1.5</Value></Salary>'],
    ['Born IS 12/31/2019', '<Born><Operator>Equal</Operator><Value>2019-12-31</Value></Born>', 'Born IS 2019-12-31'],
    ['Remote IS_NOT true', '<Remote><Value>false</Value></Remote>', 'Remote IS false'],
    ['Team IS "R and D"', '<Team>R and D</Team>'],
    [
      'boss ANY_OF [7, x]',
      '<Manager><Operator>In</Operator><Value><Key>7</Key></Value><Value><Key>x</Key></Value></Manager>',
    ],
    ['Manager EMPTY', '<Manager><Operator>In</Operator><Value><Key>none</Key></Value></Manager>', 'boss EMPTY'],
    [
      'State ANY_OF [active] OR State ANY_OF [retired, active]',
      '<State><Operator>In</Operator><Value>active</Value><Value>retired</Value></State>',
      'State ANY_OF [active, retired]',
    ],
    ['Grade ANY_OF_NOT [junior]', '<Grade><Operator>NotIn</Operator><Value>G_junior</Value></Grade>'],
    ['Skill ANY_OF [retired]', '<Skill><Operator>In</Operator><Value>retired</Value></Skill>'],
    [
      '(name IS a) AND (Remote IS true)',
      '<FullName><Operator>Equal</Operator><Value>a</Value></FullName><Remote><Value>true</Value></Remote>',
      'name IS a AND Remote IS true',
    ],
  ])('%s', (q, xml, canonical = q) => {
    expect(carried(q)).toEqual({ xml, again: canonical });
    expect(carried(canonical)).toEqual({ xml, again: canonical });
  });

  it.each([
    ['nam IS a', /^at character 1: "nam" is not a field that can be searched: did you mean "name"\?$/],
    ['Job IS a', /^at character 1: "Job" is not a field/],
    [
      'name LESS a',
      /^at character 6: LESS is not an operator for "name": IS, IS_NOT, CONTAIN, EMPTY, ANY_OF, ANY_OF_NOT$/,
    ],
    ['age IS x', /^at character 8: "x" is not a whole number, which "age" is compared with$/],
    ['Born IS 2019-12-31T12:00:00Z', /^at character 9: .* is not a date like 2019-12-31/],
    ['State ANY_OF [gone]', /^at character 15: "gone" is not one of active, retired/],
    ['Grade ANY_OF [clerk]', /^at character 15: "clerk" is not one of junior, senior/],
    ['Remote IS 1', /^at character 11: "1" is not true or false/],
    ['age BETWEEN 1', /^at character 5: BETWEEN needs two values in brackets/],
    ['name IS a OR age IS 1', /^at character 14: this takes several searches/],
    ['age ANY_OF_NOT [1, 2]', /^at character 1: this takes several searches/],
    [`age IS ${'x'.repeat(1000)}`, /^at character 8: "x{60}…" is not a whole number/],
    [`${'x'.repeat(1000)} IS 1`, /^at character 1: "x{60}…" is not a field/],
    [`age ${'x'.repeat(1000)} 1`, /^at character 5: X{60}… is not an operator/],
    [`name IS "${'x'.repeat(70_000)}"`, /^at character 65537: a filter has 65536 characters at most$/],
    [Array(501).fill('name IS a').join(' AND '), /^at character 7001: a filter has 500 conditions at most$/],
  ])('refuses %s', (q, message) => {
    expect(() => carried(q)).toThrow(
      expect.objectContaining({ code: 'BAD_QUERY', message: expect.stringMatching(message) }),
    );
  });

  it('a criterion that has more than a filter can say is refused', () => {
    const criterion = (operator: string, values: string) => `<Operator>${operator}</Operator>${values}`;
    for (const filter of [
      `<Age>${criterion('LessThan', '<UpTo>5</UpTo>')}</Age>`,
      `<Age>${criterion('LessThan', '<Value>1</Value><UpTo>5</UpTo>')}</Age>`,
      `<Age>${criterion('Missing', '<Value>1</Value>')}</Age>`,
      `<Age>${criterion('Equal', '')}</Age>`,
      `<Manager>${criterion('In', '<Value><Key>7</Key><Label>Bob</Label></Value>')}</Manager>`,
    ])
      expect(() => written(filter), filter).toThrow(/has no form in a filter|is not a reference that a filter can say/);
  });

  it('the form of a criterion depends on its values, not on the order of the words', () => {
    const options = (words: string) => `\n    member: [ Operator, Value, UpTo ]\n    operators: { ${words} }`;
    for (const words of ['NONE: In(), ANY_OF: In', 'ANY_OF: In, NONE: In()']) {
      const mapping = compiled(options(words));
      for (const q of ['State ANY_OF [active]', 'State NONE']) expect(carried(q, mapping).again).toBe(q);
    }
  });

  it('numbers that a double would round are refused in filters, and keep all digits on the way out', () => {
    for (const number of ['12345678901234567890.12', '1e-400', '1e400', `1${'0'.repeat(60_000)}1`])
      expect(() => carried(`Salary IS ${number}`), number.slice(0, 30)).toThrow(/is not a number/);
    for (const number of ['0.30000000000000004', '5.10', '-0.0', '100000000000000000000'])
      expect(carried(`Salary IS ${number}`).again).toBe(`Salary IS ${Number(number)}`.replace('IS -0', 'IS 0'));
    const digits = '12345678901234567890.12';
    expect(written(`<Salary><Operator>LessThan</Operator><Value>${digits}</Value></Salary>`)).toBe(
      `Salary LESS ${digits}`,
    );
  });

  it('criteria without conditions are a blank text', () => {
    expect(written('')).toBe('');
    expect(carried('')).toEqual({ xml: '', again: '' });
  });

  it('has the words of the contract where the table says none', () => {
    const plain = compiled('\n    member: [ Operator, Value, UpTo ]');
    const xml = '<Age><Operator>Between</Operator><Value>1</Value><UpTo>5</UpTo></Age>';
    expect(carried('Age between [1, 5]', plain)).toEqual({ xml, again: 'Age BETWEEN [1, 5]' });
    expect(carried('FullName STARTS_WITH a AND Age MISSING', plain).xml).toContain('StartsWith');
    expect(() => carried('FullName CONTAINS [a, b]', plain)).toThrow('CONTAINS needs one value at most');
  });

  it.each([
    [
      'operators: { IS: Equals }',
      /mapping\.yaml:7:22 .*no criterion of the contract has the operator "Equals" \(did you mean "Equal"\?\)/,
    ],
    ['operators: { IS: Equal((( }', /this is no form of a condition/],
    ['operater: { IS: Equal }', /unknown key "operater" in "query" \(did you mean "operators"\?\)/],
    [
      'rename: { "s:PersonFilter": { FulName: name } }',
      /type "PersonFilter" has no member "FulName" \(did you mean "FullName"\?\)/,
    ],
    ['values: { "s:PersonFilter": { Grade: Grad } }', /the contract has no type "Grad" \(did you mean "Grade"\?\)/],
    ['values: { "s:PersonFilter": { Grade: "s:Person/Age" } }', /"s:Person\/Age" is no enumeration of the contract/],
    ['values: { "s:CodeCriterion": "G_" }', /must be a text with \{x\} in one place/],
  ])('%s is a mistake of the table', (option, message) => {
    expect(problems(`\n    member: [ Operator, Value, UpTo ]\n    ${option}`)).toEqual([
      expect.stringMatching(message),
    ]);
  });

  it('names arguments that the contract has not, and variables that are no criteria', () => {
    expect(problems(OPTIONS, 'query(s:Persn)')).toEqual([
      expect.stringMatching(/the contract has no type "s:Persn" \(did you mean "s:Person"\?\)/),
    ]);
    const wrong = table(OPTIONS).replace('Filter: "{filter?}"', 'Page: "{filter?}"');
    expect(() => compileMapping(wrong, 'mapping.yaml', contract)).toThrow(
      /has no members in the contract that "query" could ask for/,
    );
  });
});

describe('the laws of filters', () => {
  const mapping = compiled(OPTIONS);
  const { codec } = mapping;
  const forms = (...texts: string[]) => texts.map((text) => parseForm(text)!);
  const operators = new Map([
    ['IS', forms('Equal', '=')],
    ['IS_NOT', forms('NotEqual', '!=')],
    ['CONTAIN', forms('Contains')],
    ['BETWEEN', forms('Between(GreaterThan..LessThan)')],
    ['GREATER', forms('GreaterThan')],
    ['LESS', forms('LessThan')],
    ['EMPTY', forms('Missing()', 'In(none)', 'NotIn(*)', 'none(=(*))', '?empty')],
    ['ANY_OF', forms('In', 'any(Equal)')],
    ['END', forms('Contains?endsWith')],
    ['END_NOT', forms('none(Contains?endsWith)')],
  ]);
  const options: QueryOptions = {
    operators,
    criterion: ['Operator', 'Value', 'UpTo'],
    shownAs: (_, key) => key,
    affixesOf: (type) => (type.name?.local === 'CodeCriterion' ? ['G_', ''] : undefined),
    enumerationOf: () => undefined,
  };
  const type = (name: string) => codec.schemas.types.get(`{urn:example:search-types}${name}`)!;
  const search = type('PersonFilter');
  const types = {
    search: search as typeof search & { kind: 'complex' },
    result: type('Person'),
    items: type('Person'),
  };
  const fields = new FieldReader(codec, options).fieldsOf(types);
  const searches = new Searches(new Conditions(fields, options.criterion), unionsOf(operators));
  const filter = { fields, read: (text: string) => searches.read(text) };

  it('what is written is read as the same searches', () => {
    let several = 0;
    for (let seed = 0; seed < 2000; seed++) {
      const query = anyQuery(new Draw(seed, 1 + (seed % 6)), [...fields.all.values()], filter);
      if (/"\$(any|all|where)"/.test(JSON.stringify(query))) several++;
      expect(searches.read(searches.write(query))).toEqual(query);
    }
    expect(several).toBeGreaterThan(500);
  });

  it('criteria that are nil are refused', () => {
    expect(() => searches.write(null)).toThrow('criteria that are nil have no form in a filter');
    for (const key of ['Age', 'Team', 'Manager']) expect(() => searches.write({ [key]: null })).toThrow(RangeError);
  });

  it('two conditions are a range only where the criterion has a second value', () => {
    const field = fields.all.get('Age')!;
    const without = new QueryFields([{ ...field, ranges: false }]);
    const both = new Searches(new Conditions(without, options.criterion), unionsOf(operators));
    expect(both.read('Age GREATER 1 AND Age LESS 5')).toEqual({
      $all: [{ Age: { Operator: 'GreaterThan', Value: 1 } }, { Age: { Operator: 'LessThan', Value: 5 } }],
    });
  });

  it('the name of a field in its case of letters goes first', () => {
    const [name, other] = ['FullName', 'Team'].map((key) => fields.all.get(key)!);
    const alike = new QueryFields([name, { ...other, key: 'fullName', filterName: 'fullName' }]);
    expect(alike.fieldsNamed('fullName').map(({ key }) => key)).toEqual(['fullName']);
    expect(alike.fieldsNamed('FullName').map(({ key }) => key)).toEqual(['FullName']);
    expect(alike.fieldsNamed('FULLNAME')).toHaveLength(2);
  });
});
