// Things that go wrong: `npm run chaos [-- NAME …] [--minutes N]`. Says what it does, prints a table of figures, ends with 1 when one is missed.
import { machine } from '../measure/machine.ts';
import { table } from '../measure/table.ts';
import { isReached, type Target, targetHead, targetRow } from '../measure/target.ts';
import type { Experiment } from './experiment.ts';

const experiments: ReadonlyMap<string, () => Promise<Experiment>> = new Map([
  ['restart', async () => (await import('./experiments/restart.ts')).restart],
  ['sidecar', async () => (await import('./experiments/sidecar.ts')).sidecar],
  ['kill', async () => (await import('./experiments/kill.ts')).kill],
  ['failing', async () => (await import('./experiments/failing.ts')).failing],
  ['overload', async () => (await import('./experiments/overload.ts')).overload],
  ['slow-heads', async () => (await import('./experiments/slow-heads.ts')).slowHeads],
  ['silent-tls', async () => (await import('./experiments/silent-tls.ts')).silentTls],
  ['full-log', async () => (await import('./experiments/full-log.ts')).fullLog],
  ['redis', async () => (await import('./experiments/redis.ts')).redis],
  ['reloads', async () => (await import('./experiments/reloads.ts')).reloads],
  ['memory', async () => (await import('./experiments/memory.ts')).memory],
  ['slow-readers', async () => (await import('./experiments/slow-readers.ts')).slowReaders],
]);

function usage(): never {
  console.error(`usage: node bench/chaos/run.ts [${[...experiments.keys()].join('|')} …] [--minutes N]`);
  return process.exit(2);
}

function read(words: readonly string[]): { names: string[]; minutes: number } {
  const names: string[] = [];
  let minutes = 10;
  for (let i = 0; i < words.length; i++) {
    if (words[i] === '--minutes') minutes = Number(words[++i]);
    else if (experiments.has(words[i])) names.push(words[i]);
    else usage();
  }
  if (!(minutes > 0)) usage();
  return { names: names.length > 0 ? names : [...experiments.keys()], minutes };
}

const { names, minutes } = read(process.argv.slice(2));
const targets: Target[] = [];
for (const name of names) {
  const { title, run } = await experiments.get(name)!();
  const began = performance.now();
  const say = (line: string) => console.error(`${name} ${Math.round((performance.now() - began) / 1000)} s: ${line}`);
  say(title);
  targets.push(...(await run(say, { minutes })));
}
console.log(`${machine()}\n\n${table(targetHead, targets.map(targetRow))}`);
process.exit(targets.every(isReached) ? 0 : 1);
