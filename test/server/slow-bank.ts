import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { accountOf } from '../../examples/bank/accounts.ts';
import { accountResponse } from '../../examples/bank/bank-messages.ts';

export interface SlowBank {
  readonly url: string;
  /** How many requests wait for `answer`. */
  waiting(): number;
  /** How many of them were given up. */
  gone(): number;
  /** Answers everyone who waits. */
  answer(): void;
}

/** A bank that answers when it is told to. `heard`: gets the body of each request. */
export async function slowBank(heard: (body: string) => void = () => {}): Promise<SlowBank> {
  const held: ServerResponse[] = [];
  let gone = 0;
  const server = createServer((req, res) => {
    res.on('close', () => {
      if (!res.writableFinished) gone++;
    });
    let body = '';
    req.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    req.on('end', () => {
      heard(body);
      held.push(res);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const xml = accountResponse('https://example.com/bank', accountOf('7')!);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/accounts`,
    waiting: () => held.length,
    gone: () => gone,
    answer: () => {
      for (const res of held.splice(0)) res.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' }).end(xml);
    },
  };
}
