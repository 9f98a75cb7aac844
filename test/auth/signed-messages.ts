// Messages that xmlsec1 has signed, and the keys for that.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const OASIS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';
export const WSSE = `${OASIS}-wssecurity-secext-1.0.xsd`;
export const WSU = `${OASIS}-wssecurity-utility-1.0.xsd`;
export const DS = 'http://www.w3.org/2000/09/xmldsig#';
export const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
export const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
export const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

/** Paths of PEM files. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

export const RSA = ['-newkey', 'rsa:2048'];
export const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];

/** `issuer`: who signs the certificate; itself without one. */
export function makePair(dir: string, name: string, algorithm: readonly string[] = RSA, issuer?: Pair): Pair {
  const [cert, key] = [join(dir, `${name}.pem`), join(dir, `${name}-key.pem`)];
  const by = issuer ? ['-CA', issuer.cert, '-CAkey', issuer.key] : [];
  const made = ['-subj', `/O=Example/CN=${name}`, '-days', '2', '-nodes', '-keyout', key, '-out', cert, ...by];
  if (issuer) made.push('-addext', 'basicConstraints=critical,CA:FALSE');
  execFileSync('openssl', ['req', '-x509', ...algorithm, ...made], { stdio: 'ignore' });
  return { cert, key };
}

/** The bytes of a certificate in base64. */
export function base64Of(cert: string): string {
  return readFileSync(cert, 'utf8').replace(/-----[A-Z ]+-----|\s/g, '');
}

export interface Template {
  readonly body: string;
  readonly cert: string;
  readonly created?: Date;
  readonly expires?: Date;
  readonly method?: string;
  readonly digest?: string;
  /** Transforms of each reference. */
  readonly transforms?: string;
  readonly c14n?: string;
  /** Ids that the signature refers to. */
  readonly ids?: readonly string[];
  readonly keyInfo?: string;
  /** Attributes of the envelope. */
  readonly attributes?: string;
  /** Further header blocks. */
  readonly blocks?: string;
  /** Further children of the Security block. */
  readonly tokens?: string;
}

const TOKEN_REFERENCE = `<wsse:SecurityTokenReference><wsse:Reference URI="#cert" ValueType="${OASIS}-x509-token-profile-1.0#X509v3"/></wsse:SecurityTokenReference>`;

/** A message without its digests and its signature value. */
export function template(options: Template): string {
  const { created = new Date(), expires = new Date(created.getTime() + 60_000), ids = ['body', 'time'] } = options;
  const { c14n = EXCLUSIVE, transforms = `<ds:Transform Algorithm="${c14n}"/>`, tokens = '', blocks = '' } = options;
  const references = ids.map(
    (id) =>
      `<ds:Reference URI="#${id}"><ds:Transforms>${transforms}</ds:Transforms><ds:DigestMethod Algorithm="${options.digest ?? SHA256}"/><ds:DigestValue/></ds:Reference>`,
  );
  return `<?xml version="1.0"?>
<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns="https://example.com/notes"${options.attributes ?? ''}>
<s:Header><wsse:Security xmlns:wsse="${WSSE}" xmlns:wsu="${WSU}" s:mustUnderstand="1">
<wsu:Timestamp wsu:Id="time"><wsu:Created>${created.toISOString()}</wsu:Created><wsu:Expires>${expires.toISOString()}</wsu:Expires></wsu:Timestamp>
<wsse:BinarySecurityToken wsu:Id="cert" EncodingType="${OASIS}-soap-message-security-1.0#Base64Binary" ValueType="${OASIS}-x509-token-profile-1.0#X509v3">${base64Of(options.cert)}</wsse:BinarySecurityToken>${tokens}
<ds:Signature xmlns:ds="${DS}"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${c14n}"/><ds:SignatureMethod Algorithm="${options.method ?? RSA_SHA256}"/>
${references.join('\n')}</ds:SignedInfo><ds:SignatureValue/><ds:KeyInfo>${options.keyInfo ?? TOKEN_REFERENCE}</ds:KeyInfo></ds:Signature>
</wsse:Security>${blocks}</s:Header>
<s:Body xmlns:wsu="${WSU}" wsu:Id="body">${options.body}</s:Body></s:Envelope>`;
}

/** `message`: a template. `key`: file, or options of xmlsec1 for another kind of key. */
export function signed(message: string, key: string | readonly string[]): string {
  const ids = ['Body', 'Timestamp', 'BinarySecurityToken', 'Other', 'Session'].flatMap((name) => [
    '--id-attr:Id',
    name,
  ]);
  const keys = typeof key === 'string' ? ['--privkey-pem', key] : key;
  return execFileSync('xmlsec1', ['--sign', ...keys, ...ids, '-'], {
    encoding: 'utf8',
    input: message,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}
