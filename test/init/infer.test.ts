// The rules of inference, one row for each way of naming.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { languages, verbRows } from '../../src/init/inference/verbs.ts';
import { plural, singular, wordsOf } from '../../src/init/naming/names.ts';
import { subjectOf } from '../../src/init/routes/actions.ts';
import { routesOf } from '../../src/init/routes/infer.ts';
import { idsOf, nounForms } from '../../src/init/routes/port-nouns.ts';
import { listed } from './listed.ts';

function routes(name: string, inputs: readonly string[] = [], port = 'Soap'): string[] {
  return routesOf(listed(name, inputs, port)).map(
    ({ method, path, query, status }) =>
      `${method} ${path}${query.length > 0 ? `?${query.join('&')}` : ''}${status ? ` -> ${status}` : ''}`,
  );
}

describe('the best route', () => {
  test.each<[name: string, inputs: string[], route: string]>([
    ['GetOrder', ['orderId'], 'GET /orders/{orderId}'],
    ['getOrder', ['id', 'language?'], 'GET /orders/{id}?language'],
    ['GetCityForecastByZIP', ['ZIP~'], 'GET /city-forecast?zip'],
    ['GetForecastByPostalCode', ['postalCode', 'days?'], 'GET /forecast?postalCode&days'],
    ['GetPostalCode', ['postalCode'], 'GET /postal-codes/{postalCode}'],
    ['GetCityForecastByZIP', ['ZIP?'], 'GET /city-forecast?zip'],
    ['DescribeLayout', ['layoutName?'], 'GET /layout?layoutName'],
    ['GetWeather', ['CityName?', 'CountryName?'], 'GET /weather?cityName&countryName'],
    ['GetOrders', ['status?'], 'GET /orders?status'],
    ['GetAllOrders', [], 'GET /orders'],
    ['GetListOfOrders', [], 'GET /orders'],
    ['ListOrders', ['customerId'], 'GET /customers/{customerId}/orders'],
    ['FindOrder', ['name', 'states[]'], 'GET /orders?name&states'],
    ['FindItem', ['Restriction{}'], 'POST /items/find'],
    ['ReadAddress', ['addressCode'], 'GET /addresses/{addressCode}'],
    ['CheckDeployStatus', ['processId', 'details?'], 'GET /processes/{processId}/deploy-status?details'],
    ['CheckVat', ['countryCode', 'vatNumber'], 'GET /check-vat?countryCode&vatNumber'],
    ['CheckVat', ['sessionId', 'vatNumber'], 'POST /check-vat'],
    ['CheckOrder', ['orderId'], 'GET /orders/{orderId}/check'],
    ['CheckOrder', ['orderId', 'lines[]{}'], 'POST /orders/{orderId}/check'],
    ['CheckInGuest', ['guestId'], 'POST /guests/{guestId}/check-in-guest'],
    ['RemoveContactFromImList', ['contactId'], 'DELETE /im-list/contacts/{contactId}'],
    ['RemoveItemFromOrder', ['orderId', 'itemId'], 'DELETE /orders/{orderId}/items/{itemId}'],
    ['IsHoliday', ['date'], 'GET /is-holiday?date'],
    ['CalculateTax', ['amount', 'lines{}'], 'POST /calculate-tax'],
    ['Order_FindByNumberList', ['number[]'], 'GET /orders?number'],
    ['RetrievePeople', [], 'GET /people'],
    ['describeSObject', ['sObjectType'], 'GET /sobjects/{sObjectType}'],
    ['CreateOrder', ['order{}'], 'POST /orders -> 201'],
    ['addOrder', ['order{}'], 'POST /orders -> 201'],
    ['UpdateOrder', ['orderId', 'order{}'], 'PUT /orders/{orderId}'],
    ['SetHostname', ['name'], 'PUT /hostname'],
    ['SetSystemDateAndTime', ['UTCDateTime{}'], 'PUT /system-date-and-time'],
    ['UpsertOrder', ['id', 'order{}'], 'PUT /orders/{id}'],
    ['ModifyOrder', ['id', 'order{}'], 'PATCH /orders/{id}'],
    ['DeleteOrder', ['orderId'], 'DELETE /orders/{orderId}'],
    ['CancelOrder', ['orderId', 'reason?'], 'DELETE /orders/{orderId}?reason'],
    ['DeleteAlarms', ['alarmToken?', 'reason?'], 'DELETE /alarms?alarmToken!&reason'],
    ['RemovePreset', ['presetToken', 'profileToken?'], 'DELETE /presets/{presetToken}?profileToken'],
    ['UpdateClaimStatus', ['claimNumber', 'status'], 'PUT /claim-status'],
    ['SetReceiverMode', ['receiverToken', 'mode'], 'PUT /receivers/{receiverToken}/mode'],
    ['DeleteOrder', ['order{}'], 'POST /orders/delete'],
    ['Account_GetAll', [], 'GET /accounts'],
    ['Account_GetEntries', ['from', 'to'], 'GET /accounts/entries?from&to'],
    ['SearchProfile_Delete', ['profileId'], 'DELETE /search-profiles/{profileId}'],
    ['ListService_GetItems', [], 'GET /list-services/items'],
    ['ReadModel_Rebuild', ['modelId'], 'POST /models/{modelId}/read-model-rebuild'],
    ['SearchOrders_ByDate', ['day'], 'GET /orders?day'],
    ['TransactionSearch', ['request{}'], 'POST /transactions/search'],
    ['SubmitClaim', ['claim{}'], 'POST /claims -> 201'],
    ['SubmitClaim', ['claim', 'year'], 'POST /submit-claim'],
    ['postPayment', ['invoice_no', 'amount'], 'POST /payments -> 201'],
    ['PostInvoice', ['invoiceNo'], 'POST /invoices/{invoiceNo}/post'],
    ['ListOfContinentsByName', [], 'GET /continents'],
    ['ListOfCountryNamesByCode', [], 'GET /country-names'],
    ['ApproveOrder', ['orderId'], 'POST /orders/{orderId}/approve'],
    ['ApproveOrder', ['orderId?'], 'POST /approve-order'],
    ['resetPassword', ['userId'], 'POST /users/{userId}/reset-password'],
    ['SendText', ['sessionId', 'text'], 'POST /send-text'],
    ['EliminarCiudades', ['ciudadId'], 'DELETE /ciudades/{ciudadId}'],
    ['GotoPreset', ['ProfileToken', 'PresetToken'], 'POST /presets/{presetToken}/goto'],
    ['AddCartItem', ['cartId', 'item{}'], 'POST /carts/{cartId}/items -> 201'],
    [
      'AddVideoConfiguration',
      ['ProfileToken', 'ConfigurationToken'],
      'POST /profiles/{profileToken}/video-configurations -> 201',
    ],
    ['GetCertificateInformation', ['certificateId'], 'GET /certificates/{certificateId}/information'],
    ['GetServices', ['includeCapability'], 'GET /services?includeCapability'],
    ['MarkAllItemsAsRead', ['folders{}'], 'POST /mark-all-items-as-read'],
    ['obtenerProvincias', [], 'GET /provincias'],
    ['GenerarCotizacion', ['cotizacion{}'], 'POST /cotizaciones -> 201'],
    ['ConsultarPoliza', ['numero?'], 'GET /polizas?numero'],
    ['CrearVoz', ['voz{}'], 'POST /voces -> 201'],
    ['GenerarVariasCotizacion', ['cotizaciones{}'], 'POST /varias-cotizacion -> 201'],
    ['obtenerCiudadesPorProvincia', ['idProvincia'], 'GET /provincias/{idProvincia}/ciudades'],
    ['getPersona', ['cuit', 'idPersona'], 'GET /personas/{idPersona}?cuit'],
    ['getPersonaList', ['idPersona[]'], 'GET /personas?idPersona'],
    ['getPersonas', ['tipo?'], 'GET /personas?tipo'],
    ['getPersona_v2', ['idPersona'], 'GET /v2/personas/{idPersona}'],
    ['GetOrderV3', ['orderId'], 'GET /v3/orders/{orderId}'],
    ['obtenerFactura', ['numeroFactura'], 'GET /facturas/{numeroFactura}'],
    ['GetDocument', ['idType'], 'GET /document?idType'],
    ['vehicleInfo', ['vehicleId'], 'GET /vehicles/{vehicleId}'],
    ['orderStatus', ['orderNumber'], 'GET /orders/{orderNumber}/status'],
    ['orderLineDetails', ['orderLineId', 'language?'], 'GET /order-lines/{orderLineId}?language'],
    ['subscriberTerminate', ['subscriberId'], 'POST /subscribers/{subscriberId}/terminate'],
    ['orderStatus', ['orderNumber?'], 'POST /order-status'],
    ['SetSystemFactoryDefault', ['FactoryDefault'], 'POST /system-factory-default'],
    ['SetUser', ['User[]'], 'PUT /users'],
    ['GetInsured', ['insuredId'], 'GET /insured/{insuredId}'],
    ['GetInsured', ['insuredId?'], 'GET /insured?insuredId'],
    ['GetSheep', ['sheepId'], 'GET /sheep/{sheepId}'],
    ['GetOrders', ['orderId'], 'GET /orders?orderId'],
    ['DownloadDocument', ['documentId'], 'GET /documents/{documentId}/content'],
    ['DownloadCatalog', [], 'GET /catalog'],
    ['descargarFactura', ['numeroFactura'], 'GET /facturas/{numeroFactura}/content'],
    ['UpdateItem', ['ItemChanges[]'], 'PATCH /items'],
    ['GetDot1XConfiguration', ['Dot1XConfigurationToken'], 'GET /dot1x-configurations/{dot1xConfigurationToken}'],
    ['ConsultarEstadoCotizacion', ['cotizacion{}'], 'POST /estado-cotizacion/consultar'],
    ['EliminarPoliza', ['polizaId'], 'DELETE /polizas/{polizaId}'],
    ['SendUpdate', ['text'], 'POST /send-update'],
    ['GetAvailabilitybyRateCode', ['hotel', 'rateCode'], 'GET /availabilities/{rateCode}?hotel'],
    ['GetNearbyShops', ['city'], 'GET /nearby-shops?city'],
    ['query', ['queryString'], 'GET /query?queryString'],
    ['create', ['sObjects{}'], 'POST /create'],
    ['searchMore', ['page'], 'GET /search-more?page'],
    ['setPassword', ['userId', 'password'], 'PUT /users/{userId}/password'],
    ['GetToken', ['user', 'password'], 'POST /tokens/get'],
    ['GetCountries', ['apiKey'], 'GET /countries?apiKey'],
    ['Login', ['user', 'password'], 'POST /login'],
    ['GetUserService', ['userId'], 'GET /users/{userId}'],
  ])('%s(%j): %s', (name, inputs, route) => {
    expect(routes(name, inputs)[0]).toBe(route);
  });

  test('a verb alone is about what its port names', () => {
    expect(routes('get', ['ids[]'], 'AdGroupsPort')[0]).toBe('GET /ad-groups?ids');
    expect(routes('get', ['ids[]'], 'Soap')[0]).toBe('GET /get?ids');
  });

  test('every verb of the table has its method', () => {
    for (const { verbs, method } of verbRows)
      for (const verb of verbs)
        expect(routes(`${verb}Thing`, ['id'])[0], verb).toMatch(new RegExp(`^${method} /things?(/\\{id\\})?`));
  });
});

test('a value that finds a resource alone is its id elsewhere', () => {
  const all = [
    listed('describeSObject', ['sObjectType'], 'Soap'),
    listed('getDeleted', ['sObjectType', 'startDate'], 'Soap'),
    listed('describeLayout', ['sObjectType', 'layoutName'], 'Soap'),
  ];
  const idsOfOthers = idsOf(all);
  const first = all.map((one) => routesOf(one, { idsOfOthers })[0].path);
  expect(first).toEqual(['/sobjects/{sObjectType}', '/sobjects/{sObjectType}/deleted', '/layouts/{layoutName}']);
});

test('verbs without a noun are about the one thing that an operation of the port takes', () => {
  const all = [
    listed('login', ['user', 'password'], 'Soap'),
    listed('create', ['sObjects{}'], 'Soap'),
    listed('delete', ['ids[]'], 'Soap'),
    listed('query', ['queryString'], 'Soap'),
  ];
  const subject = subjectOf(all);
  const first = all.map((one) => routesOf(one, { subject })[0]).map(({ method, path }) => `${method} ${path}`);
  expect(first).toEqual(['POST /login', 'POST /sobjects', 'DELETE /sobjects', 'GET /query']);
  expect(subjectOf([listed('create', ['request{}'], 'Soap')])).toBeUndefined();
});

test('further routes, where others have the first: by its condition, by its verb, by its name', () => {
  expect(routes('GetOrderByNumber', ['number'])).toEqual([
    'GET /orders/{number}',
    'GET /orders/by-number/{number}',
    'GET /orders/{number}/get',
    'POST /get-order-by-number',
  ]);
  expect(routes('SearchOrders', ['status'])).toEqual([
    'GET /orders?status',
    'GET /orders/search?status',
    'POST /orders/search',
    'POST /search-orders',
  ]);
});

test('below the path of a port', () => {
  const [first, ...next] = routesOf(listed('ListOrders', [], 'Sales'), { prefix: '/sales' });
  expect([first.path, next.at(-1)?.path]).toEqual(['/sales/orders', '/sales/list-orders']);
});

test.each([
  ['GetOrderIDs', 'get order ids'],
  ['get_order_no', 'get order no'],
  ['XMLParse', 'xml parse'],
  ['GetÜbersicht', 'get übersicht'],
  ['getSOAP12Binding', 'get soap12 binding'],
])('words of %s', (name, words) => {
  expect(wordsOf(name).join(' ')).toBe(words);
});

test.each([
  ['city', 'cities'],
  ['address', 'addresses'],
  ['status', 'statuses'],
  ['box', 'boxes'],
  ['day', 'days'],
  ['person', 'people'],
  ['house', 'houses'],
  ['analysis', 'analyses'],
])('%s, %s', (one, many) => {
  expect([plural([one]), plural([many]), singular([many]), singular([one])]).toEqual([[many], [many], [one], [one]]);
});

test('the reference has the table of verbs', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/reference/first-tables.md'), 'utf8');
  const rows = verbRows.map(
    ({ verbs, method, withId, withoutId }) => `| ${verbs.join(', ')} | ${method} | ${withId} | ${withoutId} |`,
  );
  expect(page).toContain(rows.join('\n'));
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const translated = verbRows.map(
    ({ verbs, translations }) =>
      `| ${[verbs[0], ...languages.map((language) => (translations[language] ?? []).join(', '))].join(' | ')} |`,
  );
  expect(page).toContain(
    [`| like | ${languages.map(capital).join(' | ')} |`, `|${'---|'.repeat(languages.length + 1)}`, ...translated].join(
      '\n',
    ),
  );
});

test('no verb has two meanings', () => {
  const all = verbRows.flatMap(({ verbs, translations }) => [
    ...new Set([...verbs, ...Object.values(translations).flat()]),
  ]);
  expect(all.filter((verb, i) => all.indexOf(verb) !== i)).toEqual([]);
  expect(all.filter((verb) => !/^[a-z]+$/.test(verb))).toEqual([]);
});

describe('names in other languages, before and after their noun', () => {
  test.each<[name: string, inputs: string[], route: string]>([
    ['AnmeldungErstellen', ['anmeldung{}'], 'POST /anmeldungen -> 201'],
    ['anmeldungErstellen', ['anmeldung{}'], 'POST /anmeldungen -> 201'],
    ['SendungAbrufen', ['sendungsnummer'], 'GET /sendungen/{sendungsnummer}'],
    ['KundeLöschen', ['kundenId'], 'DELETE /kunden/{kundenId}'],
    ['loescheKunde', ['kundennr'], 'DELETE /kunden/{kundennr}'],
    ['AuftragÄndern', ['auftragsnummer', 'auftrag{}'], 'PATCH /auftrag/{auftragsnummer}'],
    ['obtenerCliente', ['idCliente'], 'GET /clientes/{idCliente}'],
    ['crearPedido', ['pedido{}'], 'POST /pedidos -> 201'],
    ['consultarFactura', ['numeroFactura'], 'GET /facturas/{numeroFactura}'],
    ['ConsultaPoliza', ['numeroPoliza'], 'GET /polizas/{numeroPoliza}'],
    ['obterCotacao', ['idCotacao'], 'GET /cotacoes/{idCotacao}'],
    ['excluirPedido', ['idPedido'], 'DELETE /pedidos/{idPedido}'],
    ['ConsulterSolde', ['numeroCompte'], 'GET /solde?numeroCompte'],
    ['créerCommande', ['commande{}'], 'POST /commandes -> 201'],
    ['ClientRechercher', ['nom?'], 'GET /clients?nom'],
    ['ottieniOrdine', ['codiceOrdine'], 'GET /ordini/{codiceOrdine}'],
    ['aggiungiCliente', ['cliente{}'], 'POST /clienti -> 201'],
    ['KlantOphalen', ['klantId'], 'GET /klant/{klantId}'],
    ['zoekBestelling', ['naam?'], 'GET /bestellingen?naam'],
    ['pobierzZamowienie', ['numerZamowienie'], 'GET /zamowienie/{numerZamowienie}'],
    ['usuńKlienta', ['idKlienta'], 'DELETE /klienta/{idKlienta}'],
    ['BerechneZollsatz', ['wert'], 'POST /berechne-zollsatz'],
  ])('%s(%j): %s', (name, inputs, route) => {
    expect(routes(name, inputs)[0]).toBe(route);
  });
});

test('a verb that makes what other operations list or delete adds to the collection', () => {
  const booking = listed('BookAppointment', ['doctorId', 'date'], 'Soap');
  const all = [booking, listed('CancelAppointment', ['appointmentId'], 'Soap')];
  const [route, ...others] = routesOf(booking, { forms: nounForms(all) });
  expect([route.method, route.path, route.status]).toEqual(['POST', '/appointments', 201]);
  expect(others.map(({ path }) => path)).toEqual([
    '/doctors/{doctorId}/book-appointment',
    '/appointments/book',
    '/book-appointment',
  ]);
  expect(routes('BookAppointment', ['doctorId', 'date'])[0]).toBe('POST /doctors/{doctorId}/book-appointment');
});
