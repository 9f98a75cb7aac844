// PHP's own tests of SOAP 1.2, which are not ours to hold: they come with the source package of the PHP that is installed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { phpSoap12 } from './cache.ts';
import { unpackSource } from './debian-source.ts';

export function hasPhpSoap12(): boolean {
  return existsSync(phpSoap12);
}

export function installPhpSoap12(): boolean {
  const { stdout } = spawnSync('php', ['-r', 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;'], { encoding: 'utf8' });
  return /^\d+\.\d+$/.test(stdout ?? '') && unpackSource(`php${stdout}`, 'ext/soap/tests/soap12', phpSoap12);
}
