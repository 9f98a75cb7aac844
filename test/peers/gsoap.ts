// A service and clients in C, made by gSOAP's wsdl2h and soapcpp2 from a contract. Each is built once into .cache/.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Conversation, converse, type Said } from './callers.ts';
import { accountsWsdl } from './contracts.ts';
import { type Peer, startPeer } from './peer.ts';

/** Accounts, of tutorial 10. Answers SOAP 1.1 and 1.2, each with its own. Path: any. */
export async function startGsoapAccounts(): Promise<Peer> {
  const program = await build({
    sources: ['accounts.c'],
    wsdl: accountsWsdl,
    contract: readFileSync(accountsWsdl, 'utf8'),
    flags: ['-S'],
    made: 'soapServer.c',
  });
  return startPeer({ program, args: [] });
}

/** One line of words goes in, e.g. `GetAccount 7 EUR`. */
export interface GsoapClient {
  call(line: string): Promise<Said>;
  close(): void;
}

/** `source`: `call-accounts.c` or `call-payments.c`; `url`: the service, which shows its contract at `?wsdl`. */
export async function openGsoap(source: string, url: string, version: '1.1' | '1.2'): Promise<GsoapClient> {
  const wsdl = `${url}?wsdl`;
  // Where it was served says nothing about the client, which is told the endpoint.
  const contract = (await (await fetch(wsdl)).text()).replaceAll(new URL(url).origin, '');
  const sources = [source, 'caller.h'];
  const program = await build({ sources, wsdl, contract, flags: ['-C'], made: 'soapClient.c' });
  const client: Conversation = converse(program, [version, url]);
  return { call: async (line) => JSON.parse(await client.ask(line)) as Said, close: client.close };
}

interface Plan {
  /** The first one is compiled. */
  readonly sources: readonly string[];
  /** File or URL. */
  readonly wsdl: string;
  readonly contract: string;
  readonly flags: readonly string[];
  /** The file that soapcpp2 makes beside soapC.c. */
  readonly made: string;
}

const cache = join(import.meta.dirname, '../../.cache/peers');
const run = promisify(execFile);

/** The path of the program. */
async function build({ sources, wsdl, contract, flags, made }: Plan): Promise<string> {
  const hash = createHash('sha256').update(contract).update(process.arch).update(made);
  for (const source of sources) hash.update(readFileSync(join(import.meta.dirname, 'gsoap', source)));
  const program = join(cache, `gsoap-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(program)) return program;
  mkdirSync(cache, { recursive: true });
  const cwd = mkdtempSync(join(cache, 'build-'));
  for (const source of sources) copyFileSync(join(import.meta.dirname, 'gsoap', source), join(cwd, source));
  await run('wsdl2h', ['-c', '-o', 'contract.h', wsdl], { cwd });
  await run('soapcpp2', ['-c', ...flags, '-L', '-x', '-I/usr/share/gsoap/import', 'contract.h'], { cwd });
  await run('gcc', ['-O1', '-o', 'program', sources[0], 'soapC.c', made, '-lgsoap'], { cwd });
  // Appears at once and whole, also when two test runs build at the same time.
  renameSync(join(cwd, 'program'), program);
  rmSync(cwd, { recursive: true });
  return program;
}
