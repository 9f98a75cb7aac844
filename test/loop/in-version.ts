// A mapping whose contract has the ports of one SOAP version only.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SoapVersion } from '../../src/contract/model/contract.ts';

const addresses: Readonly<Record<SoapVersion, string>> = { '1.1': '<soap:address', '1.2': '<soap12:address' };

export interface Folder {
  readonly path: string;
  remove(): void;
}

export function inVersion(folder: string, version: SoapVersion): Folder {
  const path = mkdtempSync(join(tmpdir(), 'soapstone-loop-'));
  cpSync(folder, path, { recursive: true });
  const contract = join(path, 'contract');
  for (const name of readdirSync(contract).filter((file) => file.endsWith('.wsdl'))) {
    const text = readFileSync(join(contract, name), 'utf8');
    const kept = text.replace(/<port [\s\S]*?<\/port>/g, (port) => (port.includes(addresses[version]) ? port : ''));
    writeFileSync(join(contract, name), kept);
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
