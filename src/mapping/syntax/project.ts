// Reads `project:` of a REST response: the view that clients select by parameters. Variables are named without braces.
import type { Place } from '../../errors/errors.ts';
import { isHole, type Part } from '../../pattern/text/hole.ts';
import { fieldsAt, fieldsOf, type Located, textField } from './fields.ts';
import { readParts } from './pattern-tree.ts';
import type { Report } from './report.ts';
import type { YamlEntry, YamlMap, YamlNode } from './yaml.ts';

export interface ProjectRow {
  readonly place: Place;
  /** The settings under which it applies. */
  readonly when?: YamlEntry;
  readonly fields?: {
    readonly names: Located<string>;
    readonly always: readonly string[];
    /** Clients may select whole resources by name. */
    readonly resources: boolean;
  };
  readonly links?: {
    /** The types that are resources: names and selectors, as under `types:`. */
    readonly types: readonly YamlEntry[];
    readonly self: { readonly parts: readonly Part[]; readonly place: Place };
    /** JSON before and after the address. */
    readonly as: readonly [string, string];
    readonly unless?: Located<string>;
  };
  readonly codes?: { readonly place: Place; readonly unless?: Located<string> };
}

/** A map, a list of maps with `when`, or only `"{names|csv}"`. */
export function readProject(entry: YamlEntry | undefined, report: Report): readonly ProjectRow[] {
  if (entry === undefined) return [];
  const { value, place } = entry;
  if (value.kind === 'scalar') return [{ place, ...shortForm(entry, report) }];
  return (value.kind === 'list' ? value.items : [value]).map((node) => readOne(node, report));
}

function shortForm(entry: YamlEntry, report: Report): Partial<ProjectRow> {
  const text = textField(entry, report);
  const parts = text ? readParts(text.value, text.place, report) : [];
  const [part] = parts;
  if (text && parts.length === 1 && isHole(part))
    return { fields: { names: { value: part.name, place: text.place }, always: [], resources: true } };
  report.add(
    'MAPPING_SHAPE',
    '"project" must be a placeholder, or hold keys and values',
    entry.value.place,
    'write "{fields|csv}"',
  );
  return {};
}

function readOne(node: YamlNode, report: Report): ProjectRow {
  const fields = fieldsOf(node, ['when', 'fields', 'links', 'codes'], '"project"', report);
  const links = fields.get('links');
  const codes = fields.get('codes');
  return {
    place: node.place,
    when: fields.get('when'),
    fields: readFields(fields.get('fields'), report),
    links: links && readLinks(links, report),
    codes: codes && { place: codes.place, unless: unlessOf(codes, ['unless'], report) },
  };
}

function readFields(entry: YamlEntry | undefined, report: Report): ProjectRow['fields'] {
  if (entry?.value.kind !== 'map') {
    const names = textField(entry, report);
    return names && { names, always: [], resources: true };
  }
  const fields = fieldsAt(entry, ['names', 'always', 'resources'], report);
  const names = fields.text('names');
  if (names === undefined) {
    report.add('MAPPING_MISSING', '"fields" has no "names"', entry.place, 'write names: NAME');
    return undefined;
  }
  const always = fields.list('always').map((node) => (node.kind === 'scalar' ? node.source : ''));
  return { names, always, resources: fields.flag('resources') ?? true };
}

function readLinks(entry: YamlEntry, report: Report): ProjectRow['links'] {
  const fields = fieldsAt(entry, ['types', 'self', 'as', 'unless'], report);
  const self = fields.text('self');
  const as = fields.get('as');
  fields.demand(['self', 'as'], entry.place);
  if (self === undefined || as === undefined) return undefined;
  const types = fields
    .list('types')
    .flatMap((node): YamlEntry[] =>
      node.kind === 'scalar' ? [{ key: node.source, place: node.place, value: node }] : [],
    );
  return {
    types,
    self: { parts: readParts(self.value, self.place, report), place: self.place },
    as: aroundAddress(as, report),
    unless: fields.text('unless'),
  };
}

const ADDRESS = '"{$self}"';

/** `{ links: [ { rel: self, href: "{$self}" } ] }` as JSON on both sides of the address. */
function aroundAddress({ value, place }: YamlEntry, report: Report): readonly [string, string] {
  const text = JSON.stringify(plainOf(value));
  const pieces = value.kind === 'map' ? text.slice(1, -1).split(ADDRESS) : [];
  if (pieces.length === 2) return [pieces[0], pieces[1]];
  report.add(
    'MAPPING_PATTERN',
    '"as" must be an object with "{$self}" in one place',
    place,
    'write { href: "{$self}" }',
  );
  return ['', ''];
}

/** The node as a plain JSON value. */
function plainOf(node: YamlNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plainOf);
  return Object.fromEntries((node as YamlMap).entries.map((e) => [e.key, plainOf(e.value)]));
}

function unlessOf(entry: YamlEntry, keys: readonly string[], report: Report): Located<string> | undefined {
  const fields = fieldsAt(entry, keys, report);
  return fields.text('unless');
}
