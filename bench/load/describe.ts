// CPU of a table's first OpenAPI document in a fresh process: `node bench/load/describe.ts FOLDER [CHECKOUT]`. Of another checkout, to compare two commits.
import { createHash } from 'node:crypto';
import { join } from 'node:path';

const [folder = 'mappings/business-records', checkout = join(import.meta.dirname, '..', '..')] = process.argv.slice(2);
const load = (file: string) => import(join(checkout, 'src', file));
const { loadMapping } = await load('mapping/load.ts');
const { compileAll } = await load('mapping/runtime/deferred-rule.ts');
const { RestDescription } = await load('openapi/export/document.ts');
const { descriptionText } = await load('openapi/export/text.ts');

/** ms of user + system, of all threads. */
async function cpuOf(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return Math.round((user + system) / 1000);
}

const mapping = await loadMapping(folder);
const compile = await cpuOf(() => compileAll(mapping.rules));
let text = '';
const describe = await cpuOf(() => {
  text = [...descriptionText(new RestDescription([mapping]))].join('');
});
const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
console.log(JSON.stringify({ rules: mapping.rules.length, compile, describe, bytes: Buffer.byteLength(text), digest }));
