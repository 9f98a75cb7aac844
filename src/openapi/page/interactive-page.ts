// The interactive docs page: a frame of HTML that loads Swagger UI and `ui/docs.js`, and says to them what to show.
import { html, Markup } from './html.ts';

export interface InteractivePage {
  readonly title: string;
  readonly version: string;
  /** Tags of the description, each with its operations, as `GET /v1/accounts/{id}`. */
  readonly tags: ReadonlyMap<string, readonly string[]>;
  /** The `?file=` that has the description; with `&tag=` that of one tag. */
  readonly file: string;
  /** Reference to the document for programs, if it is shown. */
  readonly source?: string;
  urlOf(file: 'swagger-ui.js' | 'swagger-ui.css' | 'docs.js' | 'docs.css'): string;
}

/** Content-Security-Policy of the page. `publicUrl`: the server that operations are tried out at, where it is another. */
export function interactivePolicy(publicUrl?: string): string {
  const server = publicUrl === undefined ? '' : ` ${new URL(publicUrl).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self'${server}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export function interactivePage(page: InteractivePage): string {
  const { title, version, source, urlOf } = page;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${urlOf('swagger-ui.css')}">
<link rel="stylesheet" href="${urlOf('docs.css')}">
<script src="${urlOf('docs.js')}"></script>
<script src="${urlOf('swagger-ui.js')}" defer></script>
</head>
<body>
<header class="bar">
<h1 class="bar-title"><a href="?">${title}</a> <small>${version}</small></h1>
<label class="bar-part" hidden>Resource <select id="part"></select></label>
${source && html`<a class="bar-link" href="${source}">openapi.json</a>`}
<button id="theme" type="button" aria-pressed="false">Dark</button>
</header>
<main id="docs"><noscript><p>This page needs JavaScript.${source && html` The description: <a href="${source}">openapi.json</a>`}</p></noscript></main>
<script id="settings" type="application/json">${settingsOf(page)}</script>
</body>
</html>
`.text;
}

/** JSON in a script element ends at `</script>`, whatever stands around it. */
function settingsOf({ file, tags }: InteractivePage): Markup {
  const settings = { file, tags: [...tags].map(([name, operations]) => ({ name, operations })) };
  return new Markup(JSON.stringify(settings).replaceAll('<', '\\u003c'));
}
