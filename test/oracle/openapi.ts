// Is an exchange what an OpenAPI 3.1 document says? Reads documents as data and asks ajv; knows nothing of how ours are made.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

export interface SentRequest {
  readonly method: string;
  /** Raw path and query. */
  readonly target: string;
  /** Names in any case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Parsed JSON; undefined where there is no body. */
  readonly body?: unknown;
}

export interface SentReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: a document is data of any shape
type Node = Record<string, any>;

/** What is not as the document says; nothing where all is well. Members of the document that it does not have are no excuse. */
export function validateExchange(document: object, request: SentRequest, response?: SentReply): string[] {
  const found = operationFor(document as Node, request);
  if (found === undefined) return [`no operation for ${request.method} ${request.target}`];
  const checker = checkerOf(document as Node);
  const problems = [...requestProblems(checker, found, request)];
  if (response) problems.push(...replyProblems(checker, found, response));
  return problems;
}

/** Is the request alone what the document says? */
export function validateRequest(document: object, request: SentRequest): string[] {
  return validateExchange(document, request);
}

/** The document with parameters, responses and whole bodies where they are used, in place of references to components. */
export function inlined(document: object): Node {
  const { components, ...rest } = structuredClone(document) as Node;
  const parts = (kind: string, node: Node) =>
    typeof node.$ref === 'string' && node.$ref.startsWith(`#/components/${kind}/`)
      ? components[kind][decodeURIComponent(node.$ref.slice(kind.length + 14))]
      : node;
  const bodies = (node: Node) => {
    for (const media of Object.values<Node>(node?.content ?? {}))
      if (/\.(request|response)\d*$/.test(media.schema.$ref)) media.schema = parts('schemas', media.schema);
  };
  for (const [path, item] of Object.entries<Node>(rest.paths))
    rest.paths[path] = Object.fromEntries(operationsOf(item));
  for (const operation of Object.values<Node>(rest.paths).flatMap((item) => Object.values<Node>(item))) {
    if (operation.parameters) operation.parameters = operation.parameters.map((p: Node) => parts('parameters', p));
    bodies(operation.requestBody);
    for (const [status, response] of Object.entries<Node>(operation.responses)) {
      if (status !== 'default') operation.responses[status] = parts('responses', response);
      bodies(operation.responses[status]);
    }
  }
  return { ...rest, components };
}

/** Methods of a path with their operations, each with the parameters of the path (OpenAPI 3.1 §4.8.9). */
export function operationsOf({ parameters = [], ...methods }: Node): [method: string, operation: Node][] {
  return Object.entries<Node>(methods).map(([method, operation]) => {
    const all = [...parameters, ...(operation.parameters ?? [])];
    return [method, all.length > 0 ? { ...operation, parameters: all } : operation];
  });
}

interface Found {
  readonly operation: Node;
  /** Of the operation and of its path, with their JSON pointers. */
  readonly parameters: readonly { readonly listed: Node; readonly at: string }[];
  /** JSON pointer of the operation. */
  readonly at: string;
  readonly values: ReadonlyMap<string, string>;
  readonly query: URLSearchParams;
}

/** Paths with more literal text come first (OpenAPI 3.1 §4.8.8.2). */
function operationFor(document: Node, { method, target }: SentRequest): Found | undefined {
  const [path, query = ''] = target.split('?');
  const templates = Object.keys(document.paths).toSorted((a, b) => holes(a) - holes(b) || literals(b) - literals(a));
  for (const template of templates) {
    const names = [...template.matchAll(/\{([^}]*)\}/g)].map((found) => found[1]);
    const item = document.paths[template];
    const operation = item[method.toLowerCase()];
    const at = `#/paths/${pointer(template)}/${method.toLowerCase()}`;
    const parameters = [
      ...listedAt(operation, at),
      ...(operation ? listedAt(item, `#/paths/${pointer(template)}`) : []),
    ];
    const values = matcher(template, hasTail(document, parameters)).exec(path)?.slice(1);
    if (values === undefined || operation === undefined) continue;
    const decoded = names.map((name, i): [string, string] => [name, decodeURIComponent(values[i])]);
    return { operation, parameters, at, values: new Map(decoded), query: new URLSearchParams(query) };
  }
  return undefined;
}

function listedAt(node: Node | undefined, at: string): Found['parameters'] {
  const all: Node[] = node?.parameters ?? [];
  return all.map((listed, i) => ({ listed, at: `${at}/parameters/${i}` }));
}

function holes(template: string): number {
  return template.split('/').filter((segment) => segment.includes('{')).length;
}

function literals(template: string): number {
  return template.replace(/\{[^}]*\}/g, '').length;
}

/** Its last parameter has slashes. */
function hasTail({ components }: Node, parameters: Found['parameters']): boolean {
  const named = (p: Node) => (p.$ref ? components.parameters[decodeURIComponent(p.$ref.split('/').at(-1))] : p);
  return parameters.some(({ listed }) => named(listed)['x-segments'] === true);
}

function matcher(template: string, tail: boolean): RegExp {
  const parts = template.split(/\{[^}]*\}/).map((text) => text.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&'));
  const last = tail ? `(.+?)${parts.pop()}` : '';
  return new RegExp(`^${parts.join('([^/]+?)')}${last}$`);
}

function pointer(text: string): string {
  return encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function* requestProblems(checker: Checker, found: Found, request: SentRequest): Generator<string> {
  const { operation, at, query, values } = found;
  const parameters = found.parameters.map(({ listed, at: place }) => checker.resolve(listed, place));
  const known = new Set(parameters.filter(({ node }) => node.in === 'query').map(({ node }) => node.name));
  for (const name of new Set(query.keys())) if (!known.has(name)) yield `?${name} is not described`;
  for (const { node: p, at: place } of parameters) {
    const texts = textsOf(p, query, values, request.headers);
    if (texts.length === 0) {
      if (p.required) yield `${p.in} ${p.name} is required`;
    } else if (!candidates(p, texts).some((value) => checker.fits(`${place}/schema`, value)))
      yield `${p.in} ${p.name}: ${JSON.stringify(texts)} does not fit: ${checker.why}`;
  }
  const { requestBody } = operation;
  if (request.body === undefined) {
    if (requestBody?.required) yield 'the body is required';
  } else if (requestBody === undefined) yield 'a body is not described';
  else yield* contentProblems(checker, `${at}/requestBody`, requestBody, request);
}

function textsOf(p: Node, query: URLSearchParams, values: Found['values'], headers: SentRequest['headers']): string[] {
  if (p.in === 'query') return query.getAll(p.name);
  const text = p.in === 'path' ? values.get(p.name) : fieldOf(headers, p.name);
  return text === undefined ? [] : [text];
}

function fieldOf(headers: SentRequest['headers'], name: string): string | undefined {
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
}

/** The values that the texts may stand for: a text, or what it spells; lists as repeated values or with commas (§4.8.12.1). */
function candidates(p: Node, texts: readonly string[]): unknown[] {
  const commas = p.in !== 'query' || p.explode === false;
  const [first] = texts;
  const single = texts.length === 1 ? spelled(first) : [];
  const items = commas && texts.length === 1 ? split(first) : [...texts];
  const lists = [items, items.map((text) => spelled(text).at(-1))];
  return [...single, ...lists];
}

function spelled(text: string): unknown[] {
  if (text === 'true' || text === 'false') return [text, text === 'true'];
  return text.trim() !== '' && Number.isFinite(Number(text)) ? [text, Number(text)] : [text];
}

/** A backslash takes the meaning from the comma or backslash after it. */
function split(text: string): string[] {
  if (text === '') return [];
  return [...`${text},`.matchAll(/((?:\\[\s\S]|[^,\\])*),/g)].map((found) => found[1].replace(/\\([,\\])/g, '$1'));
}

function* replyProblems(checker: Checker, { operation, at }: Found, response: SentReply): Generator<string> {
  const status = String(response.status);
  const key = [status, `${status[0]}XX`, 'default'].find((one) => operation.responses[one] !== undefined);
  if (key === undefined) return yield `status ${status} is not described`;
  const { node, at: place } = checker.resolve(operation.responses[key], `${at}/responses/${key}`);
  if (key === 'default' && response.status < 400) yield `status ${status} is not described`;
  for (const [name, header] of Object.entries(node.headers ?? {})) {
    const { node: described, at: where } = checker.resolve(header as Node, `${place}/headers/${pointer(name)}`);
    const text = fieldOf(response.headers, name);
    if (text === undefined) {
      if (described.required) yield `the header ${name} is required`;
    } else if (!candidates({ in: 'header' }, [text]).some((value) => checker.fits(`${where}/schema`, value)))
      yield `the header ${name}: "${text}" does not fit: ${checker.why}`;
  }
  if (response.body === undefined) return;
  if (node.content === undefined) yield 'a body of the response is not described';
  else yield* contentProblems(checker, place, node, response);
}

/** The one that the type of the message names, with its parameters where they tell two apart; the first where it names none. */
function* contentProblems(
  checker: Checker,
  at: string,
  node: Node,
  message: SentReply | SentRequest,
): Generator<string> {
  const named = fieldOf(message.headers, 'content-type');
  const types = Object.keys(node.content);
  const type =
    named === undefined ? types[0] : (typeLike(named, types, parametersToo) ?? typeLike(named, types, essence));
  if (type === undefined) return yield `the media type ${named} is not described, only ${types.join(', ')}`;
  if (!checker.fits(`${at}/content/${pointer(type)}/schema`, message.body))
    yield `the body does not fit: ${checker.why}`;
}

function typeLike(named: string, types: readonly string[], by: (type: string) => string): string | undefined {
  return types.find((type) => by(type) === by(named));
}

/** Type and subtype, without parameters (RFC 9110 §8.3.1). */
function essence(type: string): string {
  return type.split(';')[0].trim().toLowerCase();
}

function parametersToo(type: string): string {
  return type.replace(/\s/g, '').toLowerCase();
}

class Checker {
  why = '';
  /** `ownProperties`: a member that is absent must not be found on Object.prototype. */
  private readonly ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    ownProperties: true,
    // ajv divides doubles.
    multipleOfPrecision: 9,
    validateFormats: false,
    validateSchema: false,
  });
  private readonly document: Node;
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(document: Node) {
    this.document = document;
    this.ajv.addSchema(document, 'openapi');
  }

  /** `at`: JSON pointer of a schema in the document. */
  fits(at: string, value: unknown): boolean {
    let validate = this.compiled.get(at);
    if (validate === undefined) {
      validate = this.ajv.compile({ $ref: `openapi${at}` });
      this.compiled.set(at, validate);
    }
    const fine = validate(value);
    if (!fine) this.why = this.ajv.errorsText(validate.errors, { dataVar: '$' });
    return fine;
  }

  /** References into the components. */
  resolve(node: Node, at: string): { readonly node: Node; readonly at: string } {
    if (typeof node.$ref !== 'string') return { node, at };
    const keys = node.$ref.slice(2).split('/').map(decodeURIComponent);
    return { node: keys.reduce((inner, key) => inner[key], this.document), at: node.$ref };
  }
}

const checkers = new WeakMap<object, Checker>();

function checkerOf(document: Node): Checker {
  let checker = checkers.get(document);
  if (checker === undefined) {
    checker = new Checker(JSON.parse(JSON.stringify(document)));
    checkers.set(document, checker);
  }
  return checker;
}
