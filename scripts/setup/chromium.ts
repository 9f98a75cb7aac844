import { fileOnPath } from './on-path.ts';

/** Debian and Fedora call it chromium; Google's own builds serve as well. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

/** The browser of the tests: CHROMIUM names another file than those on the path. */
export function chromiumFile(): string | undefined {
  const { CHROMIUM } = process.env;
  if (CHROMIUM) return CHROMIUM;
  for (const name of NAMES) {
    const file = fileOnPath(name);
    if (file !== undefined) return file;
  }
  return undefined;
}
