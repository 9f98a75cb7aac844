// One rule in place of several, as lines of YAML. A proposal, since names prove nothing.

import type { DocsReference } from '../../errors/docs-reference.ts';
import { requestFields } from '../headers/request-headers.ts';
import type { ListedOperation } from '../operations/operations.ts';
import { quoted } from '../table/table.ts';

/** Keys and values of YAML. */
export type Entries = readonly (readonly [key: string, value: string])[];

export interface Proposal {
  /** What it makes of the operations. */
  readonly kind: 'pages' | 'jobs' | 'a file';
  /** What says more about it. */
  readonly section: DocsReference;
  /** Of a rule. */
  readonly lines: readonly string[];
  /** Operations whose rules it replaces; it stands below that of the first. */
  readonly replaced: readonly string[];
  /** What is a guess in it. */
  readonly guess?: string;
}

/** The request of SOAP: members below its wrapper, with those that are HTTP headers. */
export function soapRequest(listed: ListedOperation, members: Entries): string {
  const [element] = listed.operation.input.body;
  const fields = requestFields(listed).map(({ key, placeholder }) => [key, placeholder] as const);
  const inside = flow([...fields, ...members]);
  return flow([[element.name.local, listed.wrapper ? flow([[listed.wrapper.key, inside]]) : inside]]);
}

/** The request of REST: its line alone, or with its headers and the members of its body. */
export function restRequest(listed: ListedOperation, line: string, body: Entries = []): string {
  const fields = requestFields(listed).map(({ field, placeholder }) => [field, placeholder] as const);
  if (fields.length + body.length === 0) return quoted(line);
  const sections = [['headers', fields] as const, ['body', body] as const].filter(([, { length }]) => length > 0);
  return flow([['line', quoted(line)], ...sections.map(([key, entries]) => [key, flow(entries)] as const)]);
}

/** Values at their places: `a: { b: "{x}", c: "{y}" }`. */
export function flowAt(places: readonly (readonly [path: readonly string[], value: string])[]): string {
  const byKey = Map.groupBy(places, ([[key]]) => key);
  return flow(
    [...byKey].map(([key, all]) => {
      const [[path, value]] = all;
      return [key, path.length === 1 ? value : flowAt(all.map(([names, inside]) => [names.slice(1), inside]))];
    }),
  );
}

export function nested(path: readonly string[], value: string): string {
  return path.toReversed().reduce((inside, key) => flow([[key, inside]]), value);
}

export function flow(entries: Entries): string {
  const texts = entries.map(([key, value]) => `${/^[$A-Za-z_][\w-]*$/.test(key) ? key : quoted(key)}: ${value}`);
  return texts.length === 0 ? '{}' : `{ ${texts.join(', ')} }`;
}
