// Loads a mapping in a fresh process: `node --expose-gc mapping.ts FOLDER [CHECKOUT]`. Of another checkout, to compare two commits.
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { median } from '../measure/median.ts';

export interface MappingResult {
  /** MB that are alive after the load, beside the program. */
  readonly heap: number;
  /** ms of user + system, of all threads. */
  readonly cpu: number;
  readonly rules: number;
  /** ms until a rule is compiled that nobody has used before; the median of some, after a first one that warms the code. */
  readonly firstUse: number;
}

const [folder, checkout = join(import.meta.dirname, '..', '..')] = process.argv.slice(2);
type Load = (
  folder: string,
) => Promise<{ readonly rules: readonly { readonly id: string; readonly variables: unknown }[] }>;
const { loadMapping } = (await import(join(checkout, 'src/mapping/load.ts'))) as { loadMapping: Load };

async function alive(): Promise<number> {
  for (let i = 0; i < 4; i++) {
    globalThis.gc!();
    await setImmediate();
  }
  return process.memoryUsage().heapUsed / 1e6;
}

const before = await alive();
const start = process.cpuUsage();
const mapping = await loadMapping(folder);
const { user, system } = process.cpuUsage(start);
const heap = (await alive()) - before;
const times = mapping.rules
  .filter(({ id }) => /^[^.]+\.(get|list|upsert)$/.test(id))
  .slice(0, 31)
  .map((rule) => {
    const begin = performance.now();
    void rule.variables;
    return performance.now() - begin;
  });
const firstUse = median(times.slice(1));
const cpu = (user + system) / 1000;
console.log(JSON.stringify({ heap, cpu, rules: mapping.rules.length, firstUse } satisfies MappingResult));
