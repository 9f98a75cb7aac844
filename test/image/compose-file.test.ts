// deploy/compose.yaml as a file: what an engine would need minutes to show.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { specOf } from '../../src/server/settings/options.ts';

const FILE = join(import.meta.dirname, '..', '..', 'deploy', 'compose.yaml');

interface Service {
  readonly image: string;
  readonly stop_grace_period?: string;
}

const secondsOf = (text: unknown) => Number(/^(\d+)s$/.exec(String(text))?.[1]);

test('deploy/compose.yaml gives gateways the time to drain', () => {
  const { services } = parse(readFileSync(FILE, 'utf8'), { merge: true }) as { services: Record<string, Service> };
  const gateways = Object.values(services).filter(({ image }) => image === 'soapstone');
  expect(gateways.length).toBeGreaterThan(2);
  const [delay, drain] = (['drainDelay', 'drainTimeout'] as const).map((name) => secondsOf(specOf(name).default));
  // A second more: what hangs is given up then.
  for (const { stop_grace_period: grace } of gateways) expect(secondsOf(grace)).toBeGreaterThan(delay + drain + 1);
});
