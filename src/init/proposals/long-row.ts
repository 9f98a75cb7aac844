// The long row of an operation in place of its short one: nodes of an expanded table, and their text in one line.
import type { ElementMember, Member } from '../../codec/model/members.ts';
import type { YamlMap, YamlNode } from '../../mapping/syntax/yaml.ts';
import { quoted } from '../table/table.ts';
import { flow } from './proposal.ts';

export interface LongRow {
  /** Of the operation. */
  readonly name: string;
  readonly lines: readonly string[];
}

/** What an expanded rule has of a request. */
export interface ExpandedRule {
  readonly rest: YamlMap;
  readonly soap: YamlMap;
  readonly request: YamlMap;
  /** `GET /books/{id}`. */
  readonly line: string;
  /** The placeholder of the whole body. */
  readonly body: string;
  /** The request element and its pattern. */
  readonly content: { readonly key: string; readonly value: YamlNode };
}

export function expandedRule(rule: YamlNode): ExpandedRule | undefined {
  const [rest, soap] = [entryOf(rule, 'rest'), entryOf(rule, 'soap')];
  const [request, message] = [entryOf(rest, 'request'), entryOf(soap, 'request')];
  const content = message?.kind === 'map' ? message.entries.at(0) : undefined;
  if (rest?.kind !== 'map' || soap?.kind !== 'map' || request?.kind !== 'map' || content === undefined)
    return undefined;
  return {
    rest,
    soap,
    request,
    line: textOf(entryOf(request, 'line')),
    body: textOf(entryOf(request, 'body')),
    content,
  };
}

/** The same rule with another line, body and pattern of the message. */
export function longRowOf(
  name: string,
  { rest, soap, request, content }: ExpandedRule,
  changed: { readonly line: string; readonly body: string; readonly message: string },
): LongRow {
  const requestText = flowWith(request, { line: quoted(changed.line), body: changed.body });
  return {
    name,
    lines: [
      `  - id: ${name}   # what the path names is the same in the body, where that has it`,
      `    rest: ${flowWith(rest, { request: requestText })}`,
      `    soap: ${flowWith(soap, { request: flow([[content.key, changed.message]]) })}`,
    ],
  };
}

export function isObject(member: Member | undefined): member is ElementMember {
  return member?.kind === 'element' && !member.list && !member.substituted && member.element.type.kind === 'complex';
}

export function entryOf(node: YamlNode | undefined, key: string): YamlNode | undefined {
  return node?.kind === 'map' ? node.entries.find((entry) => entry.key === key)?.value : undefined;
}

export function textOf(node: YamlNode | undefined): string {
  return node?.kind === 'scalar' ? String(node.value) : '';
}

function flowWith({ entries }: YamlMap, changed: Readonly<Record<string, string>>): string {
  return flow(entries.map(({ key, value }) => [key, changed[key] ?? flowOf(value)] as const));
}

export function flowOf(node: YamlNode): string {
  if (node.kind === 'list') return `[ ${node.items.map(flowOf).join(', ')} ]`;
  if (node.kind === 'map') return flow(node.entries.map(({ key, value }) => [key, flowOf(value)] as const));
  return typeof node.value === 'string' ? quoted(node.value) : String(node.value);
}
