// Masks parameters of URLs and forms by their names. Takes texts that are no URL. Knows nothing about what they mean.
import { type IsSecret, MASK, type MaskNested } from './secret-names.ts';

/** A URL, or its path and query. */
export function redactTarget(text: string, isSecret: IsSecret, nested: MaskNested): string {
  const mark = text.search(/[?#]/);
  const path = redactPath(mark < 0 ? text : text.slice(0, mark), isSecret);
  return mark < 0 ? path : path + text[mark] + redactForm(text.slice(mark + 1), isSecret, nested);
}

/** User information (RFC 3986 §3.2.1) and parameters of segments, such as `;jsessionid=`. */
function redactPath(path: string, isSecret: IsSecret): string {
  return path
    .replace(/(:\/\/|^\/\/)[^/@\s]*@/, `$1${MASK}@`)
    .replace(/;([^=;/]*)=([^;/]*)/g, (parameter, name: string) =>
      isSecret(unescaped(name)) ? `;${name}=${MASK}` : parameter,
    );
}

/** Masks the segments of a path that hold secret variables of a template, such as `/v1/carts/{accessToken}`: it stands at the path's end. */
export function withoutSecretSegments(target: string, template: string, isSecret: IsSecret): string {
  const [path] = target.split(/[?#]/, 1);
  const forms = template.split('?', 1)[0].split('/').slice(1);
  const segments = path.split('/');
  const first = segments.length - forms.length;
  const isOther = (form: string, i: number) => !form.includes('{') && form !== segments[first + i];
  if (first < 1 || forms.some(isOther)) return target;
  const isMasked = (form: string) => [...form.matchAll(/\{(\w+)/g)].some(([, name]) => isSecret(name));
  const masked = forms.map((form, i) => (isMasked(form) ? MASK : segments[first + i]));
  return [...segments.slice(0, first), ...masked].join('/') + target.slice(path.length);
}

/** Pairs of a query, a fragment or a form. */
export function redactForm(text: string, isSecret: IsSecret, nested: MaskNested): string {
  return text.replace(/[^&;#?]+/g, (pair) => redactPair(pair, isSecret, nested));
}

function redactPair(pair: string, isSecret: IsSecret, nested: MaskNested): string {
  const mark = pair.indexOf('=');
  const name = mark < 0 ? '' : pair.slice(0, mark);
  if (mark >= 0 && isSecret(unescaped(name))) return `${name}=${MASK}`;
  const value = unescaped(pair.slice(mark + 1));
  if (nested(value) === value) return pair;
  return mark < 0 ? MASK : `${name}=${MASK}`;
}

/** Byte by byte, since what is no UTF-8 must not hide a name. */
function unescaped(name: string): string {
  const plain = name.replaceAll('+', ' ');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
}
