// The header block of Web Services Security (SOAP Message Security 1.1.1) for upstream requests: Timestamp, UsernameToken, and an XML signature.
import { createHash, createPrivateKey, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import type { SoapVersion } from '../../contract/model/contract.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { exclusive } from '../../xml/exclusive-c14n.ts';
import { SOAP11_NS, SOAP12_NS } from '../../xml/reader/names.ts';
import { BASE64_BINARY, PASSWORD_DIGEST, PASSWORD_TEXT, passwordDigest, WSSE, WSU, X509_V3 } from '../formats/wss.ts';
import type { SecuritySettings, SignatureSettings, UsernameTokenSettings } from '../settings/settings.ts';
import type { CallValues } from '../settings/values.ts';
import type { Applier } from './applier.ts';

/** Adds no empty block. */
export function showSecurity(settings: SecuritySettings): Applier {
  const { timestamp, usernameToken, signature } = settings;
  const signer = signature && new Signer(signature);
  return (values, draft, { rule }) => {
    const now = Date.now();
    const token = usernameToken ? tokenOf(usernameToken, values, now) : '';
    const time = timestamp === undefined ? '' : timestampOf(now, timestamp);
    const keys = signer?.read();
    const content = time + (keys ? binaryToken(keys.certificate) : '') + token;
    if (content === '') return;
    draft.blocks.push(Buffer.from(block(content, rule.operation.version, settings.mustUnderstand)));
    if (keys) draft.signers.push((request) => ({ ...request, body: keys.sign(request.body as Uint8Array) }));
  };
}

function block(content: string, version: SoapVersion, duty: boolean): string {
  const ns = version === '1.1' ? SOAP11_NS : SOAP12_NS;
  const must = duty ? ` xmlns:env="${ns}" env:mustUnderstand="1"` : '';
  return `<wsse:Security xmlns:wsse="${WSSE}" xmlns:wsu="${WSU}"${must}>${content}</wsse:Security>`;
}

/** §10. `ttl`: ms. */
function timestampOf(now: number, ttl: number): string {
  const [created, expires] = [now, now + ttl].map((ms) => new Date(ms).toISOString());
  return `<wsu:Timestamp wsu:Id="timestamp"><wsu:Created>${created}</wsu:Created><wsu:Expires>${expires}</wsu:Expires></wsu:Timestamp>`;
}

function binaryToken(certificate: X509Certificate): string {
  const bytes = certificate.raw.toString('base64');
  return `<wsse:BinarySecurityToken wsu:Id="certificate" EncodingType="${BASE64_BINARY}" ValueType="${X509_V3}">${bytes}</wsse:BinarySecurityToken>`;
}

/** UsernameToken Profile 1.1.1 §3.1. A password text has nonce and time too, for services that check nonces. */
function tokenOf({ as, type }: UsernameTokenSettings, values: CallValues, now: number): string {
  const [user, password] = [values.of(`$credential.${as.user}`), values.of(`$credential.${as.password}`)];
  if (user === undefined || password === undefined) return '';
  const nonce = randomBytes(16);
  const created = new Date(now).toISOString();
  const passwordValue = type === 'text' ? password : passwordDigest(nonce, created, password);
  const uri = type === 'text' ? PASSWORD_TEXT : PASSWORD_DIGEST;
  return (
    `<wsse:UsernameToken wsu:Id="user"><wsse:Username>${escaped(user)}</wsse:Username>` +
    `<wsse:Password Type="${uri}">${escaped(passwordValue)}</wsse:Password>` +
    `<wsse:Nonce EncodingType="${BASE64_BINARY}">${nonce.toString('base64')}</wsse:Nonce><wsu:Created>${created}</wsu:Created></wsse:UsernameToken>`
  );
}

/** Throws CREDENTIAL for characters that XML does not have (XML 1.0 §2.2). */
function escaped(text: string): string {
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text))
    throw new SoapstoneError('CREDENTIAL', 'the credential has a character that XML does not allow');
  return text.replace(/[&<>\r]/g, (c) => `&#${c.charCodeAt(0)};`);
}

const DS = 'http://www.w3.org/2000/09/xmldsig#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const METHODS: Readonly<Record<string, string>> = {
  rsa: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  ec: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256',
};
const CLOSE = Buffer.from('</wsse:Security>');

interface Keys {
  readonly certificate: X509Certificate;
  /** The envelope with a signature at the end of its Security block, over Body and Timestamp. */
  sign(envelope: Uint8Array): Uint8Array;
}

class Signer {
  private readonly settings: SignatureSettings;
  private last: { readonly texts: string; readonly keys: Keys } | undefined = undefined;

  constructor(settings: SignatureSettings) {
    this.settings = settings;
  }

  /** The current files. A pair that does not match keeps the previous one. Throws CREDENTIAL where there is none. */
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
  // Written in canonical form, with the one namespace that the element uses.
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

/** An element with an Id (SOAP Message Security 1.1.1 §4). The end of Header before Body occurs once in our envelopes. */
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
