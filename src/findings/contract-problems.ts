// What of a contract cannot be used, and which operations that takes away.
import type { Contract } from '../contract/model/contract.ts';
import { lossesOf, withEffect } from '../contract/model/lost-operations.ts';
import type { SoapstoneError } from '../errors/errors.ts';
import { type Finding, problemFindings } from './finding.ts';

const UNREFERENCED = 'nothing refers to it';
/** A message may name more than its operation declares. */
const UNNEEDED = 'no operation needs it; xsi:type, wildcards and substitution groups do without it';

/** Each problem once, with the operations and ports that it takes away. Those that concern none come last. */
export function brokenProblems(contract: Contract): SoapstoneError[] {
  const { unneeded = [], unreferenced } = contract;
  const effectOf = (problem: SoapstoneError) => (unreferenced?.has(problem) ? UNREFERENCED : UNNEEDED);
  return [...lossesOf(contract).values(), ...unneeded.map((problem) => withEffect(problem, effectOf(problem)))];
}

export function brokenNotes(contract: Contract): Finding[] {
  return brokenProblems(contract).flatMap((problem) =>
    problemFindings(problem).map((finding): Finding => ({ ...finding, level: 'note' })),
  );
}
