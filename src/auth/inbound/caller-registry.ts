// Finds the known caller of a credential. Compares secrets in constant time.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Caller } from '../../rule/exchange.ts';
import type { CallerSettings, FieldSource, FieldSources } from '../settings/settings.ts';
import { callerEntry } from './grants.ts';

export class CallerRegistry {
  private readonly callers: readonly CallerSettings[];

  constructor(callers: readonly CallerSettings[]) {
    this.callers = callers;
  }

  /** Without the fields that are a secret of some caller. */
  publicFields(claims: ReadonlyMap<string, string>): readonly (readonly [field: string, value: string])[] {
    return [...claims].filter(([field]) => !this.callers.some(({ fields }) => typeof fields.get(field) === 'object'));
  }

  /**
   * `claims`: field → value of the request; all must be the caller's. Secrets are compared for all callers whose other fields
   * agree; without such a caller they are compared with an empty value, which takes as long. `fits`: a further condition.
   */
  find(
    claims: ReadonlyMap<string, string>,
    fits: (caller: FieldSources) => boolean = anybody,
  ): CallerSettings | undefined {
    if (claims.size === 0) return undefined;
    const candidates = this.callers.filter(({ fields }) => isNamed(fields, claims) && fits(fields));
    let match: CallerSettings | undefined;
    for (const caller of candidates.length === 0 ? nobody : candidates)
      if (agrees(caller.fields, claims)) match ??= caller;
    return match;
  }
}

const anybody = () => true;
const nobody: readonly CallerSettings[] = [callerEntry(new Map())];

/** Do the public fields agree? */
function isNamed(caller: FieldSources, claims: ReadonlyMap<string, string>): boolean {
  for (const [field, claim] of claims) {
    const source = caller.get(field);
    if (source === undefined || (typeof source === 'string' && source !== claim)) return false;
  }
  return true;
}

function agrees(caller: FieldSources, claims: ReadonlyMap<string, string>): boolean {
  let good = true;
  for (const [field, claim] of claims) {
    const text = textOf(caller.get(field));
    // A missing field is compared too, with an empty value, and never agrees.
    if (!same(claim, text ?? '') || text === undefined) good = false;
  }
  return good;
}

/** In constant time: digests have one length. */
export function same(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

export function textOf(source: FieldSource | undefined): string | undefined {
  return typeof source === 'object' ? source.read() : source;
}

/**
 * A known caller is identified by its entry in the settings: its texts and the places of its secrets. So new
 * secrets do not make another caller, and entries that differ only in their secrets are different callers.
 */
export function knownCaller(kind: string, { fields: sources, grants }: CallerSettings): Caller {
  const fields = new Map<string, string>();
  const identity = new Map<string, string>();
  for (const [name, source] of sources) {
    const text = textOf(source);
    if (text !== undefined) fields.set(name, text);
    identity.set(name, typeof source === 'object' ? `at ${source.place}` : `is ${source}`);
  }
  return { key: keyOf(kind, identity), fields, grants };
}

/** A caller whom the upstream will authenticate: identified by all fields. */
export function unknownCaller(kind: string, fields: ReadonlyMap<string, string>): Caller {
  return { key: keyOf(kind, fields), fields, unchecked: true };
}

/** JSON makes the digest unambiguous. No header field begins with a line end, so no client can send a key in place of a credential. */
export function keyOf(kind: string, fields: ReadonlyMap<string, string>): string {
  const parts = [...fields].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `\n${createHash('sha256')
    .update(JSON.stringify([kind, parts]))
    .digest('base64url')}`;
}
