import type { Fault } from '../../fault/fault.ts';

/** What a caller gets in place of a response. */
export function refusalLines({ init }: Fault): string[] {
  const errors = init.errors ?? [];
  const lines = errors.map(({ path, code, message }) => `${code}: ${message} at ${path}`);
  return [`the response is ${init.status} ${init.code}`, ...(lines.length > 0 ? lines : [init.detail ?? init.title])];
}
