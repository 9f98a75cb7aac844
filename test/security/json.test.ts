// T-SEC-07, T-SEC-08, T-SEC-26, T-SEC-27: hostile JSON from a REST caller and from a REST peer.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WHOLE } from '../sample-size.ts';
import { rest, restCaller, soap, soapCaller } from './both-stages.ts';
import { addNote, envelope, NOTES } from './documents.ts';
import { expectFault, expectProblem, getRest, goodXml, postJson, postXml, sayJson, sayXml } from './stage.ts';

const getNote = envelope(`<n:GetNote xmlns:n="${NOTES}"><n:id>7</n:id></n:GetNote>`);
const added = envelope(`<n:AddNoteResponse xmlns:n="${NOTES}"><n:id>1</n:id></n:AddNoteResponse>`);

async function refusedFromCaller(body: string | Uint8Array, statuses = [400, 413, 422]) {
  const before = rest.peer.requests.length;
  rest.peer.script = sayXml(added);
  const problem = expectProblem(await restCaller.ask(postJson(body)), statuses);
  expect(rest.peer.requests.length).toBe(before);
  await restCaller.good();
  return problem;
}

async function refusedFromPeer(body: string | Uint8Array) {
  soap.peer.script = sayJson(body);
  expectFault(await soapCaller.ask(postXml(getNote)));
  await soapCaller.good();
}

const below = (levels: number) => `${'{"title":"a","below":'.repeat(levels)}{"title":"b"}${'}'.repeat(levels)}`;
const members = (count: number) => Array.from({ length: count }, (_, i) => `"m${i}":0`).join();

/** T-SEC-26 and RFC 8259 read strictly. */
const malformed: [string, string | Uint8Array][] = [
  ['a member twice', '{"title":"a","title":"b"}'],
  ['a member twice, once escaped', '{"title":"a","t\\u0069tle":"b"}'],
  ['a member twice, further in', '{"title":"a","below":{"title":"b","title":"c"}}'],
  ['a member twice, in a list that nobody knows', '{"title":"a","x":[{"y":1,"y":2}]}'],
  ['a byte order mark', '\ufeff{"title":"a"}'],
  ['NaN', '{"title":"a","amount":NaN}'],
  ['Infinity', '{"title":"a","amount":-Infinity}'],
  ['a comma too many', '{"title":"a",}'],
  ['a comment', '{"title":"a"/* */}'],
  ['single quotes', "{'title':'a'}"],
  ['a name without quotes', '{title:"a"}'],
  ['a zero before a number', '{"title":"a","amount":01}'],
  ['a plus before a number', '{"title":"a","amount":+1}'],
  ['a point without digits', '{"title":"a","amount":1.}'],
  ['a hexadecimal number', '{"title":"a","amount":0x10}'],
  ['a control character', '{"title":"a\nb"}'],
  ['an unknown escape', '{"title":"\\x41"}'],
  ['half a surrogate pair', '{"title":"\\ud800"}'],
  ['the halves the wrong way round', '{"title":"\\udc00\\ud800"}'],
  ['a surrogate as bytes', Buffer.from('{"title":"\xed\xa0\x80"}', 'latin1')],
  ['bytes that are not UTF-8', Buffer.from('{"title":"\xff"}', 'latin1')],
  ['an overlong character', Buffer.from('{"title":"\xc0\xaf"}', 'latin1')],
  ['UTF-16', Buffer.from('{"title":"a"}', 'utf16le')],
  ['NUL', '{"title":"a"}\0'],
  ['two values', '{"title":"a"}{"title":"b"}'],
  ['half of one', '{"title":"a'],
  ['a list that closes as an object', '{"title":"a","tag":["b"}}'],
  ['a lone bracket', ']'],
];

/** T-SEC-07, T-SEC-08 */
const floods: [string, string][] = [
  ['101 levels', below(101)],
  ['20,000 levels', below(20_000)],
  ['20,000 lists', `{"title":"a","x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ['levels that never end', '['.repeat(500_000)],
  ['members that never end', '{"a":'.repeat(500_000)],
  ['10,001 members', `{"title":"a",${members(10_001)}}`],
  ['10,001 numbers as names', `{"title":"a",${members(10_001).replaceAll('"m', '"')}}`],
  ['a number of 100,000 digits for a count', `{"title":"a","count":1${'0'.repeat(100_000)}}`],
  ['an exponent that means gigabytes', '{"title":"a","amount":1e999999999}'],
  ['an exponent that means gigabytes of zeros', '{"title":"a","amount":1e-999999999}'],
  ['a list where a text is wanted', `{"title":[${'0,'.repeat(100_000)}0]}`],
];
const hugeFloods: [string, string][] = [
  ['1,000,001 items', `{"title":"a","tag":[${'"",'.repeat(1_000_000)}""]}`],
  ['a text of 10,000,001 bytes', `{"title":"${'a'.repeat(10_000_001)}"}`],
  ['a name of 10,000,001 bytes', `{"title":"a","${'a'.repeat(10_000_001)}":0}`],
];

describe('T-SEC-26: JSON is read strictly', () => {
  it.each(malformed)('%s', async (name, body) => {
    const problem = await refusedFromCaller(body, [400]);
    if (name.includes('twice')) expect(problem['code']).toBe('JSON_DUPLICATE_KEY');
    // A peer may begin with a mark: readers are free to take it (RFC 8259 §8.1).
    if (name !== 'a byte order mark') await refusedFromPeer(body);
  });

  it.each(['Title', 'TITLE', 'title ', ' title', 'title\u0000', 't\u0131tle', 'n:title'])(
    'the name %j is another one',
    async (name) => {
      await refusedFromCaller(JSON.stringify({ title: 'a', [name]: 'b' }), [422]);
    },
  );

  it.each(['null', '[]', '"x"', '1', 'true', '{}', '[{"title":"a"}]'])('%s is no note', async (body) => {
    await refusedFromCaller(body, [400, 422]);
    await refusedFromPeer(body);
  });
});

describe('T-SEC-07, T-SEC-08: more than a document may have', () => {
  it.each(WHOLE ? [...floods, ...hugeFloods] : floods)('%s', async (_name, body) => {
    await refusedFromCaller(body);
    await refusedFromPeer(body);
  });
});

describe('T-SEC-27: numbers lose nothing', () => {
  const there = async (amount: string) => {
    rest.peer.script = sayXml(added);
    expect((await restCaller.ask(postJson(`{"title":"a","amount":${amount}}`)))?.status).toBe(201);
    return /<[^>]*amount>([^<]*)</.exec(rest.peer.requests.at(-1)!.body)![1];
  };
  const back = async (amount: string) => {
    rest.peer.script = sayXml(goodXml.replace('</n:note>', `<n:amount>${amount}</n:amount></n:note>`));
    return /"amount":([^,}]*)/.exec((await restCaller.ask(getRest))!.text)![1];
  };

  it.each([
    '9007199254740993',
    '0.1000000000000000055511151231257827',
    `${'9'.repeat(38)}.${'9'.repeat(37)}1`,
    '-0.001',
  ])('%s', async (amount) => {
    expect([await there(amount), await back(amount)]).toEqual([amount, amount]);
  });

  it('any number of digits', async () => {
    const digits = fc
      .stringMatching(/^-?(0|[1-9][0-9]{0,40})(\.[0-9]{0,40}[1-9])?$/)
      .filter((text) => !/^-0$/.test(text));
    await fc.assert(
      fc.asyncProperty(digits, async (amount) => {
        expect([await there(amount), await back(amount)]).toEqual([amount, amount]);
      }),
      { numRuns: WHOLE ? 5_000 : 100 },
    );
  });

  it('unsignedLong ends where it ends', async () => {
    await refusedFromCaller('{"title":"a","count":18446744073709551616}', [422]);
    await refusedFromCaller('{"title":"a","count":-1}', [422]);
    await refusedFromCaller('{"title":"a","count":1.5}', [422]);
    await refusedFromPeer('{"title":"a","count":18446744073709551616}');
  });
});

it('the note that is all right gets through both ways', async () => {
  rest.peer.script = sayXml(added);
  expect((await restCaller.ask(postJson(below(90))))?.status).toBe(201);
  soap.peer.script = sayJson('{"id":"1"}', 201, ['Location: /v1/notes/1', 'X-Note: 1']);
  expect((await soapCaller.ask(postXml(addNote({}))))?.status).toBe(200);
});
