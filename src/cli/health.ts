// `soapstone health`: asks the admin port of a gateway on this machine. For images that have neither curl nor a shell.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { SoapstoneError } from '../errors/errors.ts';
import { type AdminPort, type AdminResponse, adminPort, findAdminPort } from './admin-request.ts';
import { OK, PROBLEMS } from './report.ts';

type Flags = Readonly<Record<string, unknown>>;

interface HealthFlags {
  /** Check that it takes requests, not only that it runs. */
  readonly ready?: boolean;
  /** Check only that it runs: a restart does not mend a wrong file. */
  readonly live?: boolean;
  /** Its process, whose flags count where this command has none of its own. */
  readonly pid?: string;
  /** Seconds in which it may become healthy. */
  readonly wait?: string;
}

/** Timeout in ms. */
const LONGEST = 2000;
/** ms between two questions. */
const PAUSE = 500;

/**
 * Writes the response of the admin port to standard output. Resolves with 0 for a 200, and where the last reload has not failed; with a `pid` also
 * where that process has no admin port. `flagsOf`: those of a command line, from its verb on; undefined where the verb runs no gateway.
 */
export async function health(
  { ready, live, pid, wait = '0', ...own }: HealthFlags,
  flagsOf: (args: readonly string[]) => Flags | undefined,
): Promise<number> {
  const args = pid === undefined ? undefined : argumentsOf(pid);
  const flags = args === undefined ? own : { ...(flagsOf(args) ?? NO_ADMIN_PORT), ...own };
  const admin = args === undefined ? await adminPort(flags) : await findAdminPort(flags);
  if (admin === undefined) {
    process.stdout.write(`process ${pid} runs, and has no admin port\n`);
    return OK;
  }
  const until = performance.now() + secondsIn(wait) * 1000;
  let state = await stateOf(admin, { ready, live });
  while (!state.ok && performance.now() + PAUSE < until) {
    await pause(PAUSE);
    state = await stateOf(admin, { ready, live });
  }
  process.stdout.write(state.text);
  return state.ok ? OK : PROBLEMS;
}

async function stateOf(admin: AdminPort, { ready, live }: Pick<HealthFlags, 'ready' | 'live'>): Promise<AdminResponse> {
  const ask = (path: string) => admin.request('GET', path, LONGEST);
  const alive = await ask(ready ? '/readyz' : '/livez');
  const loaded = alive.ok && !live ? await ask('/configz') : undefined;
  return loaded?.ok === false ? loaded : alive;
}

/** @throws SoapstoneError SETTINGS */
function secondsIn(wait: string): number {
  if (/^\d{1,5}$/.test(wait)) return Number(wait);
  throw new SoapstoneError('SETTINGS', `--wait must be a number of seconds, not ${wait}`);
}

const NO_ADMIN_PORT: Flags = { adminPort: 'off' };
/** The file that Node.js runs: an init process may stand before it. */
const PROGRAM = /(^|\/)(soapstone(\.js)?|main\.cjs)$/;

/** What stands behind the program on the command line of a process; undefined: it is another program. @throws SoapstoneError SETTINGS where there is no such process. */
function argumentsOf(pid: string): string[] | undefined {
  const all = commandLine(pid).split('\0').slice(0, -1);
  const program = all.findIndex((arg) => PROGRAM.test(arg));
  return program < 0 ? undefined : all.slice(program + 1);
}

function commandLine(pid: string): string {
  try {
    if (/^\d+$/.test(pid)) return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // As for what is no number.
  }
  throw new SoapstoneError('SETTINGS', `--pid ${pid}: /proc has no such process`);
}
