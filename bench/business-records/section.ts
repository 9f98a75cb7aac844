// Three calls of the record API: a collection of 1,000 records with fields behind it, one record, an upsert. CPU of Soapstone and of a gateway by hand.
import { join } from 'node:path';
import { startGateway } from '../gateway/start.ts';
import { type Ask, type Figures, FRONT_CPU, measure, OTHER_CPU } from '../http/measure.ts';
import { type Front, OURS, STRONG_KEPT, stopFronts } from '../http/start-fronts.ts';
import { median, medianRatio } from '../measure/median.ts';
import { firstLine, startNode, stop } from '../measure/process.ts';
import type { Section } from '../measure/section.ts';
import { figure, table } from '../measure/table.ts';
import type { Target } from '../measure/target.ts';

const mapping = join(import.meta.dirname, '../../mappings/business-records');
const base = '/services/rest/record/v1';
const body = JSON.stringify({ binNumber: 'X-1', location: { id: '2' }, memo: 'Made for the bench' });

const asks: readonly (readonly [what: string, ask: Ask])[] = [
  ['collection of 1,000 records', { path: `${base}/bin`, expect: '"totalResults":1000' }],
  ['one record', { path: `${base}/assemblyItem/2194`, expect: 'OAK-TABLE-M' }],
  [
    'upsert',
    {
      path: `${base}/bin/eid:X-1`,
      expect: `${base}/bin/`,
      post: { method: 'PUT', head: ['Content-Type: application/json'], body },
    },
  ],
];

export async function businessRecordsSection(): Promise<Section> {
  const backend = startNode(OTHER_CPU, [join(import.meta.dirname, 'backend.ts')]);
  const fronts: Front[] = [];
  try {
    const upstream = `http://127.0.0.1:${await firstLine(backend)}`;
    fronts.push(...(await started(upstream)));
    const figures = new Map<string, ReadonlyMap<string, Figures>>();
    for (const [what, ask] of asks) figures.set(what, await measure(fronts, ask));
    return { title: 'Business records', body: report(figures), targets: targets(figures) };
  } finally {
    await stopFronts(fronts);
    await stop(backend);
  }
}

async function started(upstream: string): Promise<Front[]> {
  const child = startNode(FRONT_CPU, [join(import.meta.dirname, 'fronts/strong-soap.ts'), upstream], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const byHand = { name: STRONG_KEPT, child, port: Number(await firstLine(child)) };
  const ours = await startGateway(upstream, FRONT_CPU, { mapping });
  if (!ours) throw new Error('Soapstone did not start');
  return [byHand, { name: OURS, ...ours }];
}

type All = ReadonlyMap<string, ReadonlyMap<string, Figures>>;

const cpuOf = (figures: ReadonlyMap<string, Figures>, name: string) => figures.get(name)?.cpu ?? [];

function report(all: All): string {
  const rows = [...all].map(([what, figures]) => [
    what,
    figure(median(cpuOf(figures, OURS))),
    figure(median(cpuOf(figures, STRONG_KEPT))),
    figure(medianRatio(cpuOf(figures, OURS), cpuOf(figures, STRONG_KEPT))),
  ]);
  return table(['call', `${OURS}, CPU µs`, `${STRONG_KEPT}, CPU µs`, 'ratio'], rows);
}

function targets(all: All): Target[] {
  return [...all].map(([what, figures]) => ({
    what: `${what}: CPU ÷ ${STRONG_KEPT}`,
    sense: 'at most',
    bound: 1 / 12,
    measured: medianRatio(cpuOf(figures, OURS), cpuOf(figures, STRONG_KEPT)),
  }));
}
