// xsi:type of simple types on requests: callers without a contract write it at every part.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadMapping } from '../../../../src/mapping/load.ts';
import { FrontScene } from './front-scene.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const XSI = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:x="http://www.w3.org/2001/XMLSchema"';

describe('parts that name their types', () => {
  let orders: FrontScene;
  let parcels: FrontScene;
  beforeAll(async () => {
    const placed = { number: '"n"', state: 'accepted', total: 3 };
    orders = await FrontScene.open(await loadMapping(join(root, 'test/e2e/mappings/orders')), () => placed);
    parcels = await FrontScene.open(await loadMapping(join(root, 'mappings/20-shapes')), () => {
      throw new Error('seen is enough');
    });
  });
  afterAll(() => Promise.all([orders?.close(), parcels?.close()]));

  it('are taken of PHP SoapClient in rpc mode', async () => {
    const script = join(root, 'test/peers/clients/rpc.php');
    const { stdout } = await promisify(execFile)('php', [script, orders.url]);
    expect(JSON.parse(stdout)).toEqual({ result: { number: '"n"', state: 'accepted', total: '3' } });
    expect(orders.seen).toMatchObject([{ rule: 'order.place', values: { customer: '7', due: '"2024-05-06"' } }]);
  });

  it.each(['x:int', 'x:long', 'x:byte'])('are the bare value of the declared type: %s', async (type) => {
    const before = parcels.seen.length;
    await parcels.ask(
      '1.1',
      `<GetParcel xmlns="https://example.com/parcels" ${XSI}><id i:type="${type}">7</id></GetParcel>`,
    );
    expect(parcels.seen.slice(before)).toEqual([{ rule: expect.any(String), values: { id: '7' } }]);
  });
});
