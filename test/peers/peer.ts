// Starts and ends SOAP services of other people's make as child processes on 127.0.0.1. Knows nothing about what they serve.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';

/** A running service. */
export interface Peer {
  /** `http://127.0.0.1:port`, to which a path may be added. */
  readonly origin: string;
  /** What it has written to stderr so far, for messages of failed tests. */
  log(): string;
  /** Ends the whole process group and waits for it. */
  stop(): Promise<void>;
}

export interface Command {
  readonly program: string;
  /** `{port}` stands for a port that was free a moment ago; without it the program picks one and prints `port N` as a line. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const running = new Set<ChildProcess>();
// Whatever happens to the test run, nothing stays behind.
process.on('exit', () => running.forEach((child) => void signal(child, 'SIGKILL')));

/** How long a peer may take until it answers, in ms: bounds a failure, decides nothing else. */
const patience = 20_000;

export async function startPeer(command: Command): Promise<Peer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launch(command);
    } catch (e) {
      // The free port may have been taken in between.
      if (attempt === 3 || !command.args.some((a) => a.includes('{port}'))) throw e;
    }
  }
}

async function launch(command: Command): Promise<Peer> {
  const given = command.args.some((a) => a.includes('{port}')) ? await freePort() : 0;
  const args = command.args.map((a) => a.replace('{port}', String(given)));
  const env = { ...process.env, ...command.env };
  const child = spawn(command.program, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env });
  running.add(child);
  const log = collect(child);
  const printed = given === 0 ? printedPort(child) : Promise.resolve(given);
  const gone = exited(child);
  const dead = gone.then((how) =>
    Promise.reject(new Error(`${command.program} ended (${how}) before it answered:\n${log()}`)),
  );
  dead.catch(() => undefined);
  try {
    const port = await within(Promise.race([printed, dead]), command.program);
    await within(Promise.race([answering(port, gone), dead]), command.program);
    return { origin: `http://127.0.0.1:${port}`, log, stop: () => end(child, gone) };
  } catch (e) {
    await end(child, gone);
    throw e;
  }
}

/** The text of stderr and what else it printed; bounded. */
function collect(child: ChildProcess): () => string {
  let text = '';
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-20_000);
  });
  child.stdout!.resume();
  return () => text;
}

function exited(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (e) => resolve(e.message));
    child.once('exit', (code, sig) => resolve(sig ?? `code ${code}`));
  });
}

/** Reads on to the end, so that the program never waits for us. Never settles when there is no such line. */
function printedPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const m = /^port (\d+)$/.exec(line);
      if (m !== null) resolve(Number(m[1]));
    });
  });
}

/** Asks until a connection is accepted. */
async function answering(port: number, gone: Promise<unknown>): Promise<void> {
  let stopped = false;
  void gone.then(() => (stopped = true));
  while (!stopped && !(await accepts(port))) await new Promise((resolve) => setTimeout(resolve, 20));
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.end(() => resolve(true)));
    socket.once('error', () => resolve(false));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function within<T>(promise: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} does not answer`)), patience);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function end(child: ChildProcess, gone: Promise<unknown>): Promise<void> {
  signal(child, 'SIGTERM');
  const timer = setTimeout(() => signal(child, 'SIGKILL'), 3000);
  await gone;
  clearTimeout(timer);
  // Workers that outlived the leader of the group.
  signal(child, 'SIGKILL');
  running.delete(child);
}

/** Signals the whole group: PHP's workers survive their parent otherwise. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, name);
  } catch {
    // No such group: it has ended by itself.
  }
}
