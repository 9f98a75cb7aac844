// What a contract is read from, so that an archive leaves nothing of it behind.
import { join, relative } from 'node:path';
import { loadContract } from '../../contract/load.ts';
import { isRefusal, isRemote, type ReadResult } from '../../contract/source/location.ts';
import type { ContractReads } from '../../contract/source/reads.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { contractLocation, type LoadOptions } from '../../mapping/load.ts';

/**
 * `copy`: of the mapping `folder`, as an archive has it.
 * @throws SoapstoneError SETTINGS where the contract of `copy` is not read from the same files, all below it. Problems of the contract.
 */
export async function refuseFilesElsewhere(folder: string, copy: string, options: LoadOptions): Promise<void> {
  const contract = contractLocation(folder);
  if (contract === undefined) return;
  const files = await filesRead(folder, options);
  const missing = files.find((file) => isOutside(folder, file)) ?? (await firstLost(files, folder, copy, options));
  if (missing === undefined) return;
  const file = missing === contract ? `the contract ${contract}` : `${missing}, which the contract reads,`;
  throw new SoapstoneError(
    'SETTINGS',
    `${file} is not in the archive of ${folder}: soapstone compile ${contract} -o ${join(folder, 'service.contract')}, and name that file in the table`,
  );
}

function isOutside(folder: string, file: string): boolean {
  return isRemote(file) || relative(folder, file).startsWith('..');
}

/** Files with a dot in front stay out of an archive, and an absolute path leads out of it. */
async function firstLost(
  files: readonly string[],
  folder: string,
  copy: string,
  options: LoadOptions,
): Promise<string | undefined> {
  const packed = new Set((await filesRead(copy, options)).map((file) => relative(copy, file)));
  return files.find((file) => !packed.has(relative(folder, file)));
}

/** Paths and URLs, the contract itself first. */
async function filesRead(folder: string, { allowRemote }: LoadOptions): Promise<readonly string[]> {
  const contract = contractLocation(folder);
  if (contract === undefined) return [];
  if (isRemote(contract)) return [contract];
  const reads = new FilesRead();
  const { files } = await loadContract(contract, { allowRemote, reads });
  const used = new Set(files);
  return [...reads.paths, ...reads.urls.filter((url) => used.has(url))];
}

class FilesRead implements ContractReads {
  readonly paths: string[] = [];
  /** Also those that are not fetched. */
  readonly urls: string[] = [];

  file(path: string, result: ReadResult): void {
    if (isRemote(path)) this.urls.push(path);
    else if (!isRefusal(result)) this.paths.push(path);
  }

  files(kind: 'folder' | 'nearby', _: string, files: ReadonlyMap<string, Uint8Array>): void {
    if (kind === 'folder') this.paths.push(...files.keys());
  }
}
