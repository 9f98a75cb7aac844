// Requests of 2025's protocol that may still be cancelled: their clients say so in a message of its own (specification 2025-11-25,
// basic/utilities/cancellation). A session is only a name that makes request ids of one client unique; nothing else belongs to it.
import { randomUUID } from 'node:crypto';

/** The header field that gives a client its session, in the response to `initialize`; none for other messages. */
export function sessionFor(message: unknown): string[] {
  return methodOf(message) === 'initialize' ? ['mcp-session-id', randomUUID()] : [];
}

export interface Sender {
  /** `key` of the caller: nobody cancels the calls of others, whatever session they name. Absent where nobody is authenticated. */
  readonly caller: string | undefined;
  /** As the client sends it. */
  readonly session: string | string[] | undefined;
}

export class RunningRequests {
  private readonly aborts = new Map<string, AbortController>();

  /** Carries out what a message cancels, and has its own requests stand by. Returns what ends that. */
  begin(sender: Sender, body: unknown, abort: AbortController): () => void {
    if (typeof sender.session !== 'string') return () => {};
    const messages = Array.isArray(body) ? body : [body];
    for (const message of messages) this.cancel(sender, message);
    const keys = messages.flatMap((message) => keyOf(sender, idOf(message)));
    for (const key of keys) this.aborts.set(key, abort);
    return () => {
      for (const key of keys) if (this.aborts.get(key) === abort) this.aborts.delete(key);
    };
  }

  private cancel(sender: Sender, message: unknown): void {
    if (methodOf(message) !== 'notifications/cancelled') return;
    const { params } = message as { params?: { requestId?: unknown } };
    for (const key of keyOf(sender, params?.requestId)) this.aborts.get(key)?.abort();
  }
}

function methodOf(message: unknown): unknown {
  return (message as { method?: unknown } | null | undefined)?.method;
}

function idOf(message: unknown): unknown {
  return methodOf(message) === undefined ? undefined : (message as { id?: unknown }).id;
}

/** No key for what is no request id (JSON-RPC 2.0 §4). */
function keyOf({ caller, session }: Sender, id: unknown): string[] {
  return typeof id === 'string' || typeof id === 'number' ? [JSON.stringify([caller, session, id])] : [];
}
