// Other people's SOAP clients as callers: each loads a service's WSDL and calls its operations.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createClientAsync } from 'soap';

export type Call = readonly [operation: string, arguments_: Readonly<Record<string, unknown>>];

/** As each client shows it; `code` and `reason` where it was a fault. */
export interface Said {
  // biome-ignore lint/suspicious/noExplicitAny: whatever the client makes of a reply
  readonly result?: any;
  readonly code?: string;
  readonly reason?: string;
  readonly detail?: unknown;
}

export type Caller = (wsdl: string, calls: readonly Call[]) => Promise<Said[]>;

const scripts = join(import.meta.dirname, 'clients');

export const callWithPhp: (version: '1.1' | '1.2') => Caller = (version) => (wsdl, calls) =>
  lines('php', [join(scripts, 'call.php'), version, wsdl], calls);

export const callWithZeep: (version: '1.1' | '1.2') => Caller = (version) => (wsdl, calls) =>
  lines('/usr/bin/python3', [join(scripts, 'call_zeep.py'), version, wsdl], calls);

async function lines(program: string, args: readonly string[], calls: readonly Call[]): Promise<Said[]> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(calls.map((call) => `${JSON.stringify(call)}\n`).join(''));
  const [out, err] = await Promise.all([child.stdout.toArray(), child.stderr.toArray()]);
  const text = Buffer.concat(out as Buffer[])
    .toString()
    .trimEnd();
  const said = text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as Said);
  if (said.length !== calls.length) throw new Error(`${program}: ${text}${Buffer.concat(err as Buffer[])}`);
  return said;
}

/** Both stacks of npm keep the whole envelope. */
interface WithEnvelope {
  readonly root?: { Envelope: { Body: { Fault: Record<string, unknown> } } };
}

export const callWithNodeSoap: Caller = async (wsdl, calls) => {
  const client = await createClientAsync(wsdl, { disableCache: true });
  const said: Said[] = [];
  for (const [operation, given] of calls) {
    const call = client[`${operation}Async`] as (given: unknown) => Promise<unknown[]>;
    said.push(await call(given).then(([result]) => ({ result }), faultOf));
  }
  return said;
};

function faultOf(error: unknown): Said {
  const fault = (error as WithEnvelope).root?.Envelope.Body.Fault;
  if (!fault) throw error;
  const { Code, Reason, Detail, faultcode, faultstring, detail } = fault as Record<string, Record<string, unknown>>;
  if (Code) return { code: textOf(Code['Value']), reason: textOf(Reason['Text']), detail: Detail };
  return { code: textOf(faultcode), reason: textOf(faultstring), detail };
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? String((value as { $value?: unknown }).$value) : String(value);
}

interface StrongClient {
  [operation: string]: (given: unknown, done: (error: unknown, result: unknown) => void) => void;
}
interface StrongSoap {
  readonly soap: {
    createClient(url: string, options: object, done: (error: unknown, client: StrongClient) => void): void;
  };
}
const { soap: strongSoap } = createRequire(import.meta.url)('strong-soap') as StrongSoap;

export const callWithStrongSoap: Caller = async (wsdl, calls) => {
  const client = await new Promise<StrongClient>((resolve, reject) => {
    strongSoap.createClient(wsdl, {}, (error, made) => (error ? reject(error as Error) : resolve(made)));
  });
  const said: Said[] = [];
  for (const [operation, given] of calls) {
    said.push(
      await new Promise<Said>((resolve) => {
        client[operation](given, (error, result) => resolve(error ? faultOf(error) : { result }));
      }),
    );
  }
  return said;
};
