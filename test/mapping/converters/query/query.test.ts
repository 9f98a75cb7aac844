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
  ])('%#: goes into a message and back', (q, xml, canonical = q) => {
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
  ])('%#: is refused with the character', (q, message) => {
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

  it.each([70_000, 2_000_000])(
    'criteria that take more than a filter may have are refused: %i characters',
    (length) => {
      const filter = `<FullName><Operator>Equal</Operator><Value>${'x'.repeat(length)}</Value></FullName>`;
      expect(() => written(filter)).toThrow('a filter has 65536 characters at most, and these criteria take more');
    },
  );

  it('the form of a criterion depends on its values, not on the order of the words', () => {
    const options = (words: string) => `\n    member: [ Operator, Value, UpTo ]\n    operators: { ${words} }`;
    for (const words of ['NONE: In(), ANY_OF: In', 'ANY_OF: In, NONE: In()']) {
      const mapping = compiled(options(words));
      for (const q of ['State ANY_OF [active]', 'State NONE']) expect(carried(q, mapping).again).toBe(q);
    }
  });

  it('numbers keep all digits, both ways', () => {
    for (const number of [
      '12345678901234567890.12',
      '0.1000000000000000055',
      '-9007199254740993',
      '5.1',
      '0.30000000000000004',
    ])
      for (const [q, xml] of [
        [`Salary LESS ${number}`, `<Salary><Operator>LessThan</Operator><Value>${number}</Value></Salary>`],
        [`Weight IS ${number}`, `<Weight>${number}</Weight>`],
      ]) {
        expect(carried(q)).toEqual({ xml, again: q });
        expect(written(xml)).toBe(q);
      }
    expect(carried('Steps IS -123456789012345678901234567890').again).toBe('Steps IS -123456789012345678901234567890');
    for (const [number, plain] of [
      ['5.10', '5.1'],
      ['-0.0', '0'],
      ['1.5e3', '1500'],
      ['1e-7', '0.0000001'],
      ['007', '7'],
      ['1e21', `1${'0'.repeat(21)}`],
    ])
      expect(carried(`Salary IS ${number}`).again).toBe(`Salary IS ${plain}`);
    for (const number of ['1e-400', '1e400', `1${'0'.repeat(60_000)}1`, '0x10', '1,5'])
      expect(() => carried(`Salary IS ${number}`), number.slice(0, 30)).toThrow(/at character 1\d: .*is not/);
    expect(() => carried('Weight IS 1e309')).toThrow(/"1e309" is not a number/);
  });

  it('dates with a zone, and of years with more digits, go both ways', () => {
    for (const day of ['2019-12-31Z', '2019-12-31+02:00', '12019-12-31', '-0044-03-15', '2020-02-29'])
      expect(carried(`Born IS ${day}`)).toEqual({
        xml: `<Born><Operator>Equal</Operator><Value>${day}</Value></Born>`,
        again: `Born IS ${day}`,
      });
    for (const moment of [
      '12019-12-31',
      '12019-12-31T10:00:00.5-08:00',
      '-0044-03-15T12:00:00',
      '2019-12-31T24:00:00Z',
    ])
      expect(carried(`Seen IS ${moment}`).again).toBe(`Seen IS ${moment}`);
    expect(carried('Seen LESS 1/2/2019T10:00:00Z').again).toBe('Seen LESS 2019-01-02T10:00:00Z');
    expect(carried('Seen LESS 1/2/2019').xml).toContain('<Value>2019-01-02T00:00:00Z</Value>');
  });

  it.each([
    ['Born', 'date', 'Born IS 2019-02-30', /^at character 9: "2019-02-30" is not a date like 2019-12-31/],
    ['Seen', 'time', 'Seen IS 2019-12-31T25:00:00Z', /^at character 9: .* is not a date like 2019-12-31/],
    [
      'age',
      'range',
      'name IS a AND age IS 99999999999',
      /^at character 22: "99999999999" is not a value of "age": .* xs:int$/,
    ],
    ['Badge', 'pattern', 'Badge IS ab1', /^at character 10: "ab1" is not a value of "Badge": must match the pattern/],
    ['Desk', 'reference', 'Desk ANY_OF [1, 70000]', /^at character 17: "70000" is not a value of "Desk": .* xs:short$/],
  ])('%s: a wrong %s is named with its character', (_field, _kind, q, message) => {
    expect(() => carried(q)).toThrow(
      expect.objectContaining({ code: 'BAD_QUERY', message: expect.stringMatching(message) }),
    );
  });

  it('reads and writes values that `types:` show in another way', () => {
    const shown = compileMapping(
      `${table(OPTIONS)}types:\n  decimal: { values: string }\n  boolean: { values: string }\n  dateTime: { values: date }\n`,
      'mapping.yaml',
      contract,
    );
    for (const q of ['Salary LESS 1.5', 'Seen IS 2019-12-31', 'Seen IS 2019-12-31T10:00:00Z', 'Remote IS true'])
      expect(carried(q, shown).again).toBe(q);
    expect(carried('Remote IS_NOT true', shown).again).toBe('Remote IS false');
    const wide = compileMapping(
      table(OPTIONS).replace('rules:', 'rest: { numbers: string }\nrules:'),
      'mapping.yaml',
      contract,
    );
    for (const q of ['Salary LESS 1.5', 'Steps IS 12']) expect(carried(q, wide).again).toBe(q);
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
  ])('%#: a mistake of the table', (option, message) => {
    expect(problems(`\n    member: [ Operator, Value, UpTo ]\n    ${option}`)).toEqual([
      expect.stringMatching(message),
    ]);
  });

  it.each([
    ['a word of two', 'operators: { "IS NOT": NotEqual }', /:7:18 .*no filter can have the word "IS NOT"/],
    ['AND', 'operators: { and: Equal }', /no filter can have the word "and"/],
    ['a word twice', 'operators: { is: Equal, IS: NotEqual }', /filters have "IS" twice/],
    [
      'a name of two words',
      'rename: { "s:PersonFilter": { FullName: full name } }',
      /no filter can have the word "full name"/,
    ],
  ])('%s is refused', (_, option, message) => {
    expect(problems(`\n    member: [ Operator, Value, UpTo ]\n    ${option}`)).toEqual([
      expect.stringMatching(message),
    ]);
  });

  it.each([
    [
      'an operator',
      'operators: { IS: Equal, LIST: "Contains(..)" }',
      ['no filter can have "LIST": no field of a search has one of its forms'],
    ],
    [
      'a field',
      'rename: { "s:PersonFilter": { Job: work, Age: age } }',
      ['no filter can have the field "Job": no search of a rule has it'],
    ],
    [
      'a field of no search',
      'rename: { "s:Person": { Age: age } }',
      ['no filter can have the field "Age": no search of a rule has it'],
    ],
    [
      'a field of every search',
      'rename: { "*": { Manger: boss } }',
      ['no filter can have the field "Manger": no search of a rule has it'],
    ],
    [
      'a listed value',
      'values: { "s:PersonFilter": { Job: State } }',
      ['no filter can have the field "Job": no search of a rule has it'],
    ],
    ['a type', 'values: { "s:Job": "_{x}" }', ['no search of a rule has a field of the type "s:Job"']],
    ['nothing', 'rename: { "s:PersonFilter": { Age: age }, "*": { Manager: boss } }', []],
  ])('check refuses %s that no filter can have', (_, option, messages) => {
    const found = compiled(`\n    member: [ Operator, Value, UpTo ]\n    ${option}`).unused!();
    expect(found.map(({ message }) => message)).toEqual(messages);
    for (const { place } of found) expect(place).toMatchObject({ file: 'mapping.yaml', line: 7 });
  });

  it('check refuses members that no criterion has', () => {
    expect(compiled('\n    member: [ Operatr, Value ]').unused!().map(({ message }) => message)).toEqual([
      'no criterion of a search has the member "Operatr"',
    ]);
    expect(compiled(OPTIONS).unused!()).toEqual([]);
  });

  it('the members of a criterion are found where the contract leaves no choice', () => {
    for (const options of [undefined, OPTIONS.replace(/member:.*/, '')]) {
      const mapping = compiled(options);
      expect(mapping.unused!()).toEqual([]);
      const word = options ? 'BETWEEN' : 'Between';
      expect(carried(`${options ? 'age' : 'Age'} ${word} [1, 5]`, mapping).xml).toBe(
        '<Age><Operator>Between</Operator><Value>1</Value><UpTo>5</UpTo></Age>',
      );
    }
  });

  it('takes its arguments by name', () => {
    for (const call of [
      'query(items: s:Person)',
      'query(result: s:Person, items: s:Person)',
      'query(items: s:Person, result: s:Person)',
    ]) {
      expect(problems(OPTIONS, call)).toEqual([]);
      // Grades are those of the result.
      const read = () => carried('Grade ANY_OF [clerk]', compiled(OPTIONS, call));
      if (call.includes('result')) expect(read).toThrow('"clerk" is not one of junior, senior');
      else expect(read().xml).toContain('<Value>G_clerk</Value>');
    }
    expect(problems(OPTIONS, 'query(itms: s:Person)')).toEqual([expect.stringMatching(/"query" has no/)]);
  });

  it('refuses a simple type as its argument', () => {
    expect(problems(OPTIONS, 'query(s:State)')).toEqual([
      expect.stringMatching(/"s:State" is a simple type, which has no members \(name the type of what is found/),
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
  const keys = ['Operator', 'Value', 'UpTo'];
  const options: Omit<QueryOptions, 'entries'> = {
    operators,
    criterionOf: () => [keys],
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
  const searches = new Searches(new Conditions(fields, keys), unionsOf(operators));
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
    const both = new Searches(new Conditions(without, keys), unionsOf(operators));
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
