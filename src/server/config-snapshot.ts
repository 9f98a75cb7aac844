// The bridges of one configuration and the listener over them. A reload replaces it as a whole.
import type { Bridge, BridgeMeans } from './bridges/bridge.ts';
import { closeBridges, openBridges } from './bridges/open-bridges.ts';
import { listenerTls } from './http/listener-tls.ts';
import { type MessageClasses, messageClasses } from './http/messages.ts';
import type { Names, Templates, Upstreams } from './log/access-log.ts';
import { knownNames } from './log/known-names.ts';
import { type FrontDoor, frontDoor } from './routing/dispatcher.ts';
import type { BridgeSettings, Settings } from './settings/settings.ts';
import { otelVariables } from './traces/otel-variables.ts';

export interface Generation {
  readonly bridges: readonly Bridge[];
  readonly door: FrontDoor;
}

/** @throws Problems of mappings, contracts and settings; `previous` stays as it is then. */
export async function openGeneration(
  settings: readonly BridgeSettings[],
  classes: MessageClasses,
  previous?: Generation,
  means?: BridgeMeans,
): Promise<Generation> {
  const bridges = await openBridges(settings, previous?.bridges, means);
  return { bridges, door: frontDoor(bridges, classes, means?.snapshots) };
}

/**
 * Opens everything that a start would open, except ports, and closes it after `use`. Services get no request; a Redis gets a connection.
 * @throws Problems as `openGeneration`; SoapstoneError SETTINGS for an unusable certificate of the listener, and for variables of traces that are wrong or ask for what is not spoken.
 */
export async function withGeneration<T>(settings: Settings, use: (generation: Generation) => Promise<T>): Promise<T> {
  listenerTls(settings);
  if (settings.traces === 'otlp') otelVariables(process.env);
  // The services are none of its affair: nobody asks whether they are well.
  const bridges = settings.bridges.map((bridge) => ({ ...bridge, healthCheck: '' }));
  const generation = await openGeneration(bridges, messageClasses());
  try {
    return await use(generation);
  } finally {
    await closeGeneration(generation);
  }
}

/** Closes what `after` does not use. */
export async function closeGeneration({ bridges, door }: Generation, after?: Generation): Promise<void> {
  door.close();
  await closeBridges(bridges, after?.bridges);
}

/** What the access log takes from the bridges in use. */
export function logTables(bridges: readonly Bridge[]): readonly [Templates, Names, Upstreams] {
  return [templatesOf(bridges), namesOf(bridges), upstreamsOf(bridges)];
}

/** Path templates for the log. */
function templatesOf(bridges: readonly Bridge[]): Templates {
  const rules = ({ rules, settings, endpoint = '' }: Bridge) =>
    rules.map((rule) => [rule.id, settings.present === 'soap' ? endpoint : rule.request.rest.template] as const);
  return new Map(
    bridges.map((bridge) => [
      bridge.settings.name,
      new Map([...bridge.settings.passThrough.map(prefixTemplate), ...rules(bridge)]),
    ]),
  );
}

/** A prefix of paths that pass through, and the template that stands for them: `/files/*`. */
function prefixTemplate(prefix: string): readonly [string, string] {
  return [prefix, `${prefix.replace(/\/$/, '')}/*`];
}

/** Origins of upstreams, for the log. */
function upstreamsOf(bridges: readonly Bridge[]): Upstreams {
  return new Map(bridges.map(({ settings: { name, upstream } }) => [name, new URL(upstream).origin]));
}

/** Names that may be logged. */
function namesOf(bridges: readonly Bridge[]): Names {
  return new Map(bridges.map(({ settings, mapping }) => [settings.name, knownNames(mapping)]));
}
