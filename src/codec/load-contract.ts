// Contracts of which everything that is left can be read and written: types with unusable facets are broken components.
import { type LoadOptions, loadContract } from '../contract/load.ts';
import type { Contract } from '../contract/model/contract.ts';
import { simpleTypeProblem } from './datatypes/compile.ts';
import { dialect } from './datatypes/dialect.ts';

/** As `loadContract`. Throws `Problems`. */
export function loadUsableContract(location: string, options: LoadOptions = {}): Promise<Contract> {
  const numbers = dialect();
  return loadContract(location, { ...options, checkType: (type) => simpleTypeProblem(type, numbers) });
}
