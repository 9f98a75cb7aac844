// `soapstone compile`: a contract as one file that loads fast.
import { writeFileSync } from 'node:fs';
import { writeCompiled } from '../contract/compiled/write.ts';
import { type LoadOptions, loadContract } from '../contract/load.ts';
import { counted } from '../errors/wording.ts';
import { remoteContract } from '../mapping/load.ts';
import { printable } from './output/printable.ts';
import { brokenLines, OK } from './report.ts';

export async function compile(source: string, output: string, options: LoadOptions = {}): Promise<number> {
  const contract = await loadContract(remoteContract(source) ?? source, options);
  for (const line of brokenLines(contract)) process.stderr.write(`left out: ${printable(line)}\n`);
  const bytes = writeCompiled(contract);
  writeFileSync(output, bytes);
  const { types, elements } = contract.schemas;
  const counts = [
    counted(contract.operations.length, 'operation'),
    counted(types.size, 'type'),
    counted(elements.size, 'element'),
    counted(bytes.length, 'byte'),
  ];
  process.stdout.write(`${output}: ${counts.join(', ')}\n`);
  return OK;
}
