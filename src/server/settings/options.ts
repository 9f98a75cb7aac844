// The table of all options: flags, environment variables, keys of soapstone.yaml, help texts and types come from it.
import { bridgeOptions } from './bridge-options.ts';
import type { OptionSpec } from './option-spec.ts';
import { processOptions } from './process-options.ts';

export type { OptionSpec };

export const options = { ...bridgeOptions, ...processOptions } as const;

export type OptionName = keyof typeof options;

/** Names in the order of the table. */
export const optionNames = Object.keys(options) as OptionName[];

export function specOf(name: OptionName): OptionSpec {
  return options[name];
}

export function isOption(name: string): name is OptionName {
  return Object.hasOwn(options, name);
}
