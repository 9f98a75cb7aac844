// Options as a program gives them: the same names, durations in ms and sizes in bytes (or as text, like everywhere else).
import { Problems, type SoapstoneError } from '../../errors/errors.ts';
import { suggest } from '../../errors/suggest.ts';
import { noFile } from './file.ts';
import { isOption, type OptionName, optionNames, specOf } from './options.ts';
import { type RawSetting, settingsError } from './raw-setting.ts';
import { resolveSettings } from './resolve.ts';
import type { BridgeSettings } from './settings.ts';

/** What the app around the gateway has its own ways for. */
const OUTSIDE = ['passThrough', 'openapi', 'docs', 'catalog'] as const;

/** `mapping` and `upstream` are needed, everything else has the defaults of the command line. */
export type SoapstoneOptions = Pick<BridgeSettings, 'mapping' | 'upstream'> &
  Partial<Omit<BridgeSettings, 'mapping' | 'upstream' | 'auth' | (typeof OUTSIDE)[number]>> & {
    /** As in soapstone.yaml, or the name of a file. */
    readonly auth?: string | Readonly<Record<string, unknown>>;
  };

const bridgeOptions = optionNames.filter(
  (name) => specOf(name).scope === 'bridge' && !OUTSIDE.some((option) => option === name),
);

/** @throws Problems listing every wrong value and unknown key. */
export function programSettings(options: SoapstoneOptions): BridgeSettings {
  const problems: SoapstoneError[] = [];
  const flags = new Map<OptionName, RawSetting>();
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!isOption(name) || !bridgeOptions.includes(name)) {
      problems.push(settingsError(`unknown option "${name}"`, undefined, suggest(name, bridgeOptions)));
    } else flags.set(name, { name, raw: asText(name, value), label: name, base: process.cwd() });
  }
  const missing = (['mapping', 'upstream'] as const).filter((name) => !flags.has(name));
  problems.push(...missing.map((name) => settingsError(`the option ${name} is required`)));
  if (missing.length > 0) throw new Problems(problems);
  return resolveSettings({ flags, environment: new Map(), file: noFile }, problems, 'of-the-app').bridges[0];
}

function asText(name: OptionName, value: unknown): string {
  if (specOf(name).kind === 'auth' && typeof value === 'object') return JSON.stringify(value);
  return specOf(name).kind === 'duration' && typeof value === 'number' ? `${value}ms` : String(value);
}
