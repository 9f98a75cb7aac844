// Reads `security:` of `auth.back`: WS-Security of messages to and from SOAP services.
import { X509Certificate } from 'node:crypto';
import { DIGESTS, SIGNATURES, STRONG } from '../../auth/message-security/algorithms.ts';
import { KEY_REFERENCES, subjectKeyIdentifier } from '../../auth/message-security/key-reference.ts';
import { isPartName, PART_NAMES } from '../../auth/message-security/message-parts.ts';
import { certificatesIn } from '../../auth/message-security/trust.ts';
import { isPair } from '../../auth/outbound/signer.ts';
import type { Secret } from '../../auth/settings/secret.ts';
import type { SecuritySettings, SignatureSettings, VerifySettings } from '../../auth/settings/settings.ts';
import { suggest } from '../../errors/suggest.ts';
import type { YamlEntry } from '../../mapping/syntax/yaml.ts';
import { fieldNames } from './field-names.ts';
import type { Entries, SettingReader } from './setting-reader.ts';

const KEYS = ['mustUnderstand', 'timestamp', 'usernameToken', 'signature', 'verify'];
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
    signature: signature(entries.get('signature'), reader),
    verify: readVerify(entries.get('verify'), reader),
  };
}

function usernameToken(entry: YamlEntry | undefined, reader: SettingReader): SecuritySettings['usernameToken'] {
  if (entry === undefined) return undefined;
  const entries = reader.entries(entry.value, ['type', 'as'], 'usernameToken');
  const names = { user: 'user', password: 'password' };
  const type = reader.choice(entries.get('type'), ['digest', 'text'] as const) ?? 'digest';
  return { type, as: fieldNames(entries, 'as', names, reader) ?? names };
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

export function readVerify(entry: YamlEntry | undefined, reader: SettingReader): VerifySettings | undefined {
  if (entry === undefined) return undefined;
  const keys = ['authority', 'subjects', 'parts', 'algorithms', 'window', 'faults', 'confirmation'];
  const entries = reader.entries(entry.value, keys, 'verify');
  const authority = authorityIn(entries, entry, 'verify', reader);
  return (
    authority && {
      authority,
      subjects: reader.texts(entries.get('subjects')),
      parts: partNames(entries.get('parts'), reader) ?? ['body'],
      algorithms: namesIn(entries.get('algorithms'), NAMES, reader) ?? STRONG,
      window: reader.time(entries.get('window')) ?? WINDOW,
      faults: reader.choice(entries.get('faults'), ['signed', 'any'] as const) ?? 'signed',
      confirmation: reader.flag(entries.get('confirmation')) ?? false,
    }
  );
}

/** A file with certificates. */
export function authorityIn(
  entries: Entries,
  { value }: YamlEntry,
  name: string,
  reader: SettingReader,
): Secret | undefined {
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

export function partNames(entry: YamlEntry | undefined, reader: SettingReader): readonly string[] | undefined {
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

export function namesIn(
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
