// CPU of `soapstone check` over contracts that grow on one line.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheRoot } from '../erp/files.ts';
import { command } from '../gateway/start.ts';
import { contractShapes, contractWith } from './contracts.ts';
import { notes } from './gateway.ts';
import { type Growth, largestRatio, SIZES } from './growth.ts';

/** Prints the CPU of its process last, µs: user and system, of all threads. */
const counted =
  'process.on("exit", () => { const { user, system } = process.cpuUsage(); process.stderr.write("cpu " + (user + system) + "\\n"); })';
const ROUNDS = 7;

function check(dir: string): { us: number; status: number } {
  const { stderr, status } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${counted}`, command(), 'check', dir],
    {
      encoding: 'utf8',
    },
  );
  return { us: Number(/^cpu (\d+)$/m.exec(stderr)?.[1]), status: status ?? -1 };
}

export function contractGrowth(): Growth[] {
  const dir = join(cacheRoot, 'growth-contract');
  mkdirSync(dir, { recursive: true });
  copyFileSync(join(notes, 'mapping.yaml'), join(dir, 'mapping.yaml'));
  const wsdl = readFileSync(join(notes, 'notes.wsdl'), 'utf8');
  const cost = (text: string) => {
    writeFileSync(join(dir, 'notes.wsdl'), text);
    const runs = Array.from({ length: ROUNDS }, () => check(dir));
    return { us: Math.min(...runs.map(({ us }) => us)), status: runs[0].status };
  };
  const base = cost(wsdl).us;
  return contractShapes.map(({ name, make }) => {
    const costs = SIZES.map((size) => cost(contractWith(wsdl, make(size))));
    const us = costs.map((one) => Math.max(0, one.us - base));
    return { shape: name, status: costs[3].status, ms: us.map((one) => one / 1000), growth: largestRatio(us) };
  });
}
