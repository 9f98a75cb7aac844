// A mask for the values of secrets, wherever and however they are written. Knows nothing about names and messages.
import { MASK } from './secret-names.ts';

/** Shorter values occur inside of other words by chance; they are masked only as whole words. */
const SHORT = 4;
/** Fewer characters of base64 occur by chance. */
const SHORT_BASE64 = 6;

/** `isCut`: the text goes on, perhaps in the middle of a secret. */
export type MaskValues = (text: string, isCut?: boolean) => string;

/** Masks `values` in a text, in every form that messages write them in. A text with one in escapes that cannot be located is masked as a whole. */
export function valueMasker(values: readonly string[]): MaskValues {
  const used = [...new Set(values.filter((value) => value !== ''))];
  if (used.length === 0) return (text) => text;
  const forms = byLength(used.flatMap(writtenForms));
  const encoded = byLength(used.flatMap(base64Forms));
  const long = used.filter(({ length }) => length >= SHORT);
  return (text, isCut = false) => {
    const masked = encoded.reduce(withoutRun, forms.reduce(without, text));
    const whole = isCut ? withoutBegun(masked, [...forms, ...encoded]) : masked;
    return isEscaped(whole, long) ? MASK : whole;
  };
}

function byLength(forms: readonly string[]): string[] {
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

function without(text: string, form: string): string {
  if (form.length >= SHORT) return text.replaceAll(form, MASK);
  return text.replaceAll(form, (match, at: number) => (standsAlone(text, at, at + form.length) ? MASK : match));
}

function standsAlone(text: string, start: number, end: number): boolean {
  return !/\w/.test(text.charAt(start - 1)) && !/\w/.test(text.charAt(end));
}

/** With the characters around it, which hold what stands beside the secret. */
function withoutRun(text: string, form: string): string {
  let out = '';
  let from = 0;
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, from)) {
    let [start, end] = [at, at + form.length];
    while (start > from && isBase64(text[start - 1])) start--;
    while (end < text.length && isBase64(text[end])) end++;
    out += text.slice(from, start) + MASK;
    from = end;
  }
  return out + text.slice(from);
}

function isBase64(character: string): boolean {
  return /[\w+/=-]/.test(character);
}

/** The end of a text that is cut may be the beginning of a secret. */
function withoutBegun(text: string, forms: readonly string[]): string {
  let begun = 0;
  for (const form of forms) {
    for (let length = Math.min(form.length - 1, text.length); length > begun; length--)
      if (text.endsWith(form.slice(0, length))) begun = length;
  }
  return begun === 0 ? text : text.slice(0, -begun) + MASK;
}

const ESCAPE = /&#(\d{1,7});|&#x([0-9a-f]{1,6});|\\u([0-9a-f]{4})|%([0-9a-f]{2})|&(amp|lt|gt|quot|apos);|\\(["\\/])/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Escapes inside of escapes. */
const DEEPEST = 3;

function isEscaped(text: string, values: readonly string[]): boolean {
  let current = text;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const plain = withoutEscapes(current);
    if (plain === current) return false;
    current = plain;
    if (values.some((value) => plain.includes(value))) return true;
  }
  return false;
}

/** Character references of XML, escapes of JSON, and of URLs. */
export function withoutEscapes(text: string): string {
  return text.replace(ESCAPE, (match, decimal, hex, unicode, percent, entity?: string, simple?: string) => {
    if (entity !== undefined) return ENTITIES[entity.toLowerCase()];
    if (simple !== undefined) return simple;
    const code = decimal === undefined ? Number.parseInt(hex ?? unicode ?? percent, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : match;
  });
}

/** As JSON, XML, URLs and forms write it. */
function writtenForms(text: string): string[] {
  const xml = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const url = encodeURIComponent(text.toWellFormed());
  const form = new URLSearchParams({ v: text }).toString().slice(2);
  return [text, ...asNumber(text), xml, xml.replaceAll('"', '&quot;'), JSON.stringify(text).slice(1, -1), url, form];
}

/** JSON numbers have no zeros before their digits (RFC 8259 §6). One digit is no secret. */
function asNumber(text: string): string[] {
  const [, digits] = /^[+]?0+([1-9]\d[\d.]*)$/.exec(text) ?? [];
  return digits === undefined ? [] : [digits];
}

/** What base64 makes of the value alone, whatever stands before and behind it: `user:` of HTTP Basic shifts it by up to two bytes. */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    const form = encoded.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
    return form.length < SHORT_BASE64 ? [] : [form, form.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
