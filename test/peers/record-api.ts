// A record API in Python, in the vendor's style, which shares no code with the gateway. Its next answers may be scripted.
import { join } from 'node:path';
import { startPeer } from './peer.ts';

export interface ScriptedError {
  readonly status: number;
  readonly code?: string;
  readonly detail?: string;
  readonly path?: string;
  /** `list`: errorDetails; `prefixed`: o:errorDetails; `none`: no body. */
  readonly style?: 'list' | 'prefixed' | 'none';
  /** A body of another kind, which has nothing of the above but the status, and its media type. */
  readonly text?: string;
  readonly media?: string;
}

/** Type → id → members. */
export type Held = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

export async function startRecordApi() {
  const peer = await startPeer({
    program: '/usr/bin/python3',
    args: [join(import.meta.dirname, 'record-api/records.py')],
  });
  /** `null`: the request is carried out. */
  const script = async (...errors: readonly (ScriptedError | null)[]) => {
    await fetch(`${peer.origin}/script`, { method: 'POST', body: JSON.stringify(errors) });
  };
  /** Whether requests with Prefer: respond-async are answered later: a job runs until it has been looked at once. */
  const defer = async (later: boolean) => {
    await fetch(`${peer.origin}/defer`, { method: 'POST', body: String(later) });
  };
  /** All records, by type and id, as the API keeps them. */
  const held = async () => (await (await fetch(`${peer.origin}/held`)).json()) as Held;
  /** The lines of all requests since the last question. */
  const asked = async () => (await (await fetch(`${peer.origin}/asked`)).json()) as string[];
  /** As it was in the beginning. */
  const anew = async () => void (await fetch(`${peer.origin}/anew`, { method: 'POST' }));
  return { ...peer, script, defer, held, asked, anew };
}
