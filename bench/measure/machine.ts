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

export function machine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const host = `${availableParallelism()} × ${cpus()[0].model.trim()}, ${gigabytes} GiB, ${process.platform}`;
  const versions = packages.map((name) => `${name} ${versionOf(name)}`);
  return `${host}; Node ${process.versions.node}; ${versions.join(', ')}.`;
}
