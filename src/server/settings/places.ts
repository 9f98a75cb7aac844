// Where settings stand in a file, for problems that are seen only when they are used.
import { type Place, SoapstoneError } from '../../errors/errors.ts';
import type { OptionName } from './options.ts';

export interface SettingPlaces {
  /** Of the entry of a bridge; undefined outside of one. */
  readonly bridge: Place | undefined;
  /** By names of options. */
  readonly options: ReadonlyMap<string, Place>;
}

/** Those of a list of options and their places. */
export function settingPlaces(
  options: readonly (readonly [OptionName, Place | undefined])[],
  bridge: Place | undefined = undefined,
): SettingPlaces {
  return { bridge, options: new Map(options.flatMap(([name, place]) => (place ? [[name, place] as const] : []))) };
}

/** A problem of a setting with its place: its message begins with the name of the option. `prefix`: before the message. */
export function placed(
  error: SoapstoneError,
  { bridge, options }: SettingPlaces = { bridge: undefined, options: new Map() },
  prefix = '',
): SoapstoneError {
  if (error.code !== 'SETTINGS') return error;
  const [name = ''] = /^\w+/.exec(error.message) ?? [];
  const place = error.place ?? options.get(name) ?? bridge;
  if (place === error.place && prefix === '') return error;
  return new SoapstoneError('SETTINGS', prefix + error.message, { ...error, place, cause: error });
}
