// `doc` of a rule: what its OpenAPI operation says beside what follows from the rule.
import type { Place } from '../../errors/errors.ts';
import { fieldsOf } from './fields.ts';
import { flag, kind, SCALAR, text, texts, vocabulary } from './keywords.ts';
import type { Report } from './report.ts';
import type { YamlEntry, YamlNode } from './yaml.ts';

export interface RuleDoc {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly examples?: { readonly request?: DocExample; readonly response?: DocExample };
}

export interface DocExample {
  readonly value: unknown;
  /** As the table has it. */
  readonly node: YamlNode;
}

const EXAMPLE_KEYS = vocabulary('examples', 'Keys of `examples` of `doc`', 'Bodies in place of generated examples.', {
  request: kind({})('A body of the request, as JSON or YAML.'),
  response: kind({})('A body of the response.'),
});

const DOC_KEYS = vocabulary('doc', 'Keys of `doc`', 'What the [OpenAPI document](openapi.md) says of a rule.', {
  summary: text("One line (the first sentence of the contract's documentation)."),
  description: text("More of it, in Markdown (the contract's documentation)."),
  tags: texts('Groups of operations (the resource that the path begins with).'),
  deprecated: flag('Clients should use another operation (`false`).'),
  examples: kind(EXAMPLE_KEYS)('Bodies in place of generated examples.'),
});

export const doc = kind({ anyOf: [SCALAR, DOC_KEYS] });

/** A text alone is the summary. */
export function readDoc(entry: YamlEntry | undefined, report: Report): RuleDoc | undefined {
  if (entry === undefined) return undefined;
  if (entry.value.kind === 'scalar') return { summary: entry.value.source };
  const fields = fieldsOf(entry.value, DOC_KEYS, 'doc', report);
  return {
    summary: fields.text('summary')?.value,
    description: fields.text('description')?.value,
    tags: fields.has('tags') ? fields.texts('tags') : undefined,
    deprecated: fields.flag('deprecated'),
    examples: readExamples(fields.get('examples'), report),
  };
}

function readExamples(entry: YamlEntry | undefined, report: Report): RuleDoc['examples'] {
  if (entry === undefined) return undefined;
  const fields = fieldsOf(entry.value, EXAMPLE_KEYS, 'examples', report);
  const [request, response] = ['request', 'response'].map((key) => fields.get(key)?.value);
  return { request: request && exampleOf(request), response: response && exampleOf(response) };
}

function exampleOf(node: YamlNode): DocExample {
  return { value: jsonOf(node), node };
}

/** The place of what is at a path of keys and indexes, or of what should have it. */
export function placeIn(node: YamlNode, path: readonly (string | number)[]): Place {
  const [step, ...below] = path;
  if (node.kind === 'list') return step === undefined ? node.place : placeIn(node.items[Number(step)], below);
  const entry = node.kind === 'map' ? node.entries.find(({ key }) => key === step) : undefined;
  if (entry === undefined) return node.place;
  return below.length === 0 ? entry.place : placeIn(entry.value, below);
}

/** Names become members of a record without prototype. */
function jsonOf(node: YamlNode): unknown {
  if (node.kind === 'list') return node.items.map(jsonOf);
  if (node.kind === 'scalar') return node.value;
  const members = Object.create(null) as Record<string, unknown>;
  for (const { key, value } of node.entries) members[key] = jsonOf(value);
  return members;
}
