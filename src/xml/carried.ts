// Texts of others on their way into XML.

/** With U+FFFD for every character that XML 1.0 (§2.2) cannot carry, and for halves of surrogate pairs. */
export function carried(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd');
}

/** The same, with no more than `longest` characters. */
export function carriedShort(text: string, longest: number): string {
  return carried(text.length <= longest ? text : `${text.slice(0, longest)}…`);
}
