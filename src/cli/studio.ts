// `soapstone studio`: a workbench for one mapping, in the browser.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SoapstoneError } from '../errors/errors.ts';
import { counted } from '../errors/wording.ts';
import type { FaultTexts } from '../fault/texts.ts';
import type { LoadOptions } from '../mapping/load.ts';
import { allowedHosts } from '../server/http/allowed-hosts.ts';
import { studioListener } from '../studio/http/listener.ts';
import { Studio } from '../studio/studio.ts';
import { firstSignal } from './process-end.ts';
import { OK } from './report.ts';

interface StudioFlags {
  readonly port: string;
  readonly host: string;
  readonly upstream?: string;
  readonly auth?: string;
  readonly faultTexts?: FaultTexts;
}

const HINT = 'open the address that the command printed: it ends with the token of this studio';

/** Ends with SIGINT or SIGTERM; a second one ends the process at once. */
export async function studio(folder: string, flags: StudioFlags, options: LoadOptions): Promise<number> {
  const { upstream, auth, faultTexts } = flags;
  if (upstream !== undefined && !/^https?:$/.test(URL.parse(upstream)?.protocol ?? ''))
    throw new SoapstoneError('SETTINGS', `--upstream "${upstream}" is not an http or https URL`);
  if (!existsSync(folder)) throw new SoapstoneError('MAPPING_READ', `there is no folder ${folder}`);
  const token = randomBytes(18).toString('base64url');
  const workbench = new Studio(folder, { ...options, token, hint: HINT, upstream, auth, faultTexts });
  const listener = studioListener(workbench, allowedHosts([flags.host]));
  const server = createServer((req, res) => void listener(req, res, (req.url ?? '/').slice(1).split('?', 1)[0]));
  const address = await listening(server, flags);
  await workbench.open();
  const { rules, problems } = workbench.state(true);
  const errors = problems.filter(({ level }) => level === 'error').length;
  const outcome = errors === 0 ? counted(rules.length, 'rule') : `${counted(errors, 'problem')}, shown in the page`;
  // Before the lines: who reads them may send a signal at once.
  const ended = firstSignal();
  process.stdout.write(`${folder}: ${outcome}\n`);
  process.stdout.write(`studio: ${originOf(flags.host, address.port)}/#token=${token}\n`);
  process.stdout.write('Open this address in a browser. Ctrl-C ends it.\n');
  await ended;
  await workbench.close();
  server.close();
  server.closeAllConnections();
  return OK;
}

async function listening(server: ReturnType<typeof createServer>, { port, host }: StudioFlags): Promise<AddressInfo> {
  const number = Number(port);
  if (!/^\d+$/.test(port) || number > 65535)
    throw new SoapstoneError('SETTINGS', `--port "${port}" is not a port (0 to 65535)`);
  server.listen(number, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const hint = code === 'EADDRINUSE' ? 'another program uses it; choose another one with --port' : code;
    throw new SoapstoneError('SETTINGS', `cannot listen on ${host} port ${port}: ${hint}`);
  }
  return server.address() as AddressInfo;
}

function originOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
