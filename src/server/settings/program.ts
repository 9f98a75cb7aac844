// Options of the library's API: the same names, durations in ms and sizes in bytes, or texts as everywhere.
import { Problems, type SoapstoneError } from '../../errors/errors.ts';
import { suggest } from '../../errors/suggest.ts';
import { type FileSettings, MAPS, noFile } from './file.ts';
import { isOption, type OptionName, optionNames, specOf } from './options.ts';
import { type RawSetting, settingsError } from './raw-setting.ts';
import { resolveSettings } from './resolve.ts';
import type { BridgeSettings, ProcessSettings, Settings } from './settings.ts';

/** Options that the surrounding app replaces. */
const OUTSIDE = ['passThrough', 'catalog'] as const;

/** Documents that an app has only if it says so. */
const DOCUMENTS = ['openapi', 'docs'] as const;

/** Options of the process that hold for the gateway alone. */
const PROCESS = ['maxBodies'] as const;

/** `mapping` and `upstream` are required; all others have the defaults of the command line. */
export type SoapstoneOptions = Pick<BridgeSettings, 'mapping' | 'upstream'> &
  Partial<
    Omit<BridgeSettings, 'mapping' | 'upstream' | 'auth' | 'cors' | (typeof OUTSIDE | typeof DOCUMENTS)[number]>
  > &
  Partial<Record<(typeof DOCUMENTS)[number], string | boolean>> &
  Partial<Pick<ProcessSettings, (typeof PROCESS)[number]>> & {
    /** As in soapstone.yaml, or the name of a file. */
    readonly auth?: string | Readonly<Record<string, unknown>>;
    /** As in soapstone.yaml: origins, or a map. */
    readonly cors?: string | readonly string[] | Readonly<Record<string, unknown>>;
  };

const programOptions = optionNames.filter((name) =>
  specOf(name).scope === 'bridge' ? !includes(OUTSIDE, name) : includes(PROCESS, name),
);

function includes(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

/** That of `engines`: the command line has a wrapper that looks, an app has its own Node.js. */
const OLDEST = [22, 15] as const;

function refuseOldNode(version: string): void {
  const [major, minor] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw settingsError(`soapstone needs Node.js ${OLDEST.join('.')} or later; this is ${version}`);
}

/** `file`: for what the options do not say. @throws Problems listing every wrong value and unknown key. */
export function programSettings(options: SoapstoneOptions, file: FileSettings = noFile): Settings {
  refuseOldNode(process.versions.node);
  const problems: SoapstoneError[] = [];
  const flags = new Map<OptionName, RawSetting>();
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!isOption(name) || !programOptions.includes(name)) {
      problems.push(settingsError(`unknown option "${name}"`, undefined, hintFor(name)));
    } else flags.set(name, { name, raw: asText(name, value), label: name, base: process.cwd() });
  }
  const missing = (['mapping', 'upstream'] as const).filter((name) => !flags.has(name));
  problems.push(...missing.map((name) => settingsError(`the option ${name} is required`)));
  if (missing.length > 0) throw new Problems(problems);
  const settings = resolveSettings({ flags, environment: new Map(), file }, problems, 'of-the-app');
  return { ...settings, bridges: settings.bridges.map(withoutDocuments) };
}

function hintFor(name: string): string | undefined {
  if (name === 'workers') return 'the app starts its processes, as with node:cluster';
  if (!isOption(name)) return suggest(name, programOptions);
  return name.startsWith('debugWire')
    ? 'only soapstone serve captures; soapstone call shows both sides of one request'
    : 'only soapstone serve has it';
}

function withoutDocuments(bridge: BridgeSettings): BridgeSettings {
  const { openapi = '', docs = '' } = bridge;
  return { ...bridge, openapi, docs, catalog: '' };
}

function asText(name: OptionName, value: unknown): string {
  if (MAPS.has(specOf(name).kind) && typeof value === 'object' && !Array.isArray(value)) return JSON.stringify(value);
  return specOf(name).kind === 'duration' && typeof value === 'number' ? `${value}ms` : String(value);
}
