// Sales order number n: about 25 fields of mixed types, an address, a sublist. The same n gives the same order.
import { branch, leaf, type Node } from './node.ts';

const customers = [
  'Acme Tools Ltd',
  'Müller & Söhne GmbH',
  'Blue Harbour Freight',
  'Société Générale d’Outils',
  'North <Star> Inc',
];
const cities = ['Leeds', 'Köln', 'Rotterdam', 'Lyon', 'Portland', 'Osaka'];
const statuses = ['pendingApproval', 'pendingFulfillment', 'partiallyFulfilled', 'billed', 'closed'];
const memos = [
  '',
  'Deliver before noon',
  'Call gate 7 on arrival; ask for "Sam" & sign',
  'Zerbrechlich — nicht stürzen',
];

/** Multiplicative hash: field k of order n, in [0, below). */
function pick(n: number, k: number, below: number): number {
  return (Math.imul(n * 31 + k, 2654435761) >>> 8) % below;
}

function money(n: number, k: number): string {
  return `${pick(n, k, 90_000)}.${String(pick(n, k + 1, 100)).padStart(2, '0')}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function date(n: number, k: number): string {
  return `20${two(10 + pick(n, k, 15))}-${two(1 + pick(n, k + 1, 12))}-${two(1 + pick(n, k + 2, 28))}`;
}

function instant(n: number, k: number): string {
  return `${date(n, k)}T${two(pick(n, k + 3, 24))}:${two(pick(n, k + 4, 60))}:${two(pick(n, k + 5, 60))}.000-07:00`;
}

function reference(name: string, id: number, label: string): Node {
  return branch('sales', name, [leaf('core', 'name', label)], {
    attributes: [{ name: 'internalId', text: String(id) }],
  });
}

function address(n: number): Node {
  return branch('sales', 'billingAddress', [
    leaf('core', 'addressee', customers[n % customers.length]),
    leaf('core', 'addr1', `${1 + pick(n, 40, 400)} Harbour Road`),
    leaf('core', 'city', cities[pick(n, 41, cities.length)]),
    leaf('core', 'zip', String(10_000 + pick(n, 42, 89_999))),
    leaf('core', 'country', 'GB'),
    leaf('core', 'override', 'false', 'bare'),
  ]);
}

function line(n: number, number: number): Node {
  return branch(
    'sales',
    'item',
    [
      leaf('sales', 'line', String(number), 'bare'),
      reference('item', 100 + pick(n, 60 + number, 900), `Steel bracket ${pick(n, 61 + number, 400)} mm`),
      leaf('sales', 'quantity', `${1 + pick(n, 62 + number, 40)}.0`, 'bare'),
      leaf('sales', 'units', 'each'),
      leaf('sales', 'description', 'Hot-dip galvanised, packed in tens'),
      leaf('sales', 'rate', money(n, 63 + number), 'bare'),
      leaf('sales', 'amount', money(n, 65 + number), 'bare'),
      leaf('sales', 'isClosed', 'false', 'bare'),
      reference('location', 1 + pick(n, 70 + number, 12), 'Warehouse North'),
    ],
    { list: true },
  );
}

/** `lines`: length of the sublist. */
export function record(n: number, lines: number): Node {
  const items = Array.from({ length: lines }, (_, i) => line(n, i + 1));
  return branch(
    'msg',
    'record',
    [
      leaf('sales', 'createdDate', instant(n, 1)),
      leaf('sales', 'lastModifiedDate', instant(n, 7)),
      reference('customForm', 68, 'Standard Sales Order'),
      reference('entity', 1000 + pick(n, 13, 5000), customers[n % customers.length]),
      leaf('sales', 'tranDate', date(n, 14)),
      leaf('sales', 'tranId', `SO-${100_000 + n}`),
      leaf('sales', 'orderStatus', statuses[pick(n, 17, statuses.length)]),
      leaf('sales', 'email', `orders${n}@example.com`),
      leaf('sales', 'memo', memos[pick(n, 18, memos.length)]),
      reference('subsidiary', 1 + pick(n, 19, 9), 'Parent Company : Europe'),
      reference('currency', 1 + pick(n, 20, 4), 'EUR'),
      leaf('sales', 'exchangeRate', `1.${pick(n, 21, 10_000_000)}`, 'bare'),
      leaf('sales', 'subTotal', money(n, 22), 'bare'),
      leaf('sales', 'taxTotal', money(n, 24), 'bare'),
      leaf('sales', 'total', money(n, 26), 'bare'),
      leaf('sales', 'isTaxable', n % 2 === 0 ? 'true' : 'false', 'bare'),
      leaf('sales', 'shipComplete', n % 3 === 0 ? 'true' : 'false', 'bare'),
      leaf('sales', 'toBePrinted', 'false', 'bare'),
      leaf('sales', 'weight', `${pick(n, 28, 500)}.${1 + pick(n, 29, 9)}`, 'bare'),
      leaf('sales', 'revision', String(4_000_000_000 + pick(n, 30, 1_000_000)), 'bare'),
      leaf('sales', 'shipDate', date(n, 31)),
      leaf('sales', 'otherRefNum', `PO/${pick(n, 34, 100_000)}`),
      address(n),
      branch('sales', 'itemList', items),
    ],
    {
      type: 'sales:SalesOrder',
      attributes: [
        { name: 'internalId', text: String(5000 + n) },
        { name: 'externalId', text: `ext-${n}` },
      ],
    },
  );
}
