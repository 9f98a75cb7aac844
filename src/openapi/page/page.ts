// The docs page: one document as HTML that needs nothing else, no script and nothing from elsewhere.
import { createHash } from 'node:crypto';
import type { JsonSchema } from '../../codec/schema/json-schema.ts';
import type { RestDescription } from '../export/document.ts';
import type {
  HeaderObject,
  MediaType,
  OpenApiDocument,
  ParameterObject,
  PathItem,
  Reference,
  ResponseObject,
  SharedOperation,
} from '../export/document-types.ts';
import { html, Markup, STYLE } from './html.ts';
import { outline } from './outline.ts';

type Shared = RestDescription['shared'];

/** Content-Security-Policy of the page: it may show itself and nothing more. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page path by path, and then its text piece by piece: that of a large table takes seconds. */
export class Page {
  private readonly shared: () => Shared;
  private readonly links: string[] = [];
  private readonly operations: string[] = [];

  /** `shared`: what operations refer to. */
  constructor(shared: () => Shared) {
    this.shared = shared;
  }

  add(path: string, item: PathItem): void {
    for (const [key, operation] of Object.entries(item)) {
      const method = key.toUpperCase();
      this.links.push(
        html`
<li><a href="#operation-${operation.operationId}"><b>${method}</b> ${path}</a></li>`.text,
      );
      this.operations.push(operationOf(path, method, operation, this.shared()).text);
    }
  }

  *pieces(
    info: OpenApiDocument['info'],
    schemas: Iterable<readonly [string, JsonSchema] | undefined>,
    source?: string,
  ): Generator<string> {
    yield html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<header><h1>${info.title} <small>${info.version}</small></h1>
${info.summary && html`<p>${info.summary}</p>`}
${info.description && html`<p>${info.description}</p>`}
${aboutOf(info)}
${source && html`<p><a href="${source}">OpenAPI 3.1 document</a></p>`}
</header>
<nav><ul>`.text;
    yield* this.links;
    yield '\n</ul></nav>\n<main>';
    yield* this.operations;
    yield '\n<h2>Responses</h2>';
    for (const [name, response] of Object.entries(this.shared().responses)) yield sharedResponse(name, response).text;
    yield '\n<h2>Values</h2>';
    for (const entry of schemas) yield entry === undefined ? '' : schemaOf(...entry).text;
    yield '\n</main>\n</body>\n</html>\n';
  }
}

/** License, contact and terms of the API, on one line. */
function aboutOf({ license, contact, termsOfService }: OpenApiDocument['info']): Markup | false {
  const email = contact?.email === undefined ? undefined : `mailto:${contact.email}`;
  const links = [
    license && html`License: ${linked(license.name, license.url)}`,
    contact && html`Contact: ${linked(contact.name ?? contact.email ?? contact.url ?? '', contact.url ?? email)}`,
    termsOfService && html`<a href="${termsOfService}">Terms of service</a>`,
  ].filter((part) => part instanceof Markup);
  return links.length > 0 && html`<p>${links.map((link, i) => html`${i > 0 && ' · '}${link}`)}</p>`;
}

function linked(text: string, url: string | undefined): Markup {
  return url === undefined ? html`${text}` : html`<a href="${url}">${text}</a>`;
}

function operationOf(path: string, method: string, operation: SharedOperation, shared: Shared): Markup {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  return html`
<section id="operation-${operationId}">
<h2><b>${method}</b> ${path}</h2>
${summary && html`<p>${summary}</p>`}${description && description !== summary && html`<p>${description}</p>`}
${
  parameters.length > 0 &&
  html`<h3>Parameters</h3>
<table><tr><th>name</th><th>in</th><th>value</th></tr>${parameters.map((one) => parameterOf(resolved(one, shared.parameters)))}</table>`
}
${requestBody && html`<h3>Body${!requestBody.required && ' (optional)'}</h3>${contentOf(requestBody.content)}`}
<h3>Responses</h3>${Object.entries(responses).map(([status, response]) => responseOf(status, response, shared))}
</section>`;
}

function parameterOf({ name, in: location, required, schema, description }: ParameterObject): Markup {
  return html`
<tr><td><code>${name}</code>${required && html`<b title="required">*</b>`}</td><td>${location}</td>
<td><code>${outline(schema)}</code> ${description}</td></tr>`;
}

/** Failures are shown once, below the operations. */
function responseOf(status: string, response: ResponseObject | Reference, shared: Shared): Markup {
  const { description, headers, content } = resolved(response, shared.responses);
  if ('$ref' in response && !isSuccess(status))
    return html`
<p><b>${status}</b> <a href="#response-${nameIn(response)}">${description}</a></p>`;
  return html`
<details${isSuccess(status) && new Markup(' open')}><summary><b>${status}</b> ${description}</summary>${partsOf(headers, content, shared)}</details>`;
}

function isSuccess(status: string): boolean {
  return status.startsWith('2');
}

function sharedResponse(name: string, { description, headers, content }: ResponseObject): Markup {
  return html`
<section id="response-${name}"><h3>${name}</h3><p>${description}</p>${partsOf(headers, content)}</section>`;
}

function partsOf(
  headers: ResponseObject['headers'] = {},
  content: ResponseObject['content'],
  shared?: Pick<Shared, 'headers'>,
): Markup {
  const fields = Object.entries(headers).flatMap(([name, field]): [string, HeaderObject][] => {
    const whole = '$ref' in field ? shared?.headers[nameIn(field)] : field;
    return whole === undefined ? [] : [[name, whole]];
  });
  return html`
${
  fields.length > 0 &&
  html`<ul>${fields.map(
    ([name, field]) => html`
<li><code>${name}: ${outline(field.schema)}</code> ${field.description}</li>`,
  )}</ul>`
}
${content && contentOf(content)}`;
}

function contentOf(content: Record<string, MediaType>): Markup {
  return html`${Object.entries(content).map(
    ([media, { schema }]) => html`
<p><small>${media}</small></p><pre>${outline(schema)}</pre>`,
  )}`;
}

function schemaOf(name: string, schema: JsonSchema): Markup {
  const text = schema === true ? undefined : schema.description;
  return html`
<section id="schema-${name}"><h3>${name}</h3>${text && html`<p>${text}</p>`}<pre>${outline(schema)}</pre></section>`;
}

function resolved<T extends object>(part: T | Reference, shared: Readonly<Record<string, T>>): T {
  return '$ref' in part ? shared[nameIn(part)] : part;
}

function nameIn({ $ref }: Reference): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

/** The text of the page in pieces. `source`: where the document itself is, if anywhere. '' after a step that has no text. */
export function* pageText(description: RestDescription, source?: string): Generator<string> {
  const page = new Page(() => description.shared);
  for (const entry of description.paths()) {
    if (entry !== undefined) page.add(...entry);
    yield '';
  }
  yield* page.pieces(description.frame().info, description.schemas(), source);
}
