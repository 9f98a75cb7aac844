// The values of names in `auth:` for one call: fields of the credential, nonce and time, and signatures over those.
import { createHmac, randomInt, randomUUID } from 'node:crypto';
import type { SignedValue } from '../../mapping/model/auth.ts';
import type { Part } from '../../pattern/text/hole.ts';

const CREDENTIAL = '$credential.';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 62^24 is more than 2^128. */
const NONCE = 24;

/** Each value is made once, at its first use. */
export class CallValues {
  private readonly field: (name: string) => string | undefined;
  private readonly signed: readonly SignedValue[];
  private readonly values: Map<string, string | undefined>;

  /** `field`: by its name, without `$credential.`. `presented`: known values, such as the nonce of a client's message. */
  constructor(
    field: (name: string) => string | undefined,
    signed: readonly SignedValue[],
    presented: ReadonlyMap<string, string> = new Map(),
  ) {
    this.field = field;
    this.signed = signed;
    this.values = new Map(presented);
  }

  /** Further values by name, such as those of a session. */
  add(values: Iterable<readonly [string, string]>): void {
    for (const [name, value] of values) this.values.set(name, value);
  }

  readonly of = (name: string): string | undefined => {
    if (this.values.has(name)) return this.values.get(name);
    const value = this.make(name);
    this.values.set(name, value);
    return value;
  };

  /** Fields of the credential that have had a value. */
  usedFields(): string[] {
    const used = [...this.values].filter(([name, value]) => name.startsWith(CREDENTIAL) && value !== undefined);
    return used.map(([name]) => name.slice(CREDENTIAL.length));
  }

  /** undefined: a required value is missing. */
  text(parts: readonly Part[]): string | undefined {
    let text = '';
    for (const part of parts) {
      if (typeof part === 'string') {
        text += part;
        continue;
      }
      const value = this.of(part.name);
      if (value === undefined && !part.optional) return undefined;
      text += part.converters.length > 0 ? percent(value ?? '') : (value ?? '');
    }
    return text;
  }

  private make(name: string): string | undefined {
    if (name.startsWith(CREDENTIAL)) return this.field(name.slice(CREDENTIAL.length));
    switch (name) {
      case '$nonce':
        return nonce();
      case '$timestamp':
        return String(Math.floor(Date.now() / 1000));
      case '$now':
        return new Date().toISOString();
      case '$uuid':
        return randomUUID();
    }
    const signed = this.signed.find((entry) => entry.name === name);
    return signed && this.sign(signed);
  }

  private sign({ hash, form, text, key }: SignedValue): string | undefined {
    const [over, by] = [this.text(text), this.text(key)];
    return over === undefined || by === undefined ? undefined : createHmac(hash, by).update(over).digest(form);
  }
}

/** Letters and digits, which every service accepts. */
export function nonce(): string {
  let text = '';
  for (let i = 0; i < NONCE; i++) text += LETTERS[randomInt(LETTERS.length)];
  return text;
}

/** RFC 5849 §3.6: everything but the unreserved characters of RFC 3986. */
export function percent(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
