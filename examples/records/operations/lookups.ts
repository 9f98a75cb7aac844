// Questions that no record answers alone: time, addresses, choices, rates, stock, ledger sums. Knows nothing about writing.
import { parseExactly } from '../../../src/index.ts';
import { CUSTOMIZATIONS } from '../store/customizations.ts';
import { missing } from '../store/references.ts';
import { Refusal, statusOf, succeeded } from '../store/status.ts';
import type { RecordStore } from '../store/store.ts';
import { type Doc, listOf, type Ref } from '../store/values.ts';
import { type Choice, choicesFor } from './choices.ts';
import type { Desk, Operations } from './desk.ts';
import { postingSummary } from './posting-summary.ts';

interface RefList {
  readonly recordRef?: readonly Ref[];
}

export function lookingUp(desk: Desk): Operations {
  return {
    getServerTime: () => ({
      getServerTimeResult: { status: succeeded(), serverTime: new Date(desk.now()).toISOString() },
    }),
    getSelectValue: (request: Choice) => ({ getSelectValueResult: statusOf(() => choicesFor(desk, request)) }),
    getCustomizationId: ({ customizationType }: { customizationType: { '@getCustomizationType'?: string } }) => {
      const type = customizationType['@getCustomizationType'];
      const found = CUSTOMIZATIONS.filter((one) => one.type === type);
      const customizationRef = found.map(({ id, scriptId, name }) => ({
        '@internalId': id,
        '@scriptId': scriptId,
        '@type': type,
        name,
      }));
      return {
        getCustomizationIdResult: {
          status: succeeded(),
          totalRecords: found.length,
          customizationRefList: { customizationRef },
        },
      };
    },
    getItemAvailability: ({ itemAvailabilityFilter }: { itemAvailabilityFilter: Stock }) => {
      return { getItemAvailabilityResult: statusOf(() => availability(desk, itemAvailabilityFilter)) };
    },
    getBudgetExchangeRate: ({ budgetExchangeRateFilter }: { budgetExchangeRateFilter: BudgetRates }) => {
      return { getBudgetExchangeRateResult: statusOf(() => budgetRates(desk, budgetExchangeRateFilter)) };
    },
    getCurrencyRate: ({ currencyRateFilter }: { currencyRateFilter: Rates }) => {
      return { getCurrencyRateResult: statusOf(() => currencyRates(desk, currencyRateFilter)) };
    },
    getPostingTransactionSummary: (request: Parameters<typeof postingSummary>[1]) => {
      return { getPostingTransactionSummaryResult: statusOf(() => postingSummary(desk, request)) };
    },
  };
}

/** Callable without credentials: callers ask it first to know where to go. */
export function dataCenters(account: string, asked: string, host: string): Doc {
  return statusOf(() => {
    if (asked !== account) throw new Refusal('USER_ERROR', 'There is no such account.');
    const origin = `http://${host}`;
    return {
      status: succeeded(),
      dataCenterUrls: { restDomain: origin, webservicesDomain: origin, systemDomain: origin },
    };
  });
}

interface Stock {
  readonly item: RefList;
  readonly lastQtyAvailableChange?: string;
}

const QUANTITIES = [
  'quantityOnHand',
  'onHandValueMli',
  'reorderPoint',
  'preferredStockLevel',
  'quantityOnOrder',
  'quantityCommitted',
];

/** One entry for each place where one of the items is kept. */
function availability({ writer }: Desk, { item, lastQtyAvailableChange: since }: Stock): Doc {
  const found = (item.recordRef ?? []).flatMap((ref) => {
    const { id, name, doc } = writer.find({ '@type': 'assemblyItem', ...ref, $type: 'platformCore:RecordRef' });
    const changed = doc['lastModifiedDate'];
    if (since !== undefined && !(typeof changed === 'string' && Date.parse(changed) >= Date.parse(since))) return [];
    const places = listOf((doc['locationsList'] as Doc | undefined)?.['locations']);
    return places.map((place) => stockAt({ '@internalId': String(id), name: name ?? '' }, place, changed));
  });
  return { status: succeeded(), ...(found.length === 0 ? {} : { itemAvailabilityList: { itemAvailability: found } }) };
}

function stockAt(item: Ref, place: Doc, changed: unknown): Doc {
  const quantities = [...QUANTITIES, 'quantityBackOrdered', 'quantityAvailable'].filter(
    (name) => place[name] !== undefined,
  );
  return {
    item,
    ...(changed === undefined ? {} : { lastQtyAvailableChange: changed }),
    ...(place['locationId'] === undefined ? {} : { locationId: place['locationId'] }),
    ...Object.fromEntries(quantities.map((name) => [name, place[name]])),
  };
}

interface BudgetRates {
  readonly period: Ref;
  readonly fromSubsidiary?: Ref;
  readonly toSubsidiary?: Ref;
}

/** null: no filter. Nothing has the empty id of a filter without an internal one. */
function idOf(ref: Ref | undefined): string | null {
  return ref === undefined ? null : (ref['@internalId'] ?? '');
}

/** Records without one of the three references are left out: the contract has no such entry. */
function budgetRates({ db }: Desk, { period, fromSubsidiary, toSubsidiary }: BudgetRates): Doc {
  const field = (name: string) => `json_extract(doc, '$.${name}."@internalId"')`;
  const sql = `SELECT json(doc) AS doc FROM record WHERE type = 'budgetExchangeRate' AND ${field('postingPeriod')} = ?1
    AND ${field('fromSubsidiary')} = coalesce(?2, ${field('fromSubsidiary')})
    AND ${field('toSubsidiary')} = coalesce(?3, ${field('toSubsidiary')}) ORDER BY id`;
  const rows = db.all<{ doc: string }>(sql, idOf(period), idOf(fromSubsidiary), idOf(toSubsidiary));
  const rates = rows.map(({ doc }) => {
    const {
      postingPeriod,
      fromSubsidiary: from,
      toSubsidiary: to,
      currentRate,
      averageRate,
      historicalRate,
    } = parseExactly(doc) as Doc;
    return { period: postingPeriod, fromSubsidiary: from, toSubsidiary: to, currentRate, averageRate, historicalRate };
  });
  return {
    status: succeeded(),
    ...(rates.length === 0 ? {} : { budgetExchangeRateList: { budgetExchangeRate: rates } }),
  };
}

interface Rates {
  readonly baseCurrency?: Ref;
  readonly fromCurrency?: Ref;
  readonly effectiveDate?: string;
}

/** null: no filter. Throws Refusal for a currency that the account does not have. */
function currencyId(store: RecordStore, field: string, ref: Ref | undefined): string | null {
  if (ref === undefined) return null;
  const { '@internalId': id, '@externalId': external = '' } = ref;
  const found = id === undefined ? store.byExternalId('currency', external) : store.byId('currency', id);
  return found ? String(found.id) : missing(field, id ?? external);
}

/** Of each pair of currencies, the latest rate that is effective on that day; today unless told. */
function currencyRates({ db, store, now }: Desk, { baseCurrency, fromCurrency, effectiveDate }: Rates): Doc {
  const base = currencyId(store, 'baseCurrency', baseCurrency);
  const source = currencyId(store, 'fromCurrency', fromCurrency);
  const day = effectiveDate ?? new Date(now()).toISOString();
  const sql = `SELECT base, source, max(day) AS day, rate FROM rate WHERE date(day) <= date(?1)
    AND (?2 IS NULL OR base = ?2) AND (?3 IS NULL OR source = ?3) GROUP BY base, source ORDER BY base, source`;
  const rows = db.all<{ base: number; source: number; day: string; rate: number }>(
    sql,
    day,
    base,
    source,
  );
  const currency = (one: number) => ({ '@internalId': String(one), name: store.choice('currency', String(one)) ?? '' });
  const currencyRate = rows.map(({ base, source, day: effective, rate }) => {
    return {
      baseCurrency: currency(base),
      fromCurrency: currency(source),
      exchangeRate: rate,
      effectiveDate: `${effective}T00:00:00Z`,
    };
  });
  return { status: succeeded(), ...(currencyRate.length === 0 ? {} : { currencyRateList: { currencyRate } }) };
}
