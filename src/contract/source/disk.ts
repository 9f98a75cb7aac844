// Reads documents of a contract from files and folders.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SoapstoneError } from '../../errors/errors.ts';
import { readFileBounded } from '../../file/read-file.ts';
import { contractLimits } from './limits.ts';
import { isRefusal, type ReadResult } from './location.ts';

/** Reads one file that another one refers to. */
export function readFile(path: string): ReadResult {
  try {
    const stats = statSync(path);
    const { size } = stats;
    // Pipes and devices may be endless.
    if (!stats.isFile() && !stats.isDirectory()) return { code: 'CONTRACT_READ', reason: 'it is no plain file' };
    if (size > contractLimits.bytes) return { code: 'CONTRACT_READ', reason: `it has ${size} bytes` };
    return readFileBounded(path, { maxBytes: contractLimits.bytes });
  } catch (e) {
    return { code: 'CONTRACT_READ', reason: reason(e) };
  }
}

/** All WSDL and XSD files below a folder, by path. Throws SoapstoneError CONTRACT_READ. */
export function readFolder(folder: string): Map<string, Uint8Array> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const names = files.filter(isContractFile);
  if (names.length === 0) throw noContract(folder, files);
  if (names.length > contractLimits.files) {
    throw new SoapstoneError(
      'CONTRACT_READ',
      `"${folder}" holds more than ${contractLimits.files} .wsdl and .xsd files`,
      { suggestion: `name one file: ${someOf(names.toSorted(wsdlFirst))}` },
    );
  }
  return new Map(
    names.map((name) => [name.replaceAll('\\', '/'), readFileBounded(name, { maxBytes: contractLimits.bytes })]),
  );
}

function noContract(folder: string, files: readonly string[]): SoapstoneError {
  const near = files.filter((name) => NEARLY.test(name));
  const content = files.length === 0 ? 'it is empty' : `it has ${someOf(near.length > 0 ? near : files)}`;
  const message = `"${folder}" is a folder without a .wsdl or .xsd file, also below: ${content}`;
  const suggestion = 'name the file itself where its name is another one; a .zip or a URL will do too';
  return new SoapstoneError('CONTRACT_READ', message, { suggestion });
}

/** What may hold a contract under another name. */
const NEARLY = /\.(xml|zip|asmx|svc|txt)$|wsdl/i;
const NAMED = 3;

function someOf(names: readonly string[]): string {
  const unlisted = names.length - NAMED;
  return `${names.slice(0, NAMED).join(', ')}${unlisted > 0 ? ` and ${unlisted} more` : ''}`;
}

function wsdlFirst(a: string, b: string): number {
  return Number(/xsd$/i.test(a)) - Number(/xsd$/i.test(b));
}

/**
 * Files in the folder of a contract and below, to the usual depth. Never more than the limit of one contract: this
 * is only a search for what an import fails to find.
 */
export function readNearby(folder: string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  search(folder, DEPTH, files);
  return files;
}

const DEPTH = 3;

function search(folder: string, depth: number, files: Map<string, Uint8Array>): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth > 0 && !/^(\.|node_modules$)/.test(entry.name)) search(path, depth - 1, files);
    if (!entry.isFile() || !isContractFile(entry.name) || files.size === contractLimits.files) continue;
    const bytes = readFile(path);
    if (!isRefusal(bytes)) files.set(path.replaceAll('\\', '/'), bytes);
  }
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
