// The parent's end of a candidate's process.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { Answer, Ask, Ready } from './child.ts';

const WARM_UP = 1_000_000;
const BUDGET = 300_000;

export class Candidate {
  readonly name: string;
  readonly modes: readonly string[];
  /** mode → µs of CPU per run, one for each round. */
  readonly figures = new Map<string, number[]>();
  private readonly child: ChildProcess;

  private constructor(name: string, child: ChildProcess, modes: readonly string[]) {
    this.name = name;
    this.child = child;
    this.modes = modes;
  }

  /** `module`: a file beside this one, or an absolute path. Resolves to undefined when the candidate cannot be loaded; the reason goes to stderr. */
  static async start(name: string, module: string, face: string): Promise<Candidate | undefined> {
    const child = fork(join(import.meta.dirname, 'child.ts'), [resolve(import.meta.dirname, module), face]);
    const ready = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => undefined)]);
    if (ready === undefined) return undefined;
    const candidate = new Candidate(name, child, (ready[0] as Ready).modes);
    for (const mode of candidate.modes) await candidate.ask({ mode, budget: WARM_UP });
    return candidate;
  }

  async round(): Promise<void> {
    for (const mode of this.modes) {
      const { cpu } = await this.ask({ mode, budget: BUDGET });
      const list = this.figures.get(mode);
      if (list) list.push(cpu);
      else this.figures.set(mode, [cpu]);
    }
  }

  stop(): void {
    this.child.disconnect();
  }

  private async ask(ask: Ask): Promise<Answer> {
    const answer = once(this.child, 'message');
    this.child.send(ask);
    return (await answer)[0] as Answer;
  }
}
