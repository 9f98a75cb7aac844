// Programs that run beside each other and end together. Knows nothing about what they do.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

export class Processes {
  private readonly children: ChildProcess[] = [];

  constructor() {
    process.once('exit', () => this.kill());
  }

  /** `readyPattern`: waits for this in what it writes. Rejects when it ends before. */
  async start(
    name: string,
    program: string,
    args: readonly string[],
    readyPattern?: RegExp,
    environment?: NodeJS.ProcessEnv,
  ): Promise<void> {
    const child = spawn(program, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
    this.children.push(child);
    let text = '';
    await new Promise<void>((resolve, reject) => {
      if (readyPattern === undefined) resolve();
      const hear = (piece: Buffer) => {
        text = `${text}${piece}`.slice(-10_000);
        if (readyPattern?.test(text)) resolve();
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`${name} ended with ${code}:\n${text}`)));
    });
  }

  /** SIGTERM; resolves when all have ended. */
  async stop(): Promise<void> {
    await Promise.all(
      this.children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }),
    );
  }

  private kill(): void {
    for (const child of this.children) child.kill('SIGKILL');
  }
}

/** Ports that were free a moment ago, all of them different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}
