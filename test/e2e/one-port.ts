// A mapping whose contract offers several ports, as if it offered one. Tables take the first port that fits.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface MappingCopy {
  readonly folder: string;
  remove(): void;
}

/** Copies a mapping folder. `wsdl`: relative to the folder. Of its ports only `port` stays. Throws when there is no such port. */
export function withOnePort(mapping: string, wsdl: string, port: string): MappingCopy {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-port-'));
  cpSync(mapping, folder, { recursive: true });
  const file = join(folder, wsdl);
  const ports = /<port name="(\w+)".*?<\/port>/gs;
  const text = readFileSync(file, 'utf8').replace(ports, (whole, name) => (name === port ? whole : ''));
  if (!text.includes(`<port name="${port}"`)) throw new Error(`${wsdl} has no port ${port}`);
  writeFileSync(file, text);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
