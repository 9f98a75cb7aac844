// A value that somebody wrote for an option, and where.
import { type Place, SoapstoneError } from '../../errors/errors.ts';
import type { YamlNode } from '../../mapping/syntax/yaml.ts';
import { parseKind, type Raw } from './kinds.ts';
import { type OptionName, specOf } from './options.ts';

export interface Given {
  readonly name: OptionName;
  readonly raw: Raw;
  /** Where the value is no text but keys and values of a file. */
  readonly node?: YamlNode;
  /** As the user spelled it: `--port`, `SOAPSTONE_PORT`, `port`. */
  readonly label: string;
  readonly place?: Place;
  /** Folder that relative paths start from. */
  readonly base: string;
}

export type GivenMap = ReadonlyMap<OptionName, Given>;

export function settingsError(message: string, place?: Place, suggestion?: string): SoapstoneError {
  return new SoapstoneError('SETTINGS', message, { place, suggestion });
}

/** The parsed value; undefined after adding a problem. */
export function readGiven(given: Given, problems: SoapstoneError[]): Raw | undefined {
  const parsed = parseKind(specOf(given.name), given.raw);
  if ('value' in parsed) return parsed.value;
  problems.push(settingsError(`${given.label} ${parsed.problem}`, given.place));
  return undefined;
}
