// Prints what comes of each statement of the service document: node test/probe/run.ts [works|refused|open].
import { probe } from './probe.ts';

const [only] = process.argv.slice(2);
const verdicts = await probe();
for (const { statement, way, kind, reason } of verdicts) {
  if (only !== undefined && kind !== only) continue;
  const { section, says } = statement;
  console.log([kind.padEnd(7), way, section.padEnd(8), says, reason ?? ''].join('  ').trimEnd());
}
for (const kind of ['works', 'refused', 'open'] as const)
  console.log(`${kind}: ${verdicts.filter((one) => one.kind === kind).length}`);
