// The unparsed value of an option, and its source.
import { type Place, SoapstoneError } from '../../errors/errors.ts';
import type { YamlNode } from '../../mapping/syntax/yaml.ts';
import { parseKind, type Raw } from './kinds.ts';
import { type OptionName, specOf } from './options.ts';

export interface RawSetting {
  readonly name: OptionName;
  readonly raw: Raw;
  /** Where the value is a YAML map. */
  readonly node?: YamlNode;
  /** As the user spelled it: `--port`, `SOAPSTONE_PORT`, `port`. */
  readonly label: string;
  readonly place?: Place;
  /** Folder that relative paths start from. */
  readonly base: string;
}

export type RawSettings = ReadonlyMap<OptionName, RawSetting>;

export function settingsError(message: string, place?: Place, suggestion?: string): SoapstoneError {
  return new SoapstoneError('SETTINGS', message, { place, suggestion });
}

/** The parsed value; undefined after adding a problem. */
export function readGiven(setting: RawSetting, problems: SoapstoneError[]): Raw | undefined {
  const parsed = parseKind(specOf(setting.name), setting.raw);
  if ('value' in parsed) return parsed.value;
  problems.push(settingsError(`${setting.label} ${parsed.problem}`, setting.place));
  return undefined;
}
