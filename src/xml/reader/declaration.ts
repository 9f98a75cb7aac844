// The XML declaration (XML 1.0 §2.8, §4.3.3).
import type { ErrorCode } from '../../errors/errors.ts';

// Anchored and without nested repetition: linear.
const FORM =
  /^[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"(1\.[0-9]+)"|'(1\.[0-9]+)')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"([A-Za-z][A-Za-z0-9._-]*)"|'([A-Za-z][A-Za-z0-9._-]*)'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*$/;

/** `text` is what stands between `<?xml` and `?>`. Returns the problem, if any. */
export function checkDeclaration(text: string, transcoded: boolean): { code: ErrorCode; message: string } | undefined {
  const m = FORM.exec(text);
  if (m === null) return { code: 'XML_SYNTAX', message: 'the XML declaration is malformed' };
  const encoding = (m[3] ?? m[4] ?? 'UTF-8').toUpperCase();
  if (!transcoded && encoding !== 'UTF-8' && encoding !== 'US-ASCII' && encoding !== 'ASCII') {
    return { code: 'XML_ENCODING', message: `the encoding ${encoding} is declared, but the bytes were read as UTF-8` };
  }
  return undefined;
}

/** The declared encoding at the start of a document in an ASCII-compatible encoding, lower case; undefined without one. */
export function declaredEncoding(start: string): string | undefined {
  if (!start.startsWith('<?xml')) return undefined;
  const close = start.indexOf('?>');
  if (close < 0) return undefined;
  const m = FORM.exec(start.slice(5, close));
  return (m?.[3] ?? m?.[4])?.toLowerCase();
}
