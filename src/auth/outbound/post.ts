// One SOAP request of the gateway's own, and the response as a whole. Knows nothing about what they mean.

import { Pieces } from '../../bytes/pieces.ts';
import type { SoapVersion } from '../../contract/model/contract.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import type { HeaderFields } from '../../rule/pattern.ts';
import type { Transport } from '../../transport/transport.ts';
import { SOAP11_NS, SOAP12_NS } from '../../xml/reader/names.ts';

export interface Posted {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly body: Uint8Array;
}

/** Longest response, in bytes. */
const MAX_BYTES = 1024 * 1024;
/** ms for the whole exchange: a service may send one byte after the other. */
const TIMEOUT = 10_000;

/** `content`: of Body, with all of its namespaces. `onTarget`: called with the origin, where the transport has several. Rejects with SoapstoneError UPSTREAM_*. */
export function post(
  transport: Pick<Transport, 'send'>,
  path: string,
  { version, action }: { readonly version: SoapVersion; readonly action: string },
  content: Uint8Array,
  onTarget?: (origin: string) => void,
): Promise<Posted> {
  const ns = version === '1.1' ? SOAP11_NS : SOAP12_NS;
  const body = Buffer.concat([
    Buffer.from(`<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${ns}"><soap:Body>`),
    content,
    Buffer.from('</soap:Body></soap:Envelope>'),
  ]);
  const type = version === '1.1' ? 'text/xml; charset=utf-8' : 'application/soap+xml; charset=utf-8';
  const headers = ['content-type', type, 'accept-encoding', 'identity'];
  if (version === '1.1') headers.push('soapaction', `"${action.replace(/[^\x21-\x7e]|["\\]/g, encodeURIComponent)}"`);
  return new Promise((resolve, reject) => {
    const pieces = new Pieces();
    let [head, size]: [Pick<Posted, 'status' | 'headers'> | undefined, number] = [undefined, 0];
    const late = () => new SoapstoneError('UPSTREAM_TIMEOUT', 'the login has no complete response in time');
    // Before the request: a transport that is closed fails at once.
    const timer = setTimeout(() => handle.abort(late()), TIMEOUT);
    const handle = transport.send(
      { method: 'POST', path, headers, body, timeout: TIMEOUT },
      {
        onTarget,
        onHead: (status, fields) => void (head = { status, headers: fields }),
        onData: (piece) => {
          size += piece.length;
          pieces.add(piece);
          if (size > MAX_BYTES)
            handle.abort(new SoapstoneError('UPSTREAM_LIMIT', 'the response to the login is too large'));
          return true;
        },
        onEnd: () => {
          clearTimeout(timer);
          resolve({ ...(head as Pick<Posted, 'status' | 'headers'>), body: pieces.joined() });
        },
        onError: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      },
    );
  });
}
