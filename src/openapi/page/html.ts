// HTML as text, with everything that comes from outside escaped.

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text that is markup already. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Piece = Markup | string | number | undefined | false | readonly Piece[];

/** Values are escaped, in content and in quoted attributes alike; those that are markup are not. */
export function html(texts: TemplateStringsArray, ...values: readonly Piece[]): Markup {
  return new Markup(texts.map((text, i) => text + (i < values.length ? render(values[i]) : '')).join(''));
}

function render(value: Piece): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(render).join('');
  return String(value).replace(/[&<>"']/g, (c) => ENTITIES[c]);
}
