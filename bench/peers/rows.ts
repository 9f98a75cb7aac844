// What is asked of every front that translates, and what its answer must have. Each row is one real exchange, judged by the values of the contract.
import { type Call, type Face, orderText, TOTAL } from './face.ts';
import { find, type Json, jsonOf } from './json.ts';
import { failure, type Judgement, judgement, moment, number, refusal, text } from './judge.ts';
import { derivedType, emptyList, everyOrder, faultDetail, listOfOne, mixed, nilAndAbsent } from './judge-shape.ts';
import { LIST_LENGTH, values } from './replies.ts';

/** What came back from a front, and what the service has got. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** The envelope that the service got; undefined: nothing was sent. */
  readonly sent?: string;
}

export interface Row {
  readonly title: string;
  readonly call: (face: Face) => Call;
  readonly judge: (seen: Seen) => Judgement;
}

const get = (order: string) => (face: Face) => face.get(order);

/** A row about a response of success: anything else is a refusal. */
function read(title: string, call: Row['call'], judge: (json: Json, seen: Seen) => Judgement): Row {
  return {
    title,
    call,
    judge: (seen) => {
      const json = jsonOf(seen.body);
      const isGood = seen.status < 300 && json !== undefined;
      return isGood ? judge(json, seen) : judgement('refused', `${seen.status} ${seen.body.replaceAll(/\s+/g, ' ')}`);
    },
  };
}

/** A row about what the service gets. */
function write(title: string, changes: Call['headers'], judge: (envelope: string) => Judgement): Row {
  return {
    title,
    call: (face) => {
      const call = face.create(orderText(face));
      return { ...call, headers: { ...call.headers, ...changes } };
    },
    judge: ({ status, body, sent }) =>
      sent === undefined ? judgement('refused', `${status} ${body.replaceAll(/\s+/g, ' ')}`) : judge(sent),
  };
}

/** A row about a request that the contract does not allow. */
function refuse(title: string, name: string, value: string): Row {
  return {
    title,
    call: (face) => face.create(orderText(face, { [name]: value })),
    judge: ({ status, body, sent }) => refusal(status, body, sent !== undefined, name),
  };
}

/** A row about a response of the service that is none. */
function fail(title: string, order: string): Row {
  return { title, call: get(order), judge: ({ status, body }) => failure(status, body) };
}

function element(envelope: string, name: string): string | undefined {
  return new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([^<]*)<`).exec(envelope)?.[1];
}

const ORDER = ['number', 'placed', 'status', 'total', 'lines'];

function inOrder(envelope: string): Judgement {
  const found = [...envelope.matchAll(/<(?:\w+:)?(number|placed|status|total|lines)[\s>]/g)].map(([, name]) => name);
  return judgement(found.join() === ORDER.join() ? 'right' : 'wrong', found.join(', '));
}

const full = get('full');

export const rows: readonly Row[] = [
  read('decimal of 29 digits', full, (json) => number(find(json, 'total'), values.total)),
  read('integer of 64 bits', full, (json) => number(find(json, 'serial'), values.serial)),
  read('date and time with an offset', full, (json) => moment(find(json, 'placed'), values.placed)),
  read('date and time without an offset', full, (json) => moment(find(json, 'packed'), values.packed)),
  read('date', full, (json) => moment(find(json, 'due'), values.due)),
  read('attribute', get('attribute'), (json) => number(find(json, 'revision'), values.revision)),
  read('nil and absent', get('nil'), nilAndAbsent),
  read('list without items', get('empty'), (json) => emptyList(find(json, 'lines'))),
  read('list of one item', get('single'), (json) => listOfOne(find(json, 'lines'))),
  read(`list of ${LIST_LENGTH} orders`, (face) => face.list(), everyOrder),
  read('derived type (`xsi:type`)', get('derived'), (json) => derivedType(find(json, 'customer'))),
  read('CDATA within text', get('cdata'), (json) => text(find(json, 'label'), values.label)),
  read('mixed content', get('mixed'), (json) => mixed(find(json, 'remark'))),
  read('SOAP header part of a response', full, (json, { headers }) => {
    const found = headers.get('x-quota') ?? find(json, 'Quota');
    return number(found, values.quota);
  }),
  read('response in UTF-16', get('utf16'), (json) => text(find(json, 'label'), values.name)),
  {
    title: 'declared fault: its own status (404)',
    call: get('gone'),
    judge: ({ status, body }) => {
      const verdict = status === 404 ? 'right' : status < 400 ? 'wrong' : 'lost';
      return judgement(verdict, `${status} ${body.replaceAll(/\s+/g, ' ')}`);
    },
  },
  { title: 'declared fault: its typed detail', call: get('gone'), judge: ({ body }) => faultDetail(jsonOf(body)) },
  fail('truncated response is no success', 'truncated'),
  fail('HTML with status 200 is no success', 'html'),
  write('decimal of 29 digits in a request', {}, (envelope) => {
    const found = element(envelope, 'total');
    return number(found, TOTAL);
  }),
  write('members in any order', {}, inOrder),
  write('SOAP header part of a request', { 'X-Tenant': 'acme' }, (envelope) =>
    text(element(envelope, 'Tenant'), 'acme'),
  ),
  refuse('unknown member refused', 'surprise', '"?"'),
  refuse('wrong type refused, with its place', 'placed', '"yesterday"'),
  refuse('value outside of the enumeration refused', 'status', '"lost"'),
];
