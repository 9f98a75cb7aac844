// The arguments of a tool: where each stands in the request of its rule, and how it is written there.
import type { JsonSchema } from '../codec/schema/json-schema.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { suggestKey } from '../errors/suggest.ts';
import type { ParameterObject } from '../openapi/export/document-types.ts';
import { COMMAS } from '../openapi/export/places.ts';
import { pathText } from '../pattern/text/path.ts';
import { uniqueName } from './tool-names.ts';

/** Name of the argument that is the body. */
const BODY = 'body';

export interface ToolArgument {
  /** Name for callers of the tool. */
  readonly name: string;
  readonly parameter: ParameterObject;
}

/** Parameters of one request, and how a call of the tool fills them. */
export class ToolArguments {
  readonly variables: readonly ToolArgument[];
  /** Name of the body's argument; undefined where the request has no body. */
  readonly body: string | undefined;
  private readonly constants: readonly { readonly parameter: ParameterObject; readonly text: string }[];
  private readonly bodyMembers: () => readonly string[];

  /** `bodyMembers`: what the body may hold, for suggestions. */
  constructor(
    parameters: readonly ParameterObject[],
    hasBody: boolean,
    bodyMembers: () => readonly string[] = () => [],
  ) {
    this.bodyMembers = bodyMembers;
    const used = new Set<string>();
    this.body = hasBody ? uniqueName(BODY, used) : undefined;
    const texts = parameters.map((parameter) => ({ parameter, text: constantOf(parameter) }));
    this.constants = texts.flatMap(({ parameter, text }) => (text === undefined ? [] : [{ parameter, text }]));
    this.variables = texts
      .filter(({ text }) => text === undefined)
      .map(({ parameter }) => ({ name: uniqueName(parameter.name, used), parameter }));
  }

  /** `template`: path with `{name}`. Throws SoapstoneError TOOL_ARGUMENT. */
  request(template: string, values: Readonly<Record<string, unknown>>): FilledRequest {
    this.refuseUnknown(values);
    const filled = new FilledParts(template);
    for (const { parameter, text } of this.constants) filled.add(parameter, [text]);
    for (const argument of this.variables)
      filled.add(argument.parameter, textsOf(argument, ownValue(values, argument.name)));
    const body = this.body === undefined ? undefined : ownValue(values, this.body);
    return { ...filled.result(), body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)) };
  }

  private inBody(name: string): string | undefined {
    if (this.body === undefined || !this.bodyMembers().includes(name)) return undefined;
    return `it is a member of the body: write ${this.body}: { ${name}: … }`;
  }

  private refuseUnknown(values: Readonly<Record<string, unknown>>): void {
    const names = [...this.variables.map(({ name }) => name), ...(this.body === undefined ? [] : [this.body])];
    const unknown = Object.keys(values).find((name) => !names.includes(name));
    if (unknown === undefined) return;
    const suggestion =
      this.inBody(unknown) ??
      suggestKey(unknown, names) ??
      (names.length === 0 ? 'it takes none' : `it takes: ${names.join(', ')}`);
    throw new SoapstoneError('TOOL_ARGUMENT', `the tool has no argument "${unknown.slice(0, 100)}"; ${suggestion}`);
  }
}

/** A schema that stands for itself, or for a component. */
export function membersOf(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>): readonly string[] {
  if (typeof schema !== 'object') return [];
  const target = schema.$ref === undefined ? schema : components[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
  return typeof target === 'object' ? Object.keys(target.properties ?? {}) : [];
}

export interface FilledRequest {
  /** Path and query, percent-encoded. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

class FilledParts {
  private path: string;
  private readonly query: string[] = [];
  private readonly headers: Record<string, string> = Object.create(null);

  constructor(template: string) {
    this.path = template;
  }

  /** `texts`: several for a parameter that is repeated. */
  add(parameter: ParameterObject, texts: readonly string[]): void {
    const { name } = parameter;
    if (parameter.in === 'query')
      this.query.push(...valuesInQuery(parameter, texts).map((value) => `${encodeURIComponent(name)}=${value}`));
    else if (texts.length === 0 && parameter.in === 'path')
      throw new SoapstoneError('TOOL_ARGUMENT', `the argument "${name}" is missing`);
    else if (parameter.in === 'path')
      this.path = this.path.replace(`{${name}}`, () => inPath(parameter, texts.join(',')));
    else if (texts.length > 0) this.headers[name.toLowerCase()] = texts.join(',');
  }

  result(): Pick<FilledRequest, 'target' | 'headers'> {
    const query = this.query.length === 0 ? '' : `?${this.query.join('&')}`;
    return { target: this.path + query, headers: this.headers };
  }
}

/** Between the items of a list in one parameter, by its style. */
const SEPARATORS = { form: ',', simple: ',', spaceDelimited: '%20', pipeDelimited: '%7C' };

function valuesInQuery({ style, explode, description }: ParameterObject, texts: readonly string[]): string[] {
  const values = texts.map(encodeURIComponent);
  const isJoined = style !== undefined && explode === false && !isEscaped(description) && values.length > 0;
  return isJoined ? [values.join(SEPARATORS[style])] : values;
}

/** Commas of items have a backslash. */
function isEscaped(description: string | undefined): boolean {
  return description?.includes(COMMAS) === true;
}

function inPath(parameter: ParameterObject, text: string): string {
  return parameter['x-segments'] ? text.split('/').map(pathText).join('/') : pathText(text);
}

/** The only text that the request can have there: callers need not say it. */
function constantOf({ name, required, schema }: ParameterObject): string | undefined {
  if (!required || schema === true) return undefined;
  const [text, ...others] = name.toLowerCase() === 'prefer' ? (schema.examples ?? []) : (schema.enum ?? []);
  return typeof text === 'string' && others.length === 0 ? text : undefined;
}

/** An argument may have the name of a member that every object inherits. */
function ownValue(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function textsOf({ parameter }: ToolArgument, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return [textOf(value)];
  if (parameter.explode || !isEscaped(parameter.description)) return value.map(textOf);
  return [value.map((item) => textOf(item).replace(/[,\\]/g, '\\$&')).join(',')];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The schema of an argument, with what its parameter says about it. */
export function argumentSchema({ parameter: { schema, description } }: ToolArgument): JsonSchema {
  if (description === undefined) return schema;
  return schema === true ? { description } : { description, ...schema };
}
