// `patterns:` and `$use`: inserts named parts of patterns before anything else is read.
import type { Place } from '../../errors/errors.ts';
import { suggest } from '../../errors/suggest.ts';
import type { Report } from './report.ts';
import type { YamlEntry, YamlMap, YamlNode } from './yaml.ts';

/** Bounds the table after insertion: patterns that use each other can grow exponentially. */
const MOST_NODES = 200_000;

/** Reports unknown names, cycles and duplicate members. */
export class Patterns {
  private readonly patterns: ReadonlyMap<string, YamlEntry>;
  private readonly report: Report;
  private readonly open: string[] = [];
  /** Places of unknown names: each is reported once, however often its pattern is used. */
  private readonly unknown = new Set<Place>();
  private nodes = 0;

  constructor(patterns: readonly YamlEntry[], report: Report) {
    this.patterns = new Map(patterns.map((entry) => [entry.key, entry]));
    this.report = report;
  }

  /** The node with its patterns inserted. */
  in(node: YamlNode): YamlNode {
    if (this.patterns.size === 0 && !uses(node)) return node;
    if (++this.nodes > MOST_NODES) {
      if (this.nodes === MOST_NODES + 1)
        this.report.add('MAPPING_SHAPE', 'the table is too large after its patterns are inserted', node.place);
      return node;
    }
    if (node.kind === 'scalar') return node;
    if (node.kind === 'list') return { ...node, items: node.items.map((item) => this.in(item)) };
    const used = node.entries.find((entry) => entry.key === '$use');
    if (used === undefined) return { ...node, entries: node.entries.map((entry) => this.entry(entry)) };
    const patternNodes = namesOf(used).flatMap(({ name, place }) => this.resolve(name, place) ?? []);
    return node.entries.length === 1 && patternNodes.length === 1
      ? patternNodes[0]
      : this.merged(node, used, patternNodes);
  }

  private entry(entry: YamlEntry): YamlEntry {
    return { ...entry, value: this.in(entry.value) };
  }

  private merged(node: YamlMap, used: YamlEntry, patternNodes: readonly YamlNode[]): YamlNode {
    const entries = new Map<string, YamlEntry>();
    const add = (entry: YamlEntry) => {
      if (entries.has(entry.key))
        this.report.add('MAPPING_DUPLICATE', `"${entry.key}" is also in a pattern of $use`, used.place);
      entries.set(entry.key, entry);
    };
    for (const patternNode of patternNodes) {
      if (patternNode.kind === 'map') patternNode.entries.forEach(add);
      else
        this.report.add('MAPPING_PATTERN', '$use beside other members needs a pattern that is an object', used.place);
    }
    for (const entry of node.entries) if (entry !== used) add(this.entry(entry));
    return { ...node, entries: [...entries.values()] };
  }

  private resolve(name: string, place: Place): YamlNode | undefined {
    const pattern = this.patterns.get(name);
    if (pattern === undefined) {
      if (this.unknown.has(place)) return undefined;
      this.unknown.add(place);
      const hint = suggest(name, this.patterns.keys()) ?? 'define it in patterns:';
      this.report.add('MAPPING_NAMES', `there is no pattern "${name}"`, place, hint);
      return undefined;
    }
    if (this.open.includes(name)) {
      this.report.add('MAPPING_PATTERN', `the pattern "${name}" uses itself`, pattern.place);
      return undefined;
    }
    this.open.push(name);
    const node = this.in(pattern.value);
    this.open.pop();
    return node;
  }
}

function namesOf({ value }: YamlEntry): { name: string; place: Place }[] {
  const nodes = value.kind === 'list' ? value.items : [value];
  return nodes.map((node) => ({ name: node.kind === 'scalar' ? node.source : '', place: node.place }));
}

function uses(node: YamlNode): boolean {
  if (node.kind === 'list') return node.items.some(uses);
  return node.kind === 'map' && node.entries.some(({ key, value }) => key === '$use' || uses(value));
}
