// From spawn to the first accepted connection of `soapstone serve`, beside `node -e 0`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheRoot, erpRoot, erpWsdl } from '../erp/files.ts';
import { command, complain, freePort, serveArgs, spawnGateway, untilListening } from '../gateway/start.ts';
import { largeMapping, largeWsdl, writeLargeContract } from '../large/files.ts';
import { median, medianRatio } from '../measure/median.ts';
import { stop } from '../measure/process.ts';
import type { Section } from '../measure/section.ts';
import { figure, table } from '../measure/table.ts';

const ROUNDS = 11;

interface Start {
  readonly name: string;
  readonly mapping: string;
  readonly times: number[];
}

/** A mapping folder whose contract is the compiled form of `source`. False when it cannot be compiled; the reason is on stderr. */
function writeCompiledMapping(folder: string, table: string, source: string): boolean {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'mapping.yaml'), table);
  const args = [command(), 'compile', source, '--output', join(folder, 'compiled.contract')];
  return spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

function starts(): Start[] {
  const erp = join(cacheRoot, 'erp-compiled');
  const large = join(cacheRoot, 'large-compiled');
  const table = readFileSync(join(erpRoot, 'mapping.yaml'), 'utf8');
  const all: Start[] = [];
  writeLargeContract();
  if (writeCompiledMapping(large, largeMapping, largeWsdl)) all.push({ name: LARGE, mapping: large, times: [] });
  if (writeCompiledMapping(erp, table.replace('contract/orders.wsdl', 'compiled.contract'), erpWsdl)) {
    all.push({ name: SMALL, mapping: erp, times: [] });
  }
  return [...all, { name: 'the small contract from its sources', mapping: erpRoot, times: [] }];
}

const LARGE = 'compiled contract of 1,400 types';
const SMALL = 'compiled contract of 54 types';

function bare(): number {
  const start = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  return performance.now() - start;
}

/** ms, or NaN when it does not start. */
async function serve(mapping: string): Promise<number> {
  const port = await freePort();
  const args = serveArgs('http://127.0.0.1:9', port, await freePort(), mapping);
  const start = performance.now();
  const child = spawnGateway('any', args);
  const up = await untilListening(child, port);
  const time = performance.now() - start;
  await stop(child);
  if (!up) complain();
  return up ? time : Number.NaN;
}

export async function startSection(): Promise<Section> {
  const floor: number[] = [];
  const all = starts();
  for (let round = 0; round < ROUNDS; round++) {
    floor.push(bare());
    for (const { mapping, times } of all) if (!times.some(Number.isNaN)) times.push(await serve(mapping));
  }
  const rows = all.map(({ name, times }) => [
    `soapstone serve, ${name}`,
    figure(median(times)),
    figure(medianRatio(times, floor)),
  ]);
  const body = table(['start', 'ms', '× node -e 0'], [['node -e 0', figure(median(floor)), '1'], ...rows]);
  const targets = all.slice(0, -1).map(({ name, times }) => ({
    what: `start to listening ÷ node -e 0, ${name}`,
    sense: 'at most' as const,
    bound: 4,
    measured: medianRatio(times, floor),
  }));
  return { title: 'Start', body, targets };
}
