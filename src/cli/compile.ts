// `soapstone compile`: a contract as one file that loads fast, or a mapping that need not be checked at each start.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadUsableContract } from '../codec/load-contract.ts';
import { writeCompiled } from '../contract/compiled/write.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { counted } from '../errors/wording.ts';
import { type LoadOptions, loadMapping, mappingFolder, remoteContract, tableFile } from '../mapping/load.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import { BesideTable } from '../mapping/snapshot/beside-table.ts';
import { SHIPPED_FOLDER } from '../mapping/snapshot/snapshot-folder.ts';
import { taggedOperations } from '../openapi/export/tags.ts';
import { type DocumentedBridge, shownAt } from '../server/bridges/document-paths.ts';
import { loadOptionsOf } from '../server/bridges/open-bridges.ts';
import { mappingsOf } from '../server/routing/document-content.ts';
import { documents } from '../server/routing/openapi-endpoint.ts';
import { loadSettings } from '../server/settings/load.ts';
import type { BridgeSettings } from '../server/settings/settings.ts';
import { programBuild } from '../server/table-cache.ts';
import { printable } from './output/printable.ts';
import { brokenLines, OK, PROBLEMS } from './report.ts';

/** `output`: file for the contract alone. `config`: a settings file of `serve`, for whose bridges the mapping is compiled too. */
export function compile(
  source: string,
  { output, config }: { readonly output?: string; readonly config?: string },
  options: LoadOptions,
): Promise<number> {
  if (output !== undefined) return compileContract(source, output, options);
  if (tableFile(source) !== undefined) return compileTable(source, config, options);
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

async function compileTable(source: string, config: string | undefined, options: LoadOptions): Promise<number> {
  const folder = join(mappingFolder(source), SHIPPED_FOLDER);
  const { rules, size } = await compileBeside(source, options, config);
  if (size === 0) {
    process.stderr.write(
      `${folder}: nothing is written, because the contract has a broken part or is from the network\n`,
    );
    return PROBLEMS;
  }
  process.stdout.write(`${folder}: ${counted(rules, 'rule')}, ${counted(size, 'byte')}\n`);
  return OK;
}

/**
 * Writes the checked table and its documents beside it: as `serve --mapping` has them, and as the bridges of `config` have them.
 * `size` in bytes; 0 where the contract has a broken part or is from the network. Throws Problems.
 */
export async function compileBeside(
  source: string,
  options: LoadOptions,
  config?: string,
): Promise<{ readonly rules: number; readonly size: number }> {
  const program = programBuild();
  if (program === undefined)
    throw new SoapstoneError('SETTINGS', 'a program that runs from its sources compiles no mapping: run npm run build');
  const beside = new BesideTable(program);
  const [usual] = await bridgesOf({ mapping: source, upstream: 'http://127.0.0.1' }, {});
  const settings = config === undefined ? [] : await bridgesWith(source, config);
  const { rules } = await compileBridge(usual, options, beside);
  for (const bridge of settings) await compileBridge(bridge, loadOptionsOf(bridge), beside);
  return { rules: rules.length, size: await beside.write(mappingFolder(source)) };
}

async function bridgesOf(
  flags: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly BridgeSettings[]> {
  return (await loadSettings({ flags, environment, cwd: process.cwd() })).bridges;
}

/** Bridges of a settings file that have this mapping. */
async function bridgesWith(source: string, config: string): Promise<readonly BridgeSettings[]> {
  const folder = resolve(mappingFolder(source));
  const bridges = await bridgesOf({ config }, process.env);
  const using = bridges.filter(({ mapping }) => mapping !== '' && resolve(mappingFolder(mapping)) === folder);
  if (using.length > 0) return using;
  throw new SoapstoneError('SETTINGS', `--config ${config}: no bridge has the mapping ${source}`);
}

async function compileBridge(settings: BridgeSettings, options: LoadOptions, beside: BesideTable): Promise<Mapping> {
  const mapping = await loadMapping(settings.mapping, { ...options, snapshots: beside });
  if (settings.present === 'rest') await describe([{ settings, mapping, endpoint: undefined }], beside);
  return mapping;
}

/** Makes the documents of a bridge: page, description, and that of each tag, which the page asks for. */
async function describe(all: readonly DocumentedBridge[], beside: BesideTable): Promise<void> {
  const find = documents(all, '', beside);
  const tags = taggedOperations(await mappingsOf(all));
  if (tags.size === 0) return;
  for (const path of shownAt(all, 'docs').keys()) await find(path);
  const [openapi] = shownAt(all, 'openapi').keys();
  for (const tag of [undefined, ...tags.keys()]) await find(openapi, { tag });
}
