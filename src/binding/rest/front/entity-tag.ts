// Entity tags (RFC 9110 §8.8.3): whether the client already has a body. Knows nothing about what bodies mean.
import { createHash } from 'node:crypto';

/** A strong tag: equal for bodies that are equal byte by byte. */
export function entityTag(body: Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/** RFC 9110 §13.1.2: If-None-Match, by weak comparison. */
export function matches(field: string | undefined, tag: string): boolean {
  if (field === undefined) return false;
  return field.split(',').some((candidate) => ['*', tag].includes(candidate.trim().replace(/^W\//, '')));
}
