// One paragraph on where and with what the figures were made; no date and no host name.
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';

const packages = ['strong-soap', 'soap', 'express', 'http-proxy-middleware', 'undici'];

/** Read from the files themselves: not every package exports its package.json. */
function versionOf(name: string): string {
  const path = join(import.meta.dirname, '..', '..', 'node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}

/** Processors, memory, system and Node. */
export function host(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const processors = `${availableParallelism()} × ${cpus()[0].model.trim()}`;
  return `${processors}, ${gigabytes} GiB, ${process.platform}; Node ${process.versions.node}`;
}

export function machine(): string {
  const versions = packages.map((name) => `${name} ${versionOf(name)}`);
  return `${host()}; ${versions.join(', ')}.`;
}
