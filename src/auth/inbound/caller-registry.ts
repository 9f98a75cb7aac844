// Callers that the gateway knows, and proofs that are compared so that time says nothing about them.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Caller } from '../../rule/exchange.ts';
import type { FieldSource, FieldSources } from '../settings/settings.ts';

export class CallerRegistry {
  private readonly callers: readonly FieldSources[];

  constructor(callers: readonly FieldSources[]) {
    this.callers = callers;
  }

  /**
   * `claims`: field → what the request says; every one of them must be the caller's. Secrets are compared for all callers whose other fields
   * agree, and where there is none with nothing, which takes as long. `fits`: further callers are passed over.
   */
  find(
    claims: ReadonlyMap<string, string>,
    fits: (caller: FieldSources) => boolean = anybody,
  ): FieldSources | undefined {
    if (claims.size === 0) return undefined;
    const candidates = this.callers.filter((caller) => isNamed(caller, claims) && fits(caller));
    let match: FieldSources | undefined;
    for (const caller of candidates.length === 0 ? nobody : candidates) if (agrees(caller, claims)) match ??= caller;
    return match;
  }
}

const anybody = () => true;
const nobody: readonly FieldSources[] = [new Map()];

/** Do the fields that are no secrets agree? */
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
    // A caller without the field is compared too: with nothing, which nobody can say.
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
 * A caller whom the gateway knows is an entry of the settings, wherever it stands in their list: what it says, and where its secrets are. So new
 * secrets do not make another caller, and two whose secrets alone differ are two.
 */
export function knownCaller(kind: string, sources: FieldSources): Caller {
  const fields = new Map<string, string>();
  const identity = new Map<string, string>();
  for (const [name, source] of sources) {
    const text = textOf(source);
    if (text !== undefined) fields.set(name, text);
    identity.set(name, typeof source === 'object' ? `at ${source.place}` : `is ${source}`);
  }
  return { key: keyOf(kind, identity), fields };
}

/** A caller whom the service behind will judge: everything that is said counts. */
export function unknownCaller(kind: string, fields: ReadonlyMap<string, string>): Caller {
  return { key: keyOf(kind, fields), fields, unchecked: true };
}

/** Lengths cannot be confused: JSON quotes. No header field begins with a line end, so nobody can say a key instead of a credential. */
export function keyOf(kind: string, fields: ReadonlyMap<string, string>): string {
  const parts = [...fields].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `\n${createHash('sha256')
    .update(JSON.stringify([kind, parts]))
    .digest('base64url')}`;
}
