// Certificates for the connection to the peer, from the files that the settings name. Whether the peer's own is checked is no setting.
import { readFileSync } from 'node:fs';
import { SoapstoneError } from '../errors.ts';
import type { TlsTexts } from '../transport/http.ts';
import type { BridgeSettings } from './settings/settings.ts';

type Files = Pick<BridgeSettings, 'upstream' | 'upstreamCa' | 'upstreamCert' | 'upstreamKey'>;

/** undefined where no file is named. @throws SoapstoneError SETTINGS for files that are no use. */
export function tlsOf({ upstream, upstreamCa, upstreamCert, upstreamKey }: Files): TlsTexts | undefined {
  if (upstreamCa === undefined && upstreamCert === undefined && upstreamKey === undefined) return undefined;
  if (!upstream.startsWith('https:')) throw wrong('upstreamCa, upstreamCert and upstreamKey need an https upstream');
  if ((upstreamCert === undefined) !== (upstreamKey === undefined)) {
    throw wrong('upstreamCert and upstreamKey need each other');
  }
  const texts = {
    ca: read('upstreamCa', upstreamCa),
    cert: read('upstreamCert', upstreamCert),
    key: read('upstreamKey', upstreamKey),
  };
  checkContext('upstreamCa', { ca: texts.ca });
  checkContext('upstreamCert', { cert: texts.cert });
  checkContext('upstreamKey', { cert: texts.cert, key: texts.key });
  return texts;
}

function read(name: string, file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw wrong(`${name}: cannot read ${file}: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function checkContext(name: string, texts: TlsTexts): void {
  // OpenSSL takes a text without any certificate for an empty list, and Node.js an empty text for none at all.
  const isNone = (text: string | undefined) => text !== undefined && !text.includes('-----BEGIN');
  if (isNone(texts.ca)) throw wrong(`${name}: the file is not PEM`);
  if (isNone(texts.cert) || isNone(texts.key)) throw wrong(`${name}: the file cannot be used (not PEM)`);
  try {
    // TLS is loaded where it is used: it takes some MB.
    process.getBuiltinModule('node:tls').createSecureContext(texts);
  } catch (error) {
    throw wrong(`${name}: the file cannot be used (${(error as NodeJS.ErrnoException).code ?? 'not PEM'})`);
  }
}

function wrong(message: string): SoapstoneError {
  return new SoapstoneError('SETTINGS', message);
}
