// Which names stand for secrets, and a mask for their values wherever they are written. Knows nothing about messages.

const SECRET_NAME =
  /pass(word|wd|phrase)?$|secret|token|credential|api_?key|private_?key|session_?id|signature|authorization|cookie/i;

export const MASK = '***';

/** Shorter values occur inside of other words by chance; they are masked only as whole words. */
const SHORT = 4;

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** Masks `values` in a text, in every form that messages write them in. */
export function valueMasker(values: readonly string[]): (text: string) => string {
  const forms = [...new Set(values.filter((value) => value !== '').flatMap(writtenForms))];
  forms.sort((a, b) => b.length - a.length);
  return (text) => forms.reduce(without, text);
}

function without(text: string, form: string): string {
  if (form.length >= SHORT) return text.replaceAll(form, MASK);
  return text.replaceAll(form, (match, at: number) => (standsAlone(text, at, at + form.length) ? MASK : match));
}

function standsAlone(text: string, start: number, end: number): boolean {
  return !/\w/.test(text.charAt(start - 1)) && !/\w/.test(text.charAt(end));
}

/** As JSON, XML and URLs write it. */
function writtenForms(text: string): string[] {
  const xml = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [
    text,
    xml,
    xml.replaceAll('"', '&quot;'),
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text.toWellFormed()),
  ];
}
