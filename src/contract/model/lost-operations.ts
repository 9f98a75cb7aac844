// Why parts of a contract cannot be used, and which operations each cause takes away.
import { type ErrorCode, formatError, SoapstoneError } from '../../errors/errors.ts';
import { counted } from '../../errors/wording.ts';
import type { Broken, Contract } from './contract.ts';

/** Names in one line. */
const MOST_NAMES = 5;

type Loss = readonly { readonly problem: SoapstoneError; readonly entry: Broken }[];

/** Cache: a table may have thousands of rules for operations with one cause. */
const causesOf = new WeakMap<Pick<Contract, 'broken'>, ReadonlyMap<string, SoapstoneError>>();

/** Each problem once, by its text, with the operations and ports that it takes away in its message. */
export function lossesOf(contract: Pick<Contract, 'broken'>): ReadonlyMap<string, SoapstoneError> {
  let losses = causesOf.get(contract);
  if (losses) return losses;
  const all = (contract.broken ?? []).flatMap((entry) => entry.problems.map((problem) => ({ problem, entry })));
  const causes = Map.groupBy(all, ({ problem }) => formatError(problem));
  losses = new Map([...causes].map(([text, loss]) => [text, withAdvice(withEffect(loss[0].problem, effectOf(loss)))]));
  causesOf.set(contract, losses);
  return losses;
}

/** Names of the operations, and of whole ports, of which nothing can be used. */
export function lostNames({
  broken = [],
  operations,
}: Contract): Readonly<Record<'operations' | 'ports', readonly string[]>> {
  const usable = new Set(operations.map(({ name }) => name));
  const usablePorts = new Set(operations.map(({ port }) => port));
  const lost = broken.flatMap(({ operation }) => (operation === undefined || usable.has(operation) ? [] : [operation]));
  const ports = broken.flatMap(({ operation, port }) =>
    operation !== undefined || usablePorts.has(port) ? [] : [port],
  );
  return { operations: [...new Set(lost)], ports: [...new Set(ports)] };
}

/** How much of a contract is lost, and why. */
export interface ContractLoss {
  /** Such as `2 of 5 operations and the whole port A`. */
  readonly lost: string;
  /** Of an operation, where one is lost. */
  readonly first: SoapstoneError;
  /** Causes beside the first. */
  readonly further: number;
}

/** Undefined where nothing is lost. */
export function lossIn(contract: Contract): ContractLoss | undefined {
  const { operations, ports } = lostNames(contract);
  const usable = new Set(contract.operations.map(({ name }) => name)).size;
  const lost = [
    ...(operations.length > 0 ? [`${operations.length} of ${counted(usable + operations.length, 'operation')}`] : []),
    ...(ports.length > 0 ? [`the whole ${ports.length === 1 ? 'port' : 'ports'} ${ports.join(', ')}`] : []),
  ];
  if (lost.length === 0) return undefined;
  const losses = lossesOf(contract);
  const cause = (contract.broken ?? []).find(({ operation = '' }) => operations.includes(operation))?.problems[0];
  const first = (cause && losses.get(formatError(cause))) ?? [...losses.values()][0];
  return { lost: lost.join(' and '), first, further: losses.size - 1 };
}

/** Undefined where the problem names what is lost. */
function effectOf(loss: Loss): string | undefined {
  const names = new Set(loss.map(({ entry: { port, operation } }) => operation ?? `port "${port}"`));
  const [name] = names;
  if (names.size === 1 && loss[0].problem.message.includes(`"${name}"`)) return undefined;
  const first = [...names].slice(0, MOST_NAMES).join(', ');
  return `it takes away ${first}${names.size > MOST_NAMES ? ` and ${names.size - MOST_NAMES} more` : ''}`;
}

const ADVICE: { readonly [code in ErrorCode]?: string } = {
  CONTRACT_REFERENCE: 'in a copy of the contract, declare it or correct the name',
  CONTRACT_INVALID: 'mend it in a copy of the contract',
};

function withAdvice(problem: SoapstoneError): SoapstoneError {
  const { code, message, place, suggestion = ADVICE[code] } = problem;
  return new SoapstoneError(code, message, { place, suggestion, cause: problem });
}

export function withEffect(problem: SoapstoneError, effect: string | undefined): SoapstoneError {
  if (effect === undefined) return problem;
  const { code, message, place, suggestion } = problem;
  return new SoapstoneError(code, `${message}; ${effect}`, { place, suggestion, cause: problem });
}
