// Where a client finds the values that the service cannot be sent: paths are those of the body that the client sent.
import { expect, test } from 'vitest';
import { createSoapBack } from '../../../src/binding/soap/back/back.ts';
import { Fault, toFault } from '../../../src/fault/fault.ts';
import { scan } from '../../../src/json/tape.ts';
import type { Sender } from '../../../src/transport/transport.ts';
import { ruleOf } from '../../mapping/both-ways.ts';

const schema = `
  <xs:complexType name="Tag"><xs:sequence><xs:element name="k" type="xs:int"/><xs:element name="v" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType>
  <xs:complexType name="Item"><xs:sequence><xs:element name="id" type="xs:int" minOccurs="0"/><xs:element name="only" type="t:Tag" minOccurs="0"/>
    <xs:element name="tag" type="t:Tag" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
  <xs:element name="Put"><xs:complexType><xs:sequence><xs:element name="item" type="t:Item" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="one" type="t:Item" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`;

const never: Sender = { send: () => Promise.reject(new Error('nothing is sent')) } as unknown as Sender;

/** Paths of the problems of a body that is not sent. */
function pathsOf(rest: string, soap: string, body: unknown): readonly (string | undefined)[] {
  const mapping = ruleOf(schema, rest, soap, 'only: rest-to-soap');
  const [rule] = mapping.rules;
  const request = {
    method: 'POST',
    segments: ['put'],
    query: '',
    headers: {},
    body: scan(Buffer.from(JSON.stringify(body))),
  };
  const bindings = rule.request.rest.match(request);
  if (bindings === undefined) throw new Error('no match');
  try {
    createSoapBack({ codec: mapping.codec, transport: never }).request(rule, bindings);
    return [];
  } catch (error) {
    const { errors } = (error instanceof Fault ? error : toFault(error)).init;
    return (errors ?? []).map(({ path }) => path);
  }
}

const wrong = [{ id: 1 }, { id: 'x', more: 1, only: { k: 'y' } }];

test.each([
  ['a list as it is', '{ items: "{items}" }', '{ item: "{items}" }', { items: wrong }],
  [
    'whole items',
    '{ items: { $each: "{list.whole}" } }',
    '{ item: { $each: { $rest: "{list.whole}" } } }',
    { items: wrong },
  ],
  [
    'items of several members',
    '{ items: { $each: { id: "{list.id}", $rest: "{list.others}" } } }',
    '{ item: { $each: { id: "{list.id}", $rest: "{list.others}" } } }',
    { items: wrong },
  ],
])('in %s', (_, rest, soap, body) => {
  expect([...pathsOf(rest, soap, body)].toSorted()).toEqual(['$.items[1].id', '$.items[1].more', '$.items[1].only.k']);
});

test('in lists of lists', () => {
  const each = (name: string, items: string) => `{ $each: { ${name}: ${items} } }`;
  const rest = `{ items: ${each('tags', '{ $each: { key: "{list.tags.k}", with: { value: "{list.tags.v}" } } }')} }`;
  const soap = `{ item: ${each('tag', '{ $each: { k: "{list.tags.k}", v: "{list.tags.v}" } }')} }`;
  const body = { items: [{ tags: [] }, { tags: [{ key: 1 }, { key: 2, with: { value: 'x' } }] }] };
  expect(pathsOf(rest, soap, body)).toEqual(['$.items[1].tags[1].with.value']);
});

test('in members that are not named, and in one at another place', () => {
  const soap = '{ one: { id: "{id}", $rest: "{others}" } }';
  const body = { it: { number: 'x', tag: [{ k: 'y' }] } };
  expect([...pathsOf('{ it: { number: "{id}", $rest: "{others}" } }', soap, body)].toSorted()).toEqual([
    '$.it.number',
    '$.it.tag[0].k',
  ]);
});
