// Reads the certificates for upstream connections from files. The upstream's own certificate is always verified.
import type { TlsTexts } from '../../transport/http.ts';
import { checkPem, readPem, wrongPem } from '../settings/pem-files.ts';
import type { BridgeSettings } from '../settings/settings.ts';

type Files = Pick<BridgeSettings, 'upstream' | 'upstreamCa' | 'upstreamCert' | 'upstreamKey'>;

/** undefined where no file is named. @throws SoapstoneError SETTINGS for unusable files. */
export function tlsOf({ upstream, upstreamCa, upstreamCert, upstreamKey }: Files): TlsTexts | undefined {
  if (upstreamCa === undefined && upstreamCert === undefined && upstreamKey === undefined) return undefined;
  if (!upstream.startsWith('https:')) throw wrongPem('upstreamCa, upstreamCert and upstreamKey need an https upstream');
  if (upstreamCert === undefined && upstreamKey !== undefined)
    throw wrongPem('upstreamKey and upstreamCert need each other');
  if (upstreamCert !== undefined && upstreamKey === undefined)
    throw wrongPem('upstreamCert and upstreamKey need each other');
  const texts = {
    ca: read('upstreamCa', upstreamCa),
    cert: read('upstreamCert', upstreamCert),
    key: read('upstreamKey', upstreamKey),
  };
  checkPem('upstreamCa', { ca: texts.ca });
  checkPem('upstreamCert', { cert: texts.cert });
  checkPem('upstreamKey', { cert: texts.cert, key: texts.key });
  return texts;
}

function read(name: string, file: string | undefined): string | undefined {
  return file === undefined ? undefined : readPem(name, file);
}
