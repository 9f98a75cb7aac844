// TLS of the listener: its certificate, and the authorities of client certificates, from files.
import type { Server as HttpServer, RequestListener, ServerOptions } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import { SoapstoneError } from '../../errors/errors.ts';
import { checkPem, readPem, wrongPem } from '../settings/pem-files.ts';
import { placed } from '../settings/places.ts';
import type { ProcessSettings } from '../settings/settings.ts';

type Files = Pick<ProcessSettings, 'tlsCert' | 'tlsKey' | 'clientCa' | 'places'>;

export interface ListenerTls {
  readonly cert: string;
  readonly key: string;
  /** Authorities of client certificates; absent: none are requested. */
  readonly ca?: string;
}

/** undefined where no file is named. @throws SoapstoneError SETTINGS for unusable files. */
export function listenerTls(files: Files): ListenerTls | undefined {
  try {
    return tlsOf(files);
  } catch (error) {
    throw error instanceof SoapstoneError ? placed(error, files.places) : error;
  }
}

function tlsOf({ tlsCert, tlsKey, clientCa }: Files): ListenerTls | undefined {
  if (tlsCert === undefined && tlsKey === undefined && clientCa === undefined) return undefined;
  if (tlsCert === undefined && tlsKey === undefined)
    throw wrongPem('clientCa needs tlsCert and tlsKey: client certificates need HTTPS');
  if (tlsCert === undefined) throw wrongPem('tlsKey and tlsCert need each other');
  if (tlsKey === undefined) throw wrongPem('tlsCert and tlsKey need each other');
  const texts = { cert: readPem('tlsCert', tlsCert), key: readPem('tlsKey', tlsKey) };
  const ca = clientCa === undefined ? undefined : readPem('clientCa', clientCa);
  checkPem('tlsCert and tlsKey', texts);
  if (ca !== undefined) checkPem('clientCa', { ca });
  return { ...texts, ca };
}

/** TLS 1.2 and later. TLS is loaded where it is used. `protocols`: names of ALPN, the best first. */
export function createSecureServer(
  { cert, key, ca }: ListenerTls,
  options: ServerOptions,
  listener: RequestListener,
  protocols: readonly string[] = ['http/1.1'],
): HttpServer {
  const { createServer } = process.getBuiltinModule('node:https');
  // The bridge verifies client certificates: others on the same port may need none.
  const clientAuth = { requestCert: ca !== undefined, rejectUnauthorized: false };
  const secure = {
    ...options,
    cert,
    key,
    ca,
    ...clientAuth,
    minVersion: 'TLSv1.2' as const,
    ALPNProtocols: [...protocols],
  };
  return createServer(secure, listener) as unknown as HttpServer;
}

/** For connections from now on. */
export function renew(server: HttpServer, { cert, key, ca }: ListenerTls): void {
  (server as unknown as HttpsServer).setSecureContext({ cert, key, ca, minVersion: 'TLSv1.2' });
}
