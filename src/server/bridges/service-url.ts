// The upstream that a contract names: the addresses of its ports.
import type { Contract } from '../../contract/model/contract.ts';
import { SoapstoneError } from '../../errors/errors.ts';

/** The one address of all operations, or the origin of the first one: each operation then has the path of its own. @throws SoapstoneError */
export function serviceUrl({ operations }: Contract): string {
  const urls = [...new Set(operations.map(({ address }) => address))].filter((address) =>
    /^https?:$/.test(URL.parse(address)?.protocol ?? ''),
  );
  const [first] = urls;
  if (first === undefined)
    throw new SoapstoneError('SETTINGS', 'the contract names no http address of its service', {
      suggestion: 'add --upstream URL',
    });
  return urls.length === 1 ? first : new URL(first).origin;
}
