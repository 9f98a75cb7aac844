// Lines for whoever runs the process, on standard error. Nobody may read it: that costs neither memory nor the process.

/** Bytes that may wait there. */
const MOST_WAITING = 64 * 1024;

export function tell(text: string): void {
  if (process.stderr.writableLength < MOST_WAITING) process.stderr.write(text);
}

/** Its end (EPIPE, ENOSPC) is no reason to stop serving. */
export function surviveItsEnd(): void {
  process.stderr.on('error', () => {});
}
