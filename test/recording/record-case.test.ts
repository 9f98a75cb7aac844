// Captured exchanges become cases that pass; what the gateway supplies stands in them as cases have it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CapturedExchange, CapturedMessage } from '../../src/capture/captured.ts';
import { caseOutcomes } from '../../src/case-runner/case-runner.ts';
import { HIDDEN_TEXT } from '../../src/fault/texts.ts';
import { parseCases } from '../../src/mapping/cases/cases.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { addCase, RecordedTexts, writeNewCases } from '../../src/recording/case-file.ts';
import { withFittingMasks } from '../../src/recording/fitting-masks.ts';
import { jsonLayout } from '../../src/recording/json-lines.ts';
import { recordCase } from '../../src/recording/record-case.ts';
import { readTree } from '../../src/xml/read-tree.ts';
import { elements } from '../../src/xml/tree.ts';
import { mappingOf, payments } from '../mapping/tables.ts';
import { temp } from '../server/temp.ts';

const tutorials = join(import.meta.dirname, '..', '..', 'mappings');

function message(body: string, headers: CapturedMessage['headers'] = []): CapturedMessage {
  return { headers, bytes: Buffer.byteLength(body), body };
}

function envelope(body: string): CapturedMessage {
  const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
  return message(`<s:Envelope xmlns:s="${soap}"><s:Body>${body}</s:Body></s:Envelope>`);
}

function exchangeOf(
  rule: string,
  line: string,
  request: string,
  [sent, received]: readonly [string, string],
  response: CapturedExchange['response'],
): CapturedExchange {
  const [method, target] = line.split(' ');
  const call = {
    request: { method: 'POST', target: 'http://127.0.0.1/service', ...envelope(sent) },
    response: { status: 200, ...envelope(received) },
    startMs: 0,
    ms: 1,
  };
  const head = { id: 'a', time: '2026-01-01T00:00:00Z', bridge: 'b', present: 'rest' as const, rule, ms: 1 };
  return { ...head, request: { method, target, ...message(request) }, response, calls: [call] };
}

describe('values that the gateway supplies', () => {
  test('a credential in the request is left out, since a case has none', async () => {
    const mapping = await loadMapping(join(tutorials, '90-credentials'));
    const ns = 'xmlns="https://example.com/notes"';
    const exchange = exchangeOf(
      'note.add',
      'POST /v1/notes',
      '{"text":"milk"}',
      [
        `<AddNote ${ns}><text>milk</text><author>anna@example.com</author></AddNote>`,
        `<AddNoteResponse ${ns}><id>7</id></AddNoteResponse>`,
      ],
      { status: 201, ...message('{"id":7}', [['Location', '/v1/notes/7']]) },
    );
    const recorded = await recordCase(mapping, exchange, 'a note');
    expect(recorded).toMatchObject({ rule: 'note.add' });
    const text = 'text' in recorded ? recorded.text : '';
    expect(text).not.toContain('anna@');
    expect(text).toContain('<text>milk</text>');
    expect(text).toContain('"Location": "/v1/notes/7"');
  });

  test('$now is that of cases; another difference is still one', async () => {
    const mapping = mappingOf(
      payments,
      `rules:
  - id: pay
    rest:
      request: { line: "POST /payments", body: { from: "{from}", to: "{to}", amount: "{amount}" } }
      response: { status: 201, body: { id: "{id}" } }
    soap:
      request: { Pay: { from: "{from}", to: "{to}", amount: "{amount}", reference: "{$now}" } }
      response: { PayResponse: { paymentId: "{id}" } }
`,
    );
    const ns = 'xmlns="https://example.com/payments"';
    const sent = (reference: string) =>
      `<Pay ${ns}><from>a</from><to>b</to><amount>5</amount><reference>${reference}</reference></Pay>`;
    const exchange = (status: number, id: number) =>
      exchangeOf(
        'pay',
        'POST /payments',
        '{"from":"a","to":"b","amount":5}',
        [sent('2026-11-26T10:00:00.000Z'), `<PayResponse ${ns}><paymentId>7</paymentId></PayResponse>`],
        { status, ...message(`{"id":${id}}`) },
      );
    const recorded = await recordCase(mapping, exchange(201, 7), 'a payment');
    expect('text' in recorded ? recorded.text : recorded.reason).toContain('2000-01-01T00:00:00.000Z');
    const reason = expect.stringContaining('would fail');
    expect(await recordCase(mapping, exchange(201, 8), 'another')).toEqual({ reason });
  });
});

describe('credentials and masks', () => {
  const pay = 'xmlns="https://example.com/payments"';
  const table = `auth: { credential: [ account, sum ] }
rules:
  - id: pay
    rest:
      request: { line: "POST /payments", body: { to: "{to}" } }
      response: { status: 201, body: { id: "{id}" } }
    soap:
      request: { Pay: { from: "{$credential.account}", to: "{to}", amount: "{$credential.sum}" } }
      response: { PayResponse: { paymentId: "{id}" } }
`;
  const sent = (from: string, amount: string) =>
    `<Pay ${pay}><from>${from}</from><to>b</to><amount>${amount}</amount></Pay>`;
  const response = { status: 201, ...message('{"id":7}') };
  const received = `<PayResponse ${pay}><paymentId>7</paymentId></PayResponse>`;

  test.each([
    ['***', '***'],
    ['mine', '5'],
  ])('required members with %s and %s are samples of their types', async (from, amount) => {
    const exchange = exchangeOf('pay', 'POST /payments', '{"to":"b"}', [sent(from, amount), received], response);
    const recorded = await recordCase(mappingOf(payments, table), exchange, 'a payment');
    expect(recorded).toHaveProperty('text', expect.stringContaining('<from>***</from>'));
    expect(recorded).toHaveProperty('text', expect.stringContaining('<amount>0</amount>'));
    expect(recorded).toHaveProperty('text', expect.not.stringMatching(/mine|only:/));
  });

  test('masks where numbers belong are the samples of the SOAP side, in body and query', async () => {
    const typed = `rules:
  - id: pay
    rest:
      request: { line: "POST /payments?token={token}", body: { to: "{to}", pins: [ { pin: "{pin}" } ] } }
      response: { status: 201, body: { id: "{id}" } }
    soap:
      request: { Pay: { from: "{token}", to: "{to}", amount: "{pin}" } }
      response: { PayResponse: { paymentId: "{id}" } }
`;
    const body = '{"to":"b", "pins":[ {"pin": "***"} ]}';
    const exchange = exchangeOf('pay', 'POST /payments?token=***', body, [sent('***', '***'), received], response);
    const recorded = await recordCase(mappingOf(payments, typed), exchange, 'a payment');
    expect(recorded).toHaveProperty('text', expect.stringContaining('"pin": 0'));
    expect(recorded).toHaveProperty('text', expect.stringContaining('token=***'));
  });

  test('a case without a required credential says which member it lacks', async () => {
    const [outcome] = await caseOutcomes(
      parseCases(
        `rest: { request: { line: POST /payments, body: { to: b } }, response: { status: 201, body: { id: 7 } } }
soap:
  request: <Pay ${pay}><to>b</to></Pay>
  response: ${received}
`,
        'case',
      ),
      async () => mappingOf(payments, table),
    );
    expect(outcome.problems[0]).toMatch(/written: .*from>\*\*\*/);
  });

  test('the calls of a flow have samples too', async () => {
    const flow = `auth: { credential: [ account ] }
rules:
  - id: pay
    rest:
      request: { line: "POST /payments", body: { to: "{all}" } }
      response: { status: 200, body: { paid: { $each: { id: "{results.id}" } } } }
    calls:
      - each: to in all
        most: 5
        soap:
          request: { Pay: { from: "{$credential.account}", to: "{to}", amount: 5 } }
          response: { PayResponse: { paymentId: "{id}" } }
`;
    const exchange = exchangeOf('pay', 'POST /payments', '{"to":["b"]}', [sent('mine', '5'), received], {
      status: 200,
      ...message('{"paid":[{"id":7}]}'),
    });
    const recorded = await recordCase(mappingOf(payments, flow), exchange, 'payments');
    expect(recorded).toHaveProperty('text', expect.stringContaining('<from>***</from>'));
  });
});

describe('failures are compared as clients see them', () => {
  const pay = 'xmlns="https://example.com/payments"';
  const table = `rules:
  - id: pay
    rest:
      request: "GET /pay?from={from}&to={to}&amount={amount}"
      response: { body: { id: "{id}" } }
    soap:
      request: { Pay: { from: "{from}", to: "{to}", amount: "{amount}" } }
      response: { PayResponse: { paymentId: "{id}" } }
`;
  const problem = (status: number, body: object) => ({ status, ...message(JSON.stringify(body)) });

  test('the text of a fault is hidden', async () => {
    const sent = `<Pay ${pay}><from>a</from><to>b</to><amount>5</amount></Pay>`;
    const received =
      '<s:Fault xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><faultcode>s:Server</faultcode><faultstring>no database</faultstring></s:Fault>';
    const exchange = exchangeOf(
      'pay',
      'GET /pay?from=a&to=b&amount=5',
      '',
      [sent, received],
      problem(502, { title: 'Service responded with a fault', detail: HIDDEN_TEXT, code: 'UPSTREAM_FAULT' }),
    );
    const recorded = await recordCase(mappingOf(payments, table), exchange, 'no database');
    expect(recorded).toHaveProperty('text', expect.stringContaining(HIDDEN_TEXT));
  });

  test('a request that the gateway refuses has no calls', async () => {
    const body = { detail: "?amount: 'abc' is not a value of xs:decimal", code: 'BAD_QUERY' };
    const whole = exchangeOf('pay', 'GET /pay?from=a&to=b&amount=abc', '', ['<a/>', '<a/>'], problem(400, body));
    const recorded = await recordCase(mappingOf(payments, table), { ...whole, calls: [] }, 'no number');
    expect(recorded).toHaveProperty('text', expect.stringContaining('soap: []'));
  });

  test('a request with several wrong values, as the gateway counts them', async () => {
    const body = {
      code: 'CODEC_FACET',
      detail: '2 values are not valid; the first: DETAIL',
      errors: [],
    };
    const table = `rules:
  - id: pay
    rest: { request: { line: "POST /pay", body: "{pay}" }, response: { body: { id: "{id}" } } }
    soap: { request: { Pay: "{pay}" }, response: { PayResponse: { paymentId: "{id}" } } }
`;
    const refused = (detail: string) => ({
      ...exchangeOf(
        'pay',
        'POST /pay',
        '{"from":1,"to":"b","amount":"x"}',
        ['<a/>', '<a/>'],
        problem(422, { ...body, code: 'CODEC_TYPE', detail }),
      ),
      calls: [],
    });
    const mapping = mappingOf(payments, table);
    const words = '2 values are not valid; the first: $.from: expected a string (xs:string), found a number';
    expect(await recordCase(mapping, refused(words), 'two')).toHaveProperty('text', expect.stringContaining(words));
    expect(await recordCase(mapping, refused(words.slice(35)), 'one')).toHaveProperty(
      'reason',
      expect.stringContaining('2 values are not valid'),
    );
  });

  test('a body that is no JSON stays as it was sent', async () => {
    const table = `rules:
  - id: pay
    rest: { request: { line: "POST /pay", body: "{pay}" }, response: { body: { id: "{id}" } } }
    soap: { request: { Pay: "{pay}" }, response: { PayResponse: { paymentId: "{id}" } } }
`;
    const sent = '{bad: "\u00e9"\n ';
    const whole = exchangeOf('pay', 'POST /pay', sent, ['<a/>', '<a/>'], problem(400, { code: 'JSON_SYNTAX' }));
    const recorded = await recordCase(mappingOf(payments, table), { ...whole, calls: [] }, 'no JSON');
    expect(recorded).toHaveProperty('text', expect.stringContaining(`text: ${JSON.stringify(sent)}`));
  });

  test('a response that breaks its contract makes no case: the place, and what to do', async () => {
    const sent = `<Pay ${pay}><from>a</from><to>b</to><amount>5</amount></Pay>`;
    const received = `<PayResponse ${pay}><paymentId>7</paymentId><fee>1</fee></PayResponse>`;
    const line = 'GET /pay?from=a&to=b&amount=5';
    const exchange = exchangeOf('pay', line, '', [sent, received], { status: 200, ...message('{"id":7}') });
    const { reason } = (await recordCase(mappingOf(payments, table), exchange, 'a fee')) as { reason: string };
    expect(reason).toMatch(/CODEC_\w+: .*fee.* at \S+/);
    expect(reason).toMatch(/; cases are read strictly: correct the contract, or the service$/);
  });

  test('an error in a form of the table is compared as a whole', async () => {
    const mapping = await loadMapping(join(tutorials, '80-foreign-errors'));
    const ns = 'xmlns="https://example.com/ferries"';
    const fault = `<s:Fault xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><faultcode>s:Client</faultcode><faultstring>There is none</faultstring><detail><BookingNotFound ${ns}><number>9</number><message>There is none</message></BookingNotFound></detail></s:Fault>`;
    const exchange = (text: string) =>
      exchangeOf(
        'GetBooking',
        'GET /v1/bookings/9',
        '',
        [`<GetBooking ${ns}><number>9</number></GetBooking>`, fault],
        problem(404, { failure: { reason: 'NO_BOOKING', text, facts: { number: 9, message: 'There is none' } } }),
      );
    const recorded = await recordCase(mapping, exchange('There is none'), 'none');
    const text = 'text' in recorded ? recorded.text : recorded.reason;
    expect(text).toContain('"text": "There is none"');
    expect(text).not.toContain('only:');
    expect(await recordCase(mapping, exchange('There are two'), 'two')).toEqual({
      reason: expect.stringContaining('the body is {"failure"'),
    });
  });

  test('a refusal in a form of the table is compared as a whole too', async () => {
    const mapping = await loadMapping(join(tutorials, '80-foreign-errors'));
    const body = { failure: { reason: 'BAD_PATH', text: "{number}: 'x' is not a value of xs:int" } };
    const whole = exchangeOf('GetBooking', 'GET /v1/bookings/x', '', ['<a/>', '<a/>'], problem(400, body));
    const recorded = await recordCase(mapping, { ...whole, calls: [] }, 'no number');
    const text = 'text' in recorded ? recorded.text : recorded.reason;
    expect(text).toContain('BAD_PATH');
  });

  test('an error of a REST service becomes its declared fault, in the form that the table declares', async () => {
    const mapping = await loadMapping(join(tutorials, '80-foreign-errors'));
    const ns = 'xmlns="https://example.com/ferries"';
    const whole = exchangeOf('GetBooking', 'POST /', '', ['<a/>', '<a/>'], { status: 500, ...message('') });
    const [call] = whole.calls;
    const failure = { failure: { reason: 'NO_BOOKING', text: 'There is none', facts: { number: 9 } } };
    const exchange: CapturedExchange = {
      ...whole,
      present: 'soap',
      request: { method: 'POST', target: '/', ...envelope(`<GetBooking ${ns}><number>9</number></GetBooking>`) },
      response: {
        status: 500,
        ...envelope(
          `<s:Fault xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><faultcode>s:Client</faultcode><faultstring>There is none</faultstring><detail><BookingNotFound ${ns}><number>9</number><message>There is none</message></BookingNotFound></detail></s:Fault>`,
        ),
      },
      calls: [
        {
          ...call,
          request: { method: 'GET', target: 'http://127.0.0.1/v1/bookings/9', headers: [], bytes: 0 },
          response: problem(404, failure),
        },
      ],
    };
    const recorded = await recordCase(mapping, exchange, 'no booking');
    expect(recorded).toHaveProperty('text', expect.stringContaining('NO_BOOKING'));
    expect(recorded).toHaveProperty('text', expect.stringContaining('<BookingNotFound'));
  });
});

describe('further pages', () => {
  const library = 'xmlns="https://example.com/library"';
  const book = (id: number) => `<book><id>${id}</id><title>t${id}</title><year>1900</year></book>`;
  const page = (operation: string, number: number, ids: readonly number[]) =>
    `<${operation}Response ${library}><searchId>S1</searchId><total>3</total><pages>2</pages><page>${number}</page>${ids.map(book).join('')}</${operation}Response>`;
  const answer = (offset: number, ids: readonly number[]) => ({
    status: 200,
    ...message(
      JSON.stringify({
        items: ids.map((id) => ({ id, title: `t${id}`, year: 1900 })),
        count: ids.length,
        offset,
        total: 3,
        hasMore: offset === 0,
        ...(offset === 0 ? { next: '/v1/books?limit=2&offset=2' } : { previous: '/v1/books?limit=2' }),
      }),
    ),
  });
  const first = exchangeOf(
    'books',
    'GET /v1/books?limit=2',
    '',
    [`<SearchBooks ${library}><pageSize>2</pageSize></SearchBooks>`, page('SearchBooks', 1, [1, 2])],
    answer(0, [1, 2]),
  );
  const second = exchangeOf(
    'books',
    'GET /v1/books?limit=2&offset=2',
    '',
    [
      `<SearchBooksMore ${library}><searchId>S1</searchId><page>2</page></SearchBooksMore>`,
      page('SearchBooksMore', 2, [3]),
    ],
    answer(2, [3]),
  );

  test('the next page goes on with the search of the case before it', async () => {
    const mapping = await loadMapping(join(tutorials, '40-paging'));
    const one = await recordCase(mapping, first, 'page 1');
    if (!('text' in one)) return expect.fail(one.reason);
    const two = await recordCase(mapping, second, 'page 2', undefined, [one]);
    if (!('text' in two)) return expect.fail(two.reason);
    const outcomes = await caseOutcomes(parseCases([one.text, two.text].join('\n'), 'case'), async () => mapping);
    expect(outcomes.map(({ problems }) => problems)).toEqual([[], []]);
  });

  test('alone, it is left out with the reason', async () => {
    const mapping = await loadMapping(join(tutorials, '40-paging'));
    expect(await recordCase(mapping, second, 'page 2')).toEqual({
      reason: expect.stringMatching(
        /^the case would fail: call 1: .*; the request may go on from an earlier page: record both/s,
      ),
    });
  });
});

test.each([
  ['{"a":1.0,\n "b" : [ "x,]" ] }', ['{ "a": 1.0, "b": ["x,]"] }']],
  [
    `{"a":[],"list":[{"text":"${'x'.repeat(60)}"},{"text":"${'y'.repeat(20)}"}]}`,
    [
      '{',
      '  "a": [],',
      '  "list": [',
      `    { "text": "${'x'.repeat(60)}" },`,
      `    { "text": "${'y'.repeat(20)}" }`,
      '  ]',
      '}',
    ],
  ],
  ['"text"', ['"text"']],
])('JSON is laid out with its tokens as they are: %s', (text, lines) => {
  expect(jsonLayout(text)).toEqual(lines);
  expect(JSON.parse(lines.join('\n'))).toEqual(JSON.parse(text));
});

test('a submission of a job has the header field that chose its rule', async () => {
  const mapping = await loadMapping(join(tutorials, '60-jobs'));
  const ns = 'xmlns="https://example.com/reports"';
  const exchange = exchangeOf(
    'report.submit',
    'POST /v1/reports',
    '{"year":2024}',
    [
      `<SubmitReport ${ns}><year>2024</year></SubmitReport>`,
      `<SubmitReportResponse ${ns}><ticket>T7</ticket></SubmitReportResponse>`,
    ],
    { status: 202, ...message('{"job":"T7"}', [['Location', '/v1/reports/jobs/T7']]) },
  );
  const request = { ...exchange.request, headers: [['prefer', 'respond-async']] as const };
  const recorded = await recordCase(mapping, { ...exchange, request }, 'a report');
  expect('text' in recorded && recorded.text).toContain('respond-async');
});

test('a mask fits the type that xsi:type names', async () => {
  const { codec } = await loadMapping(join(tutorials, '20-shapes'));
  const delivery = '<delivery xsi:type="p:HomeDelivery"><signature>***</signature></delivery>';
  const xml = `<CreateParcel xmlns="https://example.com/parcels" xmlns:p="https://example.com/parcels"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><parcel>${delivery}</parcel></CreateParcel>`;
  const [parcel] = elements(withFittingMasks(readTree(Buffer.from(xml), 'x'), codec));
  expect(elements(elements(parcel)[0])[0].children).toEqual(['false']);
});

describe('files', () => {
  test('equal cases are one, whatever their names', () => {
    const folder = temp();
    addCase(folder, 'a.yaml', '- name: x\n  rule: a\n', false);
    const texts = new RecordedTexts(folder);
    expect(
      ['- name: y\n  rule: a\n', '- name: y\n  rule: b\n', '- name: z\n  rule: b\n'].map((text) => texts.add(text)),
    ).toEqual([false, true, false]);
  });

  test('a new one, one that is appended to, one that is there, one without cases', () => {
    const folder = temp();
    const path = join(folder, 'cases', 'a.yaml');
    expect(addCase(folder, 'a.yaml', '- name: x\n', false)).toBe(path);
    expect(addCase(folder, 'a.yaml', '- name: y\n', false)).toMatchObject({ isPresent: true });
    expect(readFileSync(path, 'utf8')).toBe('- name: x\n');
    expect(addCase(folder, 'a.yaml', '- name: y\n', true)).toMatchObject({
      reason: expect.stringContaining('no list'),
    });
    expect(addCase(folder, '../a.yaml', '', false)).toMatchObject({
      reason: expect.stringContaining('not a file name'),
    });
    expect([1, 2].map(() => writeNewCases(folder, ''))).toEqual(
      [1, 2].map((number) => join(folder, 'cases', `recorded-${number}.yaml`)),
    );
  });
});
