// CPU per request of SOAP in front of REST: a 1.5 KB JSON response behind, 32 connections in front, fronts driven in turn.
import { join } from 'node:path';
import { startGateway } from '../gateway/start.ts';
import { type Ask, type Figures, FRONT_CPU, measure, OTHER_CPU } from '../http/measure.ts';
import { type Front, OURS, RAW, stopFronts } from '../http/start-fronts.ts';
import { median, medianRatio } from '../measure/median.ts';
import { firstLine, peakMemoryOf, startNode, stop } from '../measure/process.ts';
import type { Section } from '../measure/section.ts';
import { figure, table } from '../measure/table.ts';
import type { Target } from '../measure/target.ts';
import { lookupFigures } from './lookup.ts';
import { orderRequest, ordersRoot, SOAP_PATH, writeOrders } from './orders.ts';

/** The bound: our CPU ÷ theirs. */
const others = [
  ['express + strong-soap server', 'fronts/strong-soap.ts', 0.1],
  ['express + node-soap server', 'fronts/node-soap.ts', 0.1],
  [RAW, '../http/fronts/pass-through.ts', 2.2],
] as const;

const ASK: Ask = {
  path: SOAP_PATH,
  expect: 'SO-100001',
  post: { head: ['Content-Type: text/xml; charset=utf-8', 'SOAPAction: "GetOrder"'], body: orderRequest() },
};

async function startFronts(upstream: string): Promise<Front[]> {
  const fronts: Front[] = [];
  for (const [name, file] of others) {
    const child = startNode(FRONT_CPU, [join(import.meta.dirname, file), upstream], {
      env: { ...process.env, NODE_ENV: 'production' },
    });
    fronts.push({ name, child, port: Number(await firstLine(child)) });
  }
  const ours = await startGateway(upstream, FRONT_CPU, { mapping: ordersRoot, soapPath: SOAP_PATH });
  if (ours) fronts.push({ name: OURS, ...ours });
  return fronts;
}

function report(figures: ReadonlyMap<string, Figures>, memory: ReadonlyMap<string, number>): string {
  const rows = [...figures].map(([name, { cpu, rate }]) => {
    const parts = others.map(([other]) => (name === other ? '1' : figure(medianRatio(cpu, figures.get(other)!.cpu))));
    return [name, figure(median(cpu)), ...parts, figure(median(rate)), figure(memory.get(name))];
  });
  return table(
    ['SOAP front', 'CPU µs per request', '÷ strong-soap', '÷ node-soap', '÷ pass-through', 'requests/s', 'peak RSS MB'],
    rows,
  );
}

function targets(figures: ReadonlyMap<string, Figures>): Target[] {
  return others.map(([other, , bound]) => ({
    what: `SOAP front, CPU per request ÷ ${other}`,
    sense: 'at most',
    bound,
    measured: medianRatio(figures.get(OURS)?.cpu ?? [], figures.get(other)?.cpu ?? []),
  }));
}

export async function soapFrontSection(): Promise<Section> {
  writeOrders();
  const backend = startNode(OTHER_CPU, [join(import.meta.dirname, 'backend.ts')]);
  const fronts: Front[] = [];
  try {
    const upstream = `http://127.0.0.1:${await firstLine(backend)}`;
    fronts.push(...(await startFronts(upstream)));
    const figures = await measure(fronts, ASK);
    const memory = new Map(fronts.map((f) => [f.name, peakMemoryOf(f.child.pid!)]));
    const lookup = await lookupFigures();
    return {
      title: 'SOAP in front',
      body: `${report(figures, memory)}\n\n${lookup.body}`,
      targets: [...targets(figures), ...lookup.targets],
    };
  } finally {
    await stopFronts(fronts);
    await stop(backend);
  }
}
