import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SoapstoneError } from '../../errors.ts';
import { contractLimits } from '../limits.ts';
import type { Answer } from './answer.ts';

/** Reads one file that another one refers to. */
export function readFile(path: string): Answer {
  try {
    const { size } = statSync(path);
    if (size > contractLimits.bytes) return { code: 'CONTRACT_READ', why: `it has ${size} bytes` };
    return readFileSync(path);
  } catch (e) {
    return { code: 'CONTRACT_READ', why: reason(e) };
  }
}

/** All WSDL and XSD files below a folder, by path. Throws SoapstoneError CONTRACT_READ. */
export function readFolder(folder: string): Map<string, Uint8Array> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isContractFile(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  if (names.length === 0) throw new SoapstoneError('CONTRACT_READ', `"${folder}" holds no .wsdl or .xsd file`);
  if (names.length > contractLimits.files) {
    throw new SoapstoneError(
      'CONTRACT_READ',
      `"${folder}" holds more than ${contractLimits.files} .wsdl and .xsd files`,
    );
  }
  return new Map(names.map((name) => [name.replaceAll('\\', '/'), readFileSync(name)]));
}

export function isContractFile(name: string): boolean {
  return /\.(wsdl|xsd)$/i.test(name);
}

export function reason(e: unknown): string {
  const code = (e as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  return code ?? (e instanceof Error ? e.message : String(e));
}
