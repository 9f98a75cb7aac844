// Other people's SOAP clients as callers: each loads a service's WSDL and calls its operations.
//
// Arguments are written once for all of them: `@name` is an attribute, `$value` the text beside attributes, `$type` (`{namespace}Name`) an xsi:type,
// null an xsi:nil, `$list` a list type, `$bytes` bytes in base64 for clients that encode them, `$any` XML for a wildcard. Where the order of different elements counts, `$items` says it to a client that has words for that, and
// `$xml` to one that takes XML as it stands, the content of `$element`.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createClientAsync, type Client as NodeSoapClient } from 'soap';

export type Arguments = Readonly<Record<string, unknown>>;
/** `{namespace}Name` → text. */
export type HeaderParts = Readonly<Record<string, string>>;
export type Call = readonly [operation: string, arguments_: Arguments, headers?: HeaderParts];

/** As each client shows it; `type` (of the exception), `code` and `reason` where it was a fault. */
export interface Said {
  // biome-ignore lint/suspicious/noExplicitAny: whatever the client makes of a response
  readonly result?: any;
  readonly type?: string;
  readonly code?: string;
  readonly reason?: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the client makes of it
  readonly detail?: any;
  /** The client itself gave up. */
  readonly broken?: string;
}

/** A client that has loaded a WSDL. */
export interface Client {
  call(...call: Call): Promise<Said>;
  close(): void;
}

export type Open = (wsdl: string) => Promise<Client>;
export type Caller = (wsdl: string, calls: readonly Call[]) => Promise<Said[]>;

const scripts = join(import.meta.dirname, 'clients');

export const openPhp =
  (version: '1.1' | '1.2'): Open =>
  async (wsdl) =>
    conversation('php', [join(scripts, 'call.php'), version, wsdl]);

export const openZeep =
  (version: '1.1' | '1.2'): Open =>
  async (wsdl) =>
    conversation('/usr/bin/python3', [join(scripts, 'call_zeep.py'), version, wsdl]);

export const callWithPhp = (version: '1.1' | '1.2') => callerOf(openPhp(version));
export const callWithZeep = (version: '1.1' | '1.2') => callerOf(openZeep(version));

function callerOf(open: Open): Caller {
  return async (wsdl, calls) => {
    const client = await open(wsdl);
    try {
      const said: Said[] = [];
      for (const call of calls) said.push(await client.call(...call));
      return said;
    } finally {
      client.close();
    }
  };
}

/** A program that speaks JSON line by line, as those of clients/ do. */
export function conversation(program: string, args: readonly string[]): Client {
  const { ask, close } = converse(program, args);
  return { call: async (...call) => JSON.parse(await ask(JSON.stringify(call))) as Said, close };
}

export interface Conversation {
  ask(line: string): Promise<string>;
  close(): void;
}

/** A program that answers each line of stdin with one of stdout. */
export function converse(program: string, args: readonly string[]): Conversation {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  // Its end is seen on stdout.
  child.stdin.on('error', () => undefined);
  let errors = '';
  child.stderr.on('data', (piece) => (errors += piece));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (line) => {
      child.stdin.write(`${line}\n`);
      const { done, value } = await lines.next();
      if (done || !value.startsWith('{')) throw new Error(`${program}: ${done ? 'has ended' : value} ${errors}`);
      return value;
    },
    close: () => void child.stdin.end(),
  };
}

/** Both stacks of npm keep the whole envelope. */
interface WithEnvelope {
  readonly root?: { Envelope: { Body: { Fault: Record<string, unknown> } } };
}

export const openNodeSoap: Open = async (wsdl) => {
  const client: NodeSoapClient = await createClientAsync(wsdl, { disableCache: true });
  return {
    call: async (operation, given, headers = {}) => {
      client.clearSoapHeaders();
      for (const [name, text] of Object.entries(headers)) {
        const [namespace, local] = nameOf(name);
        client.addSoapHeader({ [`h:${local}`]: { attributes: { 'xmlns:h': namespace }, $value: text } });
      }
      const call = client[`${operation}Async`] as (given: unknown) => Promise<unknown[]>;
      return call(nodeSoapArgument(given)).then(([result]) => ({ result }), faultOf);
    },
    close: () => undefined,
  };
};

export const callWithNodeSoap = callerOf(openNodeSoap);

function nameOf(name: string): [namespace: string, local: string] {
  const [namespace, local] = name.slice(1).split('}');
  return [namespace, local];
}

function nodeSoapArgument(value: unknown): unknown {
  return argument(value, 'attributes', (xmlns, type) => ({ 'xmlns:t': xmlns, 'xsi:type': `t:${type}` }));
}

/** What both stacks of npm share: attributes in an object of their own, text in `$value`. */
function argument(value: unknown, attributesKey: string, typed: (namespace: string, name: string) => object): unknown {
  const made = (inner: unknown) => argument(inner, attributesKey, typed);
  if (Array.isArray(value)) return value.map(made);
  if (typeof value !== 'object' || value === null) return value;
  if ('$list' in value) return (value.$list as string[]).join(' ');
  if ('$bytes' in value) return value.$bytes;
  const attributes: Record<string, unknown> = {};
  const members: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (name === '$items' || name === '$element') continue;
    if (name === '$type') Object.assign(attributes, typed(...nameOf(member as string)));
    else if (name.startsWith('@')) attributes[name.slice(1)] = member;
    else members[name === '$any' ? '$xml' : name] = made(member);
  }
  return Object.keys(attributes).length === 0 ? members : { [attributesKey]: attributes, ...members };
}

function faultOf(error: unknown): Said {
  const fault = (error as WithEnvelope).root?.Envelope.Body.Fault;
  if (!fault) return { broken: String(error) };
  const type = (error as Error).constructor.name;
  const { Code, Reason, Detail, faultcode, faultstring, detail } = fault as Record<string, Record<string, unknown>>;
  if (Code) return { type, code: textOf(Code['Value']), reason: textOf(Reason['Text']), detail: Detail };
  return { type, code: textOf(faultcode), reason: textOf(faultstring), detail };
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? String((value as { $value?: unknown }).$value) : String(value);
}

interface StrongClient {
  readonly [operation: string]: (given: unknown, done: (error: unknown, result: unknown) => void) => void;
}
interface StrongHeaders {
  addSoapHeader(xml: string): void;
  clearSoapHeaders(): void;
}
interface StrongSoap {
  readonly soap: {
    createClient(url: string, options: object, done: (error: unknown, client: StrongClient) => void): void;
  };
}
const { soap: strongSoap } = createRequire(import.meta.url)('strong-soap') as StrongSoap;

export const openStrongSoap: Open = async (wsdl) => {
  const client = await new Promise<StrongClient>((resolve, reject) => {
    strongSoap.createClient(wsdl, { date: { timezone: false } }, (error, made) =>
      error ? reject(error as Error) : resolve(made),
    );
  });
  const withHeaders = client as unknown as StrongHeaders;
  return {
    call: (operation, given, headers = {}) => {
      withHeaders.clearSoapHeaders();
      for (const [name, text] of Object.entries(headers)) {
        const [namespace, local] = nameOf(name);
        withHeaders.addSoapHeader(`<${local} xmlns="${namespace}">${text}</${local}>`);
      }
      return new Promise<Said>((resolve) => {
        client[operation](strongSoapArgument(given), (error, result) => resolve(error ? faultOf(error) : { result }));
      });
    },
    close: () => undefined,
  };
};

export const callWithStrongSoap = callerOf(openStrongSoap);

function strongSoapArgument(value: unknown): unknown {
  return argument(value, '$attributes', (xmlns, type) => ({ $xsiType: { type, xmlns } }));
}
