// Twice the input is about twice the CPU, in a real process, in every configuration.
import type { Section } from '../measure/section.ts';
import { figure, table } from '../measure/table.ts';
import { configurations } from './configurations.ts';
import { contractGrowth } from './contract-growth.ts';
import { Gateway } from './gateway.ts';
import { type Growth, growthOf, SIZES } from './growth.ts';
import { startUpstream } from './upstream.ts';

const HEAD = [
  'configuration',
  'side',
  'what grows',
  'answer',
  ...SIZES.map((size) => `ms at ${size / 1000} KB`),
  'growth per doubling',
];

export async function growthSection(): Promise<Section> {
  const upstream = await startUpstream();
  const rows: string[][] = [];
  let worst = 0;
  const add = (name: string, side: string, growth: Growth) => {
    worst = Math.max(worst, growth.growth);
    rows.push(row(name, side, growth));
    console.error(rows.at(-1)!.join(' | '));
  };
  for (const configuration of configurations) {
    const gateway = await Gateway.start(configuration, upstream.url);
    const { name, present, loads } = configuration;
    for (const { side, shapes } of loads)
      for (const shape of shapes) add(name, side, await growthOf(gateway, upstream, { present, side, shape }));
    await gateway.stop();
  }
  upstream.close();
  for (const growth of contractGrowth()) add('`soapstone check`, a contract on one line', 'contract', growth);
  return {
    title: 'Work of one message or contract, by its size',
    body: `${table(HEAD, rows)}\n\n${METHOD}`,
    targets: [
      { what: 'work: largest growth of CPU for twice the input', bound: 2.3, sense: 'at most', measured: worst },
    ],
  };
}

const METHOD =
  'CPU of the gateway process (all threads) for one message, the least of nine measurements of 2 MB each (one message, or two, four, eight smaller ones); for contracts of the whole program, the least of seven runs, less what it takes for the contract that does not grow. Less than 4 ms counts as 4 ms.';

function row(name: string, side: string, { shape, status, ms, growth }: Growth): string[] {
  const cells = SIZES.map((_size, i) => (Number.isFinite(ms[i]) ? figure(ms[i]) : 'left out'));
  return [name, side, shape, String(status), ...cells, figure(growth)];
}
