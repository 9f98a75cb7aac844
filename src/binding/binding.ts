// What the exchange knows of a protocol end. The two bindings meet only through this file.
import type { Json } from '../json/value.ts';

/** Stops work in flight; cheaper than an AbortController. */
export interface Cancel {
  readonly cancelled: Error | undefined;
  /** At most one listener at a time; called at once if already cancelled. */
  onCancel(listener: ((reason: Error) => void) | undefined): void;
}

/** Receives the large hole of a streamed reply. */
export interface StreamSink {
  /** Called once, before the first bytes, when every other variable of the reply's head is bound. */
  start(bindings: (Json | undefined)[]): void;
  /** Return false to pause the upstream; `onDrain` resumes. */
  write(bytes: Uint8Array): boolean;
  onDrain(listener: () => void): void;
}
