// `soapstone compile`: a contract as one file that loads fast.
import { writeFileSync } from 'node:fs';
import { writeCompiled } from '../contract/compiled.ts';
import { loadContract } from '../contract/load.ts';
import { OK } from './report.ts';

export async function compile(source: string, output: string): Promise<number> {
  const contract = await loadContract(source);
  const bytes = writeCompiled(contract);
  writeFileSync(output, bytes);
  const { types, elements } = contract.schemas;
  process.stdout.write(
    `${output}: ${contract.operations.length} operations, ${types.size} types, ${elements.size} elements, ${bytes.length} bytes\n`,
  );
  return OK;
}
