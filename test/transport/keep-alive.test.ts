// How long a connection to the service may be idle, where neither the service nor a setting says it.
import { afterAll, expect, it, vi } from 'vitest';
import { httpTransport } from '../../src/transport/http.ts';
import { http, RawPeer } from './raw-peer.ts';

const opened = vi.hoisted((): { keepAliveTimeout?: number }[] => []);

vi.mock('../../src/transport/pooled-client.ts', async (original) => {
  const { PooledClient } = await original<typeof import('../../src/transport/pooled-client.ts')>();
  return {
    PooledClient: class extends PooledClient {
      constructor(...options: ConstructorParameters<typeof PooledClient>) {
        opened.push(options[1] ?? {});
        super(...options);
      }
    },
  };
});

const peer = await RawPeer.listen((socket) => socket.write(http(200, 'text/plain', 'ok')));
const transport = httpTransport({ origin: peer.origin });
afterAll(async () => {
  await transport.destroy(new Error('test over'));
  await peer.close();
});

it('is 4 s', async () => {
  await new Promise<void>((resolve, reject) => {
    transport.send(
      { method: 'GET', path: '/', headers: [] },
      { onHead: () => {}, onData: () => true, onEnd: resolve, onError: reject },
    );
  });
  expect(new Set(opened.map(({ keepAliveTimeout }) => keepAliveTimeout))).toEqual(new Set([4000]));
});
