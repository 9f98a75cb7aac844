// What all operations of a port share: a prefix, a language, and one name for each noun.
import { describe, expect, test } from 'vitest';
import { nounForms, routesOf } from '../../src/init/infer.ts';
import { namingOf, withoutPrefix } from '../../src/init/naming.ts';
import { listed } from './listed.ts';

describe('a prefix of nearly all names', () => {
  test.each<[names: string[], prefix: string, first: string]>([
    [['FECAESolicitar', 'FECompConsultar', 'FEDummy', 'FEParamGetCotizacion'], 'FE', 'CAESolicitar'],
    [['wsGetOrder', 'wsAddOrder', 'wsListOrders'], 'ws', 'GetOrder'],
    [['svc_GetOrder', 'svc_AddOrder', 'svc_ListOrders', 'svc_Ping', 'version'], 'svc_', 'GetOrder'],
    [['GetOrder', 'GetOrders', 'GetOrderLines'], '', 'GetOrder'],
    [['OrderGet', 'OrderCancel', 'OrderList'], '', 'OrderGet'],
    [['Account_GetById', 'Account_GetAll', 'Account_Update'], '', 'Account_GetById'],
    [['ordersByYear', 'ordersByMonth', 'ordersByDay'], '', 'ordersByYear'],
    [['CheckOrder', 'CreateOrder', 'CancelOrder'], '', 'CheckOrder'],
    [['wsGetOrder', 'wsAddOrder'], '', 'wsGetOrder'],
  ])('%j: "%s"', (names, expected, first) => {
    const { prefix } = namingOf(names);
    expect(prefix.replace(/_$/, '')).toBe(expected.replace(/_$/, ''));
    expect(withoutPrefix(names[0], prefix)).toBe(first);
  });
});

function best(operations: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  const naming = namingOf(Object.keys(operations));
  const all = Object.entries(operations).map(([name, inputs]) => ({ ...listed(name, inputs, 'Soap'), naming }));
  const forms = nounForms(all, undefined, new Map());
  return Object.fromEntries(
    all.map((one) => {
      const [{ method, path, query }] = routesOf(one, { forms });
      return [one.operation.name, `${method} ${path}${query.length > 0 ? `?${query.join('&')}` : ''}`];
    }),
  );
}

test('a prefix hides no verb, a word before several verbs stands above their nouns', () => {
  expect(
    best({
      FECAESolicitar: ['FeCAEReq{}'],
      FECompConsultar: ['FeCompConsReq{}'],
      FEDummy: [],
      FEParamGetCotizacion: ['MonId?'],
      FEParamGetTiposIva: [],
    }),
  ).toEqual({
    FECAESolicitar: 'POST /caes',
    FECompConsultar: 'POST /comp/consultar',
    FEDummy: 'POST /dummy',
    FEParamGetCotizacion: 'GET /param/cotizacion?monId',
    FEParamGetTiposIva: 'GET /param/tipos-iva',
  });
});

test('a route for a taken path has the common name of the noun too', () => {
  const all = [listed('GetHostname', [], 'Soap'), listed('SetHostnameFromDHCP', ['FromDHCP'], 'Soap')];
  const forms = nounForms(all, undefined, new Map());
  expect(routesOf(all[1], { forms }).map(({ path }) => path)).toEqual([
    '/hostname',
    '/hostname/by-dhcp',
    '/set-hostname-from-dhcp',
  ]);
});

test('the whole name is the last route of an operation with such a prefix', () => {
  const naming = namingOf(['wsGetOrder', 'wsAddOrder', 'wsPing']);
  const paths = routesOf({ ...listed('wsPing', [], 'Soap'), naming }).map(({ path }) => path);
  expect(paths).toEqual(['/ping', '/ws-ping']);
});

test('a noun has one name in all paths', () => {
  expect(
    best({
      createShipmentOrder: ['order{}'],
      updateShipmentOrder: ['Version{}', 'shipmentNumber', 'order{}'],
      deleteShipmentOrder: ['Version{}', 'shipmentNumber[]'],
      GetHostname: [],
      SetHostnameFromDHCP: ['FromDHCP'],
      SetSchedule: ['schedule{}'],
      GetSchedule: ['scheduleId'],
    }),
  ).toEqual({
    createShipmentOrder: 'POST /shipment-orders',
    updateShipmentOrder: 'PUT /shipment-orders/{shipmentNumber}',
    deleteShipmentOrder: 'POST /shipment-orders/delete',
    GetHostname: 'GET /hostname',
    SetHostnameFromDHCP: 'PUT /hostname',
    SetSchedule: 'PUT /schedules',
    GetSchedule: 'GET /schedules/{scheduleId}',
  });
});

test('a number is an id of what it is named after: of its collection, or of what owns the noun', () => {
  expect(
    best({ GetOrder: ['orderNumber'], GetOrderStatus: ['orderNumber'], UpdateOrderLine: ['orderNumber', 'line{}'] }),
  ).toEqual({
    GetOrder: 'GET /orders/{orderNumber}',
    GetOrderStatus: 'GET /orders/{orderNumber}/status',
    UpdateOrderLine: 'PUT /orders/{orderNumber}/line',
  });
});

test('an operation whose name ends in list lists, unless the list is a thing', () => {
  expect(
    best({
      GetCityList: ['countryCode'],
      GetPriceList: ['priceListId'],
      GetPlan: ['planListId?'],
      GetBlackList: [],
    }),
  ).toEqual({
    GetCityList: 'GET /cities?countryCode',
    GetPriceList: 'GET /price-lists/{priceListId}',
    GetPlan: 'GET /plan?planListId',
    GetBlackList: 'GET /black-list',
  });
});

test.each([
  ['NewGetOrder', ['orderId'], 'GET /orders/{orderId}'],
  ['NewOrder', ['order{}'], 'POST /orders'],
  ['DoDirectPayment', [], 'POST /do-direct-payment'],
  ['GetCardType', [], 'GET /card-type'],
  ['GetNetworkInterface', ['networkInterfaceId'], 'GET /network-interfaces/{networkInterfaceId}'],
  ['UpdateOrder', ['order{}'], 'PUT /order'],
])('%s(%j): %s', (name, inputs, route) => {
  expect(best({ [name]: inputs })[name]).toBe(route);
});
