import type { Contract } from '../../src/contract/model/contract.ts';
import { XSD_NS } from '../../src/xml/reader/names.ts';

/** Named types of a contract, the built-in ones left out. */
export function ownTypes(contract: Contract): number {
  return [...contract.schemas.types.keys()].filter((name) => !name.startsWith(`{${XSD_NS}}`)).length;
}
