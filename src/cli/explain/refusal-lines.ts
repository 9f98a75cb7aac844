import type { Fault } from '../../fault/fault.ts';

/** What a caller gets in place of a reply. */
export function refusalLines({ init }: Fault): string[] {
  const errors = init.errors ?? [];
  const lines = errors.map(({ path, code, message }) => `${code}: ${message} at ${path}`);
  return [`the reply is ${init.status} ${init.code}`, ...(lines.length > 0 ? lines : [init.detail ?? init.title])];
}
