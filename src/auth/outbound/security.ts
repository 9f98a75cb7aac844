// The header block of Web Services Security (SOAP Message Security 1.1.1) for upstream requests: Timestamp, UsernameToken, and an XML signature.
import { randomBytes, type X509Certificate } from 'node:crypto';
import type { SoapVersion } from '../../contract/model/contract.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { SOAP11_NS, SOAP12_NS } from '../../xml/reader/names.ts';
import { BASE64_BINARY, PASSWORD_DIGEST, PASSWORD_TEXT, passwordDigest, WSSE, WSU, X509_V3 } from '../formats/wss.ts';
import { assertionOf } from '../message-security/assertion.ts';
import { TOKEN_ID } from '../message-security/sign.ts';
import type { SecuritySettings, UsernameTokenSettings } from '../settings/settings.ts';
import type { CallValues } from '../settings/values.ts';
import type { Applier } from './applier.ts';
import { encrypter } from './encrypter.ts';
import { ResponseGuard } from './response-guard.ts';
import { Signer } from './signer.ts';

/** Adds no empty block. */
export function showSecurity(settings: SecuritySettings): Applier {
  const { timestamp, usernameToken, assertion, signature, encryption, verify, decrypt } = settings;
  const signer = signature && new Signer(signature);
  const hasToken = signature?.keyReference === 'certificate';
  const encrypt = encryption && encrypter(encryption);
  const guard = (verify ?? decrypt) && new ResponseGuard(settings);
  return (values, draft, { rule }) => {
    const now = Date.now();
    const token = usernameToken ? tokenOf(usernameToken, values, now) : '';
    const time = timestamp === undefined ? '' : timestampOf(now, timestamp);
    const claims = assertion ? assertionOf(values.of(`$credential.${assertion.assertion}`)) : '';
    const content = time + (signer && hasToken ? binaryToken(signer.certificate) : '') + token + claims;
    let signatureValue: string | undefined;
    if (guard) draft.protection = guard.protection(() => signatureValue);
    if (content === '' && !signer && !encrypt) return;
    draft.blocks.push(Buffer.from(block(content, rule.operation.version, settings.mustUnderstand)));
    if (signer)
      draft.signers.push((request) => {
        const { bytes, value } = signer.sign(request.body as Uint8Array);
        signatureValue = value;
        return { ...request, body: bytes };
      });
    if (!encrypt) return;
    draft.isEncrypted = true;
    draft.signers.push((request) => ({ ...request, body: encrypt(request.body as Uint8Array) }));
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
  return `<wsse:BinarySecurityToken wsu:Id="${TOKEN_ID}" EncodingType="${BASE64_BINARY}" ValueType="${X509_V3}">${bytes}</wsse:BinarySecurityToken>`;
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
