// The request of a login has one clock, however its response comes.
import { afterEach, expect, test, vi } from 'vitest';
import { post } from '../../../src/auth/outbound/post.ts';
import { SoapstoneError } from '../../../src/errors/errors.ts';
import type { Transport } from '../../../src/transport/transport.ts';

type Receiver = Parameters<Transport['send']>[1];

function login() {
  const seen: { receiver?: Receiver } = {};
  const transport = {
    send: (_request: unknown, receiver: Receiver) => {
      seen.receiver = receiver;
      return { abort: (error: Error) => receiver.onError(error, false), resume: () => {} };
    },
  } as unknown as Pick<Transport, 'send'>;
  const operation = { version: '1.1', action: 'login' } as const;
  const posted = post(transport, '/', operation, Buffer.from('<login/>'));
  return { posted, receiver: seen.receiver as Receiver };
}

afterEach(() => void vi.useRealTimers());

test('a service that sends one byte after the other is given up', async () => {
  vi.useFakeTimers();
  const { posted, receiver } = login();
  const failed = expect(posted).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
  receiver.onHead(200, {});
  for (let second = 0; second < 11; second++) {
    receiver.onData(Buffer.from('.'));
    await vi.advanceTimersByTimeAsync(1000);
  }
  await failed;
});

test('a transport that fails at once says why, and leaves no clock behind', async () => {
  vi.useFakeTimers();
  const closed = {
    send: (_request: unknown, receiver: Receiver) => {
      receiver.onError(new SoapstoneError('UPSTREAM_CONNECT', 'closed'), true);
      return { abort: () => {}, resume: () => {} };
    },
  } as unknown as Pick<Transport, 'send'>;
  const posted = post(closed, '/', { version: '1.1', action: 'login' }, Buffer.from('<login/>'));
  await expect(posted).rejects.toMatchObject({ code: 'UPSTREAM_CONNECT' });
  expect(vi.getTimerCount()).toBe(0);
});

test('a response in time leaves no clock behind', async () => {
  vi.useFakeTimers();
  const { posted, receiver } = login();
  receiver.onHead(200, {});
  receiver.onData(Buffer.from('fine'));
  receiver.onEnd();
  expect(Buffer.from((await posted).body).toString()).toBe('fine');
  expect(vi.getTimerCount()).toBe(0);
});
