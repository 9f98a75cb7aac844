// The contract that a command line names: a file, a folder, an archive, a mapping folder or a URL, whose host is allowed since the user has typed it.
import { loadUsableContract } from '../codec/load-contract.ts';
import type { LoadOptions } from '../contract/load.ts';
import type { Contract } from '../contract/model/contract.ts';
import { isRemote } from '../contract/source/location.ts';
import { contractLocation } from '../mapping/load.ts';

export function loadNamedContract(location: string, { allowRemote = [] }: LoadOptions = {}): Promise<Contract> {
  const host = isRemote(location) ? URL.parse(location)?.host : undefined;
  if (host !== undefined) return loadUsableContract(location, { allowRemote: [...allowRemote, host] });
  return loadUsableContract(contractLocation(location) ?? location, { allowRemote });
}
