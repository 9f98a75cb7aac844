// `soapstone diff`: what a new contract changes, and which rules of a table that concerns.

import { lossesOf } from '../contract/model/lost-operations.ts';
import { isRemote } from '../contract/source/location.ts';
import { affectedRules } from '../contract-diff/affected-rules.ts';
import { compareContracts } from '../contract-diff/compare-contracts.ts';
import { Problems, SoapstoneError } from '../errors/errors.ts';
import { type LoadOptions, loadMapping } from '../mapping/load.ts';
import { loadNamedContract } from './contract-argument.ts';
import { type ContractChanges, contractChanges } from './output/contract-changes.ts';
import { say } from './output/say.ts';
import { OK, PROBLEMS } from './report.ts';

interface DiffFlags {
  readonly mapping?: string;
  readonly json?: boolean;
}

/** `contracts`: the old one and the new one; the new one alone where a mapping has the old one. Exit code 1 where something breaks. */
export async function diff(contracts: readonly string[], flags: DiffFlags, options: LoadOptions = {}): Promise<number> {
  const { mapping: dir } = flags;
  const [location] = contracts.slice(-1);
  if (contracts.length > 2 || (contracts.length === 1 && dir === undefined))
    throw new SoapstoneError('SETTINGS', 'diff needs an old and a new contract, or a new one and --mapping');
  const mapping = dir === undefined ? undefined : await loadMapping(dir, options);
  const before = contracts.length === 2 ? await loadNamedContract(contracts[0], options) : mapping!.contract;
  const after = await loadNamedContract(location, options);
  const changes = compareContracts(before, after);
  const broken = [...lossesOf(after).values()];
  const rules = mapping && affectedRules(mapping, changes);
  const problems = dir === undefined ? [] : await problemsWith(dir, location, options);
  const report = { changes, rules, problems, broken };
  say(flags.json ? json(report) : contractChanges(report));
  return problems.length > 0 || changes.some(({ severity }) => severity === 'break') ? PROBLEMS : OK;
}

/** Problems of the table with the new contract. */
async function problemsWith(dir: string, contract: string, options: LoadOptions): Promise<readonly SoapstoneError[]> {
  const host = isRemote(contract) ? [URL.parse(contract)?.host ?? ''] : [];
  try {
    await loadMapping(dir, { ...options, contract, allowRemote: [...(options.allowRemote ?? []), ...host] });
    return [];
  } catch (error) {
    if (error instanceof Problems) return error.problems;
    throw error;
  }
}

function json({ changes, rules = [], problems, broken }: ContractChanges): string {
  const indexes = new Map(changes.map((change, i) => [change, i]));
  const value = {
    changes: changes.map(({ sides: _, ...change }) => change),
    rules: rules.map(({ id, place, operations, changes: ofRule }) => ({
      id,
      file: place.file,
      line: place.line,
      operations,
      changes: ofRule.map((change) => indexes.get(change)),
    })),
    problems: problems.map(jsonOf),
    broken: broken.map(jsonOf),
  };
  return JSON.stringify(value, undefined, 2);
}

function jsonOf({ code, message, place }: SoapstoneError): object {
  return { code, message, place };
}
