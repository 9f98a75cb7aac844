// `{$settings.name}` where a table names things: in keys, such as names of headers, and in bases, media types, names of header fields and of time
// zones. They are texts of the table once its settings are chosen. Knows nothing about placeholders of messages, which get their values with each request.
import { suggest } from '../../errors/suggest.ts';
import { Report } from './report.ts';
import { type GivenSettings, readSettings, type Setting } from './settings.ts';
import type { YamlEntry, YamlMap, YamlNode, YamlScalar } from './yaml.ts';

const HEAD = '{$settings.';
const SETTING = /\{\$settings\.([A-Za-z_][\w-]*)\}/g;
/** Their values are names, and no patterns. */
const NAMING: ReadonlySet<string> = new Set(['base', 'media', 'header', 'zone']);
/** Members of messages may be called as the keys above. */
const PATTERNS: ReadonlySet<string> = new Set(['body', 'soap', 'tables']);

type Settings = ReadonlyMap<string, Setting>;

/** The same table where no name in it has a setting. Mistakes of the settings themselves are reported where they are read. */
export function withSettingTexts(root: YamlNode, overrides: GivenSettings | undefined, report: Report): YamlNode {
  const entry = root.kind === 'map' ? root.entries.find(({ key }) => key === 'settings') : undefined;
  const settings = readSettings(entry, overrides ?? new Map(), root.place, new Report());
  return new Filler(settings, report).node(root, false);
}

class Filler {
  private readonly settings: Settings;
  private readonly report: Report;

  constructor(settings: Settings, report: Report) {
    this.settings = settings;
    this.report = report;
  }

  node(node: YamlNode, inPattern: boolean): YamlNode {
    if (node.kind === 'scalar') return node;
    if (node.kind === 'map') return this.map(node, (entry) => this.entry(entry, inPattern));
    const items = node.items.map((item) => this.node(item, inPattern));
    return items.every((item, i) => item === node.items[i]) ? node : { ...node, items };
  }

  private map(node: YamlMap, filled: (entry: YamlEntry) => YamlEntry): YamlMap {
    const entries = node.entries.map(filled);
    return entries.every((entry, i) => entry === node.entries[i]) ? node : { ...node, entries };
  }

  private entry(entry: YamlEntry, inPattern: boolean): YamlEntry {
    const { key } = entry;
    const isNaming = !inPattern && NAMING.has(key);
    const value = isNaming ? this.name(entry.value) : this.node(entry.value, inPattern || PATTERNS.has(key));
    if (key.includes(HEAD)) return { ...entry, key: this.text(key, entry), value, lead: undefined };
    return value === entry.value ? entry : { ...entry, value };
  }

  /** A text, or texts by name. */
  private name(node: YamlNode): YamlNode {
    if (node.kind === 'scalar') return this.scalar(node);
    return node.kind === 'map'
      ? this.map(node, (entry) => ({ ...entry, value: this.name(entry.value) }))
      : this.node(node, false);
  }

  private scalar(node: YamlScalar): YamlScalar {
    if (!node.source.includes(HEAD)) return node;
    const text = this.text(node.source, node);
    return { ...node, value: text, source: text, lead: undefined };
  }

  private text(pattern: string, { place }: Pick<YamlNode, 'place'>): string {
    return pattern.replace(SETTING, (whole, name: string) => {
      const setting = this.settings.get(name);
      if (setting !== undefined) return setting.text;
      const hint = suggest(name, this.settings.keys()) ?? 'define it in settings:';
      this.report.add('MAPPING_NAMES', `there is no setting "${name}"`, place, hint);
      return whole;
    });
  }
}
