// Seeded lists: accounts, periods, classes, books, bins, items and how they are built. Knows nothing about transactions.
import type { Ref } from '../store/values.ts';
import type { Seeder } from './seeder.ts';
import { SIZES, THINGS, WOODS } from './words.ts';

const ACCOUNTS = [
  '_bank',
  '_accountsReceivable',
  '_otherCurrentAsset',
  '_fixedAsset',
  '_accountsPayable',
  '_equity',
  '_income',
  '_costOfGoodsSold',
  '_expense',
  '_otherExpense',
];
const TITLES = [
  'Bank',
  'Receivables',
  'Stock',
  'Machines',
  'Payables',
  'Capital',
  'Sales',
  'Material',
  'Wages',
  'Interest',
];

export function seedLists(s: Seeder): void {
  for (const name of ['Private homes', 'Offices', 'Hotels', 'Schools', 'Ships', 'Museums'])
    s.add('classification', { name, isInactive: false }, `class-${name.toLowerCase().replace(' ', '-')}`);
  seedAccounts(s);
  seedPeriods(s);
  for (const [name, isPrimary] of [
    ['Primary book', true],
    ['Local book', false],
  ] as const)
    s.add(
      'accountingBook',
      { name, isPrimary, status: '_active', subsidiaryList: { recordRef: [s.choice('subsidiary', 1)] } },
      name,
    );
  for (const name of ['Local', 'Group', 'Tax'])
    s.add(
      'accountingContext',
      { name, description: `Names of accounts for ${name}`, isInactive: false },
      `context-${name}`,
    );
  for (const name of ['Apprentice', 'Joiner', 'Master', 'Designer'])
    s.add('billingClass', { name, description: `Hours of a ${name.toLowerCase()}`, isInactive: false });
  for (let k = 1; k <= 12; k++)
    s.add('billingRateCard', {
      name: `Rate card ${2007 + k}`,
      isInactive: k < 8,
      rateCardPricingList: {
        rateCardPricing: s
          .all('billingClass')
          .map((billingClass) => ({ billingClass, price: s.random.money(40, 120) })),
      },
    });
  for (let k = 1; k <= 40; k++)
    s.add(
      'billingSchedule',
      {
        name: `Schedule ${k}`,
        scheduleType: '_standard',
        frequency: s.random.of(['_monthly', '_annually', '_custom']),
        isPublic: true,
        isInactive: false,
      },
      `SCHED-${k}`,
    );
  for (let k = 1; k <= 30; k++)
    s.add('amortizationTemplate', {
      name: `Template ${k}`,
      amortizationType: '_standard',
      recurrenceType: '_straightLineByEvenPeriods',
      amortizationPeriod: String(s.random.int(3, 60)),
      isInactive: false,
    });
  for (let k = 1; k <= 60; k++)
    s.add('amortizationSchedule', {
      name: `Amortization ${k}`,
      amortizationType: '_standard',
      totalAmount: s.random.money(100, 9000),
      isInactive: false,
    });
  for (let k = 1; k <= 12; k++)
    s.add('allocationSchedule', {
      name: `Rent ${k}`,
      subsidiary: s.choice('subsidiary'),
      frequency: 'MONTHLY',
      inactive: false,
    });
  for (let k = 1; k <= 700; k++)
    s.add(
      'bin',
      {
        binNumber: `${'ABCDEFG'[k % 7]}-${String(k).padStart(4, '0')}`,
        location: s.choice('location', (k % 7) + 1),
        isInactive: k % 50 === 0,
      },
      `BIN-${k}`,
    );
  seedItems(s);
  seedRates(s);
}

function seedAccounts(s: Seeder): void {
  ACCOUNTS.forEach((acctType, k) => {
    const parent = s.add(
      'account',
      { acctNumber: `${k + 1}000`, acctName: TITLES[k], acctType, isInactive: false },
      `ACCT-${k + 1}000`,
    );
    for (let n = 1; n <= 19; n++) {
      const acctNumber = `${k + 1}${String(n * 10).padStart(3, '0')}`;
      s.add(
        'account',
        {
          acctNumber,
          acctName: `${TITLES[k]} ${n}`,
          acctType,
          parent,
          currency: s.choice('currency'),
          isInactive: n > 17,
          description: `${TITLES[k]} of department ${n}`,
        },
        `ACCT-${acctNumber}`,
      );
    }
  });
}

function seedPeriods(s: Seeder): void {
  for (let year = 2015; year <= 2020; year++) {
    const [from, to] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 0)].map((moment) => new Date(moment).toISOString());
    const parent = s.add('accountingPeriod', {
      periodName: `FY ${year}`,
      startDate: from,
      endDate: to,
      isYear: true,
      isQuarter: false,
      isAdjust: false,
      closed: year < 2017,
    });
    for (let month = 0; month < 12; month++) {
      const start = new Date(Date.UTC(year, month, 1));
      const name = start.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' });
      s.add('accountingPeriod', {
        periodName: `${name} ${year}`,
        parent,
        startDate: start.toISOString(),
        endDate: new Date(Date.UTC(year, month + 1, 0)).toISOString(),
        isYear: false,
        isQuarter: false,
        isAdjust: false,
        closed: year < 2017,
      });
    }
  }
}

function seedItems(s: Seeder): void {
  const parts = WOODS.flatMap((wood) =>
    ['board', 'leg', 'panel', 'edge'].map((part) =>
      s.add(
        'assemblyItem',
        itemOf(s, `${wood.toUpperCase()}-${part.toUpperCase()}`, `${wood} ${part}`),
        `ITEM-${wood}-${part}`,
      ),
    ),
  );
  for (const wood of WOODS) {
    for (const thing of THINGS) {
      const bom = s.add(
        'bom',
        {
          name: `${wood} ${thing}`,
          isInactive: false,
          useComponentYield: false,
          availableForAllLocations: true,
          subsidiaryList: { recordRef: [s.choice('subsidiary', 1)] },
        },
        `BOM-${wood}-${thing.replace(' ', '-')}`,
      );
      for (let n = 1; n <= 4; n++)
        s.add('bomRevision', {
          name: `${wood} ${thing} rev. ${n}`,
          billOfMaterials: bom,
          isInactive: n < 3,
          effectiveStartDate: new Date(Date.UTC(2014 + n, 0, 1)).toISOString(),
          componentList: { bomRevisionComponent: componentsOf(s, parts, n) },
        });
      for (const size of SIZES) {
        const code = `${wood.slice(0, 3)}-${thing.replace(' ', '').slice(0, 6)}-${size}`.toUpperCase();
        s.add(
          'assemblyItem',
          {
            ...itemOf(s, code, `${wood} ${thing.toLowerCase()} ${size}`),
            billOfMaterialsList: { assemblyItemBillOfMaterials: [{ billOfMaterials: bom, masterDefault: true }] },
          },
          `ITEM-${code}`,
        );
      }
    }
  }
}

function itemOf(s: Seeder, itemId: string, displayName: string) {
  const cost = s.random.money(5, 900);
  const locations = [1, 2, s.random.int(3, 7)].map((place) => {
    const quantityOnHand = s.random.int(0, 60);
    return {
      location: s.choice('location', place).name,
      locationId: s.choice('location', place),
      quantityOnHand,
      quantityAvailable: Math.max(0, quantityOnHand - s.random.int(0, 10)),
      reorderPoint: s.random.int(2, 20),
    };
  });
  const customField = [
    {
      $type: 'platformCore:StringCustomFieldRef',
      '@internalId': '221',
      '@scriptId': 'custitem_wood',
      value: displayName.split(' ')[0],
    },
  ];
  return {
    itemId,
    displayName,
    cost,
    averageCost: cost,
    weight: s.random.int(1, 80),
    weightUnit: '_kg',
    costingMethod: '_average',
    isInactive: s.random.chance(0.03),
    locationsList: { locations },
    customFieldList: { customField },
  };
}

function componentsOf(s: Seeder, parts: readonly Ref[], revision: number) {
  return [1, 2, 3].map((n) => ({
    item: parts[(revision * 7 + n * 11 + s.random.int(0, 5)) % parts.length],
    quantity: s.random.int(1, 6),
    bomQuantity: s.random.int(1, 6),
    itemSource: '_stock',
    internalId: String(n),
  }));
}

function seedRates(s: Seeder): void {
  for (const postingPeriod of s.all('accountingPeriod').slice(26, 66)) {
    for (let to = 2; to <= 5; to++) {
      const currentRate = s.random.money(0.1, 1.2);
      s.add('budgetExchangeRate', {
        postingPeriod,
        fromSubsidiary: s.choice('subsidiary', 1),
        toSubsidiary: s.choice('subsidiary', to),
        currentRate,
        averageRate: currentRate,
        historicalRate: currentRate,
      });
    }
  }
}
