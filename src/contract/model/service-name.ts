// What a contract calls its service: its name where nothing else has one.
import type { Contract } from './contract.ts';

/** In letters that may stand in a file name; `contract` for one without operations. */
export function serviceName({ operations: [first] }: Contract): string {
  return first?.service.local.replace(/[^\p{L}\p{N}._-]+/gu, '-') || 'contract';
}
