// Reads ZIP archives. The only user of fflate.

import { posix } from 'node:path';
import { unzipSync } from 'fflate';
import { SoapstoneError } from '../../errors/errors.ts';
import { isContractFile } from './disk.ts';
import { contractLimits } from './limits.ts';

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/**
 * All WSDL and XSD files of an archive, by path inside it. Sizes are bounded before anything is inflated, and an entry never inflates
 * beyond the size that the archive declares. Throws SoapstoneError CONTRACT_READ.
 */
export function readZip(bytes: Uint8Array, file: string): Map<string, Uint8Array> {
  let left = contractLimits.bytes;
  let files = contractLimits.files;
  const take = (entry: { name: string; originalSize: number }): boolean => {
    if (!isContractFile(entry.name)) return false;
    checkName(entry.name, file);
    left -= entry.originalSize;
    if (left < 0 || files-- === 0)
      throw new SoapstoneError('CONTRACT_READ', `"${file}" unpacks to more than is allowed`);
    return true;
  };
  const entries = Object.entries(unpack(bytes, file, take)).sort(([a], [b]) => (a < b ? -1 : 1));
  if (entries.length === 0) throw new SoapstoneError('CONTRACT_READ', `"${file}" holds no .wsdl or .xsd file`);
  return new Map(entries.map(([name, content]) => [posix.normalize(name), content]));
}

function unpack(bytes: Uint8Array, file: string, filter: (e: { name: string; originalSize: number }) => boolean) {
  try {
    return unzipSync(bytes, { filter });
  } catch (e) {
    if (e instanceof SoapstoneError) throw e;
    throw new SoapstoneError('CONTRACT_READ', `"${file}" is not a sound zip file`, { cause: e });
  }
}

function checkName(name: string, file: string): void {
  const steps = name.split(/[\\/]/);
  if (steps.includes('..') || posix.isAbsolute(name) || name.includes('\\') || name.includes('\0')) {
    throw new SoapstoneError('CONTRACT_READ', `"${file}" holds a path that leads out of it: ${JSON.stringify(name)}`);
  }
}
