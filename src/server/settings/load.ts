// Gathers settings from flags, environment and file, and resolves them. Loads the YAML reader only when there is a file.
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Problems, type SoapstoneError } from '../../errors/errors.ts';
import { suggest } from '../../errors/suggest.ts';
import type { FileSettings } from './file.ts';
import { ENV_PREFIX, environmentName, flagOf } from './option-spec.ts';
import { isOption, type OptionName, optionNames } from './options.ts';
import { type RawSetting, type RawSettings, settingsError } from './raw-setting.ts';
import { resolveProcess, resolveSettings, type Sources } from './resolve.ts';
import type { ProcessSettings, Settings } from './settings.ts';

interface SettingsInput {
  /** Option name → text, as the command line gave them; `config` names the file. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Base of relative paths of flags and environment, and the folder of soapstone.yaml. */
  readonly cwd: string;
  /** An empty file is none: whoever writes one anew makes it empty first. */
  readonly hasSettings?: boolean;
}

const DEFAULT_FILE = 'soapstone.yaml';

/** @throws Problems listing every wrong value, unknown key and missing option. */
export async function loadSettings(input: SettingsInput): Promise<Settings> {
  const problems: SoapstoneError[] = [];
  return resolveSettings(await sourcesOf(input, problems), problems);
}

/** Settings of the process alone. @throws Problems */
export async function loadProcessSettings(input: SettingsInput): Promise<ProcessSettings> {
  const problems: SoapstoneError[] = [];
  const settings = resolveProcess(await sourcesOf(input, problems), problems);
  if (problems.length > 0) throw new Problems(problems);
  return settings;
}

async function sourcesOf(input: SettingsInput, problems: SoapstoneError[]): Promise<Sources> {
  const flags = fromFlags(input);
  const environment = fromEnvironment(input.environment, input.cwd, problems);
  return { flags, environment, file: await readFile(input, problems) };
}

function fromFlags({ flags, cwd }: SettingsInput): RawSettings {
  const settings = new Map<OptionName, RawSetting>();
  for (const [name, raw] of Object.entries(flags)) {
    if (isOption(name) && typeof raw === 'string') settings.set(name, { name, raw, label: flagOf(name), base: cwd });
  }
  return settings;
}

/** `input` for every reading to come: a file with settings must stay, and have some, since without them everybody may be let in. */
export function withFile(input: SettingsInput): SettingsInput {
  const { flags, environment } = input;
  const size = statSync(settingsFile(input), { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return input;
  return { ...input, flags: { ...flags, config: namedFile(flags, environment) ?? DEFAULT_FILE }, hasSettings: true };
}

/** Path of soapstone.yaml, which need not exist. */
export function settingsFile({ flags, environment, cwd }: SettingsInput): string {
  return resolve(cwd, namedFile(flags, environment) ?? DEFAULT_FILE);
}

function namedFile(flags: SettingsInput['flags'], environment: SettingsInput['environment']): string | undefined {
  return typeof flags.config === 'string' ? flags.config : environment[CONFIG_VARIABLE];
}

async function readFile(input: SettingsInput, problems: SoapstoneError[]): Promise<FileSettings> {
  const { flags, environment, cwd, hasSettings } = input;
  const path = namedFile(flags, environment);
  if (path === undefined && !existsSync(resolve(cwd, DEFAULT_FILE))) return { options: new Map(), bridges: [] };
  const { fromFile } = await import('./file.ts');
  if (hasSettings && statSync(settingsFile(input), { throwIfNoEntry: false })?.size === 0)
    problems.push(settingsError(`${path ?? DEFAULT_FILE} is empty`));
  return fromFile(path ?? DEFAULT_FILE, cwd, problems);
}

export const CONFIG_VARIABLE = environmentName('config');

/**
 * Kubernetes gives every pod variables about the services of its namespace. Beside a service named `soapstone` they are
 * SOAPSTONE_PORT=tcp://10.0.0.7:80, SOAPSTONE_SERVICE_HOST and the like: not settings.
 */
function isServiceLink(name: string, value: string): boolean {
  return /^(tcp|udp|sctp):\/\//.test(value) || /_SERVICE_(HOST|PORT)|_PORT_\d+_(TCP|UDP|SCTP)/.test(name);
}

function fromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  base: string,
  problems: SoapstoneError[],
): RawSettings {
  const byVariable = new Map<string, OptionName>(optionNames.map((name) => [environmentName(name), name]));
  const settings = new Map<OptionName, RawSetting>();
  for (const [variable, raw] of Object.entries(environment)) {
    if (!variable.startsWith(ENV_PREFIX) || variable === CONFIG_VARIABLE || raw === undefined) continue;
    if (isServiceLink(variable, raw)) continue;
    const name = byVariable.get(variable);
    if (name !== undefined) settings.set(name, { name, raw, label: variable, base });
    else problems.push(settingsError(`unknown variable ${variable}`, undefined, suggest(variable, byVariable.keys())));
  }
  return settings;
}
