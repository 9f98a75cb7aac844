// From spawn to the first accepted connection of `soapstone serve`, beside `node -e 0`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheRoot, erpRoot } from '../erp/files.ts';
import { command, freePort, serveArgs, untilListening } from '../gateway/start.ts';
import { median, medianRatio } from '../measure/median.ts';
import { startNode, stop } from '../measure/process.ts';
import type { Section } from '../measure/section.ts';
import { figure, table } from '../measure/table.ts';

const ROUNDS = 11;
const compiledRoot = join(cacheRoot, 'erp-compiled');

/** A mapping folder like the ERP one, with the contract compiled by `soapstone compile`. */
function writeCompiledMapping(): boolean {
  mkdirSync(compiledRoot, { recursive: true });
  const table = readFileSync(join(erpRoot, 'mapping.yaml'), 'utf8');
  writeFileSync(join(compiledRoot, 'mapping.yaml'), table.replace('contract/orders.wsdl', 'orders.contract'));
  const source = join(erpRoot, 'contract', 'orders.wsdl');
  const args = [command(), 'compile', source, '--output', join(compiledRoot, 'orders.contract')];
  return spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

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
  const child = startNode(0, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const up = await untilListening(child, port);
  const time = performance.now() - start;
  await stop(child);
  return up ? time : Number.NaN;
}

export async function startSection(): Promise<Section> {
  const floor: number[] = [];
  const ours = new Map<string, number[]>();
  if (writeCompiledMapping()) ours.set('compiled contract', []);
  ours.set('contract from sources', []);
  for (let round = 0; round < ROUNDS; round++) {
    floor.push(bare());
    for (const [name, times] of ours) times.push(await serve(name.startsWith('compiled') ? compiledRoot : erpRoot));
  }
  const rows = [...ours].map(([name, times]) => [
    `soapstone serve, ${name}`,
    figure(median(times)),
    figure(medianRatio(times, floor)),
  ]);
  const body = table(['start', 'ms', '× node -e 0'], [['node -e 0', figure(median(floor)), '1'], ...rows]);
  const measured = medianRatio(ours.get('compiled contract') ?? [], floor);
  return {
    title: 'Start',
    body,
    targets: [{ what: 'start to listening ÷ node -e 0', sense: 'at most', bound: 5, measured }],
  };
}
