import type { RunningServer } from '../server/server.ts';
import type { Settings } from '../server/settings/settings.ts';
import { OK, PROBLEMS } from './report.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** A first SIGTERM or SIGINT drains; a second one ends the process at once. Resolves with the exit code. */
export async function untilSignal(settings: Settings, server: RunningServer): Promise<number> {
  const signal = await firstSignal();
  // Whoever presses Ctrl-C has no load balancer that must turn away first.
  const delay = signal === 'SIGTERM' ? settings.drainDelay : 0;
  say(`${signal}: not ready any more${delay > 0 ? `, serving on for ${delay / 1000} s` : ''}`);
  const cut = await server.drain(delay);
  say(cut === 0 ? 'all requests done' : `${cut} requests were cut after ${settings.drainTimeout / 1000} s`);
  return cut === 0 ? OK : PROBLEMS;
}

function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let seen = false;
    for (const name of SIGNALS) {
      process.on(name, () => {
        if (seen) process.exit(PROBLEMS);
        seen = true;
        resolve(name);
      });
    }
  });
}

function say(line: string): void {
  process.stderr.write(`soapstone: ${line}\n`);
}
