// The names of the variables in one pattern of a rule.
import { type Hole, isHole } from '../../pattern/text/hole.ts';
import { type Entry, holesOf, type Tree } from '../../pattern/tree.ts';
import type { HeaderRow } from '../syntax/headers.ts';
import type { RestSide, SoapRow } from '../syntax/row.ts';
import { namesInParts, namesInTree } from '../syntax/tree-names.ts';
import { boundByConverters } from './converter-arguments.ts';

export function namesInPath({ line }: RestSide): string[] {
  return line.value.segments.flatMap(namesInParts);
}

export function namesInRequest(rest: RestSide): string[] {
  const query = rest.line.value.query.flatMap((field) => namesInParts(field.parts));
  return [...namesInPath(rest), ...query, ...inHeaders(rest.headers), ...inBody(rest.body)];
}

/** The variables of the request, without its window. */
export function questionNames(rest: RestSide): string[] {
  return namesInRequest(rest).filter((name) => !name.startsWith('$') && name !== 'limit' && name !== 'offset');
}

/** The placeholders of query, headers and body. */
export function holesInRequest({ line, headers, body }: RestSide): Hole[] {
  const texts = [...line.value.query, ...headers].flatMap(({ parts }) => parts.filter(isHole));
  const inBody: Hole[] = [];
  if (body) holesOf(body, (hole) => inBody.push(hole));
  return [...texts, ...inBody];
}

export function namesInResponse({ response }: RestSide): string[] {
  return [...inHeaders(response.headers), ...inBody(response.body)];
}

export function namesInSoapRequest({ request, headers }: SoapRow): string[] {
  return [...namesInEntries(request?.elements ?? []), ...namesInEntries(headers)];
}

export function namesInSoapResponse({ response, responseHeaders }: SoapRow): string[] {
  return [...namesInEntries(response?.elements ?? []), ...namesInEntries(responseHeaders)];
}

function inHeaders(rows: readonly HeaderRow[]): string[] {
  return rows.flatMap(namesIn);
}

/** Defaults are headers of hundreds of rules. */
const namesByHeader = new WeakMap<HeaderRow, readonly string[]>();

export function namesIn(field: HeaderRow): readonly string[] {
  let names = namesByHeader.get(field);
  if (names === undefined)
    namesByHeader.set(field, (names = field.each ? [field.each.list] : namesInParts(field.parts)));
  return names;
}

export function namesInEntries(entries: readonly Entry[]): string[] {
  return entries.flatMap((entry) => inBody(entry.value));
}

/** Each tree is looked at several times, and copies of a rule share trees. */
const namesByTree = new WeakMap<Tree, readonly string[]>();

function inBody(tree: Tree | undefined): readonly string[] {
  if (tree === undefined) return [];
  let names = namesByTree.get(tree);
  if (names === undefined) namesByTree.set(tree, (names = collected(tree)));
  return names;
}

function collected(tree: Tree): string[] {
  const names = namesInTree(tree);
  holesOf(tree, (hole) => names.push(...boundByConverters(hole)));
  return names;
}
