// Options from the environment.
import type { SoapstoneError } from '../../errors/errors.ts';
import { suggest } from '../../errors/suggest.ts';
import { type OptionName, optionNames } from './options.ts';
import { type RawSetting, type RawSettings, settingsError } from './raw-setting.ts';
import { ENV_PREFIX, environmentName } from './spelling.ts';

export const CONFIG_VARIABLE = environmentName('config');

/**
 * Kubernetes gives every pod variables about the services of its namespace. Beside a service named `soapstone` they are
 * SOAPSTONE_PORT=tcp://10.0.0.7:80, SOAPSTONE_SERVICE_HOST and the like: not ours.
 */
function isServiceLink(name: string, value: string): boolean {
  return /^(tcp|udp|sctp):\/\//.test(value) || /_SERVICE_(HOST|PORT)|_PORT_\d+_(TCP|UDP|SCTP)/.test(name);
}

export function fromEnvironment(
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
