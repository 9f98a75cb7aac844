// Reads settings that are maps: every problem with its place. Knows nothing about their keys.
import { resolve } from 'node:path';
import { Secret } from '../../auth/settings/secret.ts';
import type { FieldSource, FieldSources } from '../../auth/settings/settings.ts';
import type { Place, SoapstoneError } from '../../errors/errors.ts';
import { suggest } from '../../errors/suggest.ts';
import type { YamlEntry, YamlNode, YamlScalar } from '../../mapping/syntax/yaml.ts';
import { parseKind } from './kinds.ts';
import { settingsError } from './raw-setting.ts';

export type Entries = ReadonlyMap<string, YamlEntry>;

export class SettingReader {
  /** Folder that relative paths start from. */
  readonly base: string;
  /** Secret files that have been read so far. */
  readonly secretFiles: string[] = [];
  private readonly problems: SoapstoneError[];
  private readonly setting: string;

  /** `setting`: what problems begin with. */
  constructor(base: string, problems: SoapstoneError[], setting = 'auth') {
    this.base = base;
    this.problems = problems;
    this.setting = setting;
  }

  problem(place: Place, message: string, suggestion?: string): void {
    this.problems.push(settingsError(`${this.setting}: ${message}`, place, suggestion));
  }

  /** `{}` and an empty value are the same. */
  entries(node: YamlNode, keys: readonly string[], subject: string): Entries {
    const entries = new Map<string, YamlEntry>();
    if (isNothing(node)) return entries;
    if (node.kind !== 'map') {
      this.problem(node.place, `${subject} must be a map of keys and values`);
      return entries;
    }
    for (const entry of node.entries) {
      if (keys.includes(entry.key)) entries.set(entry.key, entry);
      else {
        const free = keys.filter((key) => !node.entries.some((other) => other.key === key));
        const hint = suggest(entry.key, free) ?? `known are ${keys.join(', ')}`;
        this.problem(entry.place, `unknown key "${entry.key}" in ${subject}`, hint);
      }
    }
    return entries;
  }

  items(entry: YamlEntry | undefined): readonly YamlNode[] {
    if (entry === undefined || isNothing(entry.value)) return [];
    if (entry.value.kind === 'list') return entry.value.items;
    this.problem(entry.value.place, `${entry.key} must be a list`);
    return [];
  }

  text(entry: YamlEntry | undefined): string | undefined {
    if (entry === undefined) return undefined;
    const { value } = entry;
    if (value.kind === 'scalar' && value.value !== null && value.source !== '') return value.source;
    this.problem(value.place, `${entry.key} must be a string`);
    return undefined;
  }

  texts(entry: YamlEntry | undefined): readonly string[] | undefined {
    if (entry === undefined) return undefined;
    const nodes = entry.value.kind === 'list' ? entry.value.items : [entry.value];
    return nodes.flatMap((value) => this.text({ ...entry, value }) ?? []);
  }

  choice<W extends string>(entry: YamlEntry | undefined, choices: readonly W[]): W | undefined {
    const text = this.text(entry);
    const match = choices.find((candidate) => candidate === text);
    if (text !== undefined && match === undefined)
      this.problem((entry as YamlEntry).value.place, `${entry?.key} must be one of ${choices.join(', ')}`);
    return match;
  }

  flag(entry: YamlEntry | undefined): boolean | undefined {
    if (entry === undefined) return undefined;
    const { value } = entry;
    if (value.kind === 'scalar' && typeof value.value === 'boolean') return value.value;
    this.problem(value.place, `${entry.key} must be true or false`);
    return undefined;
  }

  /** ms */
  time(entry: YamlEntry | undefined): number | undefined {
    const text = this.text(entry);
    if (entry === undefined || text === undefined) return undefined;
    const parsed = parseKind({ kind: 'duration', min: 1 }, text);
    if ('value' in parsed) return parsed.value as number;
    this.problem(entry.value.place, `${entry.key} ${parsed.problem}`);
    return undefined;
  }

  fields(entry: YamlEntry | undefined): FieldSources {
    const sources = new Map<string, FieldSource>();
    if (entry === undefined) return sources;
    if (entry.value.kind !== 'map') {
      this.problem(entry.value.place, `${entry.key} must map headers to values`);
      return sources;
    }
    for (const field of entry.value.entries) {
      const source = this.source(field);
      if (source !== undefined) sources.set(field.key, source);
    }
    return sources;
  }

  /** A text, `{ env: NAME }` or `{ file: PATH }`. The secret must exist now. */
  source(entry: YamlEntry): FieldSource | undefined {
    return entry.value.kind === 'scalar' ? this.plain(entry) : this.secret(entry);
  }

  private plain(entry: YamlEntry): string | undefined {
    if (!SECRETS.test(entry.key)) return this.text(entry);
    this.problem(entry.value.place, `${entry.key} is a secret`, 'give its source: { env: NAME } or { file: PATH }');
    return undefined;
  }

  secret(entry: YamlEntry | undefined): Secret | undefined {
    if (entry === undefined) return undefined;
    const entries = this.entries(entry.value, ['env', 'file'], entry.key);
    const [env, file] = [this.text(entries.get('env')), this.text(entries.get('file'))];
    if ((env === undefined) === (file === undefined)) {
      this.problem(
        entry.value.place,
        `${entry.key} must name the source of the secret`,
        '{ env: NAME } or { file: PATH }',
      );
      return undefined;
    }
    const path = file && resolve(this.base, file);
    if (path !== undefined) this.secretFiles.push(path);
    const secret = new Secret(path === undefined ? { env } : { file: path });
    if (secret.read() === undefined)
      this.problem(entry.value.place, `${entry.key}: no secret found in ${secret.place}`);
    return secret;
  }
}

/** Fields that must not stand in a settings file. */
const SECRETS = /password|secret|^key$|apiKey|^token$|^assertion$/i;

function isNothing(node: YamlNode): node is YamlScalar {
  return node.kind === 'scalar' && (node.value === null || node.value === true);
}
