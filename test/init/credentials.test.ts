// Inputs that say who calls: HTTP headers, never a part of an address.

import { expect, test } from 'vitest';
import { isSecretName } from '../../src/capture/secret-names.ts';
import { firstTable } from '../../src/init/first-table.ts';
import { secretNames, secretWords } from '../../src/init/inference/ids.ts';
import { stubCase } from '../../src/init/table/stub-cases.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { type SmallContract, smallContract } from './small-contract.ts';

/** Rules of the table, each with its option `headers` after a bar; reasons by operation. */
async function tableOf(written: SmallContract) {
  const contract = smallContract(written);
  const { text, mapping, choices } = await firstTable(contract, { contract: 'small.wsdl' });
  expect(compileMapping(text, 'mapping.yaml', contract).undecided).toEqual([]);
  for (const rule of mapping.rules) expect(stubCase(mapping, rule), rule.id).toBeDefined();
  const rules = text.match(/^ {2}- .*(?:\n {4}headers: .*)?/gm)!.map((rule) => rule.slice(4).replace(/\n +/, ' | '));
  return { text, rules, reasons: Object.fromEntries(choices.map((one) => [one.listed.operation.name, one.reason])) };
}

test('what always comes with a token, and is named like a credential, is a header too', async () => {
  const { rules, text, reasons } = await tableOf({
    operations: [
      'dummy() -> ok: string',
      'getOrder(token: string, sign: string, taxNumber: long, orderId: long) -> total: int',
      'listOrders(token: string, sign: string, taxNumber: long) -> n: int[]',
      'getCity(token: string, sign: string, taxNumber: long, city: string) -> n: int',
    ],
  });
  expect(rules).toEqual([
    'POST /dummy: dummy',
    'GET /orders/{orderId}?taxNumber: getOrder | headers: &credentials { X-Token: "{token}", X-Sign: "{sign}" }',
    'GET /orders?taxNumber: listOrders | headers: *credentials',
    'GET /cities/{city}?taxNumber: getCity | headers: *credentials',
  ]);
  expect(text).toContain('# token, sign: credentials of the service. Clients send them as X-Token, X-Sign');
  expect(reasons.getOrder).toMatch(/; token and sign say who calls: headers$/);
});

test('beside a session, the one object of an update has its id in the path', async () => {
  const { rules } = await tableOf({
    operations: [
      'listOrders(sessionId: string) -> order: Order[]',
      'updateOrder(sessionId: string, order: Order) -> ok: boolean',
      'savePart(sessionId: string, part: Part) -> ok: boolean',
      'updateUserRole(sessionId: string, role: UserRole) -> ok: boolean',
    ],
    types: {
      Order: 'orderId: long, note?: string',
      Part: 'partId?: long, name: string',
      UserRole: 'userId: long, roleId: long, until?: date',
    },
  });
  const headers = 'headers: { X-Session-Id: "{sessionId}" }';
  expect(rules).toEqual([
    `GET /orders: listOrders | ${headers}`,
    `PUT /orders/{orderId}: updateOrder | ${headers}`,
    // It may also add, and an id of something else is none.
    `POST /parts: savePart | ${headers}`,
    `PUT /user-role: updateUserRole | ${headers}`,
  ]);
});

test('a twin is one that is nowhere without the other', async () => {
  const { rules } = await tableOf({
    operations: [
      'getOrder(token: string, user: string, orderId: long) -> total: int',
      'listOrders(token: string) -> n: int[]',
      'findShops(token: string, city: string) -> n: int[]',
    ],
  });
  expect(rules[0]).toBe('GET /orders/{orderId}?user: getOrder | headers: { X-Token: "{token}" }');
  expect(rules[2]).toBe('GET /shops?city: findShops | headers: { X-Token: "{token}" }');
});

test('a user and a password that most operations take are headers; those of a login are its body', async () => {
  const { rules } = await tableOf({
    operations: [
      'login(user: string, password: string) -> ok: boolean',
      'getOrder(user: string, password: string, orderId: long) -> total: int',
      'listOrders(user: string, password: string) -> n: int[]',
    ],
  });
  expect(rules).toEqual([
    'POST /login: login',
    'GET /orders/{orderId}: getOrder | headers: &credentials { X-User: "{user}", X-Password: "{password}" }',
    'GET /orders: listOrders | headers: *credentials',
  ]);
});

test('the id of a user beside a password is a header too; beside a token it may be an id', async () => {
  const withUser = (credential: string) =>
    tableOf({
      operations: [
        `getShipment(userId: string, ${credential}: string, shipmentNo: string) -> shipmentNo: string`,
        `startExport(userId: string, ${credential}: string, query: string) -> exportNo: string`,
      ],
    });
  const headers = 'headers: &credentials { X-User-Id: "{userId}", X-Password: "{password}" }';
  expect((await withUser('password')).rules).toEqual([
    `GET /shipments/{shipmentNo}: getShipment | ${headers}`,
    'POST /start-export: startExport | headers: *credentials',
  ]);
  expect((await withUser('token')).text).not.toContain('X-User-Id');
});

test('credentials inside of an object of most requests are said once, with the way out', async () => {
  const operation = (name: string) => `${name}(request: ${name}Request) -> n: int`;
  const { text } = await tableOf({
    operations: ['GetOrder', 'CancelOrder', 'GetCity'].map(operation),
    types: {
      ...Object.fromEntries(
        ['GetOrder', 'CancelOrder', 'GetCity'].map((name) => [`${name}Request`, 'context: Context, no: string']),
      ),
      Context: 'userId: string, password: string, language?: string',
    },
  });
  expect(text).toContain('# request.context.password of most requests is a credential: clients send it in bodies.');
  expect(text).not.toContain('The contract names none');
});

test.each([
  'kennwort',
  'Passwort',
  'zugangscode',
  'passord',
  'lösenord',
  'losenord',
  'adgangskode',
  'wachtwoord',
  'contraseña',
  'clave',
  'senha',
  'motDePasse',
  'hasło',
  'heslo',
])('%s is no part of an address, and captures mask it', async (name) => {
  const { rules } = await tableOf({
    operations: [`getOrder(user: string, ${name}: string, orderId: long) -> total: int`, 'listCities() -> n: int[]'],
  });
  expect(rules[0].split(' | ')[0]).not.toContain(name);
  expect(isSecretName(name)).toBe(true);
});

test('every word for a secret is masked in captures', () => {
  const names = [...secretWords, ...secretNames].map((phrase) => phrase.replaceAll(' ', '-'));
  expect(names.filter((name) => !isSecretName(name))).toEqual([]);
});

test('the code of a product is no secret', () => {
  expect(isSecretName('claveProducto')).toBe(false);
});

test('a key is a header where one operation takes it', async () => {
  const { rules } = await tableOf({
    operations: ['listShops(apiKey: string) -> n: int[]', 'listCities() -> n: int[]', 'listStreets() -> n: int[]'],
  });
  expect(rules[0]).toBe('GET /shops: listShops | headers: { X-Api-Key: "{apiKey}" }');
});

test('what a delete takes alone, or a read several of, is an id', async () => {
  const { rules } = await tableOf({
    operations: [
      'listDoors(limit?: int) -> n: int[]',
      'getDoors(token: string[]) -> n: int[]',
      'deleteDoor(token: string) -> ok: boolean',
      'lockDoor(token: string) -> ok: boolean',
      'unlockDoor(token: string) -> ok: boolean',
    ],
  });
  expect(rules).toEqual([
    'GET /doors?limit: listDoors',
    'GET /doors/by-token?token: getDoors',
    'DELETE /doors/{token}: deleteDoor',
    'POST /doors/{token}/lock: lockDoor',
    'POST /doors/{token}/unlock: unlockDoor',
  ]);
});

test('letters before a text say nothing', async () => {
  const { rules } = await tableOf({
    operations: [
      'getText(sLogin: string, sPassword: string, nr: int) -> n: int',
      'listTexts(sLogin: string, sPassword: string) -> n: int[]',
    ],
  });
  expect(rules[1]).toBe('GET /texts: listTexts | headers: *credentials');
  expect(rules[0]).toContain('{ X-Login: "{sLogin}", X-Password: "{sPassword}" }');
});

test('an object with credentials is headers, and what is left the body', async () => {
  const { rules, reasons, text } = await tableOf({
    operations: [
      'createInvoice(Auth: Auth, invoice: Invoice) -> number: int',
      'getCurrencies(Auth: Auth) -> currency: string[]',
      'getInvoice(Auth: Auth, invoiceId: int) -> total: int',
    ],
    types: { Auth: 'Token: string, Sign: string, Cuit: long', Invoice: 'total: int, lines: int[]' },
  });
  expect(rules).toEqual([
    'POST /invoices: createInvoice -> 201 | headers: &credentials { X-Auth-Token: "{token}", X-Auth-Sign: "{sign}", X-Auth-Cuit: "{cuit}" }',
    'GET /invoices/{invoiceId}: getInvoice | headers: *credentials',
    'GET /currencies: getCurrencies | headers: *credentials',
  ]);
  expect(reasons.getCurrencies).toMatch(/; Token, Sign and Cuit say who calls: headers$/);
  expect(text).not.toContain('holds credentials?');
});

test('an object with credentials stays in the body where another object has a value of the same name', async () => {
  const { rules } = await tableOf({
    operations: [
      'createInvoice(Auth: Auth, invoice: Invoice) -> number: int',
      'updateInvoice(Auth: Auth, invoice: Invoice) -> number: int',
    ],
    types: { Auth: 'token: string', Invoice: 'total: int, token: string' },
  });
  expect(rules[0]).toBe('POST /invoices: createInvoice -> 201');
});
