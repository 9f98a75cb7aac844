// Whoever takes a body as a whole: what is no JSON, or not of its type, is refused before the first call.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { soapstone } from '../../src/index.ts';
import { LazyJson } from '../../src/json/lazy-json.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { envelope } from '../binding/soap/front/front-scene.ts';
import { type RestPeer, type RestRequest, startRestPeer } from './rest-peer.ts';
import { testMapping } from './scene.ts';

const replies: Record<string, string> = {
  FindPerson: '<p:personId>5</p:personId>',
  DraftOrder: '<p:draftId>9</p:draftId>',
  PlaceOrder: '<p:orderId>1</p:orderId><p:total>3</p:total>',
  AddPerson: '<p:personId>7</p:personId>',
};

const operationOf = ({ body }: RestRequest) => /<p:(\w+)/.exec(body.slice(body.indexOf('Body')))?.[1] ?? '';

function answer(request: RestRequest) {
  const name = operationOf(request);
  const response = `<p:${name}Response xmlns:p="https://example.com/people">${replies[name]}</p:${name}Response>`;
  return { headers: { 'content-type': 'text/xml' }, body: envelope('1.1', response) };
}

describe('a body that stands in one hole', () => {
  let peer: RestPeer;
  let gateway: Awaited<ReturnType<typeof soapstone>>;
  let server: Server;
  beforeAll(async () => {
    peer = await startRestPeer(answer);
    gateway = await soapstone({ mapping: testMapping('bodies'), upstream: peer.origin });
    server = createServer(gateway).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  beforeEach(() => void peer.asked.splice(0));
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await gateway.close();
    await peer.stop();
  });

  const post = async (path: string, body: string | Uint8Array) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { code, errors, ...rest } = (await response.json()) as Record<string, unknown>;
    const where = (errors as { path: string }[] | undefined)?.[0].path;
    return { status: response.status, code, where, rest, calls: peer.asked.map(operationOf) };
  };

  const noJson = ['%%% not json', '[{"article":', '"a" "b"', '{"a":1}}', ' ', Uint8Array.of(0x22, 0xff, 0x22)];
  const everywhere = ['/people', '/orders/a', '/drop/a', '/drop/a?again=yes', '/person'];

  it.each(everywhere.flatMap((path) => noJson.map((body) => ({ path, body }))))(
    'is refused at $path when it is $body',
    async ({ path, body }) => {
      expect(await post(path, body)).toMatchObject({ status: 400, code: 'JSON_SYNTAX', calls: [] });
    },
  );

  it.each(everywhere)('is refused at %s when it names a member twice', async (path) => {
    const response = await post(path, '{"a":1,"a":2}');
    expect(response).toMatchObject({ status: 400, code: 'JSON_DUPLICATE_KEY', calls: [] });
  });

  it.each(['{"name":"Ann"}', '"x"', 'null', '7'])('is no list for each when it is %s', async (body) => {
    const wrong = { status: 422, code: 'CODEC_TYPE', calls: [] };
    expect(await post('/people', body)).toMatchObject({ ...wrong, where: '$' });
    expect(await post('/members', `{"people":${body}}`)).toMatchObject({ ...wrong, where: '$.people' });
  });

  it('goes on its way when it is right', async () => {
    const ann = '{"name":"Ann","email":"a@example.com"}';
    expect(await post('/people', `[${ann}, {"bogus":1}]`)).toMatchObject({
      status: 207,
      rest: { people: [{ id: 7 }, { status: 422 }] },
    });
    expect(await post('/people', '[]')).toMatchObject({ status: 207, rest: { people: [] } });
    expect(await post('/orders/a', '["x"]')).toMatchObject({ status: 201, rest: { order: 1 } });
    for (const path of ['/drop/a', '/drop/a?again=yes'])
      expect(await post(path, '{"a":[1]}')).toMatchObject({ status: 200, rest: { person: 5 } });
    expect(await post('/person', ann)).toMatchObject({ status: 200, rest: { id: 7 } });
  });

  it('is read by the encoder alone where that takes all of it', async () => {
    const { rules } = await loadMapping(testMapping('bodies'));
    const looks = (id: string, segments: string[]) => {
      const body = new LazyJson(Buffer.from('{}'));
      rules
        .find((rule) => rule.id === id)!
        .request.rest.match({ method: 'POST', segments, query: '', headers: {}, body });
      return body.isScanned;
    };
    expect(looks('whole', ['person'])).toBe(false);
    expect(looks('dropped', ['drop', 'a'])).toBe(true);
    expect(looks('steps', ['orders', 'a'])).toBe(true);
  });
});
