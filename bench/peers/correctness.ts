// Asks a front all rows, one by one, and looks at what the service has got in between.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Call, Face } from './face.ts';
import type { Judgement } from './judge.ts';
import { type Row, rows, type Seen } from './rows.ts';
import type { LastRequest } from './service.ts';

const PATIENCE = 20_000;

export interface Verdict extends Judgement {
  readonly title: string;
  readonly seen: { readonly status: number; readonly body: string; readonly sent?: string };
}

/** `status` 0: no response, and the reason as its body. */
export async function ask(port: number, { method, path, headers, body }: Call): Promise<Seen> {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body, signal });
    return { status: response.status, headers: response.headers, body: await response.text() };
  } catch (error) {
    return { status: 0, headers: new Headers(), body: `no response: ${(error as Error).message}` };
  }
}

async function lastRequest(service: ChildProcess): Promise<LastRequest> {
  const answer = once(service, 'message');
  service.send('last');
  return (await answer)[0] as LastRequest;
}

async function verdict({ title, call, judge }: Row, port: number, face: Face, service: ChildProcess): Promise<Verdict> {
  const before = await lastRequest(service);
  const seen = await ask(port, call(face));
  const after = await lastRequest(service);
  const sent = after.count > before.count ? after.body : undefined;
  return { title, ...judge({ ...seen, sent }), seen: { status: seen.status, body: seen.body, sent } };
}

export async function correctness(port: number, face: Face, service: ChildProcess): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const row of rows) verdicts.push(await verdict(row, port, face, service));
  return verdicts;
}
