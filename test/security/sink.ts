// What no attack may reach: an address that nobody has a reason to connect to, and a file that nobody has a reason to read.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const CANARY = 'canary-7f3a1c9e5b';

export interface Sink {
  /** `127.0.0.1:port` */
  readonly host: string;
  /** Path of a file that holds CANARY. */
  readonly file: string;
  /** Connections so far. */
  connections(): number;
  stop(): Promise<void>;
}

export async function openSink(): Promise<Sink> {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    // Whoever comes gets what would be worth having.
    socket.on('error', () => {}).end(`HTTP/1.1 200 OK\r\nContent-Length: ${CANARY.length}\r\n\r\n${CANARY}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const dir = mkdtempSync(join(tmpdir(), 'soapstone-sink-'));
  writeFileSync(join(dir, 'canary'), CANARY);
  const stop = async () => {
    server.close();
    await once(server, 'close');
    rmSync(dir, { recursive: true, force: true });
  };
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, file: join(dir, 'canary'), connections: () => connections, stop };
}
