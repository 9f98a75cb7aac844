// Requests to the admin port of a gateway on this machine, as its settings say where that is.
import { request as httpRequest } from 'node:http';
import { connectionCause } from '../errors/connection-cause.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { loadProcessSettings } from '../server/settings/load.ts';
import type { ProcessSettings } from '../server/settings/settings.ts';

export interface AdminPort {
  readonly settings: ProcessSettings;
  /** `timeout` in ms. A failed connection is a text too. */
  request(method: 'GET' | 'POST', path: string, timeout: number): Promise<AdminResponse>;
}

export interface AdminResponse {
  /** A status below 300. */
  readonly ok: boolean;
  readonly text: string;
}

type Flags = Readonly<Record<string, unknown>>;

/** @throws SoapstoneError SETTINGS where there is no admin port. */
export async function adminPort(flags: Flags): Promise<AdminPort> {
  const found = await findAdminPort(flags);
  if (found === undefined) throw new SoapstoneError('SETTINGS', 'the admin port is off');
  return found;
}

/** undefined where it is off. */
export async function findAdminPort(flags: Flags): Promise<AdminPort | undefined> {
  const settings = await loadProcessSettings({ flags, environment: process.env, cwd: process.cwd() });
  const { adminHost, adminPort: port } = settings;
  if (port < 0) return undefined;
  const host = adminHost === '::' || adminHost === '0.0.0.0' ? '127.0.0.1' : adminHost;
  return { settings, request: (method, path, timeout) => send({ host, port, method, path, timeout }) };
}

type Options = Readonly<Record<'host' | 'method' | 'path', string> & Record<'port' | 'timeout', number>>;

function send(options: Options): Promise<AdminResponse> {
  return new Promise((resolve) => {
    const failed = (error: Error) => {
      const text = connectionCause(error) ?? error.message;
      resolve({ ok: false, text: `http://${options.host}:${options.port}: ${text}\n` });
    };
    const request = httpRequest(options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.once('error', failed);
      response.once('end', () => resolve({ ok: (response.statusCode as number) < 300, text }));
    });
    request.once('error', failed);
    request.once('timeout', () => request.destroy(new Error('the admin port does not respond')));
    request.end();
  });
}
