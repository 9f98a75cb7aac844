// Resolves settings: flags over environment over file over defaults. Reports the problems of all sources at once.
import { basename, resolve } from 'node:path';
import { authoritiesIn } from '../../auth/inbound/certificate.ts';
import type { AuthSettings } from '../../auth/settings/settings.ts';
import { baseName, isRemote } from '../../contract/source/location.ts';
import { distinct, type Place, Problems, type SoapstoneError } from '../../errors/errors.ts';
import { readAuthSetting } from './auth-settings.ts';
import { type CorsSettings, readCorsSetting } from './cors-setting.ts';
import type { FileBridge, FileSettings } from './file.ts';
import { parseKind, type Raw } from './kinds.ts';
import { isLoopback } from './loopback.ts';
import { environmentName, flagOf, type OptionSpec } from './option-spec.ts';
import { type OptionName, optionNames, specOf } from './options.ts';
import { readPem } from './pem-files.ts';
import { placed, settingPlaces } from './places.ts';
import { type RawSetting, type RawSettings, readGiven, settingsError } from './raw-setting.ts';
import type { BridgeSettings, ProcessSettings, Settings } from './settings.ts';

export interface Sources {
  readonly flags: RawSettings;
  readonly environment: RawSettings;
  readonly file: FileSettings;
}

/** Options that identify a bridge, and are never shared. */
const IDENTITY: readonly OptionName[] = ['mapping', 'contract', 'name', 'upstream', 'path'];

/** @throws Problems. `problems`: those of reading the sources. */
export function resolveSettings(
  sources: Sources,
  problems: SoapstoneError[],
  listener: 'own' | 'of-the-app' = 'own',
): Settings {
  const processSettings = resolveProcess(sources, problems);
  const bridges = resolveBridges(sources, problems);
  // The app decides whether its listener requests client certificates.
  if (listener === 'own')
    problems.push(
      ...certificatesOfNobody(processSettings, bridges),
      ...callersOfAny(processSettings, bridges),
      ...unfitForWorkers(processSettings, bridges),
    );
  if (problems.length > 0) throw new Problems(distinct(problems));
  return Object.freeze({ ...processSettings, bridges });
}

/** Clients send a certificate only where the listener requests one. */
function certificatesOfNobody({ clientCa }: ProcessSettings, bridges: readonly BridgeSettings[]): SoapstoneError[] {
  if (clientCa !== undefined) return [];
  const asking = bridges.filter(({ auth }) => auth?.front.some(({ kind }) => kind === 'certificate'));
  const hint = 'set clientCa to their CA certificates';
  return asking.map((bridge) =>
    aboutBridge(bridge, settingsError('auth: certificate needs client certificates', undefined, hint)),
  );
}

function aboutBridge({ name, places }: BridgeSettings, error: SoapstoneError): SoapstoneError {
  return placed(error, places, `bridge "${name}": `);
}

/** The workbench shows one process, and each worker needs a connection of its own to the service. */
function unfitForWorkers(
  { workers, studio, places }: ProcessSettings,
  bridges: readonly BridgeSettings[],
): SoapstoneError[] {
  if (!(workers > 1)) return [];
  const few = bridges.filter(({ connections }) => connections < workers);
  const noStudio = settingsError('studio needs workers: 1', undefined, 'or run soapstone studio, on the folder');
  return [
    ...(studio ? [placed(noStudio, places)] : []),
    ...few.map((bridge) => {
      const place = bridge.places?.options.get('connections');
      return aboutBridge(
        bridge,
        settingsError(`${workers} workers share ${bridge.connections} connections`, place, MORE_EACH),
      );
    }),
  ];
}

const MORE_EACH = 'set connections to one for each worker at least';

/** Each of several authorities could name a caller: the settings must say which one may. */
function callersOfAny({ clientCa }: ProcessSettings, bridges: readonly BridgeSettings[]): SoapstoneError[] {
  if (clientCa === undefined || !hasSeveral(clientCa)) return [];
  const loose = bridges.filter(({ auth }) => auth && isLoose(auth));
  const hint = 'authority: { file: ca.pem } beside certificate';
  const problem = 'auth: clientCa has several CAs, and an entry does not say which one is its own';
  return loose.map((bridge) => aboutBridge(bridge, settingsError(problem, undefined, hint)));
}

function isLoose({ front, callers }: AuthSettings): boolean {
  return front.some(
    (credential) =>
      credential.kind === 'certificate' &&
      callers.some(({ fields }) => fields.has(credential.as.certificate) && !fields.has(credential.as.authority)),
  );
}

/** The listener reports unreadable files. */
function hasSeveral(file: string): boolean {
  try {
    return authoritiesIn(readPem('clientCa', file)).size > 1;
  } catch {
    return false;
  }
}

/** Settings of the process. */
export function resolveProcess({ flags, environment, file }: Sources, problems: SoapstoneError[]): ProcessSettings {
  const chain = [flags, environment, file.options];
  const isTrial =
    flags.has('contract') &&
    ![...chain, ...file.bridges.map(({ options }) => options)].some((map) => map.has('mapping'));
  const { values, places } = pick('process', chain, problems);
  const isSet = (name: OptionName) => chain.some((map) => map.has(name));
  const trial = isTrial
    ? {
        ...Object.fromEntries(HOSTS.filter((name) => !isSet(name)).map((name) => [name, LOOPBACK])),
        adminPortMoves: !isSet('adminPort'),
      }
    : {};
  const settings = { ...values, ...trial, places } as unknown as ProcessSettings;
  return isSet('drainDelay') || !isOfThisMachine(settings) ? settings : { ...settings, drainDelay: 0 };
}

/** No load balancer elsewhere has to notice that the process ends. */
function isOfThisMachine({ host = '', adminHost = '', adminPort = 0 }: Partial<ProcessSettings>): boolean {
  return isLoopback(host) && (adminPort < 0 || isLoopback(adminHost));
}

/** Where a contract alone is served, somebody tries it out on a machine of their own (decision 0082). */
const HOSTS = ['host', 'adminHost'] as const;
const LOOPBACK = '127.0.0.1';

type Values = { [K in OptionName]?: Raw | AuthSettings | CorsSettings };

/** The first of `chain` that has a value decides. `bridge`: its place. */
function pick(
  scope: 'process' | 'bridge',
  chain: readonly RawSettings[],
  problems: SoapstoneError[],
  bridge: Place | undefined = undefined,
) {
  const values: Values = {};
  const names = optionNames.filter((name) => specOf(name).scope === scope);
  const chosen = names.map((name) => [name, chain.find((map) => map.has(name))?.get(name)] as const);
  for (const [name, setting] of chosen) values[name] = setting ? readOne(setting, problems) : defaultOf(name);
  const places = settingPlaces(
    chosen.map(([name, setting]) => [name, setting?.place]),
    bridge,
  );
  return { values, places };
}

function readOne(setting: RawSetting, problems: SoapstoneError[]): Values[OptionName] {
  if (specOf(setting.name).kind === 'auth') return readAuthSetting(setting, problems);
  if (specOf(setting.name).kind === 'cors') return readCorsSetting(setting, problems);
  const value = readGiven(setting, problems);
  if (specOf(setting.name).kind === 'secret' && value !== undefined) return inFolder(setting.base, String(value));
  const { file, keywords = [] }: OptionSpec = specOf(setting.name);
  if (value === undefined || !file || isRemote(String(value)) || keywords.includes(String(value))) return value;
  return resolve(setting.base, String(value));
}

/** File references of secrets are relative like other files. */
function inFolder(base: string, secret: string): string {
  const file = /^file:(.*)/s.exec(secret);
  return file ? `file:${resolve(base, file[1])}` : secret;
}

function defaultOf(name: OptionName): Raw | undefined {
  const spec = specOf(name);
  const parsed = spec.default === undefined ? undefined : parseKind(spec, spec.default);
  return parsed && 'value' in parsed ? parsed.value : undefined;
}

function resolveBridges(sources: Sources, problems: SoapstoneError[]): BridgeSettings[] {
  const { flags, environment, file } = sources;
  const entries: readonly FileBridge[] = file.bridges;
  if (entries.length > 0) refuseShared(file.options, 'belongs into an entry of bridges', problems);
  if (entries.length > 1) {
    const path = entries[0].place.file;
    const reason = `is for one bridge, and ${path} has ${entries.length}`;
    const wayOut = `for another bridge, write an entry in ${path}, or name another file with --config FILE`;
    refuseShared(flags, reason, problems, wayOut);
    refuseShared(environment, reason, problems, wayOut);
  }
  const chains = entries.length > 0 ? entries : [{ place: undefined, options: new Map() }];
  const bridges = chains.map(({ place, options }) =>
    resolveBridge([flags, environment, options, file.options], place, problems),
  );
  // Names come from the mappings' folders: a wrong one would only be reported twice.
  if (problems.length === 0) refuseSameNames(bridges, entries, problems);
  return bridges;
}

function refuseShared(map: RawSettings, reason: string, problems: SoapstoneError[], wayOut?: string): void {
  for (const name of IDENTITY) {
    const setting = map.get(name);
    if (setting) problems.push(settingsError(`${setting.label} ${reason}`, setting.place, wayOut));
  }
}

function resolveBridge(
  chain: readonly RawSettings[],
  place: Place | undefined,
  problems: SoapstoneError[],
): BridgeSettings {
  const { values, places } = pick('bridge', chain, problems, place);
  const isMade = values.contract !== undefined && !chain.some((map) => map.has('mapping'));
  // A contract has the address of a SOAP service.
  const needed = values.present === 'soap' ? (['mapping', 'upstream'] as const) : (['mapping'] as const);
  for (const name of isMade ? [] : needed) {
    if (values[name] !== undefined || chain.some((map) => map.has(name))) continue;
    const spelled = place ? name : `${flagOf(name)} (or ${environmentName(name)}, or ${name} in soapstone.yaml)`;
    const hint = name === 'upstream' || values.contract === undefined ? LACKING[name] : undefined;
    problems.push(settingsError(`a bridge needs ${spelled}`, place, hint));
  }
  const path = chain.find((map) => map.has('path'))?.get('path');
  if (path && values.present === 'rest') problems.push(settingsError(`${path.label}${NO_PATH}`, path.place, BASE));
  const { mapping = '', upstream = '', contract = '' } = values;
  const name = values.name ?? (isMade ? nameOfContract(String(contract)) : basename(String(mapping)));
  return Object.freeze({ ...values, mapping, upstream, name, places }) as BridgeSettings;
}

const LACKING = {
  mapping: '--contract FILE alone serves a WSDL',
  upstream: 'the address of the REST service, without the base path, which the table adds',
};
const NO_PATH = ' is for SOAP or MCP in front; REST in front has its paths from the table';
const BASE = 'write base: in the table';

/** `service` of `https://example.com/service.asmx?wsdl`; '' where the location has no name: that of the service then. */
function nameOfContract(location: string): string {
  return baseName(location).replace(/\.\w+$/, '');
}

function refuseSameNames(
  bridges: readonly BridgeSettings[],
  entries: readonly FileBridge[],
  problems: SoapstoneError[],
): void {
  bridges.forEach((bridge, i) => {
    if (bridge.name === '' || bridges.findIndex((candidate) => candidate.name === bridge.name) === i) return;
    problems.push(
      settingsError(`two bridges are named "${bridge.name}"`, entries[i]?.place, 'give one of them a name'),
    );
  });
}
