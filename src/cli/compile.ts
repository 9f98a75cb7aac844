// `soapstone compile`: a contract as one file that loads fast, or a mapping that need not be checked at each start.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeCompiled } from '../contract/compiled/write.ts';
import { loadContract } from '../contract/load.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { counted } from '../errors/wording.ts';
import { type LoadOptions, loadMapping, mappingFolder, remoteContract, tableFile } from '../mapping/load.ts';
import { BesideTable } from '../mapping/snapshot/beside-table.ts';
import { SHIPPED_FOLDER } from '../mapping/snapshot/snapshot-folder.ts';
import { programBuild } from '../server/table-cache.ts';
import { printable } from './output/printable.ts';
import { brokenLines, OK, PROBLEMS } from './report.ts';

/** `output`: file for the contract alone. */
export function compile(source: string, output: string | undefined, options: LoadOptions): Promise<number> {
  if (output !== undefined) return compileContract(source, output, options);
  if (tableFile(source) !== undefined) return compileTable(source, options);
  throw new SoapstoneError('SETTINGS', `${source} is no mapping folder: name the file to write with -o FILE`);
}

async function compileContract(source: string, output: string, options: LoadOptions): Promise<number> {
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

async function compileTable(source: string, options: LoadOptions): Promise<number> {
  const program = programBuild();
  if (program === undefined)
    throw new SoapstoneError('SETTINGS', 'a program that runs from its sources compiles no mapping: run npm run build');
  const beside = new BesideTable(program);
  const { rules } = await loadMapping(source, { ...options, snapshots: beside });
  const folder = join(mappingFolder(source), SHIPPED_FOLDER);
  const size = beside.write(mappingFolder(source));
  if (size === 0) {
    process.stderr.write(
      `${folder}: nothing is written, because the contract has a broken part or is from the network\n`,
    );
    return PROBLEMS;
  }
  process.stdout.write(`${folder}: ${counted(rules.length, 'rule')}, ${counted(size, 'byte')}\n`);
  return OK;
}
