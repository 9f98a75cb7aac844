import { describe, expect, it } from 'vitest';
import { fromJs, type Json, toJs } from '../../../src/json/value.ts';
import { SoapMessages } from '../../../src/mapping/cases/soap-messages.ts';
import { expandTable } from '../../../src/mapping/compile.ts';
import type { Bindings } from '../../../src/rule/pattern.ts';
import { ask, bank, mappingOf, parcels, payments, problemsOf, refusal, slotsOf } from '../tables.ts';

describe('short rows', () => {
  const rowOf = (text: string, contract = bank) => mappingOf(contract, `rules:\n  - ${text}`).rules[0];

  it.each(['{accountId}', '{accountid}', '{ACCOUNTID}', '{id}'])('binds %s to the member that it means', (hole) => {
    const mapping = mappingOf(bank, `rules:\n  - GET /accounts/${hole}?currency: GetAccount`);
    const found = ask(mapping, 'GET /accounts/7?currency=EUR');
    expect(found && slotsOf(found)).toEqual(['7', '"EUR"']);
  });

  it('takes the status after the arrow, else the one that goes with the response', () => {
    expect(rowOf('POST /payments: Pay -> 201', payments).response.rest.status).toBe(201);
    expect(rowOf('POST /payments: Pay', payments).response.rest.status).toBe(200);
  });

  it('sends what the path does not bind in the body', () => {
    const mapping = mappingOf(parcels, 'rules:\n  - POST /parcels/{id}/label: PrintLabel');
    const found = ask(mapping, 'POST /parcels/3/label', { body: { layout: { $items: [] } } });
    expect(found && slotsOf(found)).toEqual(['3', '{"layout":{"$items":[]}}']);
    expect(refusal(() => ask(mapping, 'POST /parcels/3/label'))).toBe('BAD_BODY');
  });

  it('needs no body where the contract demands nothing in it', () => {
    const mapping = mappingOf(parcels, 'rules:\n  - POST /searches: FindParcels');
    expect(ask(mapping, 'POST /searches')?.values).toEqual({});
    expect(ask(mapping, 'POST /searches', { body: { limit: 3 } })?.values).toEqual({ body: '{"limit":3}' });
  });

  it('keeps its own names apart from the path’s', () => {
    const { variables } = rowOf('"GET /accounts/{accountId}?reply={currency}": GetAccount');
    expect(variables.toSorted()).toEqual(['accountId', 'currency', 'response']);
  });

  it('may name the body element, and takes options', () => {
    const rule = mappingOf(
      payments,
      'rules:\n  - { POST /pay: pay:Pay, id: p, only: rest-to-soap, safe: true, timeout: 2s }',
    ).rules[0];
    expect(rule).toMatchObject({ id: 'p', direction: 'rest-to-soap', safe: true, timeout: 2000 });
  });

  it('takes the first of several ports that offer the same operation', () => {
    expect(rowOf('POST /pay: Pay', payments).operation.port).toBe('Payments11');
    const long = `rules:
  - rest: { request: "GET /p/{id}", response: { body: "{p}" } }
    soap: { port: Payments12, request: { GetPayment: { paymentId: "{id}" } }, response: { GetPaymentResponse: "{p}" } }`;
    expect(mappingOf(payments, long).rules[0].operation.port).toBe('Payments12');
  });
});

describe('{name!}', () => {
  const mapping = mappingOf(
    parcels,
    `
only: rest-to-soap
rules:
  - id: find
    rest:
      request:
        line: "POST /parcels/{service}?since={since!}"
        headers: { X-Limit: "{limit!}" }
      response: { body: "{response}" }
    soap: { request: { FindParcels: { service: [ "{service}" ], createdAfter: "{since}", limit: "{limit}" } }, response: { FindParcelsResponse: "{response}" } }
  - id: body
    rest: { request: { line: POST /searches, body: { since: "{since!}", limit: "{limit}" } }, response: { body: "{response}" } }
    soap: { request: { FindParcels: { createdAfter: "{since}", limit: "{limit}" } }, response: { FindParcelsResponse: "{response}" } }
  - GET /short?limit!&createdAfter: FindParcels
`,
  );
  const since = '2024-01-01T00:00:00Z';

  it('is required in queries, headers and bodies, also where the contract lets the value be absent', () => {
    const headers = { 'x-limit': '3' };
    expect(ask(mapping, `POST /parcels/express?since=${since}`, { headers })?.values).toMatchObject({ limit: '3' });
    expect(refusal(() => ask(mapping, `POST /parcels/express?since=${since}`))).toBe('BAD_HEADER X-Limit');
    expect(refusal(() => ask(mapping, 'POST /parcels/express', { headers }))).toBe('BAD_QUERY ?since');
    expect(ask(mapping, 'POST /searches', { body: { since } })?.values).toEqual({ since: `"${since}"` });
    expect(refusal(() => ask(mapping, 'POST /searches', { body: { limit: 3 } }))).toBe('CODEC_MISSING $.since');
    expect(refusal(() => ask(mapping, 'POST /searches'))).toBe('BAD_BODY');
  });

  it('has a short form in queries, which is printed in full', () => {
    expect(ask(mapping, 'GET /short?limit=3')?.values).toEqual({ limit: '3' });
    expect(refusal(() => ask(mapping, 'GET /short'))).toBe('BAD_QUERY ?limit');
    const table = 'soapstone: 2\nrules:\n  - GET /short?limit!&createdAfter: FindParcels\n';
    expect(expandTable(table, 'mapping.yaml', parcels)).toContain(
      'GET /short?limit={limit!}&createdAfter={createdAfter}',
    );
  });

  it('is demanded of what a REST request is filled from', () => {
    const rule = mapping.rules.find(({ id }) => id === 'body')!;
    expect(() => rule.request.rest.fill([])).toThrow('since');
  });

  it.each([
    ['a path', '"GET /p/{limit!}"', '{ limit: "{limit}" }', 'a placeholder in a path is always required'],
    ['a text of the SOAP side', '"GET /p?limit={limit}"', '{ service: [ "a-{limit!}" ] }', '} is not allowed here'],
    [
      'a list of the SOAP side',
      '"GET /p?l={limit}"',
      '{ limit: "{limit}", service: { $each: "{s.x!}" } }',
      'is not allowed here',
    ],
  ])('cannot stand in %s', (_title, line, soap, message) => {
    const problems = problemsOf(
      parcels,
      `rules:\n  - rest: { request: ${line} }\n    soap: { request: { FindParcels: ${soap} } }`,
    );
    expect(problems).toContainEqual(expect.stringContaining(message));
  });
});

describe('{name!} on the SOAP side of a request', () => {
  const mapping = mappingOf(
    parcels,
    `
rules:
  - id: since
    rest: { request: "GET /since/{since}?limit={limit}", response: { body: "{response}" } }
    soap: { request: { FindParcels: { createdAfter: "{since!}", limit: "{limit}" } }, response: { FindParcelsResponse: "{response}" } }
  - id: limit
    rest: { request: "GET /limit/{limit}", response: { body: "{response}" } }
    soap: { request: { FindParcels: { limit: "{limit!}" } }, response: { FindParcelsResponse: "{response}" } }
  - id: none
    rest: { request: "GET /parcels", response: { body: "{response}" } }
    soap: { request: FindParcels, response: { FindParcelsResponse: "{response}" } }
`,
  );
  const messages = new SoapMessages(mapping);
  const taken = (content: string) => {
    const xml = `<FindParcels xmlns="https://example.com/parcels">${content}</FindParcels>`;
    const rules = mapping.lookupSoap('{https://example.com/parcels}FindParcels');
    return rules.find((rule) => messages.decode(rule.request.soap, { body: [xml], headers: new Map() }, []))?.id;
  };

  it('means another rule where the value is absent', () => {
    const since = '<createdAfter>2024-01-01T00:00:00Z</createdAfter>';
    const limit = '<limit>3</limit>';
    expect([since + limit, since, limit, ''].map(taken)).toEqual(['since', 'since', 'limit', 'none']);
  });

  it('has its value on the REST side', () => {
    const found = ask(mapping, 'GET /limit/3')!;
    const written = messages.encode(found.rule.request.soap, found.bindings).body.map((xml) => Buffer.from(xml));
    expect(written.join('')).toContain('limit>3<');
    expect(() => mapping.rules[0].request.rest.fill([])).toThrow('since');
  });
});

describe('defaults, optional values, constants', () => {
  const mapping = mappingOf(
    parcels,
    `
rules:
  - id: find
    rest: { request: "GET /parcels?limit={limit=50}&since={since}", response: { body: "{response}" } }
    soap: { request: { FindParcels: { limit: "{limit}", createdAfter: "{since}", service: [ express ] } }, response: { FindParcelsResponse: "{response}" } }
  - id: one
    rest: { request: { line: "GET /parcels/{id}", headers: { X-Kind: one } }, response: { body: "{response}" } }
    soap: { request: { GetParcel: { id: "{id}" } }, response: { GetParcelResponse: "{response}" } }
  - id: two
    only: rest-to-soap
    rest: { request: { line: "GET /parcels/{id}", headers: { X-Kind: two } }, response: { body: "{response}" } }
    soap: { request: { GetParcel: { id: "{id}" } }, response: { GetParcelResponse: "{response}" } }
`,
  );

  it('matches absence, and fills nothing when equal', () => {
    const found = ask(mapping, 'GET /parcels');
    expect(found?.values).toEqual({ limit: '50' });
    expect(found?.rule.request.rest.fill(found.bindings).target).toBe('/parcels');
    const other = ask(mapping, 'GET /parcels?limit=5&since=2026-01-01T00:00:00Z');
    expect(other?.rule.request.rest.fill(other.bindings).target).toBe(
      '/parcels?limit=5&since=2026-01-01T00%3A00%3A00Z',
    );
  });

  it('tells rules apart by constants in headers', () => {
    expect(ask(mapping, 'GET /parcels/7', { headers: { 'x-kind': 'two' } })?.rule.id).toBe('two');
    expect(ask(mapping, 'GET /parcels/7', { headers: { 'x-kind': 'three' } })).toBeUndefined();
    expect(ask(mapping, 'GET /parcels/7')).toBeUndefined();
  });

  it('lists every name that a fill lacks', () => {
    const rule = mappingOf(
      payments,
      `rules:
  - rest: { request: { line: "POST /p/{id}", body: { amount: "{amount}" } }, response: { body: "{r}" } }
    soap: { request: { Refund: { paymentId: "{id}", amount: "{amount}" } }, response: { RefundResponse: "{r}" } }`,
    ).rules[0];
    expect(() => rule.request.rest.fill([])).toThrow('{id}, {amount}');
  });

  it('refuses a body where none is expected', () => {
    const headers = { 'x-kind': 'one' };
    expect(refusal(() => ask(mapping, 'GET /parcels/7', { headers, body: { a: 1 } }))).toBe('BAD_BODY');
    expect(ask(mapping, 'GET /parcels/7', { headers, body: {} })?.rule.id).toBe('one');
  });

  it('demands the same value at both places of a name', () => {
    const put = mappingOf(
      payments,
      `rules:
  - only: rest-to-soap
    rest: { request: { line: "PUT /p/{id}", body: { id: "{id}", amount: "{amount}" } }, response: { body: "{r}" } }
    soap: { request: { Refund: { paymentId: "{id}", amount: "{amount}" } }, response: { RefundResponse: "{r}" } }`,
    );
    expect(ask(put, 'PUT /p/7', { body: { id: 7, amount: 1 } })?.values).toMatchObject({ id: '7' });
    expect(refusal(() => ask(put, 'PUT /p/7', { body: { id: 8, amount: 1 } }))).toBe('BAD_BODY $.id');
  });
});

describe('converters', () => {
  const rule = (request: string, currency: string) => `
tables:
  money: { euro: EUR, dollar: USD }
  wide:
    - { rest: euro, code: e, soap: EUR }
    - { rest: dollar, code: d, soap: USD }
rules:
  - rest: { request: "${request}", response: { body: "{response}" } }
    soap: { request: { GetAccount: { accountId: "{id}", currency: "${currency}" } }, response: { GetAccountResponse: "{response}" } }`;

  it.each([
    ['GET /a/{id}?c={c}', '{c|table(money)}', 'euro', '"euro"'],
    ['GET /a/{id}?c={c|table(money)}', '{c}', 'dollar', '"USD"'],
    ['GET /a/{id}?c={c|table(wide.code)}', '{c|table(wide)}', 'e', '"euro"'],
  ])('%s with %s', (request, currency, given, bound) => {
    const mapping = mappingOf(bank, rule(request, currency));
    const found = ask(mapping, `GET /a/7?c=${given}`);
    expect(found?.values.c).toBe(bound);
    expect(found && slotsOf(found)[1]).toBe(given === 'dollar' ? '"USD"' : '"EUR"');
    expect(found?.rule.request.rest.fill(found.bindings).target).toBe(`/a/7?c=${given}`);
  });

  it('refuses a value that no row of the table has', () => {
    const mapping = mappingOf(bank, rule('GET /a/{id}?c={c|table(money)}', '{c}'));
    expect(refusal(() => ask(mapping, 'GET /a/7?c=yen'))).toBe('BAD_QUERY ?c');
  });

  it('joins a list in one text', () => {
    const mapping = mappingOf(
      parcels,
      `rules:
  - rest: { request: "GET /parcels?service={s|csv}", response: { body: "{response}" } }
    soap: { request: { FindParcels: { service: "{s}" } }, response: { FindParcelsResponse: "{response}" } }`,
    );
    const found = ask(mapping, 'GET /parcels?service=express,economy');
    expect(found && slotsOf(found)).toEqual(['["express","economy"]']);
    expect(found?.rule.request.rest.fill(found.bindings).target).toBe('/parcels?service=express%2Ceconomy');
    expect(refusal(() => ask(mapping, 'GET /parcels?service=rocket'))).toBe('BAD_QUERY ?service');
  });

  it.each([
    ['{s|table(speed)}', '{s}', 'GET /parcels?service=fast&service=cheap', 'GET /parcels?service=rocket'],
    ['{s}', '{s|table(speed)}', 'GET /parcels?service=fast&service=cheap', undefined],
    ['{s|table(speed)|csv}', '{s}', 'GET /parcels?service=fast,cheap', 'GET /parcels?service=fast,rocket'],
    ['{s|csv}', '{s|table(speed)}', 'GET /parcels?service=fast,cheap', undefined],
  ])('takes a list item by item: %s and %s', (rest, soap, line, wrong) => {
    const mapping = mappingOf(
      parcels,
      `tables: { speed: { fast: express, cheap: economy } }
rules:
  - rest: { request: "GET /parcels?service=${rest}", response: { body: "{response}" } }
    soap: { request: { FindParcels: { service: "${soap}" } }, response: { FindParcelsResponse: "{response}" } }`,
    );
    const found = ask(mapping, line);
    expect(found && slotsOf(found)).toEqual(['["express","economy"]']);
    expect(found?.rule.request.rest.fill(found.bindings).target).toBe(line.slice(4).replace(',', '%2C'));
    if (wrong) expect(refusal(() => ask(mapping, wrong))).toBe('BAD_QUERY ?service');
  });

  it('calls the functions of the mapping’s module', () => {
    const functions = new Map([
      ['shout', { in: (v: unknown) => String(v).toLowerCase(), out: (v: unknown) => String(v).toUpperCase() }],
      ['both', { in: (v: unknown) => String(v).split('/'), out: (v: unknown) => (v as string[]).join('/') }],
    ]);
    const mapping = mappingOf(
      payments,
      `rules:
  - rest: { request: { line: "POST /pay", body: { who: "{from|join(both, to)}", amount: "{amount}" } }, response: { body: "{r}" } }
    soap: { request: { Pay: { from: "{from|shout}", to: "{to}", amount: "{amount}" } }, response: { PayResponse: "{r}" } }`,
      { functions },
    );
    const found = ask(mapping, 'POST /pay', { body: { who: 'a/b', amount: 1 } });
    expect(found && slotsOf(found)).toEqual(['"A"', '"b"', '1']);
    const body = found?.rule.request.rest.fill(found.bindings).body;
    expect(Buffer.from(body as Uint8Array).toString()).toBe('{"who":"a/b","amount":1}');
  });

  it('tell callers what the functions of a join say of their values, wherever it stands', () => {
    const name = (value: unknown) => {
      if (String(value).length > 3) throw new RangeError('three letters at most');
      return value;
    };
    const functions = new Map([
      ['both', { in: (v: unknown) => String(v).split('/').map(name), out: (v: unknown) => (v as string[]).join('/') }],
      ['short', { in: (v: unknown) => [v, ''], out: (v: unknown) => name((v as string[]).join('')) }],
    ]);
    const mapping = mappingOf(
      payments,
      `rules:
  - only: rest-to-soap
    rest: { request: { line: "POST /pay?sum={amount}", body: { who: "{from|join(both, to)}" } }, response: { body: "{r}" } }
    soap: { request: { Pay: { from: "{from|join(short, to)}", to: "{to}", amount: "{amount}" } }, response: { PayResponse: "{r}" } }`,
      { functions },
    );
    const asked = (who: string) => ask(mapping, 'POST /pay?sum=1', { body: { who } })!;
    expect(refusal(() => asked('abcd/e'))).toBe('CODEC_TYPE $.who');
    expect(() => asked('abcd/e')).toThrow('three letters at most');
    expect(slotsOf(asked('a/b'))).toEqual(['"ab"', '"b"', '1']);
    expect(() => slotsOf(asked('abc/d'))).toThrow(
      expect.objectContaining({
        code: 'CODEC_TYPE',
        message: 'three letters at most',
        path: '$.who',
        variables: ['from', 'to'].map((one) => mapping.rules[0].variables.indexOf(one)),
      }),
    );
  });
});

describe('replies', () => {
  it('can go out around their large hole', () => {
    const { stream } = mappingOf(
      parcels,
      `rules:
  - stream: true
    only: rest-to-soap
    rest: { request: "GET /parcels", response: { body: { total: "{n}", items: "{list}", end: true } } }
    soap: { request: { FindParcels: {} }, response: { FindParcelsResponse: { total: "{n}", parcel: "{list}" } } }`,
    ).rules[0].response.rest;
    const bindings = [{ bytes: Buffer.from('12'), start: 0, end: 2 }];
    expect(Buffer.from(stream!.prefix(bindings)).toString()).toBe('{"total":12,"items":');
    expect(Buffer.from(stream!.suffix(bindings)).toString()).toBe(',"end":true}');
  });

  it('are refused to stream when there is nothing large in them', () => {
    const table = `rules:
  - stream: true
    only: rest-to-soap
    rest: { request: "GET /parcels", response: { body: { total: "{n}" } } }
    soap: { request: { FindParcels: {} }, response: { FindParcelsResponse: { total: "{n}" } } }`;
    expect(problemsOf(parcels, table)).toEqual(['MAPPING_UNSUPPORTED: nothing in this response can be streamed']);
  });

  it('carry what the gateway supplies', () => {
    const rule = mappingOf(
      payments,
      `rest: { base: /v9 }
rules:
  - only: rest-to-soap
    rest: { request: "POST /p", response: { status: 201, headers: { Location: "{$base}/p/{id}", X-Id: "{$uuid}" } } }
    soap: { request: { Pay: { from: a, to: b, amount: 1 } }, response: { PayResponse: { paymentId: "{id}" } } }`,
    ).rules[0];
    const bindings = new Array(rule.variables.length);
    bindings[rule.variables.indexOf('id')] = { bytes: Buffer.from('5'), start: 0, end: 1 };
    const { headers } = rule.response.rest.fill(bindings);
    expect(headers.Location).toBe('/v9/p/5');
    expect(headers['X-Id']).toMatch(/^[0-9a-f]{8}-/);
  });
});

describe('Location', () => {
  it('is percent-encoded like the path of a request, and read so', () => {
    const { response, variables } = mappingOf(
      payments,
      `rest: { base: /v9 }
rules:
  - only: rest-to-soap
    rest: { request: "GET /p/{p}", response: { status: 201, headers: { Location: "/v9/from/{from}" }, body: "{others}" } }
    soap: { request: { GetPayment: { paymentId: "{p}" } }, response: { GetPaymentResponse: { payment: { from: "{from}", $rest: "{others}" } } } }`,
    ).rules[0];
    const bindings = variables.map((name) => (name === 'others' ? fromJs({}) : fromJs('a b;ü')));
    expect(response.rest.references).toEqual(['location']);
    expect(response.rest.fill(bindings).headers).toEqual({ Location: '/v9/from/a%20b%3B%C3%BC' });
    const back = { status: 201, headers: { location: '/v9/from/a%20b%3B%C3%BC' }, body: fromJs({}) };
    const read = response.rest.match(back, new Array(variables.length)) as Bindings;
    expect(toJs(read[variables.indexOf('from')] as Json)).toBe('a b;ü');
  });
});

describe('a table', () => {
  it('says its problems in the order of their places, each once', () => {
    const problems = problemsOf(
      bank,
      'rules:\n  - GET /a/{x}: GetAccount\n  - GET /b/{y}: GetAccount\nonli: rest-to-soap\n',
    );
    expect(problems.map((p) => p.split(':')[0])).toEqual([
      'MAPPING_UNKNOWN_ELEMENT',
      'MAPPING_UNKNOWN_ELEMENT',
      'MAPPING_SHAPE',
    ]);
  });

  it('is bounded: aliases cannot make it explode', () => {
    const lines = ['a: &a [ x, x, x, x, x, x, x, x, x, x ]'];
    for (let i = 1; i < 8; i++)
      lines.push(`${'abcdefgh'[i]}: &${'abcdefgh'[i]} [ ${new Array(10).fill(`*${'abcdefgh'[i - 1]}`).join(', ')} ]`);
    expect(problemsOf(bank, lines.join('\n'))).toEqual(['MAPPING_SYNTAX: the table is too large']);
  });

  it.each([
    ['lists', '['.repeat(3000) + ']'.repeat(3000)],
    ['lists without end', '['.repeat(100_000)],
    ['maps', '{a: '.repeat(3000) + '}'.repeat(3000)],
    ['blocks', `\n${Array.from({ length: 3000 }, (_, i) => `${' '.repeat(i + 1)}a:`).join('\n')}\nrest: {}`],
    ['block lists', `\n${'- '.repeat(20_000)}a`],
    ['block lists that end', `\n${'- '.repeat(20_000)}a\nrest: {}`],
    ['keys', `\n${'? '.repeat(20_000)}a`],
    ['no more than the parser can bear', '['.repeat(150) + ']'.repeat(150)],
  ])('is bounded in depth: %s', (_title, rules) => {
    expect(problemsOf(bank, `rules: ${rules}`)).toEqual(['MAPPING_SYNTAX: values are nested deeper than 100 levels']);
  });

  it('has one problem for one slip', () => {
    expect(problemsOf(bank, 'rules:\n  - { line: GET /a/{x}, body: { a: 1 } }\n  - b\n')).toHaveLength(1);
  });

  it('may be empty of rules', () => expect(mappingOf(bank, 'rules: []').rules).toEqual([]));
});
