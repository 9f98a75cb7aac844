// A service and clients in C, made by gSOAP's wsdl2h and soapcpp2 from a contract. Each is built once into .cache/.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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

/** `source`: `call-….c` (`call-any.c` takes and gives XML); `url`: the service, which shows its contract at `?wsdl`. */
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
  const hash = createHash('sha256').update(contract).update(process.arch).update(made).update('-F');
  for (const source of sources) hash.update(readFileSync(join(import.meta.dirname, 'gsoap', source)));
  const program = join(cache, `gsoap-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(program)) return program;
  mkdirSync(cache, { recursive: true });
  const cwd = mkdtempSync(join(cache, 'build-'));
  for (const source of sources) copyFileSync(join(import.meta.dirname, 'gsoap', source), join(cwd, source));
  // -F: types that are derived have a place in C too.
  await run('wsdl2h', ['-c', '-F', '-o', 'contract.h', wsdl], { cwd });
  await run('soapcpp2', ['-c', ...flags, '-L', '-x', '-I/usr/share/gsoap/import', 'contract.h'], { cwd });
  describe(cwd);
  await run('gcc', ['-O0', '-o', 'program', sources[0], 'soapC.c', made, '-lgsoap'], { cwd });
  // Appears at once and whole, also when two test runs build at the same time.
  renameSync(join(cwd, 'program'), program);
  rmSync(cwd, { recursive: true });
  return program;
}

/** What soapcpp2 calls the operations, for programs that know of no contract: names.h and operations.h. */
function describe(folder: string): void {
  const [names] = readdirSync(folder).filter((file) => file.endsWith('.nsmap'));
  writeFileSync(join(folder, 'names.h'), `#include "${names}"\n`);
  const stubs = readFileSync(join(folder, 'soapStub.h'), 'utf8');
  const calls = stubs.matchAll(
    / (soap_call___\w+?__(\w+))\(struct soap \*soap, .*?, struct (\w+) \*\w+, struct (\w+) \*/g,
  );
  const lines = [...calls].map(
    ([, function_, name, input, output]) => `OPERATION(${name}, ${function_}, ${input}, ${output})`,
  );
  writeFileSync(join(folder, 'operations.h'), `${lines.join('\n')}\n`);
}
