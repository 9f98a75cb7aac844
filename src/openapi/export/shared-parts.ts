// Parts that many operations have, such as the responses of faults: each stands once, under `components`.
import { type JsonSchema, type JsonSchemaObject, record } from '../../codec/schema/json-schema.ts';
import { extended } from '../../codec/schema/numerals.ts';
import type {
  HeaderObject,
  MediaType,
  OperationObject,
  ParameterObject,
  Reference,
  RequestBodyObject,
  ResponseObject,
  SharedOperation,
} from './document-types.ts';
import { Examples, exampleOf } from './examples.ts';
import { jsonOf, textInOrder } from './part-texts.ts';
import { LINES_MEDIA } from './responses.ts';
import { WideSchemas } from './wide-schemas.ts';

/** Characters of JSON from which a part is worth a component. Parameters repeat more often, in every operation. */
const LEAST = 160;
const LEAST_PARAMETER = 70;
const LEAST_HEADER = 70;
/** Characters of JSON from which an object inside of a body is a component: the records of a list are those of a single request. */
const LEAST_NESTED = 2_000;

export class SharedParts {
  private readonly all: {
    readonly parameters: Parts<ParameterObject>;
    readonly headers: Parts<HeaderObject>;
    readonly responses: Parts<ResponseObject>;
    readonly schemas: Parts<JsonSchema>;
  };

  private readonly examples: Examples;
  private readonly wide = new WideSchemas();
  /** Schemas of bodies, by name: a generated example that an operation has for it. */
  private readonly samples = new Map<string, unknown>();

  /** Schemas with references in place of their large objects. */
  private readonly shortened = new Map<JsonSchemaObject, JsonSchemaObject>();
  private readonly problems = new Map<ResponseObject, ResponseObject | Reference>();

  /** `schemaNames`, `responseNames`: names that are taken. `component`: schemas that are components already. */
  constructor(
    schemaNames: Set<string>,
    responseNames: Set<string>,
    component: (name: string) => JsonSchema | undefined = () => undefined,
  ) {
    this.examples = new Examples((name) => component(name) ?? this.schemas[name]);
    this.all = {
      parameters: new Parts('parameters', new Set(), LEAST_PARAMETER),
      headers: new Parts('headers', new Set(), LEAST_HEADER),
      responses: new Parts('responses', responseNames),
      schemas: new Parts('schemas', schemaNames),
    };
  }

  get parameters(): Record<string, ParameterObject> {
    return this.all.parameters.byName;
  }

  get headers(): Record<string, HeaderObject> {
    return this.all.headers.byName;
  }

  get responses(): Record<string, ResponseObject> {
    return this.all.responses.byName;
  }

  get schemas(): Record<string, JsonSchema> {
    return this.all.schemas.byName;
  }

  /** The operation with references in place of its larger parts. */
  of(operation: OperationObject): SharedOperation {
    const { operationId, parameters, requestBody, responses } = operation;
    return {
      ...operation,
      ...(parameters && { parameters: parameters.map((one) => this.parameter(one)) }),
      ...(requestBody && { requestBody: this.body(requestBody, operationId) }),
      responses: record(
        Object.entries(responses).map(([status, response]) => [status, this.response(response, status, operationId)]),
      ),
    };
  }

  /** References in place of the bodies of success: hundreds of operations are then merged by their names. */
  withNamedBodies(operation: OperationObject, id: string): OperationObject {
    const responses = Object.entries(operation.responses).map(([status, response]) => {
      const content = '$ref' in response || Number(status) >= 400 ? undefined : response.content;
      return [status, content ? { ...response, content: this.content(content, `${id}.response`) } : response] as const;
    });
    return { ...operation, responses: record(responses) };
  }

  private body({ required, content }: RequestBodyObject, id: string): RequestBodyObject {
    return { required, content: this.content(content, `${id}.request`) };
  }

  private response(response: ResponseObject | Reference, status: string, id: string): ResponseObject | Reference {
    if ('$ref' in response) return response;
    const { content } = response;
    if (content === undefined || Number(status) >= 400) return this.problem(response, status);
    const success = { ...this.withNamedHeaders(response), content: this.content(content, `${id}.response`) };
    return this.all.responses.putAgain(success, status);
  }

  /** Rules with the same problems have the same objects for them. */
  private problem(response: ResponseObject, status: string): ResponseObject | Reference {
    const part = this.problems.get(response) ?? this.all.responses.put(response, status);
    this.problems.set(response, part);
    return part;
  }

  private withNamedHeaders(response: ResponseObject): ResponseObject {
    const headers = Object.entries(response.headers ?? {}).map(
      ([name, header]) => [name, '$ref' in header ? header : this.all.headers.put(header, name)] as const,
    );
    return { ...response, headers: record(headers) };
  }

  private content(content: Record<string, MediaType>, name: string): Record<string, MediaType> {
    const [{ schema }] = Object.values(content);
    return record(
      Object.entries(content).map(([media, type]) => [
        media,
        media === LINES_MEDIA ? this.lines(type, schema) : this.mediaType(type, name),
      ]),
    );
  }

  /** The first item of the list as a line. `json`: the schema of the body that has the list. */
  private lines({ schema, lines: list, example, sample }: MediaType, json: JsonSchema): MediaType {
    if (list === undefined) return { schema, ...exampleOf(example) };
    const value = example ?? sample ?? this.examples.of(json)[0];
    const items = list === '$' ? value : (value as Record<string, unknown> | undefined)?.[list.slice('$.'.length)];
    const [item] = Array.isArray(items) ? items : [];
    return { schema, ...exampleOf(item === undefined ? undefined : `${JSON.stringify(item)}\n`) };
  }

  /** A generated example stands once, in the schema, and beside it where another operation has another one. */
  private mediaType({ schema, example, sample, encoding }: MediaType, name: string): MediaType {
    // The schema of its JSON has the examples.
    if (encoding !== undefined)
      return { schema: this.formSchema(schema, `${name}.form`), ...(Object.keys(encoding).length > 0 && { encoding }) };
    // Octets have no example in JSON.
    if (schema !== true && schema.format === 'binary') return { schema };
    const part = this.bodySchema(this.withNamedObjects(schema, name), name);
    if (part === true) return { schema: part, ...exampleOf(example ?? sample) };
    if (part.$ref === undefined) return { schema: this.exemplified(part, sample), ...exampleOf(example) };
    const component = part.$ref.slice(part.$ref.lastIndexOf('/') + 1);
    const isFirst = this.samples.get(component) === undefined;
    if (isFirst) this.samples.set(component, sample);
    const isElsewhere = isFirst || JSON.stringify(sample) === JSON.stringify(this.samples.get(component));
    return { schema: part, ...exampleOf(example ?? (isElsewhere ? undefined : sample)) };
  }

  /** Forms of several operations are one component. */
  private formSchema(schema: JsonSchema, name: string): JsonSchema {
    return schema === true ? schema : this.all.schemas.putAgain(this.withNamedObjects(schema, name), name);
  }

  /** What narrows members of a component refers to it. */
  private bodySchema(schema: JsonSchema, name: string): JsonSchema {
    if (schema === true || jsonOf(schema).length < LEAST) return schema;
    return this.wide.of(schema, (narrowed) => this.all.schemas.put(narrowed, name));
  }

  /** References in place of large objects in members and items. */
  private withNamedObjects(schema: JsonSchema, name: string): JsonSchema {
    if (schema === true) return schema;
    const named = this.shortened.get(schema) ?? this.nameObjects(schema, name);
    this.shortened.set(schema, named);
    return named;
  }

  private nameObjects(schema: JsonSchemaObject, name: string): JsonSchemaObject {
    const { properties, items } = schema;
    return extended(schema, {
      ...(items !== undefined && { items: this.namedObject(items, `${name}.item`) }),
      ...(properties && {
        properties: record(
          Object.entries(properties).map(([key, member]) => [key, this.namedObject(member, `${name}.${key}`)]),
        ),
      }),
    });
  }

  private namedObject(schema: JsonSchema, name: string): JsonSchema {
    if (jsonOf(schema).length < LEAST_NESTED) return schema;
    const inside = this.withNamedObjects(schema, name);
    return jsonOf(inside).length < LEAST_NESTED ? inside : this.all.schemas.put(inside, name);
  }

  /** The schema of this name, with an example where it is that of a body. */
  withExample(name: string, schema: JsonSchema): JsonSchema {
    return schema !== true && this.samples.has(name) ? this.exemplified(schema, this.samples.get(name)) : schema;
  }

  private exemplified(schema: JsonSchemaObject, sample: unknown): JsonSchemaObject {
    const examples = sample === undefined ? this.examples.of(schema) : [sample];
    return examples.length === 0 ? schema : extended(schema, { examples: [...examples] });
  }

  /** Requests that fill in these parameters are complete. */
  private parameter(parameter: ParameterObject): ParameterObject | Reference {
    const { required, in: location, schema, name } = parameter;
    const isFilled = !required || location === 'header' || 'example' in parameter;
    const [example] = isFilled ? [] : this.examples.of(schema);
    return this.all.parameters.put(example === undefined ? parameter : { ...parameter, example }, name);
  }
}

/** Components of one kind, by what they say. */
class Parts<T extends object | true> {
  private readonly kind: string;
  private readonly usedNames: Set<string>;
  private readonly least: number;
  private readonly byText = new Map<string, Reference>();
  private readonly byMeaning = new Map<string, Reference>();
  private readonly firstTexts = new Set<string>();
  readonly byName: Record<string, T> = record<T>([]);

  constructor(kind: string, usedNames: Set<string>, least = LEAST) {
    this.kind = kind;
    this.least = least;
    this.usedNames = usedNames;
  }

  /** A reference to the part. Small parts stay where they are. */
  put(part: T, wish: string): T | Reference {
    return jsonOf(part).length < this.least ? part : this.reference(part, wish);
  }

  /** The same for parts of which most stand once: the first one stays where it is. */
  putAgain(part: T, wish: string): T | Reference {
    const meaning = textInOrder(part);
    if (this.firstTexts.has(meaning)) return this.reference(part, wish);
    this.firstTexts.add(meaning);
    return part;
  }

  private reference(part: T, wish: string): Reference {
    const existing = this.byText.get(jsonOf(part));
    if (existing) return existing;
    const meaning = textInOrder(part);
    const reference = this.byMeaning.get(meaning) ?? this.component(part, wish);
    this.byMeaning.set(meaning, reference);
    this.byText.set(jsonOf(part), reference);
    return reference;
  }

  private component(part: T, wish: string): Reference {
    const name = this.free(wish.replace(/[^A-Za-z0-9._-]/g, '_'));
    this.byName[name] = part;
    return { $ref: `#/components/${this.kind}/${name}` };
  }

  private free(wish: string): string {
    const base = /\d$/.test(wish) ? `${wish}.` : wish;
    let name = wish;
    for (let n = 2; this.usedNames.has(name); n++) name = `${base}${n}`;
    this.usedNames.add(name);
    return name;
  }
}
