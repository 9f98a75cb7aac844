// Other people's SOAP clients as readers of WSDL: what each makes of the documents at some locations (URLs or files).
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClientAsync } from 'soap';

export interface Reading {
  /** As the client spells them. */
  readonly operations?: readonly string[];
  readonly types?: readonly string[];
  readonly addresses?: readonly (string | null)[];
  readonly error?: string;
}

type Described = Record<string, Record<string, Record<string, unknown>>>;

interface StrongSoap {
  readonly soap: {
    createClient(url: string, options: object, done: (error: unknown, client: { describe(): Described }) => void): void;
  };
}

const { soap: strongSoap } = createRequire(import.meta.url)('strong-soap') as StrongSoap;
const run = promisify(execFile);
const scripts = join(import.meta.dirname, 'clients');

export const readWithPhp = (...locations: string[]) => lines('php', [join(scripts, 'read.php'), ...locations]);

export const readWithZeep = (...locations: string[]) =>
  lines('/usr/bin/python3', [join(scripts, 'read_zeep.py'), ...locations]);

/** The envelopes that zeep writes for all operations of the first port, with what is required only; `text` is the value of every text. */
export async function writeWithZeep(location: string, text: string): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await run('/usr/bin/python3', [join(scripts, 'write_zeep.py'), location, text]);
  return new Map(Object.entries(JSON.parse(stdout) as Record<string, string>));
}

async function lines(program: string, args: readonly string[]): Promise<Reading[]> {
  const { stdout } = await run(program, args, { maxBuffer: 256 * 1024 * 1024 });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Reading);
}

/** gSOAP's wsdl2h: the methods of the header file that it writes. */
export async function readWithGsoap(location: string): Promise<Reading> {
  const folder = mkdtempSync(join(tmpdir(), 'wsdl2h-'));
  try {
    await run('wsdl2h', ['-c', '-o', join(folder, 'out.h'), location], { cwd: folder });
    const header = readFileSync(join(folder, 'out.h'), 'utf8');
    const operations = [...header.matchAll(/^\/\/gsoap \S+\s+service method-\S*action:\s+(\S+)/gm)].map((m) => m[1]);
    // Of two ports the second one's methods get a mark of their own.
    return { operations: [...new Set(operations.map((name) => name.replace(/_+$/, '')))] };
  } catch (error) {
    return { error: String(error) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function readWithNodeSoap(location: string): Promise<Reading> {
  try {
    const client = await createClientAsync(location, { disableCache: true });
    return described(client.describe() as Described);
  } catch (error) {
    return { error: String(error) };
  }
}

export function readWithStrongSoap(location: string): Promise<Reading> {
  return new Promise((resolve) => {
    strongSoap.createClient(location, {}, (error, client) => {
      try {
        resolve(error ? { error: String(error) } : described(client.describe()));
      } catch (e) {
        resolve({ error: String(e) });
      }
    });
  });
}

/** Both stacks answer service → port → operation. */
function described(services: Described): Reading {
  const operations = Object.values(services).flatMap((s) => Object.values(s).flatMap((port) => Object.keys(port)));
  return { operations };
}
