// A service in C, made by gSOAP's wsdl2h and soapcpp2 from the contract. Built once into .cache/. Path: any.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { accountsWsdl } from './contracts.ts';
import { type Peer, startPeer } from './peer.ts';

/** Accounts, of tutorial 10. Answers SOAP 1.1 and 1.2, each with its own. */
export const startGsoapAccounts = (): Promise<Peer> =>
  startPeer({ program: build('accounts.c', accountsWsdl), args: [] });

const cache = join(import.meta.dirname, '../../.cache/peers');

/** The path of the server program. */
function build(source: string, wsdl: string): string {
  const from = join(import.meta.dirname, 'gsoap', source);
  const key = createHash('sha256')
    .update(readFileSync(from))
    .update(readFileSync(wsdl))
    .update(process.arch)
    .digest('hex')
    .slice(0, 16);
  const program = join(cache, `gsoap-${key}`);
  if (existsSync(program)) return program;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'build-'));
  copyFileSync(from, join(folder, source));
  const run = (name: string, ...args: string[]) =>
    execFileSync(name, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  run('wsdl2h', '-c', '-o', 'contract.h', wsdl);
  run('soapcpp2', '-c', '-S', '-L', '-x', '-I/usr/share/gsoap/import', 'contract.h');
  run('gcc', '-O1', '-o', 'server', source, 'soapC.c', 'soapServer.c', '-lgsoap');
  // Appears at once and whole, also when two test runs build at the same time.
  renameSync(join(folder, 'server'), program);
  rmSync(folder, { recursive: true });
  return program;
}
