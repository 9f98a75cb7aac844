// `{$rule.request.x}`, `{$rule.response.x}`, `{$rule.result}`: a part of a rule's own patterns, in another message of the same rule.

import type { Place } from '../../errors/errors.ts';
import { suggest } from '../../errors/suggest.ts';
import type { Report } from './report.ts';
import type { YamlMap, YamlNode } from './yaml.ts';

export interface OwnParts {
  find(path: string): YamlNode | undefined;
  /** Names that there are, for hints. */
  readonly names?: readonly string[];
  /** False: an unknown part is nothing. */
  readonly strict: boolean;
}

const PART = /^\{\$rule\.([\w.:-]+)\}$/;

/** The path of a part, if the node is one. */
export function partOf(node: YamlNode): string | undefined {
  return node.kind === 'scalar' ? PART.exec(node.source)?.[1] : undefined;
}

/** The members of the one body element of request and response; of `calls`, those of the last. */
export function ownParts(rule: YamlMap): OwnParts {
  const soap = valueAt(rule, 'soap') ?? valueAt(lastCall(rule), 'soap');
  return partsIn({
    ...membersOf('request', valueAt(soap, 'request')),
    ...membersOf('response', valueAt(soap, 'response')),
  });
}

export function partsIn(parts: Readonly<Record<string, YamlNode>>): OwnParts {
  const map = new Map(Object.entries(parts));
  return { find: (path) => map.get(path), names: [...map.keys()], strict: true };
}

/** The node with its parts filled in; the node itself where it has none. */
export function withParts(node: YamlNode, parts: OwnParts, report?: Report): YamlNode {
  if (node.kind === 'list') {
    const items = node.items.map((item) => withParts(item, parts, report));
    return items.some((item, i) => item !== node.items[i]) ? { ...node, items } : node;
  }
  if (node.kind === 'map') {
    const entries = node.entries.map((entry) => {
      const value = withParts(entry.value, parts, report);
      return value === entry.value ? entry : { ...entry, value };
    });
    return entries.some((entry, i) => entry !== node.entries[i]) ? { ...node, entries } : node;
  }
  const path = partOf(node);
  if (path === undefined) return node;
  const found = parts.find(path);
  if (found === undefined && parts.strict) unknownPart(path, parts, node.place, report);
  return found ?? { kind: 'map', entries: [], place: node.place };
}

/** The parts that a node names. */
export function namedParts(node: YamlNode): string[] {
  if (node.kind === 'list') return node.items.flatMap(namedParts);
  if (node.kind === 'map') return node.entries.flatMap(({ value }) => namedParts(value));
  const path = partOf(node);
  return path === undefined ? [] : [path];
}

function unknownPart(path: string, { names = [] }: OwnParts, place: Place, report: Report | undefined): void {
  const hint = suggest(path, names) ?? `its parts: ${names.join(', ') || 'none'}`;
  report?.add('MAPPING_NAMES', `the rule has no part "${path}"`, place, hint);
}

function membersOf(side: string, message: YamlNode | undefined): Record<string, YamlNode> {
  const element = message?.kind === 'map' ? message.entries[0]?.value : undefined;
  if (element?.kind !== 'map') return {};
  return Object.fromEntries(element.entries.map(({ key, value }) => [`${side}.${key}`, value]));
}

function lastCall(rule: YamlMap): YamlNode | undefined {
  const calls = valueAt(rule, 'calls');
  return calls?.kind === 'list' ? calls.items.at(-1) : undefined;
}

export function valueAt(node: YamlNode | undefined, key: string): YamlNode | undefined {
  return node?.kind === 'map' ? node.entries.find((entry) => entry.key === key)?.value : undefined;
}
