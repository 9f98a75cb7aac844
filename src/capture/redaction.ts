// Makes texts of messages that hold no secret. A body whose form is not certain is not shown at all. Knows nothing about SOAP, REST or rules.
import type { CapturedField, CapturedMessage } from './captured.ts';
import { redactJson } from './redact-json.ts';
import { redactForm, redactTarget, withoutSecretSegments } from './redact-target.ts';
import { redactXml } from './redact-xml.ts';
import {
  assignsSecret,
  type IsSecret,
  MASK,
  type MaskNested,
  secretNamesBut,
  withoutAssigned,
} from './secret-names.ts';
import { type MaskValues, valueMasker } from './secret-values.ts';

/** What is secret beside names that say so. */
export interface RedactionNames {
  /** Header fields, in lower case. */
  readonly fields?: Iterable<string>;
  /** Elements, JSON members, and parameters of queries and forms. */
  readonly names?: Iterable<string>;
  /** Names of ids in paths: tokens among them are no secrets, unless they open something. */
  readonly ids?: Iterable<string>;
  /** Path template of the request: secrets in it are masked. */
  readonly template?: string;
  /** Values, wherever they stand. */
  readonly values?: readonly string[];
}

/** Texts inside of texts; deeper ones are masked where they mention a secret. */
const DEEPEST = 4;

/** Header fields that hold URLs. */
const URL_FIELD = /^(?:(?:content-)?location|referer|origin|link)$/i;
/** Header fields that are secret under names that elsewhere are not. */
const SECRET_FIELD = /^(?:x-)?(?:auth|session)$/i;

/** JSON values that hold no secret. A bare string or number may be a token. */
const LITERAL = /^\s*(?:true|false|null)\s*$/;

/** Web Services Security, and headers for proxies. */
const SECURITY = 'Security';
/** It may hold elements, however they are written. */
const MARKUP = /[<&%\\]/;

export class Redaction {
  private readonly secretFields: ReadonlySet<string>;
  private readonly secretNames: ReadonlySet<string>;
  private readonly mask: MaskValues;
  private readonly nested: MaskNested = (text) => this.structured(text, 1);
  private readonly isSecretName: IsSecret;
  private readonly template: string;
  private readonly isName = (name: string): boolean =>
    this.isSecretName(name) || this.secretNames.has(name.toLowerCase());

  constructor({ fields = [], names = [], ids = [], template = '', values = [] }: RedactionNames) {
    this.isSecretName = secretNamesBut(ids);
    this.secretFields = new Set([...fields].map((name) => name.toLowerCase()));
    this.secretNames = new Set([SECURITY, ...names].map((name) => name.toLowerCase()));
    this.mask = valueMasker(values);
    this.template = template;
  }

  headers(fields: readonly CapturedField[]): CapturedField[] {
    return fields.map(([name, value]) => [name, this.isField(name) ? MASK : this.fieldText(name, value)]);
  }

  private isField(name: string): boolean {
    return this.isSecretName(name) || SECRET_FIELD.test(name) || this.secretFields.has(name.toLowerCase());
  }

  private fieldText(name: string, value: string): string {
    if (URL_FIELD.test(name)) return this.target(value);
    return assignsSecret(value, this.isName) ? MASK : this.mask(this.nested(value));
  }

  /** A URL, or its path and query. */
  target(text: string): string {
    const path = withoutSecretSegments(text, this.template, this.isName);
    return this.mask(redactTarget(path, this.isName, this.nested));
  }

  /** `bytes`: the first ones, of `total`. */
  body(bytes: Uint8Array, total: number, headers: readonly CapturedField[]): Omit<CapturedMessage, 'headers'> {
    const cut = bytes.length < total ? ({ cut: true } as const) : undefined;
    const text = total === 0 ? undefined : this.text(bytes, headers, cut !== undefined);
    return text === undefined ? { bytes: total } : { bytes: total, body: text, ...cut };
  }

  private text(bytes: Uint8Array, headers: readonly CapturedField[], isCut: boolean): string | undefined {
    if (!/^(identity)?$/i.test(fieldValue(headers, 'content-encoding'))) return undefined;
    const text = decoded(bytes);
    if (text === undefined) return undefined;
    const isForm = /^application\/x-www-form-urlencoded/i.test(fieldValue(headers, 'content-type'));
    if (LITERAL.test(text)) return text;
    if (!isForm && !/^\s*[<[{]/.test(text)) return undefined;
    const structured = this.structured(text, 0);
    // A form may begin like JSON, and some clients call JSON a form.
    const masked = this.mask(isForm ? redactForm(structured, this.isName, this.nested) : structured, isCut);
    return isForm || masked === MASK || /^\s*</.test(text) ? masked : withQuotedMasks(masked);
  }

  /** XML or JSON with masks where they belong. Other text is masked from where it gives a secret name a value. */
  private structured(text: string, depth: number): string {
    const isName = this.isName;
    const nested: MaskNested = (value) => this.structured(value, depth + 1);
    if (depth <= DEEPEST && /^\s*</.test(text)) return redactXml(text, isName, nested);
    if (depth <= DEEPEST && /^\s*[[{]/.test(text)) return redactJson(text, isName, nested);
    if (depth === 0) return text;
    if (/^\s*[<[{]/.test(text)) return assignsSecret(text, isName) ? MASK : text;
    // Of prose, `Security: bad login` is no header block.
    const isNameInProse: IsSecret = (name) => isName(name) && name !== SECURITY;
    return withoutAssigned(text, MARKUP.test(text) ? isName : isNameInProse);
  }
}

const JSON_TOKEN = /"(?:[^"\\]|\\[\s\S])*"?|[^\s"{}[\],:]+/g;

/** A number that is a secret is no JSON with a bare mask. */
function withQuotedMasks(json: string): string {
  return json.replace(JSON_TOKEN, (token) => (token[0] !== '"' && token.includes(MASK) ? `"${MASK}"` : token));
}

function fieldValue(headers: readonly CapturedField[], name: string): string {
  return headers.find(([field]) => field.toLowerCase() === name)?.[1].trim() ?? '';
}

/** UTF-8, or UTF-16 with its mark (XML 1.0 appendix F). `stream`: the last character may be cut. */
function decoded(bytes: Uint8Array): string | undefined {
  const mark = bytes.length >= 2 ? (bytes[0] << 8) | bytes[1] : 0;
  const encoding = mark === 0xfeff ? 'utf-16be' : mark === 0xfffe ? 'utf-16le' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
