// Which names stand for secrets, and what text assigns a value to one. Knows nothing about messages.

/** Without `-`, `_` and `.`, in lower case. */
const SECRET_NAME =
  /pass(?:word|wd|phrase|code)|pass$|pwd|secret|credential|jwt|(?:api|private|access|subscription|functions?|signing|encryption|shared)key|sessionid|sessionkey|signature|authorization|cookie|^(?:otp|cvv|cvc)$/;
/** Words for passwords in other languages, without accents. */
const FOREIGN_SECRET =
  /pass(?:wort|ord)|kennwort|zugangscode|apischl(?:ue|u)ssel|losenord|adgangskode|kodeord|salasana|wachtwoord|contrasena|^clave$|senha$|motdepasse|^has[l\u0142]o$|^heslo$|jelszo|^sifre$/;
/** Tokens that say what they are of: ids of cameras, and what a message or a page is known by. */
const ID_TOKEN = /^(?:echo|correlation|(?:media)?profile|preset(?:tour)?|(?:\w{0,40})configuration)token$/;
/** Tokens that open something, even where a table has them in a path. */
const CREDENTIAL_TOKEN =
  /^token|(?:access|auth|authentication|authori[sz]ation|bearer|refresh|session|security|user|username|login|logon|api|client|account|app|application|id|csrf|xsrf|oauth2?|saml|sso|device|identity|reset|verification|confirmation|activation|invite|invitation|registration|payment|card|key|request|service)token/;
const ACCENTS = /\p{M}/gu;
const PIN = /(?:^|[-_.])pin(?:[-_.]?(?:code|number))?$/i;
const CAMEL_PIN = /[a-z]P(?:in|IN)(?:Code|Number)?$/;

export const MASK = '***';

/** True for names whose content is a secret. */
export type IsSecret = (name: string) => boolean;

/** Masks secrets in text that stands inside of a message: JSON in a string, XML in CDATA. */
export type MaskNested = (text: string) => string;

export function isSecretName(name: string): boolean {
  const plain = plainOf(name);
  return isSecretAlways(name, plain) || (plain.includes('token') && !ID_TOKEN.test(plain));
}

/** Like `isSecretName`, but for `ids`: tokens that name a resource in an address. Tokens that open something, and passwords, stay secret. */
export function secretNamesBut(ids: Iterable<string>): IsSecret {
  const plainIds = new Set([...ids].map(plainOf).filter((id) => /token$/.test(id) && !CREDENTIAL_TOKEN.test(id)));
  return (name) => isSecretName(name) && (isSecretAlways(name, plainOf(name)) || !plainIds.has(plainOf(name)));
}

function plainOf(name: string): string {
  return name.replace(/[-_.]/g, '').toLowerCase();
}

function isSecretAlways(name: string, plain: string): boolean {
  return SECRET_NAME.test(plain) || isForeignSecret(plain) || PIN.test(name) || CAMEL_PIN.test(name);
}

function isForeignSecret(name: string): boolean {
  return FOREIGN_SECRET.test(name.normalize('NFD').replace(ACCENTS, ''));
}

/** `name=`, `"name":`, `<name>`, `%22name%22%3A` … A match begins where a word does, so that all of them take linear time. */
const ASSIGNED = /(?<![\p{L}\p{N}_.-])([\p{L}\p{N}_.-]+)(?:["'\\]|&quot;|&#34;){0,8}\s{0,8}(?:[=:>]|&gt;|%3D)/gu;
/** `user:password@` of a URL, a JSON Web Token, and a bearer token (RFC 6750). */
const BY_FORM = /:\/\/[^\s/?#@:]{0,256}:[^\s/?#@]{0,256}@|\beyJ[\w-]{8,}\.|\bBearer\s{1,8}[\w.~+/-]{16}/i;

/** Does the text give a secret name a value? */
export function assignsSecret(text: string, isSecret: IsSecret): boolean {
  if (BY_FORM.test(text)) return true;
  for (const [, name] of text.matchAll(ASSIGNED)) if (isSecret(name)) return true;
  return false;
}

/** Prose with a mask from the first value of a secret name on: how long the value is, nobody knows. */
export function withoutAssigned(text: string, isSecret: IsSecret): string {
  if (BY_FORM.test(text)) return MASK;
  for (const { 0: match, 1: name, index } of text.matchAll(ASSIGNED))
    if (isSecret(name)) return `${text.slice(0, index + match.length)} ${MASK}`;
  return text;
}

/** Members and elements that name what stands in another one, and those that hold it. */
export function namesValue(name: string): boolean {
  return /^(?:name|key|id|field|param|parameter|property|header|label)$/i.test(name);
}

export function holdsValue(name: string): boolean {
  return /^(?:value|val|values|text|content|data)$/i.test(name);
}
