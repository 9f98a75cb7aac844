// `node test/security/growth-table.ts`: the table of docs/reference/security.md, as Markdown.
import { type GrowthCase, GrowthMeter } from './growth.ts';

const meter = new GrowthMeter();
// V8 counts what was compiled after the meter was made, so what is measured is loaded here.
const { strangersCases } = await import('./growth-cases.ts');
const { contractCases } = await import('./growth-contracts.ts');
console.log('| configuration | input | 1× | 2× | 4× | growth per doubling |\n|---|---|---|---|---|---|');

async function print(one: GrowthCase, pieces: number): Promise<void> {
  const { counts, perDoubling } = await meter.measure(one, pieces);
  const shown = counts.map((count) => count.toLocaleString('en-US'));
  const growth = perDoubling < 1 ? '—' : perDoubling.toFixed(2);
  console.log(`| ${[one.configuration, one.input, ...shown, growth].join(' | ')} |`);
}

for (const one of await strangersCases()) await print(one, 2_000);
for (const one of contractCases) await print(one, 250);
meter.close();
process.exit(0);
