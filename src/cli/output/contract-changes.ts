// The text of `soapstone diff`: each change once, with the operations and rules that it concerns below it.
import type { AffectedRule } from '../../contract-diff/affected-rules.ts';
import type { Change, Severity, Use } from '../../contract-diff/change.ts';
import { formatError, type SoapstoneError } from '../../errors/errors.ts';
import { counted } from '../../errors/wording.ts';

export interface ContractChanges {
  readonly changes: readonly Change[];
  /** undefined: there is no table. */
  readonly rules: readonly AffectedRule[] | undefined;
  /** Of the table with the new contract. */
  readonly problems: readonly SoapstoneError[];
  /** Parts of the new contract that cannot be used: the cause of operations that are gone. */
  readonly broken: readonly SoapstoneError[];
}

/** Names in one line. */
const MOST_NAMES = 3;

const LABEL = 10;
const INDENT = ' '.repeat(LABEL);

export function contractChanges({ changes, rules, problems, broken }: ContractChanges): string {
  const causes = broken.map(formatError);
  const ofTable = problems.map(formatError).filter((text) => !causes.includes(text));
  return [
    ...changes.flatMap((change) => [...changeLines(change), ...ruleLines(change, rules ?? [])]),
    ...causes.map((cause) => `${'broken'.padEnd(LABEL)}${cause}`),
    ...ofTable.map((problem) => `${'problem'.padEnd(LABEL)}${problem}`),
    totals(changes) + (rules === undefined ? '' : `; ${counted(rules.length, 'rule')} concerned`),
  ].join('\n');
}

/** Below the change: who uses it, where that is more than one message. */
function changeLines({ severity, subject, message, uses, sides }: Change): string[] {
  const line = `${severity.padEnd(LABEL)}${subject}: ${message}`;
  if (sides === undefined && uses.length === 1) return [line];
  const declared = usersIn(uses.filter(({ derived }) => !derived));
  const derived = [...usersIn(uses)].filter(([operation]) => !declared.has(operation));
  const [first, ...further] = [...declared].map((user) => userText(user, sides !== undefined));
  if (further.length === 0 && derived.length === 0) return [`${line} (${first})`];
  if (first === undefined)
    return [line, `${INDENT}as a derived type by ${usersText(derived.map(([operation]) => operation))}`];
  const asDerived = derived.length === 0 ? '' : `; as a derived type by ${derived.length} more`;
  return [line, `${INDENT}used by ${usersText([first, ...further])}${asDerived}`];
}

type User = readonly [operation: string, uses: readonly Use[]];

function usersIn(uses: readonly Use[]): ReadonlyMap<string, readonly Use[]> {
  return Map.groupBy(uses, ({ operation }) => operation);
}

function userText([operation, uses]: User, withDirections: boolean): string {
  return withDirections ? `${operation} ${uses.map(({ direction }) => direction).join(' and ')}` : operation;
}

function usersText(names: readonly string[]): string {
  return `${counted(names.length, 'operation')}: ${someOf(names)}`;
}

/** Rules that the change is as grave for as it says come first; the remainder is counted. */
function ruleLines(change: Change, rules: readonly AffectedRule[]): string[] {
  const concerned = rules.filter(({ changes }) => changes.includes(change));
  if (concerned.length === 0) return [];
  const { harmless = [], derived = [], direct = [] } = Object.groupBy(concerned, (rule) => effectOn(rule, change));
  const texts = [
    ...(direct.length === 0 ? [] : [`${direct.length === 1 ? 'rule' : 'rules'} ${someOf(placesOf(direct))}`]),
    ...(derived.length === 0 ? [] : [`as a derived type ${counted(derived.length, 'rule')}`]),
    ...(harmless.length === 0 ? [] : [`harmless for ${counted(harmless.length, 'rule')}`]),
  ];
  return [`${INDENT}${texts.join('; ')}`];
}

function effectOn(
  { changes, severities, operations }: AffectedRule,
  change: Change,
): 'harmless' | 'derived' | 'direct' {
  if (severities[changes.indexOf(change)] === 'note' && change.severity !== 'note') return 'harmless';
  const uses = change.uses.filter(({ operation }) => operations.includes(operation));
  return uses.every(({ derived }) => derived) ? 'derived' : 'direct';
}

/** `dir/mapping.yaml:8 GetAccount`, `:12 PutAccount`: the file once. */
function placesOf(rules: readonly AffectedRule[]): string[] {
  return rules.map(
    ({ id, place }, i) => `${rules[i - 1]?.place.file === place.file ? '' : place.file}:${place.line} ${id}`,
  );
}

function someOf(names: readonly string[]): string {
  const unlisted = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${unlisted > 0 ? ` and ${unlisted} more` : ''}`;
}

function totals(changes: readonly Change[]): string {
  const counts = Map.groupBy(changes, ({ severity }) => severity);
  const texts = (['break', 'addition', 'note'] as const).flatMap((severity: Severity) => {
    const count = counts.get(severity)?.length ?? 0;
    return count === 0 ? [] : [counted(count, severity)];
  });
  return texts.length === 0 ? 'no changes' : texts.join(', ');
}
