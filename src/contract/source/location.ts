import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Does the location name something on the network, or in any other scheme than a plain path? */
export function isRemote(location: string): boolean {
  return /^[a-zA-Z][a-zA-Z0-9+.-]+:/.test(location);
}

/** `location` as written in the file `from`, as a key: a normalized path, or a URL. What a URL refers to is always a URL. */
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
