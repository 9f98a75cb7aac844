// Masks secrets, even those that the user typed: outputs of explain end up in tickets.

import { toJs } from '../json/value.ts';
import type { Bindings } from '../rule/pattern.ts';
import type { Rule } from '../rule/rule.ts';

const SECRET_NAME = /pass(word|wd|phrase)?$|secret|token|credential|api_?key|signature|authorization|cookie/i;
const SUPPLIED = '$';
export const MASK = '***';
/** Shorter values occur inside other words by chance; they are masked only as whole words. */
const SHORT = 4;

/** Variables that the gateway supplies (`$…`), and those named like secrets. */
export function isSecret(name: string): boolean {
  return name.startsWith(SUPPLIED) || SECRET_NAME.test(name);
}

/** Masks the values of secret variables in a line, in any written form. */
type Masker = (line: string) => string;

/** Messages are written with the true values, since a mask would not fit their types. */
export function maskerOf(rule: Rule, bindings: Bindings): Masker {
  const secrets = bindings.flatMap((value, i) => (value && isSecret(rule.variables[i]) ? leaves(toJs(value)) : []));
  const forms = [...new Set(secrets.flatMap(writtenForms))].sort((a, b) => b.length - a.length);
  return (line) => forms.reduce(without, line);
}

function without(line: string, form: string): string {
  if (form.length >= SHORT) return line.replaceAll(form, MASK);
  return line.replaceAll(form, (match, at: number) => (standsAlone(line, at, at + form.length) ? MASK : match));
}

function standsAlone(line: string, start: number, end: number): boolean {
  return !/\w/.test(line.charAt(start - 1)) && !/\w/.test(line.charAt(end));
}

export function maskedHeader(name: string, value: string): string {
  return isSecret(name) ? MASK : value;
}

function leaves(value: unknown): string[] {
  if (value === null || value === '') return [];
  return typeof value === 'object' ? Object.values(value).flatMap(leaves) : [String(value)];
}

/** As JSON, XML and URLs write it. */
function writtenForms(text: string): string[] {
  const xml = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [text, xml, xml.replaceAll('"', '&quot;'), JSON.stringify(text).slice(1, -1), encodeURIComponent(text)];
}
