// `soapstone serve --workers`: this process is the one over the workers, or one of them.
import cluster from 'node:cluster';
import { openLog } from '../server/log/open-log.ts';
import type { Settings } from '../server/settings/settings.ts';
import { Primary, type PrimaryHooks } from '../server/workers/primary.ts';
import { runWorker, type WorkerProgram } from '../server/workers/worker.ts';
import { StartFailed } from '../server/workers/workers.ts';
import { npmNotes, untilSignal } from './process-end.ts';
import { errorReport, PROBLEMS, tell } from './report.ts';

interface ServeProgram extends Pick<WorkerProgram, 'settings' | 'file' | 'startLines'>, Omit<PrimaryHooks, 'say'> {}

/** Resolves with the exit code. */
export function serveTogether(settings: Settings, program: ServeProgram): Promise<number> {
  if (cluster.isPrimary) return lead(settings, program);
  const logOf = (worker?: number) => openLog(settings, 1, (text) => say(text), worker);
  return runWorker({ ...program, openLog: logOf, failure: errorReport });
}

async function lead(settings: Settings, program: ServeProgram): Promise<number> {
  const primary = new Primary(settings, openLog(settings, 1, say), { ...program, say });
  const started = await primary.start().catch(failedStart);
  if (typeof started === 'number') return started;
  process.on('SIGHUP', () => void primary.reload('SIGHUP'));
  // Signals first: a supervisor may send one right after the last line.
  const ended = untilSignal(settings, primary);
  for (const line of [...npmNotes(process.env, process.pid), ...started.lines]) tell(`${line}\n`);
  return Promise.race([ended, givenUp(primary)]);
}

/** The lines come from the worker that could not start. */
function failedStart(error: unknown): number {
  if (!(error instanceof StartFailed)) throw error;
  for (const line of error.failed.lines) tell(`${line}\n`);
  return error.failed.code;
}

/** A supervisor starts it anew, or leaves it. */
async function givenUp(primary: Primary): Promise<number> {
  say(await primary.failure);
  await primary.drain(0);
  return PROBLEMS;
}

function say(text: string): void {
  tell(`soapstone: ${text}\n`);
}
