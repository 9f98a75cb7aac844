// Makes texts of messages that hold no secret. A body whose form is not certain is not shown at all. Knows nothing about SOAP, REST or rules.
import type { CapturedField, CapturedMessage } from './captured.ts';
import { redactJson } from './redact-json.ts';
import { redactXml } from './redact-xml.ts';
import { isSecretName, MASK, valueMasker } from './secret-names.ts';

/** What is secret beside names that say so. */
export interface RedactionNames {
  /** Header fields, in lower case. */
  readonly fields?: Iterable<string>;
  /** Elements, JSON members, and parameters of queries and forms. */
  readonly names?: Iterable<string>;
  /** Values, wherever they stand. */
  readonly values?: readonly string[];
}

/** Web Services Security, and headers for proxies. */
const SECURITY = 'Security';

export class Redaction {
  private readonly secretFields: ReadonlySet<string>;
  private readonly secretNames: ReadonlySet<string>;
  private readonly mask: (text: string) => string;

  constructor({ fields = [], names = [], values = [] }: RedactionNames) {
    this.secretFields = new Set([...fields].map((name) => name.toLowerCase()));
    this.secretNames = new Set([SECURITY, ...names].map((name) => name.toLowerCase()));
    this.mask = valueMasker(values);
  }

  headers(fields: readonly CapturedField[]): CapturedField[] {
    return fields.map(([name, value]) => [name, this.isField(name) ? MASK : this.mask(value)]);
  }

  private isField(name: string): boolean {
    return isSecretName(name) || this.secretFields.has(name.toLowerCase());
  }

  /** A URL, or its path and query. */
  target(text: string): string {
    const mark = text.indexOf('?');
    return mark < 0 ? this.mask(text) : `${this.mask(text.slice(0, mark))}?${this.form(text.slice(mark + 1))}`;
  }

  /** `bytes`: the first ones, of `total`. */
  body(bytes: Uint8Array, total: number, headers: readonly CapturedField[]): Omit<CapturedMessage, 'headers'> {
    const cut = bytes.length < total ? ({ cut: true } as const) : undefined;
    const text = total === 0 ? undefined : this.text(bytes, headers);
    return text === undefined ? { bytes: total } : { bytes: total, body: text, ...cut };
  }

  private text(bytes: Uint8Array, headers: readonly CapturedField[]): string | undefined {
    if (!/^(identity)?$/i.test(fieldValue(headers, 'content-encoding'))) return undefined;
    const text = decoded(bytes);
    if (text === undefined) return undefined;
    const isSecret = (name: string) => this.isName(name);
    if (/^\s*</.test(text)) return this.mask(redactXml(text, isSecret));
    if (/^\s*[[{]/.test(text)) return this.mask(redactJson(text, isSecret));
    return /^application\/x-www-form-urlencoded/i.test(fieldValue(headers, 'content-type'))
      ? this.form(text)
      : undefined;
  }

  private isName(name: string): boolean {
    return isSecretName(name) || this.secretNames.has(name.toLowerCase());
  }

  private form(text: string): string {
    const pairs = text.split('&').map((pair) => {
      const [name] = pair.split('=', 1);
      return this.isName(unescaped(name)) ? `${name}=${MASK}` : pair;
    });
    return this.mask(pairs.join('&'));
  }
}

function unescaped(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
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
