// The docs page: one document as HTML that needs nothing else, no script and nothing from elsewhere.
import { createHash } from 'node:crypto';
import type { JsonSchema } from '../../codec/schema/json-schema.ts';
import type { RestDescription } from '../export/document.ts';
import type {
  HeaderObject,
  MediaType,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  PathItem,
  Reference,
  ResponseObject,
} from '../export/document-types.ts';
import { html, Markup, STYLE } from './html.ts';
import { outline } from './outline.ts';

type Responses = OpenApiDocument['components']['responses'];

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
  private readonly responses: Responses;
  private readonly links: string[] = [];
  private readonly operations: string[] = [];

  /** `responses`: those that others refer to. */
  constructor(responses: Responses) {
    this.responses = responses;
  }

  add(path: string, item: PathItem): void {
    for (const [key, operation] of Object.entries(item)) {
      const method = key.toUpperCase();
      this.links.push(
        html`
<li><a href="#operation-${operation.operationId}"><b>${method}</b> ${path}</a></li>`.text,
      );
      this.operations.push(operationOf(path, method, operation, this.responses).text);
    }
  }

  *pieces({ info, components }: Omit<OpenApiDocument, 'paths'>, source?: string): Generator<string> {
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
${info.description && html`<p>${info.description}</p>`}
${source && html`<p><a href="${source}">OpenAPI 3.1 document</a></p>`}
</header>
<nav><ul>`.text;
    yield* this.links;
    yield '\n</ul></nav>\n<main>';
    yield* this.operations;
    yield '\n<h2>Values</h2>';
    for (const [name, schema] of Object.entries(components.schemas)) yield schemaOf(name, schema).text;
    yield '\n</main>\n</body>\n</html>\n';
  }
}

function operationOf(path: string, method: string, operation: OperationObject, shared: Responses): Markup {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  return html`
<section id="operation-${operationId}">
<h2><b>${method}</b> ${path}</h2>
${summary && html`<p>${summary}</p>`}${description && description !== summary && html`<p>${description}</p>`}
${
  parameters.length > 0 &&
  html`<h3>Parameters</h3>
<table><tr><th>name</th><th>in</th><th>value</th></tr>${parameters.map(parameterOf)}</table>`
}
${requestBody && html`<h3>Body${!requestBody.required && ' (optional)'}</h3>${contentOf(requestBody.content)}`}
<h3>Replies</h3>${Object.entries(responses).map(([status, response]) => responseOf(status, resolved(response, shared)))}
</section>`;
}

function parameterOf({ name, in: location, required, schema, description }: ParameterObject): Markup {
  return html`
<tr><td><code>${name}</code>${required && html`<b title="required">*</b>`}</td><td>${location}</td>
<td><code>${outline(schema)}</code> ${description}</td></tr>`;
}

function responseOf(status: string, { description, headers = {}, content }: ResponseObject): Markup {
  const fields = Object.entries(headers).filter((entry): entry is [string, HeaderObject] => !('$ref' in entry[1]));
  return html`
<details${status.startsWith('2') && new Markup(' open')}><summary><b>${status}</b> ${description}</summary>
${
  fields.length > 0 &&
  html`<ul>${fields.map(
    ([name, field]) => html`
<li><code>${name}: ${outline(field.schema)}</code> ${field.description}</li>`,
  )}</ul>`
}
${content && contentOf(content)}</details>`;
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

/** The only reference among responses is that for any other problem. */
function resolved(response: ResponseObject | Reference, shared: Responses): ResponseObject {
  return ('$ref' in response ? shared[response.$ref.split('/').at(-1)!] : response) as ResponseObject;
}

/** The text of the page in pieces. `source`: where the document itself is, if anywhere. '' after a step that has no text. */
export function* pageText(description: RestDescription, source?: string): Generator<string> {
  const page = new Page(description.responses);
  for (const entry of description.paths()) {
    if (entry !== undefined) page.add(...entry);
    yield '';
  }
  yield* page.pieces(description.frame(), source);
}
