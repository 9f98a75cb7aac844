// The files of the page, built beside the program. Loaded with the first request for one.
import { existsSync, readFileSync } from 'node:fs';

export interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
}

const TYPES = new Map([
  ['index.html', 'text/html; charset=utf-8'],
  ['studio.js', 'text/javascript; charset=utf-8'],
  ['studio.css', 'text/css; charset=utf-8'],
  ['icon.svg', 'image/svg+xml'],
]);

const files = new Map<string, PageFile>();

/** `name`: '' for the page itself. undefined: there is no such file. */
export function pageFile(name: string): PageFile | undefined {
  const file = name === '' ? 'index.html' : name;
  const type = TYPES.get(file);
  if (type === undefined) return undefined;
  const loaded = files.get(file);
  if (loaded) return loaded;
  const url = new URL(`studio/${file}`, import.meta.url);
  if (!existsSync(url)) return { type: 'text/plain', bytes: Buffer.from('the page is not built: npm run build\n') };
  const page = { type, bytes: readFileSync(url) };
  files.set(file, page);
  return page;
}
