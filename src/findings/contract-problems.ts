// What of a contract cannot be used, and which operations that takes away.
import type { Contract } from '../contract/model/contract.ts';
import { lossesOf, withEffect } from '../contract/model/lost-operations.ts';
import type { SoapstoneError } from '../errors/errors.ts';
import { type Finding, problemFindings } from './finding.ts';

/** Each problem once, with the operations and ports that it takes away. Those that concern none come last. */
export function brokenProblems(contract: Contract): SoapstoneError[] {
  const { unneeded = [] } = contract;
  return [...lossesOf(contract).values(), ...unneeded.map((problem) => withEffect(problem, 'no operation needs it'))];
}

export function brokenNotes(contract: Contract): Finding[] {
  return brokenProblems(contract).flatMap((problem) =>
    problemFindings(problem).map((finding): Finding => ({ ...finding, level: 'note' })),
  );
}
