// What all operations of a port share: a prefix, a language, and one name for each noun.
import { describe, expect, test } from 'vitest';
import { namingOf, withoutPrefix } from '../../src/init/naming/naming.ts';
import { routesOf } from '../../src/init/routes/infer.ts';
import { idsOf, keysOf, nounForms } from '../../src/init/routes/port-nouns.ts';
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
  const nouns = { idsOfOthers: idsOf(all), keys: keysOf(all) };
  const port = { ...nouns, forms: nounForms(all, nouns) };
  return Object.fromEntries(
    all.map((one) => {
      const [{ method, path, query }] = routesOf(one, port);
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
  const forms = nounForms(all);
  expect(routesOf(all[1], { forms }).map(({ path }) => path)).toEqual([
    '/hostname',
    '/hostname/from-dhcp',
    '/hostname/set',
    '/set-hostname-from-dhcp',
  ]);
});

test('the whole name is the last route of an operation with such a prefix', () => {
  const naming = namingOf(['wsGetOrder', 'wsAddOrder', 'wsPing']);
  const paths = routesOf({ ...listed('wsPing', [], 'Soap'), naming }).map(({ path }) => path);
  expect(paths).toEqual(['/ping', '/ws-ping']);
});

test('verbs of actions act on what an id, another action or a list of ids names', () => {
  expect(
    best({
      DisableApp: ['ID'],
      InstallApp: ['Manifest{}'],
      SystemReboot: [],
      RestoreSystem: ['BackupFiles{}'],
      FindItem: ['ItemShape{}'],
      MarkAsJunk: ['ItemIds{}'],
      UpdateItemInRecoverableItems: ['ItemId{}', 'Updates{}'],
      AddNewContactToGroup: ['contact{}'],
    }),
  ).toEqual({
    DisableApp: 'POST /apps/{id}/disable',
    InstallApp: 'POST /apps',
    SystemReboot: 'POST /system/reboot',
    RestoreSystem: 'POST /system/restore',
    FindItem: 'POST /items/find',
    MarkAsJunk: 'POST /items/mark-as-junk',
    UpdateItemInRecoverableItems: 'PATCH /recoverable-items',
    AddNewContactToGroup: 'POST /contacts',
  });
});

test('a setting with a path of its own is below nothing, an optional name of an update is a value, several are part of their collection', () => {
  expect(
    best({
      GetClock: [],
      SetClock: ['DeviceToken', 'enabled'],
      SetDynamicDNS: ['type', 'name?'],
      CreateOrder: ['order{}'],
      CreateMultipleOrder: ['orders{}'],
    }),
  ).toEqual({
    GetClock: 'GET /clock',
    SetClock: 'PUT /clock',
    SetDynamicDNS: 'PUT /dynamic-dns',
    CreateOrder: 'POST /orders',
    CreateMultipleOrder: 'POST /orders/multiple',
  });
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
  ['GetBook', ['isbn'], 'GET /books/{isbn}'],
  ['DoDirectPayment', [], 'POST /do-direct-payment'],
  ['GetCardType', [], 'GET /card-type'],
  ['GetNetworkInterface', ['networkInterfaceId'], 'GET /network-interfaces/{networkInterfaceId}'],
  ['UpdateOrder', ['order{}'], 'PUT /order'],
])('%s(%j): %s', (name, inputs, route) => {
  expect(best({ [name]: inputs })[name]).toBe(route);
});

test('the one required value that the response has too is the id, of actions and parts of the noun as well', () => {
  expect(
    best({
      getSubscriber: ['msisdn', 'includeBalances?', '-> msisdn name'],
      listSubscribers: ['status?', '-> []'],
      barSubscriber: ['msisdn', 'reason'],
      terminateSubscriber: ['msisdn'],
      topUp: ['msisdn', 'amount{}'],
      getQuote: ['day', '-> price'],
      getAttribute: ['instanceId', '-> instanceId value'],
    }),
  ).toEqual({
    getSubscriber: 'GET /subscribers/{msisdn}?includeBalances',
    listSubscribers: 'GET /subscribers?status',
    barSubscriber: 'POST /subscribers/{msisdn}/bar',
    terminateSubscriber: 'POST /subscribers/{msisdn}/terminate',
    topUp: 'POST /subscribers/{msisdn}/top-up',
    getQuote: 'GET /quote?day',
    getAttribute: 'GET /instances/{instanceId}/attribute',
  });
});

test('a value after By, or a noun that begins with a collection, belongs to the collection', () => {
  expect(
    best({
      GetCityList: ['countryCode?', '-> []'],
      GetHotels: ['name?', '-> []'],
      GetLandmarkByCity: ['code~', '-> []'],
      GetLandmarkByRegion: ['code?', '-> []'],
      GetLandmark: ['typeCode?', '-> []'],
      GetHotelPromotionInfo: ['hotelCode~', 'flag'],
      GetFaq: ['hotelCode?', '-> question'],
    }),
  ).toEqual({
    GetCityList: 'GET /cities?countryCode',
    GetHotels: 'GET /hotels?name',
    GetLandmarkByCity: 'GET /cities/{code}/landmarks',
    GetLandmarkByRegion: 'GET /landmarks?code',
    GetLandmark: 'GET /landmarks?typeCode',
    GetHotelPromotionInfo: 'GET /hotels/{hotelCode}/promotion-info?flag',
    GetFaq: 'GET /faq?hotelCode',
  });
});

test('a token that a delete takes alone, or of which a read takes several, is an id of the resource', () => {
  expect(
    best({
      GetDoorList: ['limit?', '-> []'],
      GetDoors: ['token[]', '-> []'],
      DeleteDoor: ['token'],
      LockDoor: ['token'],
      DoubleLockDoor: ['token'],
    }),
  ).toEqual({
    GetDoorList: 'GET /doors?limit',
    GetDoors: 'GET /doors?token',
    DeleteDoor: 'DELETE /doors/{token}',
    LockDoor: 'POST /doors/{token}/lock',
    DoubleLockDoor: 'POST /doors/{token}/double-lock',
  });
});

test('a noun whose response is a list is a collection, unless it is one thing with a list', () => {
  expect(best({ GetCountry: ['-> []'], GetCalendar: ['-> []'], GetPayment: ['code?', '-> []'] })).toEqual({
    GetCountry: 'GET /countries',
    GetCalendar: 'GET /calendar',
    GetPayment: 'GET /payments?code',
  });
});

test('an action without an id is one on the collection; a bare id is that of the collection, or of the whole', () => {
  expect(
    best({
      FindItem: ['-> []'],
      MoveItem: ['itemIds{}'],
      doItem: ['text'],
      GetDoors: ['-> []'],
      UnlockDoor: ['token'],
      CopyDoor: ['name'],
      Order_GetAll: [],
      Order_GetLines: ['id'],
      Order_GetTermOfPayment: ['id'],
      Order_UpgradeToInvoice: ['id'],
    }),
  ).toEqual({
    FindItem: 'GET /items',
    MoveItem: 'POST /items/move',
    doItem: 'POST /do-item',
    GetDoors: 'GET /doors',
    UnlockDoor: 'POST /doors/{token}/unlock',
    CopyDoor: 'POST /doors/copy',
    Order_GetAll: 'GET /orders',
    Order_GetLines: 'GET /orders/{id}/lines',
    Order_GetTermOfPayment: 'GET /orders/{id}/term',
    Order_UpgradeToInvoice: 'POST /orders/{id}/upgrade-to-invoice',
  });
});
