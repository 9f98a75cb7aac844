// Seeded trade: customers, orders, builds, journals, events and campaigns. Knows nothing about lists.
import type { Doc } from '../store/values.ts';
import type { Seeder } from './seeder.ts';
import { CAMPAIGNS, CITIES, FIRST, LAST, MEETINGS, TRADES } from './words.ts';

export function seedTrade(s: Seeder): void {
  for (let k = 1; k <= 2000; k++) s.add('customer', customer(s, k), `CUST-${k}`);
  for (let k = 1; k <= 500; k++)
    s.add('billingAccount', {
      idNumber: `BA${1000 + k}`,
      name: `Billing ${k}`,
      customer: s.some('customer'),
      subsidiary: s.choice('subsidiary'),
      currency: s.choice('currency'),
      frequency: '_monthly',
      startDate: s.random.day(),
      inactive: k % 40 === 0,
    });
  for (let k = 1; k <= 2600; k++) s.add('salesOrder', salesOrder(s), `ORDER-${k}`);
  for (let k = 1; k <= 500; k++) s.add('workOrder', workOrder(s));
  for (let k = 1; k <= 800; k++) s.add('assemblyBuild', { ...built(s, 'AB'), total: s.random.money(50, 4000) });
  for (let k = 1; k <= 120; k++) s.add('assemblyUnbuild', built(s, 'AU'));
  for (let k = 1; k <= 200; k++)
    s.add('binTransfer', {
      ...head(s, 'BT'),
      inventoryList: { inventory: [{ line: '1', item: s.some('assemblyItem'), quantity: s.random.int(1, 20) }] },
    });
  for (let k = 1; k <= 40; k++) s.add('binWorksheet', head(s, 'BW'));
  for (let k = 1; k <= 160; k++)
    s.add('blanketPurchaseOrder', {
      ...head(s, 'BPO'),
      subsidiary: s.choice('subsidiary'),
      currency: s.choice('currency'),
      maximumAmount: s.random.money(5000, 90_000),
    });
  for (let k = 1; k <= 300; k++) s.add('advInterCompanyJournalEntry', journal(s, 'AJE'), `AJE-${k}`);
  for (let k = 1; k <= 60; k++) s.add('interCompanyJournalEntry', journal(s, 'IJE'));
  for (let k = 1; k <= 120; k++)
    s.add('billingRevenueEvent', {
      eventPurpose: '_actual',
      eventDate: s.random.day(),
      quantity: s.random.int(1, 9),
      amount: s.random.money(100, 5000),
    });
  for (let k = 1; k <= 40; k++)
    s.add('bulkOwnershipTransfer', {
      inboundShipmentNumber: `INB${1000 + k}`,
      receivingLocation: s.choice('location'),
      tranDate: s.random.day(),
    });
  for (let k = 1; k <= 60; k++)
    s.add('itemDemandPlan', {
      item: s.some('assemblyItem'),
      location: s.choice('location'),
      subsidiary: s.choice('subsidiary', 1),
      year: '2019',
      demandPlanCalendarType: '_monthly',
    });
  for (let k = 1; k <= 700; k++) s.add('calendarEvent', event(s), `EVENT-${k}`);
  for (let k = 1; k <= 100; k++)
    s.add(
      'campaign',
      {
        campaignId: `C${100 + k}`,
        title: `${CAMPAIGNS[k % 5]} ${2015 + (k % 6)} no. ${k}`,
        startDate: s.random.day(),
        baseCost: s.random.money(100, 9000),
        isInactive: k % 12 === 0,
      },
      `CAMP-${k}`,
    );
  for (let k = 1; k <= 600; k++)
    s.add('campaignResponse', {
      entity: s.some('customer'),
      leadSource: s.some('campaign'),
      campaignResponseDate: s.random.day(),
      response: s.random.of(['_responded', '_sent', '_purchased']),
      channel: 'Mail',
    });
}

function customer(s: Seeder, k: number): Doc {
  const isPerson = k % 4 === 0;
  const [first, last] = [s.random.of(FIRST), s.random.of(LAST)];
  const companyName = `${last} ${s.random.of(TRADES)} ${k}`;
  const [city, country, zip] = s.random.of(CITIES);
  const names = isPerson
    ? { firstName: first, lastName: last, entityId: `${first} ${last} ${k}` }
    : { companyName, entityId: companyName };
  const address = {
    country,
    addressee: isPerson ? `${first} ${last}` : companyName,
    addr1: `Quay ${s.random.int(1, 200)}`,
    city,
    zip,
  };
  return {
    ...names,
    isPerson,
    email: `${first.toLowerCase()}.${k}@customers.example`,
    phone: `+49 451 ${String(100_000 + k)}`,
    category: s.choice('category'),
    subsidiary: s.choice('subsidiary'),
    currency: s.choice('currency', s.random.int(1, 3)),
    terms: s.choice('terms'),
    creditLimit: s.random.int(1, 90) * 500,
    isInactive: s.random.chance(0.05),
    ...(k > 20 && k % 7 === 0 ? { parent: s.all('customer')[k % 20] } : {}),
    addressbookList: {
      addressbook: [
        { defaultShipping: true, defaultBilling: true, label: 'Main', addressbookAddress: address, internalId: '1' },
      ],
    },
    customFieldList: {
      customField: [
        {
          $type: 'platformCore:StringCustomFieldRef',
          '@internalId': '201',
          '@scriptId': 'custentity_region',
          value: city,
        },
      ],
    },
  };
}

/** What every transaction has. */
function head(s: Seeder, prefix: string): Doc {
  return {
    tranId: s.number(prefix),
    tranDate: s.random.day(),
    location: s.choice('location'),
    memo: `Made in ${s.random.of(CITIES)[0]}`,
  };
}

function salesOrder(s: Seeder): Doc {
  const item = [...Array(s.random.int(1, 4)).keys()].map((n) => {
    const quantity = s.random.int(1, 12);
    const rate = s.random.money(40, 1800);
    return {
      line: String(n + 1),
      item: s.some('assemblyItem'),
      quantity,
      rate: rate.toFixed(2),
      amount: Math.round(quantity * rate * 100) / 100,
    };
  });
  const total = Math.round(item.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100;
  const orderStatus = s.random.of(['_pendingFulfillment', '_pendingBilling', '_fullyBilled', '_closed']);
  return {
    ...head(s, 'SO'),
    entity: s.some('customer'),
    currency: s.choice('currency', s.random.int(1, 3)),
    subsidiary: s.choice('subsidiary'),
    department: s.choice('department', 1),
    class: s.some('classification'),
    orderStatus,
    total,
    itemList: { item },
  };
}

function workOrder(s: Seeder): Doc {
  return {
    ...head(s, 'WO'),
    assemblyItem: s.some('assemblyItem'),
    quantity: s.random.int(1, 40),
    orderStatus: s.random.of(['_planned', '_released', '_inProcess', '_built']),
    subsidiary: s.choice('subsidiary', 1),
  };
}

function built(s: Seeder, prefix: string): Doc {
  const component = [1, 2].map((n) => ({
    item: s.all('assemblyItem')[s.random.int(0, 39)],
    quantity: s.random.int(1, 8),
    lineNumber: String(n),
  }));
  return {
    ...head(s, prefix),
    item: s.some('assemblyItem'),
    quantity: s.random.int(1, 20),
    subsidiary: s.choice('subsidiary', 1),
    componentList: { component },
  };
}

function journal(s: Seeder, prefix: string): Doc {
  const amount = s.random.money(10, 5000);
  const lines = [{ debit: amount }, { credit: amount }].map((side, n) => ({
    ...side,
    line: String(n + 1),
    account: s.some('account'),
    lineSubsidiary: s.choice('subsidiary'),
    department: s.choice('department'),
  }));
  const { location: _, ...rest } = head(s, prefix);
  return {
    ...rest,
    postingPeriod: s.random.of(s.all('accountingPeriod').slice(27, 39)),
    currency: s.choice('currency', 1),
    subsidiary: s.choice('subsidiary', 1),
    approved: true,
    lineList: { line: lines },
  };
}

function event(s: Seeder): Doc {
  const startDate = s.random.day();
  const attendee = [s.choice('employee', s.random.int(1, 2)), s.some('customer')].map((one) => ({
    sendEmail: false,
    attendee: one,
    response: '_noResponse',
    attendance: '_required',
  }));
  return {
    title: s.random.of(MEETINGS),
    company: s.some('customer'),
    startDate,
    status: s.random.of(['_confirmed', '_tentative', '_completed']),
    accessLevel: '_public',
    organizer: s.choice('employee', 1),
    location: s.random.of(CITIES)[0],
    timedEvent: false,
    attendeeList: { attendee },
  };
}
