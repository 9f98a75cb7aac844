// What Linux says about a running process.
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const TICK = 1_000_000 / Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout || 100);

/** µs of CPU (user + system) that the process has used, to 10 ms (proc(5), fields 14 and 15 of stat). */
export function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}

/** The process and those that it has started, at any depth. */
export function treeOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
  return [pid, ...children.split(' ').filter(Boolean).map(Number).flatMap(treeOf)];
}

/** Resident set now, in MB (10⁶ bytes). */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024) / 1e6;
}

/** Largest resident set so far, in MB (10⁶ bytes). */
export function peakMemoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return (Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024) / 1e6;
}

const pinning = spawnSync('taskset', ['--version']).status === 0;

/** Starts node with `args`; where taskset is there, bound to one CPU unless `cpu` is 'any'. */
export function startNode(cpu: number | 'any', args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  return startProgram(cpu, process.execPath, args, options);
}

export function startProgram(
  cpu: number | 'any',
  program: string,
  args: readonly string[],
  options: SpawnOptions = {},
): ChildProcess {
  const command = pinning && cpu !== 'any' ? ['taskset', '-c', String(cpu), program] : [program];
  return spawn(command[0], [...command.slice(1), ...args], { stdio: ['ignore', 'pipe', 'inherit'], ...options });
}

/** First line that the process prints; what it prints later is thrown away. */
export async function firstLine(child: ChildProcess): Promise<string> {
  const output = child.stdout!;
  const lines = createInterface({ input: output });
  const line = await Promise.race([once(lines, 'line'), once(child, 'exit')]);
  lines.close();
  output.resume();
  if (typeof line[0] !== 'string') throw new Error(`ended without a word: ${child.spawnargs.join(' ')}`);
  return line[0];
}

/** Kills and waits. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Kills the process and those that it has started, and waits for the first. */
export async function stopTree(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  for (const pid of treeOf(child.pid!)) killIfThere(pid);
  await gone;
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
