// Reads the line of a REST request: `POST /parcels/{id}?dryRun={dry=false}`.
import { type Hole, isHole, type Part, PatternSyntax } from './text/hole.ts';
import { faultOf } from './text/path.ts';
import { parseTemplate } from './text/template.ts';

export interface Line {
  readonly method: string;
  /** Decoded literals and holes of each segment. */
  readonly segments: readonly (readonly Part[])[];
  readonly query: readonly QueryField[];
  /** Path as written, without the query. */
  readonly path: string;
}

interface QueryField {
  readonly name: string;
  /** Index of the name in the line. */
  readonly offset: number;
  readonly parts: readonly Part[];
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** A placeholder as routers of servers have it. A segment that begins with a colon is written %3A. */
const COLON = /\/:([A-Za-z_]\w*)/;
const NAME_CHARACTERS = /^[\w.@-]+$/;

/** Throws PatternSyntax with the offset in `text`. */
export function parseLine(text: string): Line {
  const space = text.indexOf(' ');
  const method = space < 0 ? text : text.slice(0, space);
  if (!METHODS.has(method)) throw new PatternSyntax(methodFault(method), 0);
  if (space < 0 || text[space + 1] !== '/')
    throw new PatternSyntax('a path that begins with "/" must follow the method', method.length);
  return parseTarget(method, text, space + 1);
}

function methodFault(method: string): string {
  if (METHODS.has(method.toUpperCase())) return `write the method in capitals: ${method.toUpperCase()}`;
  if (method === 'HEAD') return 'write no rule for HEAD: the rule for GET answers it';
  return `"${method}" is not a method of a rule (${[...METHODS].join(', ')})`;
}

function parseTarget(method: string, text: string, start: number): Line {
  const question = queryStart(text, start);
  const path = text.slice(start, question < 0 ? undefined : question);
  const colon = COLON.exec(path);
  if (colon) throw new PatternSyntax(`write {${colon[1]}} instead of :${colon[1]}`, start + colon.index + 1);
  const { template, isTail } = withoutStar(path);
  const segments = path === '/' ? [] : splitParts(parseTemplate(template, start), '/').slice(1).map(segmentOf);
  if (isTail) segments[segments.length - 1] = segments.at(-1)!.map((part) => ({ ...(part as Hole), tail: true }));
  return { method, segments, query: question < 0 ? [] : parseQuery(text, question + 1), path };
}

/** The last placeholder of a path takes all segments that are left: RFC 6570 §3.2.6 has the star for such lists. */
const STAR = /(?<=\/\{[^{}|]*)\*(?=(?:\|[^{}]*)?\}$)/;

function withoutStar(path: string): { readonly template: string; readonly isTail: boolean } {
  const template = path.replace(STAR, '');
  return { template, isTail: template !== path };
}

/** The first `?` outside of holes. */
function queryStart(text: string, start: number): number {
  for (let i = start, depth = 0; i < text.length; i++) {
    if (text[i] === '{') depth++;
    else if (text[i] === '}') depth--;
    else if (text[i] === '?' && depth === 0) return i;
  }
  return -1;
}

/** Splits the literal runs at a character. */
function splitParts(parts: readonly Part[], at: string): Part[][] {
  const groups: Part[][] = [[]];
  for (const part of parts) {
    if (isHole(part)) {
      groups[groups.length - 1].push(part);
      continue;
    }
    part.split(at).forEach((run, i) => {
      if (i > 0) groups.push([]);
      if (run !== '') groups[groups.length - 1].push(run);
    });
  }
  return groups;
}

function segmentOf(parts: readonly Part[]): readonly Part[] {
  const first = parts.find(isHole)?.offset ?? 0;
  const decoded = parts.map((part) => (isHole(part) ? part : decodeLiteral(part)));
  const literal = decoded.filter((part) => !isHole(part)).join('');
  const fault = decoded.some(isHole) ? (literal === '' ? undefined : faultOf(`-${literal}`)) : faultOf(literal);
  if (fault !== undefined) throw new PatternSyntax(`no request can match: ${fault}`, first);
  if (literal.includes(';')) throw new PatternSyntax('no request can match: ";" is not allowed in the path', first);
  checkHoles(decoded);
  for (const part of decoded) {
    if (isHole(part) && part.optional)
      throw new PatternSyntax('a placeholder in a path cannot be optional', part.offset);
    if (isHole(part) && part.required)
      throw new PatternSyntax('a placeholder in a path is always required: remove the !', part.offset);
    if (isHole(part) && (part.default !== undefined || part.fill !== undefined))
      throw new PatternSyntax('a placeholder in a path cannot have a default', part.offset);
  }
  return decoded;
}

/** Two holes need a text between them. */
export function checkHoles(parts: readonly Part[]): void {
  for (let i = 1; i < parts.length; i++) {
    if (isHole(parts[i]) && isHole(parts[i - 1])) {
      throw new PatternSyntax('two placeholders need a text between them', (parts[i] as Hole).offset);
    }
  }
}

function decodeLiteral(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new PatternSyntax(`"${text}" is not percent-encoded UTF-8`, 0);
  }
}

function parseQuery(text: string, start: number): QueryField[] {
  const fields: QueryField[] = [];
  let at = start;
  for (const parts of splitParts(parseTemplate(text.slice(start), start), '&')) {
    const field = parseField(parts, at);
    if (fields.some((f) => f.name === field.name))
      throw new PatternSyntax(`parameter "${field.name}" is listed twice`, at);
    fields.push(field);
    at = text.indexOf('&', at) + 1 || at;
  }
  return fields;
}

/** `name=parts`; `name` alone means `name={name}`, `name!` means `name={name!}`. */
function parseField(parts: readonly Part[], offset: number): QueryField {
  const [head, ...tail] = parts;
  if (head === undefined || isHole(head)) throw new PatternSyntax('a parameter needs a name: ?name={variable}', offset);
  const equals = head.indexOf('=');
  const name = decodeLiteral(equals < 0 ? head : head.slice(0, equals));
  if (equals < 0) {
    if (tail.length > 0) throw new PatternSyntax(`"=" is missing after "${name}"`, offset);
    const required = name.endsWith('!');
    const bare = required ? name.slice(0, -1) : name;
    return { name: bare, offset, parts: [shorthand(bare, required, offset)] };
  }
  const rest = head.slice(equals + 1);
  const value = [...(rest === '' ? [] : [decodeLiteral(rest.replaceAll('+', ' '))]), ...tail.map(decodePart)];
  checkHoles(value);
  return { name, offset, parts: value };
}

function decodePart(part: Part): Part {
  return isHole(part) ? part : decodeLiteral(part.replaceAll('+', ' '));
}

function shorthand(name: string, required: boolean, offset: number): Hole {
  if (!NAME_CHARACTERS.test(name)) throw new PatternSyntax(`"${name}" is not a name; write ?name={variable}`, offset);
  return { name, supplied: false, optional: false, required, converters: [], offset };
}
