// `POST /<operation>: "*"`: one short rule for every operation of the contract that no other rule names.
import type { Contract, Operation } from '../../contract/model/contract.ts';
import { clark } from '../../xml/reader/names.ts';
import type { YamlEntry, YamlMap, YamlNode } from './yaml.ts';

const ALL = '*';
const CELL = '<operation>';

/** Without a contract such a rule stands for none. */
export function withAllOperations(nodes: readonly YamlNode[], contract: Contract | undefined): readonly YamlNode[] {
  if (!nodes.some((node) => lineOf(node) !== undefined)) return nodes;
  const named = new Set(nodes.filter((node) => lineOf(node) === undefined).flatMap(textsIn));
  const operations = distinct(contract?.operations ?? []).filter(
    ({ name, input }) => !named.has(name) && !input.body.some((element) => named.has(element.name.local)),
  );
  return nodes.flatMap((node) => {
    const line = lineOf(node);
    return line === undefined
      ? [node]
      : operations.map((operation) => ruleFor(operation, line, node as YamlMap, operations));
  });
}

/** The request line, if the rule is for all operations. */
function lineOf(node: YamlNode): YamlEntry | undefined {
  if (node.kind !== 'map') return undefined;
  return node.entries.find(({ key, value }) => key.includes(CELL) && value.kind === 'scalar' && value.source === ALL);
}

export function isForAllOperations(node: YamlNode): boolean {
  return lineOf(node) !== undefined;
}

/** Ports of one port type are alternatives. */
function distinct(operations: readonly Operation[]): Operation[] {
  const first = new Map<string, Operation>();
  for (const operation of operations) {
    const key = `${clark(operation.portType)} ${operation.name}`;
    if (!first.has(key)) first.set(key, operation);
  }
  return [...first.values()];
}

function ruleFor(operation: Operation, line: YamlEntry, node: YamlMap, all: readonly Operation[]): YamlMap {
  const { name, port } = operation;
  const isAmbiguous = all.filter((other) => other.name === name).length > 1;
  const key = line.key.replace(CELL, isAmbiguous ? `${port}.${name}` : name);
  const entries = node.entries.map((entry) => (entry === line ? { ...line, key, value: textNode(name, line) } : entry));
  const ports = isAmbiguous ? [{ key: 'port', place: line.place, value: textNode(port, line) }] : [];
  return { ...node, entries: [...entries, ...ports] };
}

function textNode(text: string, { value: { place } }: YamlEntry): YamlNode {
  return { kind: 'scalar', value: text, source: text, place };
}

/** Every key and the first word of every text, without prefixes: more than the names of operations, never less. */
function textsIn(node: YamlNode): string[] {
  if (node.kind === 'scalar') return [node.source.split(/\s/)[0]];
  if (node.kind === 'list') return node.items.flatMap(textsIn);
  return node.entries.flatMap(({ key, value }) => [key.replace(/^.*[:}]/, ''), ...textsIn(value)]);
}
