// Characters that header fields and XML documents can hold.

/** May a header field hold the text: visible ASCII, spaces and tabs (RFC 9110 §5.5)? */
export function isFieldText(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c > 0x7e || (c < 0x20 && c !== 0x09)) return false;
  }
  return true;
}

/** Index of the first code unit that XML 1.0 does not allow (§2.2), or -1. Ignores lone surrogates: UTF-8 has none. */
export function notXmlAt(text: string): number {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c < 0x20 ? c !== 0x09 && c !== 0x0a && c !== 0x0d : c >= 0xfffe) return i;
  }
  return -1;
}
