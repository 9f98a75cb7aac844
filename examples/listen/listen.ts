// Where the services of the demo listen. Knows nothing about what they answer.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SoapstoneError } from '../../src/index.ts';

/** Resolves with the port of 127.0.0.1; 0 takes a free one. `flag` chooses another. @throws SoapstoneError SETTINGS when it cannot be taken. */
export async function listen(server: Server, port: number, flag: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(port, flag, error)));
    server.listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

function cannotListen(port: number, flag: string, { code, message }: NodeJS.ErrnoException): SoapstoneError {
  const why = code === 'EADDRINUSE' ? 'another process has it' : (code ?? message);
  return new SoapstoneError('SETTINGS', `a SOAP service of the demo cannot listen on port ${port}: ${why}`, {
    suggestion: `choose another one with ${flag}`,
  });
}
