// Pieces of XML that samples are made of.
import type { AttributeUse, ComplexType } from '../contract/model/model.ts';
import { XSI_NS } from '../xml/reader/names.ts';

export function typeFields({ name }: ComplexType): string[] {
  return [`xmlns:xsi="${XSI_NS}"`, `xmlns:t="${escaped(name!.ns)}"`, `xsi:type="t:${name!.local}"`];
}

export function attributeText({ name }: AttributeUse, text: string): string {
  return `${name.local}="${escaped(text)}"`;
}

export function leaf(name: string, fields: readonly string[], text: string): string[] {
  return [`<${[name, ...fields].join(' ')}>${escaped(text)}</${name}>`];
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
