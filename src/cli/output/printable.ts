// Text from outside for a terminal, which obeys control characters: it could be cleared, renamed, or show another text than there is.

/** C0 and C1 but tab and line feed, and marks that change the direction of text. */
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** With `\u001b` in place of such a character. CRLF, as in multipart bodies, is a line break. */
export function printable(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
