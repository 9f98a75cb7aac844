// Options from soapstone.yaml: every problem with its line and column, all at once.

import { dirname, resolve } from 'node:path';
import { type Place, Problems, type SoapstoneError } from '../../errors/errors.ts';
import { suggest } from '../../errors/suggest.ts';
import { readTextBounded } from '../../file/read-file.ts';
import { parseYaml, type YamlEntry, type YamlMap, type YamlNode } from '../../mapping/syntax/yaml.ts';
import type { Raw } from './kinds.ts';
import type { OptionSpec } from './option-spec.ts';
import { isOption, type OptionName, optionNames, specOf } from './options.ts';
import { type RawSetting, type RawSettings, settingsError } from './raw-setting.ts';

export interface FileBridge {
  readonly place: Place;
  readonly options: RawSettings;
}

export interface FileSettings {
  readonly options: RawSettings;
  readonly bridges: readonly FileBridge[];
}

export const noFile: FileSettings = { options: new Map(), bridges: [] };

const BRIDGES = 'bridges';
const bridgeOptions = optionNames.filter((name) => specOf(name).scope === 'bridge');

/** Kinds of options whose value may be a map of keys. */
export const MAPS: ReadonlySet<OptionSpec['kind']> = new Set(['auth', 'cors']);

/** `path` is relative to `cwd`, and messages name it as it is. An unreadable file is a problem too. */
export function fromFile(path: string, cwd: string, problems: SoapstoneError[]): FileSettings {
  const root = parse(path, resolve(cwd, path), problems);
  if (root === undefined || (root.kind === 'scalar' && root.value === null)) return noFile;
  return new Reader(dirname(resolve(cwd, path)), problems).read(root);
}

function parse(path: string, file: string, problems: SoapstoneError[]): YamlNode | undefined {
  try {
    return parseYaml(readTextBounded(file, { pipes: true }), path);
  } catch (error) {
    if (error instanceof Problems) problems.push(...error.problems.map((p) => settingsError(p.message, p.place)));
    else problems.push(settingsError(`cannot read ${path}: ${(error as NodeJS.ErrnoException).code}`));
    return undefined;
  }
}

class Reader {
  /** Folder that relative paths in the file start from. */
  private readonly base: string;
  private readonly problems: SoapstoneError[];

  constructor(base: string, problems: SoapstoneError[]) {
    this.base = base;
    this.problems = problems;
  }

  read(root: YamlNode): FileSettings {
    if (root.kind !== 'map') {
      this.problem(root.place, 'the file must be a map of keys and values');
      return noFile;
    }
    const bridges = root.entries.find(({ key }) => key === BRIDGES)?.value;
    return { options: this.keys(root, [...optionNames, BRIDGES]), bridges: this.bridges(bridges) };
  }

  private bridges(node: YamlNode | undefined): FileBridge[] {
    if (node === undefined) return [];
    if (node.kind !== 'list') {
      this.problem(node.place, 'bridges must be a list');
      return [];
    }
    const bridges: FileBridge[] = [];
    for (const item of node.items) {
      if (item.kind === 'map') bridges.push({ place: item.place, options: this.keys(item, bridgeOptions) });
      else this.problem(item.place, 'a bridge must be a map of keys and values');
    }
    return bridges;
  }

  private keys(map: YamlMap, names: readonly string[]): RawSettings {
    const options = new Map<OptionName, RawSetting>();
    for (const entry of map.entries) {
      const name = entry.key;
      if (!names.includes(name)) this.unknown(entry, names);
      else if (isOption(name)) this.add(options, name, entry.value);
    }
    return options;
  }

  private add(options: Map<OptionName, RawSetting>, name: OptionName, node: YamlNode): void {
    if (MAPS.has(specOf(name).kind) && node.kind === 'map') {
      options.set(name, { name, raw: '', node, label: name, place: node.place, base: this.base });
      return;
    }
    const raw = isNullWord(node, specOf(name)) ? 'null' : rawOf(node, specOf(name).kind === 'pairs');
    if (raw === undefined) this.problem(node.place, `${name} has no value, or a value of the wrong type`);
    else options.set(name, { name, raw, label: name, place: node.place, base: this.base });
  }

  private unknown({ key, place }: YamlEntry, names: readonly string[]): void {
    this.problem(
      place,
      `unknown key "${key}"`,
      isOption(key) ? 'it belongs beside bridges, not in one' : suggest(key, names),
    );
  }

  private problem(place: Place, message: string, suggestion?: string): void {
    this.problems.push(settingsError(message, place, suggestion));
  }
}

/** `null` without quotes, where that is a choice. */
function isNullWord(node: YamlNode, spec: OptionSpec): boolean {
  return (
    spec.kind === 'choice' && spec.values?.includes('null') === true && node.kind === 'scalar' && node.source === 'null'
  );
}

/** A map is the list of its pairs, for the options that take them. */
function rawOf(node: YamlNode, pairs: boolean): Raw | undefined {
  if (node.kind === 'scalar') return textOf(node);
  if (node.kind === 'map' && !pairs) return undefined;
  const items = node.kind === 'list' ? node.items.map(textOf) : node.entries.map(pairOf);
  return items.every((item) => item !== undefined) ? items : undefined;
}

function pairOf({ key, value }: YamlEntry): string | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : `${key}=${text}`;
}

/** As it is written: `0x10` and `1e3` are not numbers of settings. */
function textOf(node: YamlNode): string | undefined {
  if (node.kind !== 'scalar' || node.value === null) return undefined;
  return typeof node.value === 'string' ? node.value : node.source;
}
