// Certificates of the listener, from the files that the settings name; and whose certificates callers may show.
import { readFileSync } from 'node:fs';
import type { Server as HttpServer, RequestListener, ServerOptions } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import { SoapstoneError } from '../errors.ts';
import type { ProcessSettings } from './settings/settings.ts';

type Files = Pick<ProcessSettings, 'tlsCert' | 'tlsKey' | 'clientCa'>;

export interface ListenerTls {
  readonly cert: string;
  readonly key: string;
  /** Authorities of callers' certificates; absent: callers are not asked for one. */
  readonly ca?: string;
}

/** undefined where no file is named. @throws SoapstoneError SETTINGS for files that are no use. */
export function listenerTls({ tlsCert, tlsKey, clientCa }: Files): ListenerTls | undefined {
  if (tlsCert === undefined && tlsKey === undefined && clientCa === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) throw wrong('tlsCert and tlsKey need each other');
  const texts = { cert: read('tlsCert', tlsCert), key: read('tlsKey', tlsKey) };
  const ca = clientCa === undefined ? undefined : read('clientCa', clientCa);
  check('tlsCert and tlsKey', texts);
  if (ca !== undefined) check('clientCa', { ca });
  return { ...texts, ca };
}

/** The versions before TLS 1.2 are not spoken. TLS is loaded where it is used. */
export function createSecureServer(
  { cert, key, ca }: ListenerTls,
  options: ServerOptions,
  handshakeTimeout: number,
  listener: RequestListener,
): HttpServer {
  const { createServer } = process.getBuiltinModule('node:https');
  // Whether the certificate of a caller is good is for the bridge to judge: others on the same port may want none.
  const asked = { requestCert: ca !== undefined, rejectUnauthorized: false };
  const secure = { ...options, cert, key, ca, ...asked, handshakeTimeout, minVersion: 'TLSv1.2' as const };
  return createServer(secure, listener) as unknown as HttpServer;
}

/** For connections from now on. */
export function renew(server: HttpServer, { cert, key, ca }: ListenerTls): void {
  (server as unknown as HttpsServer).setSecureContext({ cert, key, ca, minVersion: 'TLSv1.2' });
}

function read(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw wrong(`${name}: cannot read ${file}: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function check(name: string, texts: Partial<ListenerTls>): void {
  // OpenSSL takes a text without any certificate for an empty list, and Node.js an empty text for none at all.
  const isNone = (text: string | undefined) => text !== undefined && !text.includes('-----BEGIN');
  if (Object.values(texts).some(isNone)) throw wrong(`${name}: a file is not PEM`);
  try {
    process.getBuiltinModule('node:tls').createSecureContext(texts);
  } catch (error) {
    throw wrong(`${name}: the files cannot be used (${(error as NodeJS.ErrnoException).code ?? 'not PEM'})`);
  }
}

function wrong(message: string): SoapstoneError {
  return new SoapstoneError('SETTINGS', message);
}
