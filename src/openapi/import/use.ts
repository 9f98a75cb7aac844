// How an element holds a value: type, null, occurrence, documentation.
import type { Field } from './model.ts';
import type { Shape } from './shape.ts';

export interface Use {
  readonly type: string;
  readonly nillable: boolean;
  readonly list?: { readonly min: number; readonly max: number };
  /** The type only holds a list, which it is in JSON. */
  readonly isList?: boolean;
  readonly doc?: string;
  readonly readOnly: boolean;
}

export function fieldOf(use: Use, required: boolean): Omit<Field, 'name' | 'json'> {
  const { type, nillable, doc, list } = use;
  const min = required ? (list?.min ?? 1) : 0;
  return { type, nillable, doc, min, max: list?.max ?? 1 };
}

export function docOf({ keywords }: Shape): string | undefined {
  const texts = [keywords.get('title'), keywords.get('description')].filter(
    (text) => typeof text === 'string' && text.trim() !== '',
  );
  if (keywords.has('default')) texts.push(`Default: ${JSON.stringify(keywords.get('default'))}.`);
  if (keywords.get('readOnly') === true) texts.push('Read only.');
  if (keywords.get('writeOnly') === true) texts.push('Write only.');
  if (keywords.get('deprecated') === true) texts.push('Deprecated.');
  return texts.length === 0 ? undefined : texts.join('\n');
}
