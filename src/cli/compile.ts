// `soapstone compile`: a contract as one file that loads fast, or a mapping that need not be checked at each start.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadUsableContract } from '../codec/load-contract.ts';
import { writeCompiled } from '../contract/compiled/write.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { counted } from '../errors/wording.ts';
import { type LoadOptions, loadMapping, mappingFolder, remoteContract, tableFile } from '../mapping/load.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import { BesideTable } from '../mapping/snapshot/beside-table.ts';
import { SHIPPED_FOLDER } from '../mapping/snapshot/snapshot-folder.ts';
import { taggedOperations } from '../openapi/export/tags.ts';
import { shownAt } from '../server/bridges/document-paths.ts';
import { mappingsOf } from '../server/routing/document-content.ts';
import { documents } from '../server/routing/openapi-endpoint.ts';
import { loadSettings } from '../server/settings/load.ts';
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
  const contract = await loadUsableContract(remoteContract(source) ?? source, options);
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
  const folder = join(mappingFolder(source), SHIPPED_FOLDER);
  const { rules, size } = await compileBeside(source, options);
  if (size === 0) {
    process.stderr.write(
      `${folder}: nothing is written, because the contract has a broken part or is from the network\n`,
    );
    return PROBLEMS;
  }
  process.stdout.write(`${folder}: ${counted(rules, 'rule')}, ${counted(size, 'byte')}\n`);
  return OK;
}

/** Writes the checked table beside it. `size` in bytes; 0 where the contract has a broken part or is from the network. Throws Problems. */
export async function compileBeside(
  source: string,
  options: LoadOptions,
): Promise<{ readonly rules: number; readonly size: number }> {
  const program = programBuild();
  if (program === undefined)
    throw new SoapstoneError('SETTINGS', 'a program that runs from its sources compiles no mapping: run npm run build');
  const beside = new BesideTable(program);
  const mapping = await loadMapping(source, { ...options, snapshots: beside });
  await describe(source, mapping, beside);
  return { rules: mapping.rules.length, size: await beside.write(mappingFolder(source)) };
}

/** Makes the documents of a bridge with the usual settings: page, description, and that of each tag, which the page asks for. */
async function describe(source: string, mapping: Mapping, beside: BesideTable): Promise<void> {
  const flags = { mapping: source, upstream: 'http://127.0.0.1' };
  const { bridges } = await loadSettings({ flags, environment: {}, cwd: process.cwd() });
  const all = [{ settings: bridges[0], mapping, endpoint: undefined }];
  const find = documents(all, '', beside);
  const tags = taggedOperations(await mappingsOf(all));
  if (tags.size === 0) return;
  for (const path of shownAt(all, 'docs').keys()) await find(path);
  const [openapi] = shownAt(all, 'openapi').keys();
  for (const tag of [undefined, ...tags.keys()]) await find(openapi, { tag });
}
