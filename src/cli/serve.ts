// `soapstone serve`: settings, server, signals.

import { SoapstoneError } from '../errors/errors.ts';
import type { Bridge } from '../server/bridges/bridge.ts';
import { pathOf } from '../server/bridges/document-paths.ts';
import { addressNotes, baseNotes } from '../server/bridges/service-url.ts';
import { captureNotes } from '../server/capture/open-capture.ts';
import { openLog } from '../server/log/open-log.ts';
import type { Reloaded } from '../server/reload/reload.ts';
import { type RunningServer, startServer } from '../server/server.ts';
import { CONFIG_VARIABLE, loadSettings, settingsFile, withFile } from '../server/settings/load.ts';
import { isLoopback } from '../server/settings/loopback.ts';
import type { Settings } from '../server/settings/settings.ts';
import { endProcess, npmNotes, untilSignal } from './process-end.ts';
import { boundedLosses, brokenLines, lossWarning, surviveItsEnd, tell } from './report.ts';
import { credentialNote } from './wire/credential-note.ts';

/** `source`: a mapping, or a contract. */
export async function serve(options: Readonly<Record<string, unknown>>, source?: string): Promise<number> {
  const flags = source === undefined ? options : { ...options, ...(await sourceFlag(options, source)) };
  const input = withFile({ flags, environment: process.env, cwd: process.cwd() });
  const settings = await loadSettings(input);
  surviveItsEnd();
  const hooks = {
    settings: () => loadSettings(input),
    file: settingsFile(input),
    onReload: sayReloaded,
    onDrain: () => tell('soapstone: drain requested: not ready from now on, serving on until SIGTERM\n'),
  };
  if (settings.workers > 1) {
    // A worker that starts later needs the file too.
    if (typeof input.flags.config === 'string') process.env[CONFIG_VARIABLE] = input.flags.config;
    const { serveTogether } = await import('./serve-workers.ts');
    const lines = (server: Started) => startLines(settings, server);
    return endProcess(await serveTogether(settings, { ...hooks, startLines: lines }));
  }
  const log = openLog(settings, 1, (text) => tell(`soapstone: ${text}\n`));
  const studio = settings.studio ? (await import('../studio/http/admin-studio.ts')).adminStudio() : undefined;
  const server = await startServer(settings, log, { ...hooks, studio });
  process.on('SIGHUP', () => void server.reload('SIGHUP'));
  // Signals first: a supervisor may send one right after the last line.
  const ended = untilSignal(settings, server);
  for (const line of [...npmNotes(process.env, process.pid), ...(await startLines(settings, server))])
    tell(`${line}\n`);
  // Everything that still holds the event loop has been closed.
  return endProcess(await ended);
}

/** A folder with a table is a mapping; everything else is for the reader of contracts. */
async function sourceFlag(options: Readonly<Record<string, unknown>>, source: string): Promise<Record<string, string>> {
  if (options.mapping !== undefined || options.contract !== undefined)
    throw new SoapstoneError('SETTINGS', `serve takes ${source}, or --mapping or --contract, not both`);
  const { tableFile } = await import('../mapping/load.ts');
  return { [tableFile(source) === undefined ? 'contract' : 'mapping']: source };
}

function sayReloaded(outcome: Reloaded): void {
  const [first, lines] = outcome.ok
    ? ['reloaded', outcome.notes]
    : ['reload failed, the previous configuration stays in use:', outcome.problems];
  tell([`soapstone: ${first}`, ...lines, ''].join('\n'));
}

type Started = Pick<RunningServer, 'bridges' | 'port' | 'adminPort'>;

async function startLines(settings: Settings, server: Started): Promise<string[]> {
  const base = origin(settings.host, server.port, settings.tlsCert === undefined ? 'http' : 'https');
  const lines = server.bridges.map((bridge) => bridgeLine(bridge, base));
  const [first] = server.bridges;
  if (server.adminPort !== undefined) {
    const further = [...(settings.studio ? ['/studio'] : []), ...(settings.debugWire ? ['/exchanges'] : [])];
    const paths = ['/readyz', '/livez', '/metrics', '/mappings', ...further];
    lines.push(`admin: ${origin(settings.adminHost, server.adminPort)}${paths.join(' ')}`);
  }
  lines.push(
    ...captureNotes(
      settings,
      server.bridges.flatMap(({ rules }) => rules.map(({ id }) => id)),
    ),
  );
  if (first?.settings.mapping === '') lines.push(...(await madeLines(first, settings.bridges[0]?.upstream !== '')));
  for (const bridge of server.bridges)
    lines.push(
      ...lossLines(bridge),
      ...credentialNote(bridge),
      ...addressLines(bridge),
      ...(await policyLines(bridge)),
    );
  if (first?.settings.mapping === '' && isLoopback(settings.host))
    lines.push('note: only this machine reaches it; for others: --host ::');
  lines.push(...docsLines(server.bridges, base));
  if (first?.settings.present === 'mcp') lines.push(`try: ${listToolsLine(`${base}${first.endpoint}`)}`);
  else if (first?.settings.present === 'soap') lines.push(`try: curl '${base}${first.endpoint}?wsdl'`);
  else if (first) lines.push(...(await sampleLines(first, base)));
  if (first?.settings.mapping === '')
    lines.push(...[lossWarning(first.mapping.contract)].filter((line) => line !== undefined));
  return [...lines, `listening on port ${server.port}`];
}

/** The list of the tools, for the shell. */
function listToolsLine(url: string): string {
  const fields = ['Content-Type: application/json', 'Accept: application/json, text/event-stream'];
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  return `curl ${fields.map((field) => `-H '${field}'`).join(' ')} -d '${message}' '${url}'`;
}

/** For a table that is made from a contract: where to go from here. */
async function madeLines(bridge: Bridge, hasUpstream: boolean): Promise<string[]> {
  const { contract, name } = bridge.settings;
  const { recognised } = await import('../init/recognised.ts');
  return [
    ...brokenLines(bridge.mapping.contract).map((line) => `left out: ${line}`),
    ...elsewhereNote(bridge, hasUpstream),
    ...recognised(bridge.mapping.contract, 'init').map((line) => `note: ${line}`),
    `table: made from the contract; to write and edit it: soapstone init '${contract}' -o ./${name}`,
  ];
}

async function sampleLines({ mapping, settings }: Bridge, base: string): Promise<string[]> {
  const { firstRequest, curlLine, credentialArguments } = await import('./first-request.ts');
  const request = firstRequest(mapping);
  return request === undefined ? [] : [`try: ${curlLine(request, base, credentialArguments(settings.auth?.front))}`];
}

/** A table that is made from its contract has lines of its own. */
function lossLines({ settings: { name, mapping: table }, mapping }: Bridge): string[] {
  if (table === '') return [];
  return boundedLosses(mapping.contract, `soapstone check '${table}'`).map((line) => `left out: ${name}: ${line}`);
}

function addressLines({ settings: { name, present, upstream }, rules, mapping: { base } }: Bridge): string[] {
  if (present === 'soap') return baseNotes(upstream, base).map((note) => `note: ${name}: ${note}`);
  return addressNotes(upstream, new Set(rules.map(({ operation }) => operation))).map(
    (note) => `note: ${name}: ${note}`,
  );
}

/** Few contracts have policies: what reads them is loaded for those. */
async function policyLines({ settings, mapping: { contract } }: Bridge): Promise<string[]> {
  if (!contract.hasPolicies) return [];
  const { unmetPolicy } = await import('../server/bridges/unmet-policy.ts');
  return unmetPolicy(contract, settings).map((line) => `note: ${settings.name}: ${line}`);
}

/** Bridges may share a page. */
function docsLines(bridges: readonly Bridge[], base: string): string[] {
  const paths = new Set(bridges.map((bridge) => pathOf(bridge, 'docs')));
  return [...paths].flatMap((path) => (path === undefined ? [] : [`docs: ${base}${path}`]));
}

/** Contracts often name an address that only their own network knows. */
function elsewhereNote({ settings, mapping, targets }: Bridge, hasUpstream: boolean): string[] {
  const named = mapping.contract.operations.find(({ address }) => /^https?:/i.test(address))?.address;
  if (named === undefined || URL.parse(named)?.host === new URL(settings.upstream).host) return [];
  const [address] = named.split('?', 1);
  if (hasUpstream) return [`note: SOAP goes to ${listed(targets)}; the contract names ${address}`];
  return [
    `note: SOAP goes to ${listed(targets)}, since the contract names ${address}; to choose another one: --upstream URL`,
  ];
}

function bridgeLine({ settings, mapping, rules, endpoint, targets }: Bridge, base: string): string {
  const { name } = settings;
  const count = `${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}`;
  if (endpoint === undefined) return `${name}: ${count}, REST at ${base}${mapping.base}, SOAP at ${listed(targets)}`;
  if (settings.present === 'mcp') return `${name}: ${count}, MCP at ${base}${endpoint}, SOAP at ${listed(targets)}`;
  return `${name}: ${count}, SOAP at ${base}${endpoint}, REST at ${listed(targets)}`;
}

const LISTED = 3;

/** Without queries, which may hold secrets. */
function listed(targets: readonly string[]): string {
  const remainder = targets.length - LISTED;
  const paths = targets.slice(0, LISTED).map((target) => target.split('?', 1)[0]);
  return `${paths.join(', ')}${remainder > 0 ? ` and ${remainder} more` : ''}`;
}

/** A wildcard address is shown as localhost. */
function origin(host: string, port: number, scheme = 'http'): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `${scheme}://${name}:${port}`;
}
