// What a contract has that a table has not.
import type { Operation } from '../contract/model/contract.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import { callsOf } from '../mapping/runtime/called-operations.ts';
import type { YamlNode } from '../mapping/syntax/yaml.ts';
import { clark } from '../xml/reader/names.ts';
import type { Choice } from './table-writer.ts';

/** Choices for operations that no rule of the table calls. */
export function missingFrom(mapping: Mapping, choices: readonly Choice[]): Choice[] {
  const called = new Set(mapping.rules.flatMap(callsOf).map(({ operation }) => keyOf(operation)));
  return choices.filter(({ listed }) => !called.has(keyOf(listed.operation)));
}

/** Choices for operations that the rules name neither themselves nor by an input element. For tables that do not fit the contract. */
export function unnamedIn(rules: readonly YamlNode[], choices: readonly Choice[]): Choice[] {
  const names = new Set(rules.flatMap(namesIn));
  return choices.filter(({ listed: { operation } }) => {
    const elements = operation.input.body.map(({ name }) => name.local);
    return ![operation.name, ...elements].some((name) => names.has(name));
  });
}

/** Keys, and texts as a whole, without prefixes and the status of a short row. */
function namesIn(node: YamlNode): string[] {
  if (node.kind === 'scalar') return [bare(node.source)];
  if (node.kind === 'list') return node.items.flatMap(namesIn);
  return node.entries.flatMap(({ key, value }) => [bare(key), ...namesIn(value)]);
}

function bare(name: string): string {
  return name.replace(/\s+->.*$/s, '').replace(/^.*[:}]/s, '');
}

function keyOf({ portType, name }: Operation): string {
  return `${clark(portType)} ${name}`;
}
