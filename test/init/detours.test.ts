// Operations that want the same path: which has it, what the others have, and what `init` says of them.
import { expect, test } from 'vitest';
import { firstTable } from '../../src/init/first-table.ts';
import { smallContract } from './small-contract.ts';

const ORDER = { Order: 'orderId: long, note?: string', Filter: 'from: Range', Range: 'least?: int' };

/** `METHOD /path` and the last words of its reason, by operation. */
async function routesOf(operations: readonly string[]): Promise<Record<string, string>> {
  const { choices } = await firstTable(smallContract({ operations, types: ORDER }), { contract: 'small.wsdl' });
  return Object.fromEntries(
    choices.map(({ listed: { operation }, route, reason }) => {
      const query = route!.query.length > 0 ? `?${route!.query.join('&')}` : '';
      const detour = /; (\w+ has .*|check refuses .*)$/.exec(reason);
      return [operation.name, `${route!.method} ${route!.path}${query}${detour ? `; ${detour[1]}` : ''}`];
    }),
  );
}

test('what deletes has the DELETE, and what cancels is an action', async () => {
  expect(
    await routesOf(['cancelOrder(orderId: long) -> ok: boolean', 'deleteOrder(orderId: long) -> ok: boolean']),
  ).toEqual({
    cancelOrder: 'POST /orders/{orderId}/cancel; deleteOrder has DELETE /orders/{orderId}',
    deleteOrder: 'DELETE /orders/{orderId}',
  });
  expect(await routesOf(['cancelOrder(orderId: long) -> ok: boolean'])).toEqual({
    cancelOrder: 'DELETE /orders/{orderId}',
  });
});

test('a second read of one resource is below it', async () => {
  expect(
    await routesOf(['getOrder(orderId: long) -> order: Order', 'loadOrder(orderId: long) -> order: Order']),
  ).toEqual({
    getOrder: 'GET /orders/{orderId}',
    loadOrder: 'GET /orders/{orderId}/load; getOrder has GET /orders/{orderId}',
  });
});

test('what lists all has the collection; a list by one value is named after it', async () => {
  expect(
    await routesOf([
      'getPatients(department: string) -> id: int[]',
      'getPatientList() -> id: int[]',
      'findPatients(name: string) -> id: int[]',
    ]),
  ).toEqual({
    getPatients: 'GET /patients/by-department?department; getPatientList has GET /patients',
    getPatientList: 'GET /patients',
    findPatients: 'GET /patients/find?name; getPatientList has GET /patients',
  });
});

test('a list by one value keeps its collection before what reads one of it', async () => {
  expect(
    await routesOf([
      'getPanes(output: string) -> pane: string[]',
      'getPane(output: string, pane: string) -> width: int, height: int',
    ]),
  ).toEqual({ getPanes: 'GET /panes?output', getPane: 'GET /panes/{pane}?output' });
});

test('what creates has the collection before what creates from something', async () => {
  expect(
    await routesOf([
      'createOrderFromCart(cart: Order) -> orderId: long',
      'createOrder(order: Order) -> orderId: long',
      'addOrder(order: Order) -> orderId: long',
    ]),
  ).toEqual({
    createOrderFromCart: 'POST /orders/from-cart; createOrder has POST /orders',
    createOrder: 'POST /orders',
    addOrder: 'POST /orders/add; createOrder has POST /orders',
  });
});

test('a removal that cannot have the DELETE is an action with a body', async () => {
  expect(
    await routesOf(['deleteOrders(orderIds: long[]) -> ok: boolean', 'removeOrders(orderIds: long[]) -> ok: boolean']),
  ).toEqual({
    deleteOrders: 'DELETE /orders?orderIds',
    removeOrders: 'POST /orders/remove; deleteOrders has DELETE /orders',
  });
});
