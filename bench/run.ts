// The benchmark: `npm run bench [codec|http|large|soap-front|load|start|records-start|business-records|record-search|stream|workers|growth|all]`, or `npm run bench compare CHECKOUT`. Prints Markdown tables; see README.md for the method.
import { writeErpFiles } from './erp/files.ts';
import { machine } from './measure/machine.ts';
import type { Section } from './measure/section.ts';
import { table } from './measure/table.ts';
import { targetHead, targetRow } from './measure/target.ts';

const sections: ReadonlyMap<string, () => Promise<Section>> = new Map([
  ['codec', async () => (await import('./codec/section.ts')).codecSection()],
  ['http', async () => (await import('./http/section.ts')).httpSection()],
  ['large', async () => (await import('./http/section.ts')).largeSection()],
  ['soap-front', async () => (await import('./soap-front/section.ts')).soapFrontSection()],
  ['load', async () => (await import('./load/section.ts')).loadSection()],
  ['start', async () => (await import('./start/section.ts')).startSection()],
  ['records-start', async () => (await import('./start/records.ts')).recordsStartSection()],
  ['business-records', async () => (await import('./business-records/section.ts')).businessRecordsSection()],
  ['record-search', async () => (await import('./business-records/search.ts')).recordSearchSection()],
  ['stream', async () => (await import('./stream/section.ts')).streamSection()],
  ['compare', async () => (await import('./compare/section.ts')).compareSection(process.argv[3])],
  ['workers', async () => (await import('./workers/section.ts')).workersSection()],
  ['growth', async () => (await import('./growth/section.ts')).growthSection()],
]);

function chosen(word: string): string[] {
  if (word === 'all') return [...sections.keys()].filter((name) => name !== 'compare');
  if (word === 'compare' ? process.argv.length === 4 : sections.has(word)) return [word];
  console.error(
    `usage: node bench/run.ts [${[...sections.keys(), 'all'].join('|')}]\n       node bench/run.ts compare CHECKOUT`,
  );
  return process.exit(2);
}

const names = chosen(process.argv[2] ?? 'all');
writeErpFiles();
console.log(`${machine()}\n`);
const targets = [];
for (const name of names) {
  const section = await sections.get(name)!();
  console.log(`## ${section.title}\n\n${section.body}\n`);
  targets.push(...section.targets);
}
console.log(`## Figures to reach\n\n${table(targetHead, targets.map(targetRow))}`);
