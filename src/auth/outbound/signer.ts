// XML signatures (XML Signature 1.1) over Body and Timestamp, by a key of X.509 (X.509 Token Profile 1.1.1). Knows nothing about who may ask.
import { createHash, createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { SoapstoneError } from '../../errors/errors.ts';
import { exclusive } from '../../xml/exclusive-c14n.ts';
import { SOAP11_NS, SOAP12_NS } from '../../xml/reader/names.ts';
import { WSSE, WSU, X509_V3 } from '../formats/wss.ts';
import type { SignatureSettings } from '../settings/settings.ts';

const DS = 'http://www.w3.org/2000/09/xmldsig#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const METHODS: Readonly<Record<string, string>> = {
  rsa: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  ec: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256',
};
const CLOSE = Buffer.from('</wsse:Security>');

export interface Keys {
  readonly certificate: X509Certificate;
  /** The same envelope with a signature at the end of its Security block, which has the Timestamp in it where there is one. */
  sign(envelope: Uint8Array): Uint8Array;
}

export class Signer {
  private readonly settings: SignatureSettings;
  private last: { readonly texts: string; readonly keys: Keys } | undefined = undefined;

  constructor(settings: SignatureSettings) {
    this.settings = settings;
  }

  /** As the files are now. A pair that does not fit together leaves the one before. Throws CREDENTIAL where there is none. */
  read(): Keys {
    const { cert, key } = this.settings;
    const [certificate, secret] = [cert.read() ?? '', key.read() ?? ''];
    const texts = certificate + secret;
    if (this.last?.texts !== texts) {
      const keys = keysOf(certificate, secret);
      if (keys) this.last = { texts, keys };
    }
    if (this.last) return this.last.keys;
    throw new SoapstoneError('CREDENTIAL', 'certificate and key of the signature do not match');
  }
}

/** Can one sign with these files? */
export function isPair({ cert, key }: SignatureSettings): boolean {
  return keysOf(cert.read() ?? '', key.read() ?? '') !== undefined;
}

function keysOf(certificateText: string, keyText: string): Keys | undefined {
  try {
    const [certificate, key] = [new X509Certificate(certificateText), createPrivateKey(keyText)];
    const method = METHODS[key.asymmetricKeyType ?? ''];
    if (method === undefined || !certificate.checkPrivateKey(key)) return undefined;
    return { certificate, sign: (envelope) => signed(envelope, key, method) };
  } catch {
    return undefined;
  }
}

function signed(envelope: Uint8Array, key: KeyObject, method: string): Uint8Array {
  const bytes = withBodyId(Buffer.from(envelope.buffer, envelope.byteOffset, envelope.length));
  const body = exclusive(bytes, `{${SOAP11_NS}}Body`) ?? exclusive(bytes, `{${SOAP12_NS}}Body`);
  const time = exclusive(bytes, `{${WSU}}Timestamp`);
  const references = reference('body', body as Buffer) + (time ? reference('timestamp', time) : '');
  const inner =
    `<ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${method}"></ds:SignatureMethod>${references}</ds:SignedInfo>`;
  // Written in canonical form: what is signed is the element with the one namespace that it uses.
  const value = sign('sha256', Buffer.from(`<ds:SignedInfo xmlns:ds="${DS}">${inner}`), {
    key,
    dsaEncoding: 'ieee-p1363',
  });
  const signature =
    `<ds:Signature xmlns:ds="${DS}"><ds:SignedInfo>${inner}<ds:SignatureValue>${value.toString('base64')}</ds:SignatureValue>` +
    `<ds:KeyInfo><wsse:SecurityTokenReference xmlns:wsse="${WSSE}"><wsse:Reference URI="#certificate" ValueType="${X509_V3}"/>` +
    '</wsse:SecurityTokenReference></ds:KeyInfo></ds:Signature>';
  const at = bytes.indexOf(CLOSE);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(signature), bytes.subarray(at)]);
}

/** An element with an Id (SOAP Message Security 1.1.1 §4). Nothing else of an envelope of ours has the end of its Header beside a Body. */
function withBodyId(bytes: Buffer): Buffer {
  const root = bytes.indexOf('<', bytes.indexOf('?>'));
  const prefix = bytes.toString('latin1', root + 1, bytes.indexOf(':', root) + 1);
  const border = `</${prefix}Header><${prefix}Body`;
  const at = bytes.indexOf(border, bytes.indexOf(CLOSE)) + border.length;
  const id = Buffer.from(` xmlns:wsu="${WSU}" wsu:Id="body"`);
  return Buffer.concat([bytes.subarray(0, at), id, bytes.subarray(at)]);
}

function reference(id: string, canonical: Buffer): string {
  const digest = createHash('sha256').update(canonical).digest('base64');
  return (
    `<ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="${EXCLUSIVE}"></ds:Transform></ds:Transforms>` +
    `<ds:DigestMethod Algorithm="${SHA256}"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference>`
  );
}
