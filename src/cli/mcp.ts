// `soapstone mcp`: the rules of a mapping as tools, over standard input and output. Everything for people goes to standard error.

import { subscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { type RequestRecord, requestChannel } from '../binding/channels.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { counted } from '../errors/wording.ts';
import { headersOf } from '../explain/request-line.ts';
import { defaultJsonLimits } from '../json/limits.ts';
import type { Bridge } from '../server/bridges/bridge.ts';
import { openBridges } from '../server/bridges/open-bridges.ts';
import { readSecret } from '../server/bridges/secret.ts';
import { logTables } from '../server/config-snapshot.ts';
import { AccessLog } from '../server/log/access-log.ts';
import { openLog } from '../server/log/open-log.ts';
import { loadSettings } from '../server/settings/load.ts';
import { OK, tell } from './report.ts';

type Flags = Readonly<Record<string, unknown>> & { readonly header?: readonly string[] };

const STDERR = 2;

/** Ends when the client closes the input, after the last response. */
export async function mcp(mapping: string | undefined, flags: Flags): Promise<number> {
  const mcpFlags = mapping === undefined ? flags : { ...flags, mapping };
  const settings = await loadSettings({
    flags: { ...mcpFlags, present: 'mcp' },
    environment: process.env,
    cwd: process.cwd(),
  });
  const headers = secretHeaders(flags.header ?? []);
  const [bridge, ...others] = await openBridges(settings.bridges);
  if (others.length > 0)
    throw new SoapstoneError('SETTINGS', 'a process has the tools of one mapping; name it: soapstone mcp DIR');
  const log = openLog(settings, STDERR);
  const accessLog = new AccessLog(log, ...logTables([bridge]));
  subscribe(requestChannel.name, (message) => accessLog.add(message as RequestRecord));
  tell(
    `soapstone: ${bridge.settings.name}: ${counted(bridge.rules.length, 'rule')} as tools, calling ${bridge.targets[0]?.split('?', 1)[0]}\n`,
  );
  await serveBridge(bridge, headers);
  await bridge.close();
  await log.end(END_MS);
  return OK;
}

/** ms for the last lines of the log. */
const END_MS = 300;

async function serveBridge({ settings, tools }: Bridge, headers: Readonly<Record<string, string>>): Promise<void> {
  const { serveTools } = await import('../mcp/stdio.ts');
  await serveTools({
    tools: await (tools as NonNullable<typeof tools>)(),
    client: { headers, socket: new Socket() },
    limits: { ...defaultJsonLimits, depth: settings.maxDepth, values: settings.maxElements },
    maxLine: settings.maxRequestBody,
    input: process.stdin,
    output: process.stdout,
    onError: (error) => tell(`soapstone: ${error.message}\n`),
  });
}

/** A value may be the place of a secret: `Authorization: env:TOKEN`. Other processes see what a command line says. */
function secretHeaders(lines: readonly string[]): Record<string, string> {
  const headers = headersOf(lines);
  for (const [name, value] of Object.entries(headers)) {
    if (!/^(?:env|file):/.test(value)) continue;
    const secret = readSecret(value);
    if (secret === undefined) throw new SoapstoneError('SETTINGS', `-H ${name}: no secret found at ${value}`);
    headers[name] = secret;
  }
  return headers;
}
