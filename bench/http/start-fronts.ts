// The fronts that are measured beside each other, each in its own process.
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { startGateway } from '../gateway/start.ts';
import { firstLine, startNode, stop } from '../measure/process.ts';

export interface Front {
  readonly name: string;
  readonly child: ChildProcess;
  readonly port: number;
  /** CPUs that its processes may use at once; one unless told. */
  readonly cpus?: number;
}

export const OURS = 'Soapstone';
export const STRONG = 'express + strong-soap';
export const STRONG_KEPT = 'express + strong-soap, keep-alive';
export const PROXY = 'express + http-proxy-middleware';
export const RAW = 'node:http + undici, pass-through';

const scripts: readonly (readonly [name: string, file: string, ...args: string[]])[] = [
  [STRONG, 'strong-soap.ts'],
  [STRONG_KEPT, 'strong-soap.ts', 'keep-alive'],
  ['express + node-soap', 'node-soap.ts'],
  [PROXY, 'proxy.ts'],
  [RAW, 'pass-through.ts'],
];

/**
 * `cpu`: the one that fronts are bound to. `names`: those that are started beside ours; all unless told. Ours is left out, with a word on stderr,
 * when it does not start.
 */
export async function startFronts(upstream: string, cpu: number, names?: readonly string[]): Promise<Front[]> {
  const fronts: Front[] = [];
  for (const [name, file, ...args] of scripts) {
    if (names && !names.includes(name)) continue;
    const child = startNode(cpu, [join(import.meta.dirname, 'fronts', file), upstream, ...args], {
      env: { ...process.env, NODE_ENV: 'production' },
    });
    fronts.push({ name, child, port: Number(await firstLine(child)) });
  }
  const ours = await startGateway(upstream, cpu);
  if (ours) fronts.push({ name: OURS, ...ours });
  return fronts;
}

export async function stopFronts(fronts: readonly Front[]): Promise<void> {
  await Promise.all(fronts.map((f) => stop(f.child)));
}
