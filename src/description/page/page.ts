// The docs page: one document as HTML that needs nothing else, no script and nothing from elsewhere.
import { createHash } from 'node:crypto';
import type { JsonSchema } from '../../codec/schema/json-schema.ts';
import type {
  HeaderObject,
  MediaType,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  Reference,
  ResponseObject,
} from '../document.ts';
import { html, Markup } from './html.ts';
import { outline } from './outline.ts';
import { STYLE } from './style.ts';

/** Content-Security-Policy of the page: it may show itself and nothing more. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `source`: where the document itself is, if anywhere. */
export function pageOf(document: OpenApiDocument, source?: string): string {
  const { info, paths, components } = document;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const page = html`<!doctype html>
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
<nav><ul>${operations.map(
    ({ path, method, operation }) => html`
<li><a href="#operation-${operation.operationId}"><b>${method}</b> ${path}</a></li>`,
  )}
</ul></nav>
<main>${operations.map(({ path, method, operation }) => operationOf(path, method, operation, document))}
<h2>Values</h2>${Object.entries(components.schemas).map(([name, schema]) => schemaOf(name, schema))}
</main>
</body>
</html>
`;
  return page.text;
}

function operationOf(path: string, method: string, operation: OperationObject, document: OpenApiDocument): Markup {
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
${requestBody && html`<h3>Body${!requestBody.required && ' (may be left out)'}</h3>${contentOf(requestBody.content)}`}
<h3>Replies</h3>${Object.entries(responses).map(([status, response]) => replyOf(status, resolved(response, document)))}
</section>`;
}

function parameterOf({ name, in: where, required, schema, description }: ParameterObject): Markup {
  return html`
<tr><td><code>${name}</code>${required && html`<b title="required">*</b>`}</td><td>${where}</td>
<td><code>${outline(schema)}</code> ${description}</td></tr>`;
}

function replyOf(status: string, { description, headers = {}, content }: ResponseObject): Markup {
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

/** The only reference among replies is that for any other problem. */
function resolved(response: ResponseObject | Reference, { components }: OpenApiDocument): ResponseObject {
  return '$ref' in response ? components.responses[response.$ref.split('/').at(-1)!] : response;
}
