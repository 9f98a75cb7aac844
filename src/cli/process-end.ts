// Ends the process: drains at the first signal, exits at the second, even where a thread hangs in the system.
import type { RunningServer } from '../server/server.ts';
import type { Settings } from '../server/settings/settings.ts';
import { OK, PROBLEMS, tell } from './report.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** ms after `drainDelay` and `drainTimeout` at which the process ends, even if something hangs. */
const LATEST_END = 900;

/** A first SIGTERM or SIGINT drains; a second one ends the process at once. Resolves with the exit code. */
export async function untilSignal(
  settings: Settings,
  server: Pick<RunningServer, 'drain' | 'delayLeft'>,
): Promise<number> {
  const signal = await firstSignal();
  const { drainDelay, drainTimeout } = settings;
  // Ctrl-C: no load balancer has to notice first.
  const delay = server.delayLeft(signal === 'SIGTERM' ? drainDelay : 0);
  const latest = setTimeout(() => endProcess(PROBLEMS), delay + drainTimeout + LATEST_END);
  say(`${signal}: draining${delay > 0 ? `, serving on for ${Math.ceil(delay / 100) / 10} s` : ''}`);
  const { cut, hanging } = await server.drain(signal === 'SIGTERM' ? drainDelay : 0);
  say(
    cut === 0
      ? 'all requests done'
      : `${cut} ${cut === 1 ? 'request was' : 'requests were'} cut after ${drainTimeout / 1000} s`,
  );
  if (hanging.length > 0) say(`did not end in time: ${hanging.join(', ')}`);
  clearTimeout(latest);
  return cut === 0 && hanging.length === 0 ? OK : PROBLEMS;
}

/** SIGTERM or SIGINT; a second one ends the process at once. */
export function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let hadSignal = false;
    for (const name of SIGNALS) {
      process.on(name, () => {
        if (hadSignal) endProcess(PROBLEMS);
        hadSignal = true;
        resolve(name);
      });
    }
  });
}

/** npm ends the shell that it has started, and not what runs in that: the process to signal is this one. */
export function npmNotes({ npm_lifecycle_script: script = '' }: NodeJS.ProcessEnv, pid: number): string[] {
  return script.includes('soapstone') ? [`note: npm passes no SIGTERM on; to end the gateway: kill ${pid}`] : [];
}

function say(line: string): void {
  tell(`soapstone: ${line}\n`);
}

/** Requests of the thread pool that may hang: files on a lost mount, a FIFO, the log's reader, DNS. `process.exit` waits for them. */
const IN_POOL = /^(FSReq|GetAddrInfo|GetNameInfo)/;

/** `execve` ends all threads, and unlike a signal it allows an exit code. */
export function endProcess(code: number): never {
  const { execPath, execve } = process;
  if (execve !== undefined && process.getActiveResourcesInfo().some((name) => IN_POOL.test(name)))
    execve(execPath, [execPath, '-e', `process.exit(${code})`], {});
  process.exit(code);
}
