// Locations of documents, and the result of reading one.
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SoapstoneError } from '../../errors/errors.ts';

/** Is the location a URL, not a plain path? */
export function isRemote(location: string): boolean {
  return /^[a-zA-Z][a-zA-Z0-9+.-]+:/.test(location);
}

/** `location` as written in the file `from`, as a key: a normalized path, or a URL. References in a URL's document are URLs. */
export function resolveLocation(from: string, location: string): string {
  const text = location.trim();
  if (isRemote(from)) return URL.parse(text, from)?.href ?? text;
  if (/^file:/i.test(text)) return pathOf(text);
  if (isRemote(text)) return text;
  const path = decode(text.replaceAll('\\', '/').replace(/#.*$/, ''));
  return posix.isAbsolute(path) ? posix.normalize(path) : posix.join(posix.dirname(from), path);
}

/** Last step of a path or URL, without query. */
export function baseName(location: string): string {
  const path = location.replaceAll('\\', '/').replace(/[?#].*$/, '');
  return path.slice(path.lastIndexOf('/') + 1);
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    return url;
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Why a location cannot be read. */
export interface Refusal {
  readonly code: 'CONTRACT_READ' | 'CONTRACT_REMOTE' | 'CONTRACT_SYNTAX';
  /** Completes "… cannot be read: ". */
  readonly reason: string;
  readonly suggestion?: string;
  /** What is reported of it already. */
  readonly problem?: SoapstoneError;
}

/** The bytes of a location, or why they cannot be read. */
export type ReadResult = Uint8Array | Refusal;

export function isRefusal(answer: object): answer is Refusal {
  return 'reason' in answer;
}
