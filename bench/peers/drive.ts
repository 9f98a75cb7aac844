// What every front is driven with: the four operations, as REST for those that translate and as SOAP for those that pass on.
import type { LoadAsk } from '../http/load.ts';
import { ask } from './correctness.ts';
import { type Call, type Face, orderText } from './face.ts';
import type { Front, Running } from './front.ts';

export const operationNames = ['get one', 'create', 'fault', 'list of 100'] as const;
export type Operation = (typeof operationNames)[number];

const SOAP_HEADERS = { 'Content-Type': 'text/xml; charset=utf-8' };

function envelope(name: string, content: string): Call {
  const body = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:o="urn:example:orders"><soap:Body><o:${name}>${content}</o:${name}></soap:Body></soap:Envelope>`;
  return { method: 'POST', path: '/', headers: { ...SOAP_HEADERS, SOAPAction: `"urn:example:orders:${name}"` }, body };
}

const newOrder =
  '<o:order><o:number>new-1</o:number><o:placed>2026-03-01T12:00:00+05:30</o:placed><o:status>open</o:status><o:total>10000000000000000000.000000001</o:total><o:lines><o:line><o:sku>BRACKET-1</o:sku><o:quantity>2</o:quantity><o:price>1.25</o:price></o:line></o:lines></o:order>';

/** The same operations as SOAP messages, for what passes them on. */
const messages: Readonly<Record<Operation, Call>> = {
  'get one': envelope('GetOrder', '<o:number>full</o:number>'),
  create: envelope('CreateOrder', newOrder),
  fault: envelope('GetOrder', '<o:number>gone</o:number>'),
  'list of 100': envelope('ListOrders', ''),
};

function callOf(operation: Operation, face: Face | undefined): Call {
  if (!face) return messages[operation];
  if (operation === 'create') return face.create(orderText(face));
  return operation === 'list of 100' ? face.list() : face.get(operation === 'fault' ? 'gone' : 'full');
}

/** A value that every response of the operation has; of a fault only its status counts. */
const expected: Readonly<Record<Operation, string>> = {
  'get one': 'BRACKET-1022',
  create: 'created-1',
  fault: '',
  'list of 100': 'order-100',
};

export type Drive = Pick<LoadAsk, 'path' | 'post' | 'expect' | 'status'>;

/** undefined: the front does not carry the operation. Tried once, alone. */
export async function driveOf(operation: Operation, front: Front, running: Running): Promise<Drive | undefined> {
  const call = callOf(operation, front.face);
  const { status, body } = await ask(running.port, call);
  const expect = expected[operation];
  const isGood = operation === 'fault' ? status >= 400 : status >= 200 && status < 300 && body.includes(expect);
  if (!isGood) return undefined;
  const head = Object.entries(call.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const post = call.body === undefined ? undefined : { method: call.method, head, body: call.body };
  return { path: call.path, post, expect, status: String(status) };
}
