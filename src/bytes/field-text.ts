/** What a header field carries as it is: visible ASCII, spaces and tabs (RFC 9110 §5.5). */
export function isFieldText(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c > 0x7e || (c < 0x20 && c !== 0x09)) return false;
  }
  return true;
}
