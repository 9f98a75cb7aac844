// `soapstone diff`: what a new contract changes, and which rules of a table that concerns.

import { lossesOf } from '../contract/model/lost-operations.ts';
import { isRemote } from '../contract/source/location.ts';
import { type AffectedRule, affectedRules } from '../contract-diff/affected-rules.ts';
import type { Change, Severity, Use } from '../contract-diff/change.ts';
import { compareContracts } from '../contract-diff/compare-contracts.ts';
import { formatError, Problems, SoapstoneError } from '../errors/errors.ts';
import { type LoadOptions, loadMapping } from '../mapping/load.ts';
import { loadNamedContract } from './contract-argument.ts';
import { say } from './output/say.ts';
import { OK, PROBLEMS } from './report.ts';

interface DiffFlags {
  readonly mapping?: string;
  readonly json?: boolean;
}

/** Uses in one line. */
const MOST_USES = 4;

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
  const rules = mapping === undefined ? [] : affectedRules(mapping, changes);
  const problems = dir === undefined ? [] : await problemsWith(dir, location, options);
  const text = flags.json
    ? json(changes, rules, problems, broken)
    : report(changes, rules, problems, broken, dir !== undefined);
  say(text);
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

function json(
  changes: readonly Change[],
  rules: readonly AffectedRule[],
  problems: readonly SoapstoneError[],
  broken: readonly SoapstoneError[],
): string {
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

function report(
  changes: readonly Change[],
  rules: readonly AffectedRule[],
  problems: readonly SoapstoneError[],
  broken: readonly SoapstoneError[],
  hasTable: boolean,
): string {
  const lines = changes.map(({ severity, subject, message, uses }) => {
    const places = uses.filter(({ operation }) => operation !== subject);
    return `${severity.padEnd(9)} ${subject}: ${message}${inBrackets(places)}`;
  });
  // Parts of the new contract that cannot be used: the cause of operations that are gone.
  const causes = broken.map(formatError);
  const ofTable = [
    ...problems.map(formatError).flatMap((text) => (causes.includes(text) ? [] : [`problem   ${text}`])),
    ...rules.map((rule) => `rule      ${rule.place.file}:${rule.place.line} ${rule.id}: ${countedIn(rule)}`),
  ];
  const table = hasTable ? `; ${rules.length} ${rules.length === 1 ? 'rule' : 'rules'} concerned` : '';
  return [
    ...lines,
    ...causes.map((cause) => `broken    ${cause}`),
    ...ofTable,
    `${counted(changes.map(({ severity }) => severity))}${table}`,
  ].join('\n');
}

function inBrackets(uses: readonly Use[]): string {
  if (uses.length === 0) return '';
  const [declaredUses, derivedUses] = [uses.filter((use) => !use.derived), uses.filter((use) => use.derived)].map(
    listedUses,
  );
  const asDerived = derivedUses === '' ? [] : [`as a derived type: ${derivedUses}`];
  return ` (${[...(declaredUses === '' ? [] : [declaredUses]), ...asDerived].join('; ')})`;
}

function listedUses(uses: readonly Use[]): string {
  const remainder = uses.length - MOST_USES;
  const places = uses.slice(0, MOST_USES).map(({ operation, direction }) => `${operation} ${direction}`);
  return `${places.join(', ')}${remainder > 0 ? ` and ${remainder} more` : ''}`;
}

/** Changes that break other rules alone are no notes. */
function countedIn({ changes, severities }: AffectedRule): string {
  const isHarmless = (severity: Severity, i: number) => severity === 'note' && changes[i].severity !== 'note';
  const harmless = severities.filter(isHarmless).length;
  const breaking = severities.filter((severity, i) => !isHarmless(severity, i));
  if (harmless === 0) return counted(breaking);
  return [...(breaking.length > 0 ? [counted(breaking)] : []), `${harmless} harmless here`].join(', ');
}

function counted(severities: readonly Severity[]): string {
  const counts = Map.groupBy(severities, (severity) => severity);
  const texts = (['break', 'addition', 'note'] as const).flatMap((severity) => {
    const count = counts.get(severity)?.length ?? 0;
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`];
  });
  return texts.length === 0 ? 'no changes' : texts.join(', ');
}
