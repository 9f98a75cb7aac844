// `soapstone health`: asks the admin port of a gateway on this machine. For images that have neither curl nor a shell.
import { get } from 'node:http';
import { connectionCause } from '../errors/connection-cause.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { loadProcessSettings } from '../server/settings/load.ts';
import { OK, PROBLEMS } from './report.ts';

interface HealthFlags {
  /** Check that it takes requests, not only that it runs. */
  readonly ready?: boolean;
  /** Check only that it runs: a restart does not mend a wrong file. */
  readonly live?: boolean;
}

/** Timeout in ms. */
const LONGEST = 2000;

/** Writes the response of the admin port to standard output. Resolves with 0 for a 200, and where the last reload has not failed. */
export async function health({ ready, live, ...flags }: HealthFlags): Promise<number> {
  const settings = await loadProcessSettings({ flags, environment: process.env, cwd: process.cwd() });
  const { adminHost, adminPort } = settings;
  if (adminPort < 0) throw new SoapstoneError('SETTINGS', 'the admin port is off');
  const host = adminHost === '::' || adminHost === '0.0.0.0' ? '127.0.0.1' : adminHost;
  const alive = await ask(host, adminPort, ready ? '/readyz' : '/livez');
  const loaded = alive.ok && !live ? await ask(host, adminPort, '/configz') : undefined;
  const { ok, text } = loaded?.ok === false ? loaded : alive;
  process.stdout.write(text);
  return ok ? OK : PROBLEMS;
}

function ask(host: string, port: number, path: string): Promise<{ readonly ok: boolean; readonly text: string }> {
  return new Promise((resolve) => {
    const failed = (error: Error) =>
      resolve({ ok: false, text: `http://${host}:${port}: ${connectionCause(error) ?? error.message}\n` });
    const request = get({ host, port, path, timeout: LONGEST }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.once('error', failed);
      response.once('end', () => resolve({ ok: response.statusCode === 200, text }));
    });
    request.once('error', failed);
    request.once('timeout', () => request.destroy(new Error('the admin port does not respond')));
  });
}
