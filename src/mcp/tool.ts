// One tool: a rule of the table as an agent sees it.
import type { Tool as ToolDescription } from '@modelcontextprotocol/server';
import { type JsonSchema, type JsonSchemaObject, record } from '../codec/schema/json-schema.ts';
import type { Mapping, MappingRule } from '../mapping/model/mapping.ts';
import { requestBodiesOf } from '../openapi/export/body-examples.ts';
import { parametersOf } from '../openapi/export/parameters.ts';
import { templateOf } from '../openapi/export/paths.ts';
import { type Places, placesOf } from '../openapi/export/places.ts';
import { ruleResponses } from '../openapi/export/responses.ts';
import type { Schemas } from '../openapi/export/schemas.ts';
import type { Lookup, Rule } from '../rule/rule.ts';
import { argumentSchema, type FilledRequest, membersOf, ToolArguments } from './arguments.ts';
import { boundedSchema } from './bounded-schema.ts';
import { descriptionOf, titleOf } from './texts.ts';

/** Characters of one schema: a model reads all of it. */
const SCHEMA_SIZE = 16_384;
/** Fields that the gateway writes for jobs. */
const JOB_FIELDS = ['location', 'retry-after'];

export class RuleTool {
  readonly name: string;
  /** The rules of one path that clients cannot tell apart, such as the results of all jobs; mostly one. */
  readonly rules: readonly MappingRule[];
  /** Names of header fields, in lower case, that a result shows. */
  readonly fields: readonly string[];
  private readonly mapping: Mapping;
  private readonly schemas: Schemas;
  private description: ToolDescription | undefined = undefined;
  private parts: { readonly template: string; readonly args: ToolArguments; readonly places: Places } | undefined;

  constructor(name: string, rules: readonly MappingRule[], mapping: Mapping, schemas: Schemas) {
    this.name = name;
    this.rules = rules;
    this.fields = fieldsOf(rules);
    this.mapping = mapping;
    this.schemas = schemas;
  }

  get rule(): MappingRule {
    return this.rules[0];
  }

  /** Media type of the request's body. */
  get media(): string {
    return this.rule.request.rest.media ?? this.mapping.media;
  }

  describe(): ToolDescription {
    this.description ??= this.describeNow();
    return this.description;
  }

  private describeNow(): ToolDescription {
    const { rule } = this;
    const readOnly = rule.safe;
    const { method } = rule.request.rest;
    return {
      name: this.name,
      title: titleOf(rule),
      description: descriptionOf(rule, this.compiled().template),
      inputSchema: this.inputSchema() as ToolDescription['inputSchema'],
      outputSchema: this.outputSchema() as ToolDescription['outputSchema'],
      annotations: {
        readOnlyHint: readOnly,
        // RFC 9110 §9.2.2; what a POST does, its method does not say.
        idempotentHint: readOnly || method === 'PUT' || method === 'DELETE',
        ...(method === 'POST' && !readOnly ? {} : { destructiveHint: !readOnly && method !== 'GET' }),
      },
    };
  }

  /** Throws SoapstoneError TOOL_ARGUMENT for arguments that the tool does not have. */
  request(values: Readonly<Record<string, unknown>>): FilledRequest {
    const { args, template } = this.compiled();
    return args.request(template, values);
  }

  /** The rules for a path, as the router has them. Throws SoapstoneError BAD_PATH. */
  find(path: string): Lookup<Rule> {
    const match = this.mapping.lookup(this.rule.request.rest.method, path);
    if (match.kind !== 'found') return { kind: 'none' };
    // The router has compiled forms of the rules.
    const rules = match.rules.filter(({ id }) => this.rules.some((rule) => rule.id === id));
    return rules.length === 0 ? { kind: 'none' } : { ...match, rules };
  }

  private compiled() {
    this.parts ??= this.compile();
    return this.parts;
  }

  private compile() {
    const { rule, mapping } = this;
    const { base = mapping.base, line, body } = rule.restSide;
    const path = templateOf(base, line.value);
    const places = placesOf(rule, this.schemas, mapping);
    const parameters = parametersOf(rule, path, places, requestBodiesOf(rule, places));
    const members = () =>
      body ? membersOf(requestBodiesOf(rule, places).bodySchema(body), this.schemas.components) : [];
    return { template: path.template, args: new ToolArguments(parameters, body !== undefined, members), places };
  }

  private inputSchema(): JsonSchemaObject {
    const { args, places } = this.compiled();
    const { body } = this.rule.restSide;
    const properties: [string, JsonSchema][] = args.variables.map((argument) => [
      argument.name,
      argumentSchema(argument),
    ]);
    const required = args.variables.filter(({ parameter }) => parameter.required).map(({ name }) => name);
    if (args.body !== undefined && body !== undefined) {
      const bodies = requestBodiesOf(this.rule, places);
      properties.push([args.body, bodies.bodySchema(body)]);
      if (bodies.isRequired(body)) required.push(args.body);
    }
    return this.bounded(objectSchema(properties, required));
  }

  private outputSchema(): JsonSchemaObject {
    const { places } = this.compiled();
    const responses = [...ruleResponses(this.rule, places).values()];
    const contents = responses.flatMap(({ content = {} }) => Object.values(content).map(({ schema }) => schema));
    const [body] = contents;
    const properties: [string, JsonSchema][] = [['status', { type: 'integer', description: 'HTTP status.' }]];
    const fields = this.fields.map((name) => [name, { type: 'string' }] as [string, JsonSchema]);
    if (fields.length > 0) properties.push(['headers', objectSchema(fields, [])]);
    if (body !== undefined) properties.push(['body', this.rules.length > 1 || body === true ? {} : body]);
    return this.bounded(objectSchema(properties, ['status']));
  }

  private bounded(schema: JsonSchemaObject): JsonSchemaObject {
    return boundedSchema(schema, this.schemas.components, SCHEMA_SIZE);
  }
}

function fieldsOf(rules: readonly MappingRule[]): string[] {
  const names = rules.flatMap(({ restSide: { response, job } }) => [
    ...response.headers.map(({ name }) => name.toLowerCase()),
    ...(job ? JOB_FIELDS : []),
  ]);
  return [...new Set(names)];
}

function objectSchema(properties: readonly [string, JsonSchema][], required: readonly string[]): JsonSchemaObject {
  return {
    type: 'object',
    properties: record(properties),
    additionalProperties: false,
    ...(required.length > 0 && { required: [...required] }),
  };
}
