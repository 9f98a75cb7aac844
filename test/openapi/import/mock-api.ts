// A REST service as an API description has it: judges what it is asked with ajv, and answers with random JSON that ajv finds valid.
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import fc from 'fast-check';
import type { RestAnswer, RestRequest } from '../../e2e/rest-peer.ts';
import { jsonFor, resolve, type Schema } from './random-json.ts';

export interface ApiOperation {
  /** Its body has no JSON: the contract leaves it out. */
  readonly isRefused: boolean;
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Schema[];
  readonly body?: Schema;
  readonly bodyRequired: boolean;
  /** Of the first success with JSON, or else of the first success. */
  readonly status: number;
  readonly result?: Schema;
  /** Status (`404`, `default`) → schema. */
  readonly errors: ReadonlyMap<string, Schema>;
}

export interface Answered {
  readonly operation: ApiOperation;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly status: number;
  readonly response: unknown;
}

/** OpenAPI says so: they are not parameters. */
const IGNORED = ['accept', 'content-type', 'authorization'];
const FORM = 'application/x-www-form-urlencoded';
const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

export class MockApi {
  readonly operations: readonly ApiOperation[];
  readonly answered: Answered[] = [];
  /** What is wrong with requests, in ajv's words. */
  readonly wrong: string[] = [];
  /** The next answers are errors of this status, by this description. */
  failWith: { status: number; as: string } | undefined;
  private readonly document: Schema;
  private readonly base: string;
  private readonly ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true });
  private seed = 1;

  constructor(document: Schema) {
    this.document = document;
    this.base = new URL(document.servers[0].url, 'http://x').pathname.replace(/\/$/, '');
    formats.default(this.ajv);
    // Formats of OpenAPI that bound numbers, and those that say nothing about JSON.
    for (const format of ['int32', 'int64', 'float', 'double', 'byte', 'binary', 'password'])
      this.ajv.addFormat(format, true);
    this.ajv.addSchema(based(document), 'api');
    this.operations = Object.entries(document.paths)
      .flatMap(([path, item]) =>
        METHODS.flatMap((method) => ((item as Schema)[method] ? [this.read(method, path, item as Schema)] : [])),
      )
      .filter((one) => !one.isRefused);
  }

  /** Random arguments of an operation by the places of REST; the next call gives others. */
  sample<T>(arbitrary: fc.Arbitrary<T>): T {
    return fc.sample(arbitrary, { numRuns: 1, seed: this.seed++ })[0];
  }

  random(schema: Schema): unknown {
    return this.sample(jsonFor(schema, this.document).filter((value) => this.problems(schema, value) === ''));
  }

  answer({ method, target, headers, body }: RestRequest): RestAnswer {
    const url = new URL(target, 'http://api');
    const found = this.operations.find((one) => one.method === method && this.match(one, url.pathname));
    if (!found) return this.refuse(`nothing is at ${method} ${target}`);
    const inPath = this.match(found, url.pathname)!.groups ?? {};
    const parameters: Record<string, unknown> = Object.create(null);
    for (const [i, p] of found.parameters.entries()) {
      const all =
        p.in === 'path'
          ? [inPath[`p${i}`]].map(decodeURIComponent)
          : p.in === 'query'
            ? url.searchParams.getAll(p.name)
            : [headers[p.name.toLowerCase()]].flat();
      const given = all.filter((one) => one !== undefined);
      if (given.length === 0 && p.required) this.wrong.push(`${found.id}: ${p.name} is missing`);
      if (given.length === 0) continue;
      const schema = resolve(p.schema, this.document);
      const value = schema.type === 'array' ? given : asJson(given[0] as string, schema);
      this.judge(`${found.id}: ${p.name}`, p.schema, value);
      parameters[p.name] = value;
    }
    const unknown = [...url.searchParams.keys()].filter(
      (name) => !found.parameters.some((p) => p.in === 'query' && p.name === name),
    );
    if (unknown.length > 0) this.wrong.push(`${found.id}: unknown ${unknown}`);
    const isForm = headers['content-type'] === FORM;
    const given = isForm ? fieldsOf(body, found.body!) : body === '' ? undefined : JSON.parse(body);
    if (given === undefined && found.bodyRequired) this.wrong.push(`${found.id}: no body`);
    if (given !== undefined && !found.body) this.wrong.push(`${found.id}: a body that is not described`);
    else if (given !== undefined) this.judge(`${found.id}: body`, found.body, given);
    const { status, as } = this.failWith ?? { status: found.status, as: '' };
    const schema = this.failWith ? found.errors.get(as) : found.result;
    const response = schema && this.random(schema);
    this.answered.push({ operation: found, parameters, body: given, status, response });
    return {
      status,
      body: response === undefined ? undefined : JSON.stringify(response),
      headers: response === undefined ? {} : undefined,
    };
  }

  private refuse(why: string): RestAnswer {
    this.wrong.push(why);
    return { status: 599 };
  }

  private judge(what: string, schema: Schema, value: unknown): void {
    const problems = this.problems(schema, value);
    if (problems !== '') this.wrong.push(`${what}: ${problems} in ${JSON.stringify(value)}`);
  }

  private readonly validators = new Map<Schema, ReturnType<Ajv['compile']>>();

  /** ajv's words; '' where there are none. */
  problems(schema: Schema, value: unknown): string {
    let validate = this.validators.get(schema);
    if (!validate) this.validators.set(schema, (validate = this.ajv.compile(based(schema))));
    return validate(value) ? '' : this.ajv.errorsText(validate.errors);
  }

  private match(operation: ApiOperation, path: string): RegExpExecArray | null {
    const { parameters } = operation;
    const pattern = operation.path.replace(
      /\{([^}]*)\}/g,
      (_, name) => `(?<p${parameters.findIndex((p) => p.in === 'path' && p.name === name)}>[^/]+)`,
    );
    return new RegExp(`^${this.base}${pattern}$`).exec(path);
  }

  private read(method: string, path: string, item: Schema): ApiOperation {
    const operation = item[method];
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((p) =>
      deref(p, this.document),
    );
    const body = deref(operation.requestBody, this.document);
    const replies = Object.entries(operation.responses as Schema).map(([status, one]): [string, Schema] => [
      status,
      jsonOf(deref(one, this.document)),
    ]);
    const good = replies.filter(([status]) => /^2/.test(status));
    const [status, result] = good.find(([, schema]) => schema) ?? good[0] ?? ['204', undefined];
    return {
      id: operation.operationId ?? pascal(`${method} ${path}`),
      method: method.toUpperCase(),
      path,
      parameters: parameters.filter(
        (p) => p.in !== 'cookie' && !(p.in === 'header' && IGNORED.includes(p.name.toLowerCase())),
      ),
      body: body && contentOf(body),
      isRefused: body !== undefined && contentOf(body) === undefined,
      bodyRequired: body?.required === true && contentOf(body) !== undefined,
      status: Number(status),
      result,
      errors: new Map(replies.filter(([s, schema]) => schema && !/^2/.test(s))),
    };
  }
}

/** References lead into the whole document, and `nullable` without a type is not what ajv takes it for. */
function based(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === '$ref' && typeof value === 'string' && value.startsWith('#')) return `api${value}`;
    if (!value?.nullable || value.type) return value;
    const { nullable: _, ...rest } = value;
    return { anyOf: [rest, { type: 'null' }] };
  });
}

function deref(value: Schema, document: Schema): Schema {
  return value?.$ref ? resolve(value, document) : value;
}

function jsonOf({ content = {} }: Schema): Schema | undefined {
  return (
    content['application/json'] ??
    content['*/*'] ??
    Object.entries(content).find(([name]) => name.endsWith('+json'))?.[1]
  )?.schema;
}

function contentOf(body: Schema): Schema | undefined {
  return jsonOf(body) ?? body.content?.[FORM]?.schema;
}

/** By the types of the schema, and without lists. */
function fieldsOf(form: string, { properties = {} }: Schema): Schema {
  const fields = [...new URLSearchParams(form)];
  return Object.fromEntries(fields.map(([name, text]) => [name, asJson(text, properties[name] ?? {})]));
}

function asJson(value: string, { type }: Schema): unknown {
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  return type === 'integer' || type === 'number' ? Number(value) : value;
}

function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join('');
}
