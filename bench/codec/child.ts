// A candidate's own process: `node child.ts MODULE decoding|encoding`. Runs modes when the parent asks, over IPC.
import type { Modes } from './mode.ts';

export interface Ask {
  readonly mode: string;
  /** Least CPU time to spend, in µs. */
  readonly budget: number;
}

/** µs of CPU (user + system, all threads of the process) for one run; `runs`: how many it is the mean of. */
export interface Answer {
  readonly cpu: number;
  readonly runs: number;
}

export interface Ready {
  readonly modes: readonly string[];
}

function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Checks the clock only after batches, so that asking for it costs nothing. */
function measure(run: () => unknown, budget: number): Answer {
  const start = cpuTime();
  let spent = 0;
  let runs = 0;
  for (let batch = 1; spent < budget; batch = Math.min(batch * 2, 256)) {
    for (let i = 0; i < batch; i++) run();
    runs += batch;
    spent = cpuTime() - start;
  }
  return { cpu: spent / runs, runs };
}

const [path, face] = process.argv.slice(2);
const module = (await import(path)) as Record<string, () => Modes | Promise<Modes>>;
const modes = await module[face]();
for (const mode of modes.values()) mode.check();
process.on('message', (ask: Ask) => {
  const mode = modes.get(ask.mode);
  if (mode) process.send?.(measure(mode.run, ask.budget));
});
process.on('disconnect', () => process.exit(0));
process.send?.({ modes: [...modes.keys()] } satisfies Ready);
