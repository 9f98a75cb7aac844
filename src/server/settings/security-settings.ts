// Reads `security:` of `auth.back`: WS-Security of messages to and from SOAP services.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { DIGESTS, SIGNATURES, STRONG } from '../../auth/message-security/algorithms.ts';
import { AUTHENTICATED, CIPHERS, KEY_TRANSPORTS } from '../../auth/message-security/cipher.ts';
import { ENCRYPTED_PARTS } from '../../auth/message-security/encrypt.ts';
import { KEY_REFERENCES, subjectKeyIdentifier } from '../../auth/message-security/key-reference.ts';
import { isPartName, PART_NAMES } from '../../auth/message-security/message-parts.ts';
import { certificatesIn } from '../../auth/message-security/trust.ts';
import { receiverIn } from '../../auth/outbound/encrypter.ts';
import { isPair } from '../../auth/outbound/signer.ts';
import type { Secret } from '../../auth/settings/secret.ts';
import type {
  DecryptSettings,
  EncryptionSettings,
  SecuritySettings,
  SignatureSettings,
  SignerSettings,
  VerifySettings,
} from '../../auth/settings/settings.ts';
import { suggest } from '../../errors/suggest.ts';
import type { YamlEntry } from '../../mapping/syntax/yaml.ts';
import { fieldNames } from './field-names.ts';
import type { Entries, SettingReader } from './setting-reader.ts';

const KEYS = [
  'mustUnderstand',
  'timestamp',
  'usernameToken',
  'assertion',
  'signature',
  'encryption',
  'verify',
  'decrypt',
];
const NAMES = SIGNATURES.map(({ name }) => name);
/** Default difference of clocks, ms. */
const WINDOW = 300_000;

export function readSecurity(entry: YamlEntry | undefined, reader: SettingReader): SecuritySettings | undefined {
  if (entry === undefined) return undefined;
  const entries = reader.entries(entry.value, KEYS, 'security');
  return {
    mustUnderstand: reader.flag(entries.get('mustUnderstand')) ?? true,
    timestamp: reader.time(entries.get('timestamp')),
    usernameToken: usernameToken(entries.get('usernameToken'), reader),
    assertion: fieldsOf('assertion', { assertion: 'assertion' }, entries, reader),
    signature: signature(entries.get('signature'), reader),
    encryption: encryption(entries.get('encryption'), reader),
    verify: readVerify(entries.get('verify'), reader),
    decrypt: decrypt(entries.get('decrypt'), reader),
  };
}

function usernameToken(entry: YamlEntry | undefined, reader: SettingReader): SecuritySettings['usernameToken'] {
  if (entry === undefined) return undefined;
  const entries = reader.entries(entry.value, ['type', 'as'], 'usernameToken');
  const names = { user: 'user', password: 'password' };
  const type = reader.choice(entries.get('type'), ['digest', 'text'] as const) ?? 'digest';
  return { type, as: fieldNames(entries, 'as', names, reader) ?? names };
}

/** `assertion: {}` uses the field of its name. */
function fieldsOf<N extends Readonly<Record<string, string>>>(
  key: string,
  names: N,
  entries: Entries,
  reader: SettingReader,
): N | undefined {
  const entry = entries.get(key);
  if (entry === undefined) return undefined;
  return fieldNames(reader.entries(entry.value, ['as'], key), 'as', names, reader) ?? names;
}

function signature(entry: YamlEntry | undefined, reader: SettingReader): SignatureSettings | undefined {
  if (entry === undefined) return undefined;
  const keys = ['cert', 'key', 'parts', 'algorithm', 'digest', 'canonicalization', 'keyReference'];
  const entries = reader.entries(entry.value, keys, 'signature');
  const [cert, key] = [reader.secret(entries.get('cert')), reader.secret(entries.get('key'))];
  if (!cert || !key) {
    if (!entries.has('cert') || !entries.has('key')) reader.problem(entry.value.place, 'signature needs cert and key');
    return undefined;
  }
  const settings: SignatureSettings = {
    cert,
    key,
    parts: partNames(entries.get('parts'), reader) ?? ['body', 'timestamp'],
    algorithm: reader.choice(entries.get('algorithm'), NAMES),
    digest: reader.choice(entries.get('digest'), Object.keys(DIGESTS)) ?? 'sha256',
    exclusive: reader.choice(entries.get('canonicalization'), ['exclusive', 'inclusive']) !== 'inclusive',
    keyReference: reader.choice(entries.get('keyReference'), KEY_REFERENCES) ?? 'certificate',
  };
  checkPair(settings, entry, reader);
  return settings;
}

function checkPair(settings: SignatureSettings, { value: { place } }: YamlEntry, reader: SettingReader): void {
  const { algorithm, keyReference, cert } = settings;
  if (!isPair({ ...settings, algorithm: undefined })) reader.problem(place, 'cert and key of signature do not match');
  else if (!isPair(settings)) reader.problem(place, `the key of signature is not one for ${algorithm}`);
  else if (keyReference === 'subjectKeyIdentifier' && !subjectKeyIdentifier(new X509Certificate(cert.read() ?? '')))
    reader.problem(place, 'the certificate of signature has no subject key identifier', 'keyReference: thumbprint');
}

function encryption(entry: YamlEntry | undefined, reader: SettingReader): EncryptionSettings | undefined {
  if (entry === undefined) return undefined;
  const keys = ['cert', 'parts', 'algorithm', 'keyTransport', 'keyReference'];
  const entries = reader.entries(entry.value, keys, 'encryption');
  const cert = reader.secret(entries.get('cert'));
  const { place } = entry.value;
  const keyReference = reader.choice(entries.get('keyReference'), TO_RECEIVERS) ?? 'thumbprint';
  if (!entries.has('cert')) reader.problem(place, 'encryption needs cert', 'cert: { file: service.pem }');
  const receiver = cert && receiverIn(cert.read() ?? '');
  if (cert && !receiver) reader.problem(place, 'the cert of encryption has no certificate with an RSA key in PEM');
  if (receiver && keyReference === 'subjectKeyIdentifier' && !subjectKeyIdentifier(receiver))
    reader.problem(place, 'the certificate of encryption has no subject key identifier', 'keyReference: thumbprint');
  return (
    cert && {
      cert,
      parts: namesIn(entries.get('parts'), ENCRYPTED_PARTS, reader) ?? ['body'],
      algorithm: reader.choice(entries.get('algorithm'), CIPHER_NAMES) ?? 'aes256-gcm',
      keyTransport: reader.choice(entries.get('keyTransport'), TRANSPORT_NAMES) ?? 'rsa-oaep',
      keyReference,
    }
  );
}

const CIPHER_NAMES = CIPHERS.map(({ name }) => name);
const TRANSPORT_NAMES = KEY_TRANSPORTS.map(({ name }) => name);
const TO_RECEIVERS = ['issuerSerial', 'subjectKeyIdentifier', 'thumbprint'] as const;

function decrypt(entry: YamlEntry | undefined, reader: SettingReader): DecryptSettings | undefined {
  if (entry === undefined) return undefined;
  const entries = reader.entries(entry.value, ['key', 'algorithms'], 'decrypt');
  const key = reader.secret(entries.get('key'));
  if (!entries.has('key')) reader.problem(entry.value.place, 'decrypt needs key', 'key: { file: gateway-key.pem }');
  if (key && !isRsaKey(key.read() ?? ''))
    reader.problem(entry.value.place, 'the key of decrypt is not an RSA key in PEM');
  return key && { key, algorithms: namesIn(entries.get('algorithms'), CIPHER_NAMES, reader) ?? AUTHENTICATED };
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

function readVerify(entry: YamlEntry | undefined, reader: SettingReader): VerifySettings | undefined {
  if (entry === undefined) return undefined;
  const entries = reader.entries(entry.value, [...SIGNER_KEYS, 'faults', 'confirmation'], 'verify');
  const signer = readSigner(entries, entry, ['body'], reader);
  const faults = reader.choice(entries.get('faults'), ['signed', 'any'] as const) ?? 'signed';
  return signer && { ...signer, faults, confirmation: reader.flag(entries.get('confirmation')) ?? false };
}

/** Keys that `readSigner` reads. */
export const SIGNER_KEYS = ['authority', 'subjects', 'parts', 'algorithms', 'window', 'prefixes'];

/** `usual`: parts that must be signed by default. */
export function readSigner(
  entries: Entries,
  entry: YamlEntry,
  usual: readonly string[],
  reader: SettingReader,
): SignerSettings | undefined {
  const authority = authorityIn(entries, entry, reader);
  return (
    authority && {
      authority,
      subjects: reader.texts(entries.get('subjects')),
      parts: partNames(entries.get('parts'), reader) ?? usual,
      algorithms: namesIn(entries.get('algorithms'), NAMES, reader) ?? STRONG,
      window: reader.time(entries.get('window')) ?? WINDOW,
      prefixes: reader.choice(entries.get('prefixes'), ['signed', 'any'] as const) ?? 'signed',
    }
  );
}

/** A file with certificates. */
function authorityIn(entries: Entries, { key: name, value }: YamlEntry, reader: SettingReader): Secret | undefined {
  const entry = entries.get('authority');
  if (entry === undefined) reader.problem(value.place, `${name} needs authority`, 'authority: { file: ca.pem }');
  const authority = reader.secret(entry);
  if (authority && !hasCertificates(authority.read() ?? ''))
    reader.problem(value.place, `the authority of ${name} has no certificate in PEM`);
  return authority;
}

function hasCertificates(pem: string): boolean {
  try {
    return certificatesIn(pem).length > 0;
  } catch {
    return false;
  }
}

function partNames(entry: YamlEntry | undefined, reader: SettingReader): readonly string[] | undefined {
  const names = reader.texts(entry);
  const wrong = names?.find((name) => !isPartName(name));
  if (entry && wrong !== undefined)
    reader.problem(
      entry.value.place,
      `"${wrong}" is no part of a message`,
      suggest(wrong, PART_NAMES) ?? `${PART_NAMES.join(', ')}, or "{namespace}Name" of a header block`,
    );
  return names;
}

function namesIn(
  entry: YamlEntry | undefined,
  choices: readonly string[],
  reader: SettingReader,
): readonly string[] | undefined {
  const names = reader.texts(entry);
  const wrong = names?.find((name) => !choices.includes(name));
  if (entry && wrong !== undefined)
    reader.problem(
      entry.value.place,
      `"${wrong}" is none of ${entry.key}`,
      suggest(wrong, choices) ?? choices.join(', '),
    );
  return names;
}
