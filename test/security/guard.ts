// Loaded into a gateway before anything else (`node --import`): counts what it touches, file by file and socket by socket, until it is asked.
import { createHook } from 'node:async_hooks';
import dns from 'node:dns';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { basename } from 'node:path';

/** What node does outside of the process, by the names of its own handles. */
const OUTSIDE = new Set([
  ...['FSREQCALLBACK', 'FSREQPROMISE', 'FILEHANDLE', 'STATWATCHER', 'FSEVENTWRAP'],
  ...['GETADDRINFOREQWRAP', 'GETNAMEINFOREQWRAP', 'QUERYWRAP'],
  ...['TCPCONNECTWRAP', 'PIPECONNECTWRAP', 'UDPWRAP', 'UDPSENDWRAP'],
  ...['PROCESSWRAP', 'WORKER'],
]);

interface Connecting {
  readonly address?: string;
  readonly port?: number;
}

let touched: (string | (() => string))[] = [];

createHook({
  init: (_id, type, _trigger, resource) => {
    // Where a connection goes is written into it a moment later.
    if (OUTSIDE.has(type)) touched.push(type === 'TCPCONNECTWRAP' ? () => connection(resource as Connecting) : type);
  },
}).enable();

function connection({ address, port }: Connecting): string {
  return `TCPCONNECTWRAP ${address}:${port}`;
}

type Call = (...parameters: unknown[]) => unknown;
const calls = fs as unknown as Record<string, Call>;
for (const name of Object.keys(fs).filter((key) => key.endsWith('Sync'))) {
  const own = calls[name];
  calls[name] = (...parameters) => {
    touched.push(name === 'openSync' ? `${name} ${basename(String(parameters[0]))}` : name);
    return own(...parameters);
  };
}
syncBuiltinESMExports();

process.on('message', (message) => {
  // For the proof that something would be seen.
  if (message === 'touch') touch();
  const report = touched.map((one) => (typeof one === 'string' ? one : one()));
  touched = [];
  process.send?.(report);
});
// The channel alone keeps no process alive.
process.channel?.unref();

function touch(): void {
  fs.existsSync(import.meta.filename);
  fs.stat(import.meta.filename, () => {});
  dns.lookup('localhost', () => {});
  net.connect(9, '127.0.0.1').on('error', () => {});
}
