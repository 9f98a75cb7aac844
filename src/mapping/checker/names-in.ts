// The names of the variables in one pattern of a rule.
import { isHole, type Part } from '../../pattern/text/hole.ts';
import type { Entry, Tree } from '../../pattern/tree.ts';
import type { HeaderRow } from '../syntax/headers.ts';
import type { RestSide, SoapRow } from '../syntax/row.ts';

export function namesInPath({ line }: RestSide): string[] {
  return line.value.segments.flatMap(inParts);
}

export function namesInRequest(rest: RestSide): string[] {
  const query = rest.line.value.query.flatMap((field) => inParts(field.parts));
  return [...namesInPath(rest), ...query, ...inHeaders(rest.headers), ...inBody(rest.body)];
}

export function namesInResponse({ reply: response }: RestSide): string[] {
  return [...inHeaders(response.headers), ...inBody(response.body)];
}

export function namesInSoapRequest({ request, headers }: SoapRow): string[] {
  return [...namesInEntries(request?.elements ?? []), ...namesInEntries(headers)];
}

export function namesInSoapResponse({ reply: response, replyHeaders: responseHeaders }: SoapRow): string[] {
  return [...namesInEntries(response?.elements ?? []), ...namesInEntries(responseHeaders)];
}

function inHeaders(rows: readonly HeaderRow[]): string[] {
  return rows.flatMap(namesIn);
}

export function namesIn(field: HeaderRow): string[] {
  return field.each ? [field.each.list] : inParts(field.parts);
}

export function namesInEntries(entries: readonly Entry[]): string[] {
  return entries.flatMap((entry) => inTree(entry.value));
}

function inBody(tree: Tree | undefined): string[] {
  return tree === undefined ? [] : inTree(tree);
}

/** `$each` counts as its list; the fields of the items are not listed. */
function inTree(tree: Tree): string[] {
  switch (tree.kind) {
    case 'hole':
      return [tree.hole.name];
    case 'text':
      return inParts(tree.parts);
    case 'object':
      return [...namesInEntries(tree.entries), ...(tree.rest ? [tree.rest.hole.name] : [])];
    case 'list':
      return tree.items.flatMap(inTree);
    case 'each':
      return tree.list === '' ? [] : [tree.list];
    case 'join':
      return [...tree.of];
    case 'constant':
    case 'absent':
      return [];
  }
}

function inParts(parts: readonly Part[]): string[] {
  return parts.filter(isHole).map((hole) => hole.name);
}
