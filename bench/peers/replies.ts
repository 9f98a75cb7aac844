// What the one SOAP service of the comparison answers. Every front gets the same bytes.
import { type Answer, answerOf } from '../http/answering.ts';

export const LIST_LENGTH = 100;
/** About 3 KB in its envelope. */
const LINES = 22;
const XML = 'text/xml; charset=utf-8';

/** Values that the contract allows and that a careless translation changes. */
export const values = {
  revision: '7',
  serial: '9007199254740993',
  placed: '2026-03-01T12:00:00+05:30',
  packed: '2026-03-02T08:15:00',
  due: '2026-03-31',
  total: '12345678901234567890.123456789',
  label: 'a < b & c]] > d',
  name: 'Müller Söhne',
  creditLimit: '50000',
  quota: '41',
  archivedOn: '2025-12-31',
} as const;

function line(position: number): string {
  return `<o:line><o:sku>BRACKET-${1000 + position}</o:sku><o:quantity>${position * 3}</o:quantity><o:price>${position}.25</o:price></o:line>`;
}

function lines(count: number): string {
  return `<o:lines>${Array.from({ length: count }, (_, i) => line(i + 1)).join('')}</o:lines>`;
}

/** What an order may have besides its plain values, each in a reply of its own: a front that cannot read one may read the others. */
interface Extras {
  /** Attributes of the order. */
  readonly attributes?: string;
  readonly customer?: string;
  readonly note?: string;
  readonly label?: string;
  readonly remark?: string;
  readonly lines: string;
}

function order(
  number: string,
  { attributes = '', customer = '', note = '', label = '', remark = '', lines: items }: Extras,
): string {
  const { serial, placed, packed, due, total } = values;
  return [
    `<o:order${attributes}><o:number>${number}</o:number><o:serial>${serial}</o:serial><o:placed>${placed}</o:placed>`,
    `<o:packed>${packed}</o:packed><o:due>${due}</o:due><o:status>shipped</o:status><o:total>${total}</o:total>`,
    `${customer}${note}${label}${remark}${items}</o:order>`,
  ].join('');
}

function envelope(body: string, head = ''): string {
  const header = head && `<soap:Header>${head}</soap:Header>`;
  return `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:o="urn:example:orders" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${header}<soap:Body>${body}</soap:Body></soap:Envelope>`;
}

function one(number: string, extras: Partial<Extras> = {}): string {
  const quota = `<o:Quota>${values.quota}</o:Quota>`;
  return envelope(
    `<o:GetOrderResponse>${order(number, { lines: lines(LINES), ...extras })}</o:GetOrderResponse>`,
    quota,
  );
}

function utf16(text: string): Buffer {
  return Buffer.from(`\u{feff}${text.replace('UTF-8', 'UTF-16')}`, 'utf16le');
}

const fault = envelope(
  `<soap:Fault><faultcode>soap:Server</faultcode><faultstring>No such order</faultstring><detail><o:OrderNotFound><o:number>gone</o:number><o:archivedOn>${values.archivedOn}</o:archivedOn></o:OrderNotFound></detail></soap:Fault>`,
);
const customer = `<o:customer xsi:type="o:Company"><o:name>Harbour Freight</o:name><o:creditLimit>${values.creditLimit}</o:creditLimit><o:taxExempt>false</o:taxExempt></o:customer>`;
const whole = one('truncated');

/** By the number of the order that is asked for. */
const orders: ReadonlyMap<string, Answer> = new Map([
  ['full', answerOf(XML, one('full'))],
  ['single', answerOf(XML, one('single', { lines: lines(1) }))],
  ['empty', answerOf(XML, one('empty', { lines: '<o:lines/>' }))],
  ['attribute', answerOf(XML, one('attribute', { attributes: ` revision="${values.revision}"` }))],
  ['nil', answerOf(XML, one('nil', { note: '<o:note xsi:nil="true"/>' }))],
  ['derived', answerOf(XML, one('derived', { customer }))],
  ['cdata', answerOf(XML, one('cdata', { label: '<o:label>a <![CDATA[< b & c]]]]> &gt; d</o:label>' }))],
  ['mixed', answerOf(XML, one('mixed', { remark: '<o:remark>Call <o:bold>before</o:bold> noon</o:remark>' }))],
  ['utf16', answerOf('text/xml; charset=utf-16', utf16(one('utf16', { label: `<o:label>${values.name}</o:label>` })))],
  ['truncated', answerOf(XML, whole.slice(0, whole.indexOf('BRACKET-1004')))],
  ['html', answerOf('text/html', '<html><body><h1>Maintenance</h1><p>Back at noon.</p></body></html>')],
  ['gone', answerOf(XML, fault, '500 Internal Server Error')],
]);

const listed = Array.from({ length: LIST_LENGTH }, (_, i) => order(`order-${i + 1}`, { lines: lines(2) })).join('');
const list = answerOf(
  XML,
  envelope(`<o:ListOrdersResponse><o:count>${LIST_LENGTH}</o:count>${listed}</o:ListOrdersResponse>`),
);
const created = answerOf(
  XML,
  envelope('<o:CreateOrderResponse><o:number>created-1</o:number></o:CreateOrderResponse>'),
);

/** `request`: the envelope, whatever its prefixes. */
export function answerTo(request: string): Answer {
  if (/<(?:\w+:)?ListOrders[\s/>]/.test(request)) return list;
  if (/<(?:\w+:)?CreateOrder[\s/>]/.test(request)) return created;
  const number = /<(?:\w+:)?number(?:\s[^>]*)?>([^<]*)</.exec(request)?.[1] ?? '';
  return orders.get(number) ?? orders.get('gone')!;
}
