// Rows of the fault table about a part of a response, where the result of a job has this part.

import type { JobFaults } from '../../runtime/job.ts';
import type { AsyncRow } from '../../syntax/async.ts';
import type { AsyncTable } from '../../syntax/async-table.ts';
import { namedParts, partsIn, valueAt, withParts } from '../../syntax/own-parts.ts';
import type { YamlMap, YamlNode } from '../../syntax/yaml.ts';

/** Failures of a table that stand where the result has a part of the rule's response: they mean the same there. `known`: those of other rules, by the form of the result. */
export function faultsOf(
  { resultForm }: AsyncRow,
  { resultMessage: message }: AsyncTable,
  known: Map<string, JobFaults>,
  rows: readonly YamlNode[],
): JobFaults | undefined {
  const [partName, ...others] = namedParts(resultForm);
  if (message === undefined || partName === undefined || others.length > 0) return undefined;
  const key = JSON.stringify(plain(resultForm));
  const cached = known.get(key);
  if (cached) return cached;
  const member = partName.replace(/^response\./, '');
  const resultOfFault = withDefaults(resultForm);
  const nodes = rows.flatMap((node) => {
    const tree = valueAt(valueAt(valueAt(valueAt(node, 'soap'), 'response'), '*'), member);
    if (tree === undefined) return [];
    const form = withParts(resultOfFault, partsIn({ [partName]: tree }));
    return [withReply(node as YamlMap, withParts(message.value, partsIn({ result: form })))];
  });
  const faults = { key, nodes };
  known.set(key, faults);
  return faults;
}

/** Fault rows write their defaults: a fill default is one there. */
function withDefaults(node: YamlNode): YamlNode {
  if (node.kind === 'list') return { ...node, items: node.items.map(withDefaults) };
  if (node.kind === 'map')
    return { ...node, entries: node.entries.map((entry) => ({ ...entry, value: withDefaults(entry.value) })) };
  const source = node.source.replace(FILLED, '{$1=$2}');
  return source === node.source ? node : { ...node, source, value: source };
}

const FILLED = /^\{(\w+)\??(?:=[^:{}|]*)?:([^:{}|]*)\}$/;

function withReply(node: YamlMap, response: YamlNode): YamlMap {
  const replaced = (map: YamlMap, name: string, change: (value: YamlNode) => YamlNode): YamlMap => ({
    ...map,
    entries: map.entries.map((entry) => (entry.key === name ? { ...entry, value: change(entry.value) } : entry)),
  });
  return replaced(node, 'soap', (soap) => replaced(soap as YamlMap, 'response', () => response));
}

function plain(node: YamlNode): unknown {
  if (node.kind === 'scalar') return node.source;
  if (node.kind === 'list') return node.items.map(plain);
  return node.entries.map(({ key, value }) => [key, plain(value)]);
}
