// Seeded records of the areas beside trade: people, support, files, website, bank, … Knows nothing about the rest.
import type { Doc, Ref } from '../store/values.ts';
import type { Seeder } from './seeder.ts';
import { CITIES, FIRST, LAST, STAFF, THINGS, WOODS } from './words.ts';

export function seedAreas(s: Seeder): void {
  seedShortLists(s);
  seedPeople(s);
  seedSupport(s);
  seedFiles(s);
  seedWebsite(s);
  seedMoney(s);
}

/** The lists that getAll shows; those that are values of a list are there already. */
const SHORT: Readonly<Record<string, readonly (readonly [name: string, more?: Doc])[]>> = {
  budgetCategory: [['Plan'], ['Forecast']],
  campaignAudience: [['Joiners'], ['Architects'], ['Private homes']],
  campaignChannel: [
    ['Mail', { eventType: '_directMail' }],
    ['Email', { eventType: '_email' }],
    ['Fair', { eventType: '_other' }],
  ],
  campaignFamily: [['Seasons'], ['Fairs']],
  campaignOffer: [['Free delivery'], ['A tenth off']],
  campaignSearchEngine: [['Harbour search']],
  campaignSubscription: [
    ['Newsletter', { subscribedByDefault: true, externalName: 'News of the workshop' }],
    ['Billing', { subscribedByDefault: true, externalName: 'Invoices' }],
  ],
  campaignVertical: [['Hotels'], ['Schools'], ['Ships']],
  state: [
    ['Lower Saxony', { country: '_germany', shortname: 'NI' }],
    ['Schleswig-Holstein', { country: '_germany', shortname: 'SH' }],
    ['Oregon', { country: '_unitedStates', shortname: 'OR' }],
    ['Nova Scotia', { country: '_canada', shortname: 'NS' }],
  ],
  supportCaseIssue: [['Damage'], ['Missing part'], ['Wrong size']],
  supportCaseOrigin: [['Email'], ['Phone'], ['Web']],
  supportCasePriority: [['Low'], ['Medium'], ['High']],
  supportCaseStatus: [
    ['Not started', { stage: '_open' }],
    ['In progress', { stage: '_open' }],
    ['Escalated', { stage: '_escalated' }],
    ['Closed', { stage: '_closed' }],
  ],
  supportCaseType: [['Complaint'], ['Question']],
  taxAcct: [
    ['VAT on sales', { country: '_germany', taxAcctType: '_sale' }],
    ['VAT on purchases', { country: '_germany', taxAcctType: '_purchase' }],
  ],
};

function seedShortLists(s: Seeder): void {
  for (const [type, values] of Object.entries(SHORT)) {
    const inactive = type === 'state' ? {} : { isInactive: false };
    for (const [name, more] of values)
      s.add(type, { ...(type === 'state' ? { fullName: name } : { name }), ...inactive, ...more });
  }
}

/** The first six have the ids of the people of the account and of the events. */
function seedPeople(s: Seeder): void {
  STAFF.forEach((name, k) => s.add('employee', person(s, name, k + 1), `EMP-${k + 1}`, k + 1));
  for (let k = STAFF.length + 1; k <= 60; k++)
    s.add('employee', person(s, `${s.random.of(FIRST)} ${s.random.of(LAST)} ${k}`, k), `EMP-${k}`);
  for (let k = 1; k <= 200; k++)
    s.add('timeBill', {
      employee: s.some('employee'),
      customer: s.some('customer'),
      tranDate: s.random.day(),
      hours: { timeSpan: s.random.int(1, 16) / 2, unit: 'hour' },
      isBillable: s.random.chance(0.7),
      department: s.choice('department'),
      memo: `Work on order ${k}`,
    });
}

function person(s: Seeder, entityId: string, k: number): Doc {
  const [firstName, ...rest] = entityId.split(' ');
  return {
    entityId,
    firstName,
    lastName: rest.join(' '),
    email: `${firstName.toLowerCase()}.${k}@harbour.example`,
    phone: `+49 451 ${String(200_000 + k)}`,
    title: s.random.of(['Joiner', 'Clerk', 'Designer', 'Driver']),
    subsidiary: s.choice('subsidiary', 1),
    department: s.choice('department'),
    location: s.choice('location'),
    hireDate: s.random.day(),
    isSalesRep: k % 5 === 0,
    isSupportRep: k % 7 === 0,
    isInactive: k > 6 && k % 20 === 0,
    ...(k > 6 ? { supervisor: s.all('employee')[k % 6] } : {}),
  };
}

function seedSupport(s: Seeder): void {
  for (let k = 1; k <= 150; k++)
    s.add(
      'supportCase',
      {
        title: `${s.random.of(WOODS)} ${s.random.of(THINGS).toLowerCase()}: ${s.random.of(['a scratch', 'a leg is loose', 'a drawer sticks'])}`,
        caseNumber: String(1000 + k),
        startDate: s.random.day(),
        company: s.some('customer'),
        email: `case.${k}@customers.example`,
        issue: s.some('supportCaseIssue'),
        status: s.some('supportCaseStatus'),
        priority: s.some('supportCasePriority'),
        origin: s.some('supportCaseOrigin'),
        category: s.some('supportCaseType'),
        assigned: s.some('employee'),
        isInactive: false,
      },
      `CASE-${k}`,
    );
  for (let k = 1; k <= 120; k++)
    s.add('note', {
      title: s.random.of(['Call', 'Visit', 'Offer']),
      direction: s.random.of(['_incoming', '_outgoing']),
      noteDate: s.random.day(),
      note: `Asked about ${s.random.of(THINGS).toLowerCase()}s`,
      author: s.some('employee'),
      entity: s.some('customer'),
    });
}

function seedFiles(s: Seeder): void {
  const folders: Ref[] = ['Drawings', 'Catalogues', 'Contracts'].map((name) =>
    s.add('folder', { name, isInactive: false, isPrivate: false, description: `${name} of the workshop` }, `DIR-${name}`),
  );
  for (let k = 1; k <= 60; k++) {
    const text = `Drawing ${k}: ${s.random.of(THINGS)} of ${s.random.of(WOODS).toLowerCase()}\n`;
    s.add(
      'file',
      {
        name: `drawing-${k}.txt`,
        fileType: '_PLAINTEXT',
        content: Buffer.from(text).toString('base64'),
        folder: folders[k % folders.length],
        fileSize: 0.1,
        isOnline: k % 2 === 0,
        isInactive: false,
      },
      `FILE-${k}`,
    );
  }
}

function seedWebsite(s: Seeder): void {
  const top = s.add('siteCategory', { itemId: 'Furniture', isOnline: true, isInactive: false }, 'SITE-FURNITURE');
  for (const thing of THINGS)
    s.add(
      'siteCategory',
      { itemId: thing, parentCategory: top, isOnline: true, isInactive: false, urlComponent: thing.toLowerCase() },
      `SITE-${thing.replace(' ', '-')}`,
    );
  const customValue = WOODS.map((value, k) => ({ value, isInactive: false, valueId: String(k + 1) }));
  s.add(
    'customList',
    { name: 'Kinds of wood', scriptId: 'customlist_woods', isOrdered: true, isInactive: false, customValueList: { customValue } },
    undefined,
    231,
  );
}

function seedMoney(s: Seeder): void {
  for (let k = 1; k <= 4; k++)
    s.add(
      'manufacturingCostTemplate',
      { name: `Costs of workshop ${k}`, subsidiary: s.choice('subsidiary', k), isInactive: false },
      `COST-${k}`,
    );
  for (const account of s.all('account').slice(120, 160))
    s.add('budget', {
      account,
      subsidiary: s.choice('subsidiary', 1),
      category: s.some('budgetCategory'),
      budgetType: '_local',
      periodAmount1: s.random.money(100, 9000),
      periodAmount2: s.random.money(100, 9000),
      amount: s.random.money(2000, 90_000),
    });
  for (let k = 1; k <= 80; k++) s.add('check', check(s), `CHECK-${k}`);
  for (let k = 1; k <= 150; k++) s.add('invoice', invoice(s), `INVOICE-${k}`);
  for (let k = 1; k <= 120; k++) {
    const payment = s.random.money(50, 4000);
    s.add('customerPayment', { ...paid(s, 'PAY'), customer: s.some('customer'), payment, total: payment });
  }
}

/** What every transaction has. */
function paid(s: Seeder, prefix: string): Doc {
  return {
    tranId: s.number(prefix),
    tranDate: s.random.day(),
    currency: s.choice('currency', 1),
    subsidiary: s.choice('subsidiary', 1),
    location: s.choice('location'),
    memo: `From ${s.random.of(CITIES)[0]}`,
  };
}

function check(s: Seeder): Doc {
  const amount = s.random.money(20, 3000);
  const expense = [{ line: '1', account: s.some('account'), amount }];
  return { ...paid(s, 'CHK'), account: s.all('account')[0], userTotal: amount, expenseList: { expense } };
}

function invoice(s: Seeder): Doc {
  const quantity = s.random.int(1, 9);
  const rate = s.random.money(40, 1800);
  const total = Math.round(quantity * rate * 100) / 100;
  const item = [{ line: '1', item: s.some('assemblyItem'), quantity, rate: rate.toFixed(2), amount: total }];
  return { ...paid(s, 'INV'), entity: s.some('customer'), terms: s.choice('terms'), total, itemList: { item } };
}
