// Soapstone as users run it: `soapstone serve`, with its access log and metrics.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startGateway } from '../../gateway/start.ts';
import { resources } from '../face.ts';
import { type Front, Missing, table } from '../front.ts';
import { linesOf, versionOf } from '../tools.ts';

export const SOAPSTONE = 'Soapstone';

export const soapstone: Front = {
  name: SOAPSTONE,
  setup: '`soapstone serve` with three rules, its access log and metrics on.',
  lines: linesOf(readFileSync(join(table, 'mapping.yaml'), 'utf8')),
  face: resources('number'),
  prepare: () => {},
  version: () => versionOf(join(import.meta.dirname, '../../..')),
  start: async ({ upstream, cpu }) => {
    const gateway = await startGateway(upstream, cpu, { mapping: table });
    if (!gateway) throw new Missing('it did not start');
    return gateway;
  },
};
