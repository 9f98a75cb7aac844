// This checkout beside another one: codec and both fronts, round by round in turn. Says what a change costs.
import { resolve } from 'node:path';
import { Candidate } from '../codec/candidate.ts';
import { type Served, startGateway } from '../gateway/start.ts';
import { type Ask, type Figures, FRONT_CPU, measure, OTHER_CPU } from '../http/measure.ts';
import { type Front, stopFronts } from '../http/start-fronts.ts';
import { loadsBeside, ratio, TABLE_HEAD, tableRows } from '../load/tables.ts';
import { median, medianRatio } from '../measure/median.ts';
import { firstLine, startNode, stop } from '../measure/process.ts';
import type { Section } from '../measure/section.ts';
import { figure, table } from '../measure/table.ts';
import { orderRequest, ordersRoot, SOAP_PATH, writeOrders } from '../soap-front/orders.ts';

const ROUNDS = 21;
/** V8 makes other code of the same program from process to process: each of these pairs of processes has its share of the rounds. */
const PAIRS = 3;
const NOW = 'this checkout';
const BEFORE = 'the other one';
const HEAD = ['what', `${BEFORE}, CPU µs`, `${NOW}, CPU µs`, 'ratio', 'middle half of the ratios'];
const bench = resolve(import.meta.dirname, '..');

/** `other`: root folder of a built checkout, with `node_modules`. */
export async function compareSection(other: string): Promise<Section> {
  const checkout = resolve(other);
  const rows = [
    ...(await codecRows(checkout, 'decoding')),
    ...(await codecRows(checkout, 'encoding')),
    await frontRow('REST front, one request', checkout, 'http', { path: '/orders/5001', expect: 'SO-100001' }),
    await soapFrontRow(checkout),
  ];
  const loads = loadsBeside(NOW, BEFORE, checkout);
  const shares = (['heap', 'cpu'] as const).map((key) => `${key} ${figure(ratio(loads[0], loads[1], key))}`).join(', ');
  const body = `${table(HEAD, rows)}\n\n${METHOD}\n\n${table(TABLE_HEAD, tableRows(loads))}\n\nFounding table, ratios: ${shares}.`;
  return { title: `Beside ${checkout}`, body, targets: [] };
}

const METHOD = `Median of ${ROUNDS} rounds; a ratio is this checkout's CPU divided by the other one's in the same round.`;

async function codecRows(checkout: string, face: 'decoding' | 'encoding'): Promise<string[][]> {
  const ours = await Candidate.start(NOW, resolve(bench, 'codec', 'ours.ts'), face);
  const theirs = await Candidate.start(BEFORE, resolve(checkout, 'bench', 'codec', 'ours.ts'), face);
  if (!ours || !theirs) throw new Error('a candidate does not start');
  for (let round = 0; round < ROUNDS; round++)
    for (const one of round % 2 === 0 ? [ours, theirs] : [theirs, ours]) await one.round();
  for (const one of [ours, theirs]) one.stop();
  return ours.modes.map((mode) => row(mode, ours.figures.get(mode)!, theirs.figures.get(mode)!));
}

function soapFrontRow(checkout: string): Promise<string[]> {
  writeOrders();
  const head = ['Content-Type: text/xml; charset=utf-8', 'SOAPAction: "GetOrder"'];
  const ask = { path: SOAP_PATH, expect: 'SO-100001', post: { head, body: orderRequest() } };
  return frontRow('SOAP front, one request', checkout, 'soap-front', ask);
}

async function frontRow(what: string, checkout: string, section: string, ask: Ask): Promise<string[]> {
  const backend = startNode(OTHER_CPU, [resolve(bench, section, 'backend.ts')]);
  try {
    const upstream = `http://127.0.0.1:${await firstLine(backend)}`;
    const served = section === 'http' ? {} : { mapping: ordersRoot, soapPath: SOAP_PATH };
    const candidates: [string, string | undefined][] = [
      [NOW, undefined],
      [BEFORE, checkout],
    ];
    const pairs: Map<string, Figures>[] = [];
    for (let i = 0; i < PAIRS; i++)
      pairs.push(await measuredPair(i % 2 === 0 ? candidates : candidates.toReversed(), upstream, served, ask));
    const all = (name: string) => pairs.flatMap((figures) => figures.get(name)!.cpu);
    return row(what, all(NOW), all(BEFORE));
  } finally {
    await stop(backend);
  }
}

async function measuredPair(
  candidates: readonly (readonly [name: string, root: string | undefined])[],
  upstream: string,
  served: Served,
  ask: Ask,
): Promise<Map<string, Figures>> {
  const fronts: Front[] = [];
  try {
    for (const [name, root] of candidates) {
      const gateway = await startGateway(upstream, FRONT_CPU, served, root);
      if (!gateway) throw new Error(`${name} does not start`);
      fronts.push({ name, ...gateway });
    }
    return await measure(fronts, ask, ROUNDS / PAIRS);
  } finally {
    await stopFronts(fronts);
  }
}

function row(what: string, now: readonly number[], before: readonly number[]): string[] {
  const ratios = now.map((one, i) => one / before[i]).sort((a, b) => a - b);
  const quarter = (part: number) => figure(ratios[Math.floor((ratios.length - 1) * part)]);
  return [
    what,
    figure(median(before)),
    figure(median(now)),
    figure(medianRatio(now, before)),
    `${quarter(0.25)} to ${quarter(0.75)}`,
  ];
}
