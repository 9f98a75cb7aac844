// HTML as text, with everything that comes from outside escaped, and the style sheet of the page.

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

type Piece = Markup | string | number | undefined | false | readonly Piece[];

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

/** The style sheet of the docs page; its digest stands in the page's Content-Security-Policy. */
export const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; }
h1 small { font-weight: normal; }
h2 { margin-top: 2.5rem; padding-top: .5rem; border-top: 1px solid var(--line); font-size: 1.2rem; overflow-wrap: anywhere; }
h3 { margin: 1rem 0 .3rem; font-size: 1rem; }
nav ul { list-style: none; padding: 0; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
pre { background: var(--soft); padding: .7rem; overflow: auto; }
summary { cursor: pointer; }
i { opacity: .7; }
`;
