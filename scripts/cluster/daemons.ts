// Programs that run as long as the cluster does; each writes to a file of its own. The end of the namespaces ends them.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export class Daemons {
  private readonly logs: string;
  private readonly running = new Map<string, ChildProcess>();

  constructor(folder: string) {
    this.logs = join(folder, 'logs');
    mkdirSync(this.logs, { recursive: true });
  }

  start(program: string, args: readonly string[]): void {
    const name = program.slice(program.lastIndexOf('/') + 1);
    const log = openSync(this.fileOf(name), 'a');
    const child = spawn(program, args, { stdio: ['ignore', log, log] });
    child.on('error', () => {});
    this.running.set(name, child);
  }

  /** Waits for this; throws after `seconds`, or when a program has ended. */
  async until(what: string, seconds: number, holds: () => Promise<unknown> | unknown): Promise<void> {
    for (const end = performance.now() + seconds * 1000; performance.now() < end; await wait(500)) {
      if (await holds()) return;
      this.mustRun();
    }
    throw new Error(`${what}: not within ${seconds} s`);
  }

  private mustRun(): void {
    for (const [name, { exitCode, signalCode, pid }] of this.running) {
      if (pid !== undefined && exitCode === null && signalCode === null) continue;
      const last = readFileSync(this.fileOf(name), 'utf8').trimEnd().split('\n').slice(-20);
      throw new Error(`${name} has ended (${exitCode ?? signalCode}):\n${last.join('\n')}`);
    }
  }

  private fileOf(name: string): string {
    return join(this.logs, `${name}.log`);
  }
}
