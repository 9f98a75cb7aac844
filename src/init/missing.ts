// What a contract has that a table has not.
import type { Operation } from '../contract/model/contract.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import { callsOf } from '../mapping/runtime/called-operations.ts';
import { clark } from '../xml/reader/names.ts';
import type { Choice } from './first-table.ts';

/** Choices for operations that no rule of the table calls. */
export function missingFrom(mapping: Mapping, choices: readonly Choice[]): Choice[] {
  const called = new Set(mapping.rules.flatMap(callsOf).map(({ operation }) => keyOf(operation)));
  return choices.filter(({ listed }) => !called.has(keyOf(listed.operation)));
}

function keyOf({ portType, name }: Operation): string {
  return `${clark(portType)} ${name}`;
}
