// Starts the service in a process of its own.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { stop } from '../measure/process.ts';
import type { Done, Manners } from './service.ts';

export interface Service {
  readonly url: string;
  behave(manners: Partial<Manners>): Promise<void>;
  done(): Promise<Done>;
  stop(): Promise<void>;
}

export async function startService(): Promise<Service> {
  const child = fork(join(import.meta.dirname, 'service.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const port = (await heard(child)) as number;
  const ask = async (words: unknown) => {
    const answer = heard(child);
    child.send(words as object);
    return answer;
  };
  return {
    url: `http://127.0.0.1:${port}/soap`,
    behave: async (manners) => void (await ask(manners)),
    done: async () => (await ask('done')) as Done,
    stop: () => stop(child),
  };
}

async function heard(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, 'message')) as [unknown];
  return message;
}
