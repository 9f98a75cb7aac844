// Schemas of error bodies: that of RFC 9457, and those of the forms that tables declare (`rest.errors`).

import { type JsonSchema, type JsonSchemaObject, record } from '../../codec/schema/json-schema.ts';
import { errorTable } from '../../errors/errors.ts';
import { PROBLEM_MEDIA } from '../../fault/fault-names.ts';
import { fromJs, toJs } from '../../json/value.ts';
import { isHole } from '../../pattern/text/hole.ts';
import type { EachTree, ObjectTree, Tree } from '../../pattern/tree.ts';
import { ERROR_ITEM_NAMES, type ErrorForm, type ErrorName, writtenForm } from '../../rule/error-form.ts';
import type { MediaType } from './document-types.ts';

export const PROBLEM = 'Problem';
const TEXT: JsonSchema = { type: 'string' };

const errorsSchema: JsonSchemaObject = {
  type: 'array',
  description: 'List of problems, each with its position in the request.',
  items: {
    type: 'object',
    properties: { path: TEXT, code: TEXT, message: TEXT },
    required: ['path', 'code', 'message'],
  },
};

const faultSchema: JsonSchemaObject = {
  type: 'object',
  description: 'The fault of the SOAP service.',
  properties: {
    code: TEXT,
    subcodes: { type: 'array', items: TEXT },
    actor: TEXT,
    detail: {
      type: 'array',
      items: { type: 'object', properties: { name: TEXT, value: true }, required: ['name', 'value'] },
    },
  },
  required: ['code'],
};

const SCHEMAS: Readonly<Record<Exclude<ErrorName, 'path'>, JsonSchema>> = {
  type: { type: 'string', format: 'uri', description: 'Problem type, by its code.' },
  title: { type: 'string', description: 'Title of the problem type.' },
  status: { type: 'integer', minimum: 400, maximum: 599 },
  detail: { type: 'string', description: 'Details of this problem.' },
  instance: { type: 'string', format: 'uri', description: 'Id of this request.' },
  code: { type: 'string', description: 'Error code, for programs.' },
  errors: errorsSchema,
  data: { description: 'Data of the problem.' },
  fault: faultSchema,
};

/** Every error has a value for them. */
const ALWAYS: ReadonlySet<string> = new Set(['type', 'title', 'status', 'instance', 'code']);

/** The problem bodies of RFC 9457. */
export const problemSchema: JsonSchemaObject = {
  type: 'object',
  description: 'A problem (RFC 9457). It may have further members.',
  properties: SCHEMAS,
  required: [...ALWAYS],
};

/** What a response says of some variables of its body. */
export type KnownValues = Readonly<Partial<Record<ErrorName, JsonSchema>>>;

/** One error; `data`: as JSON value, where it has some. */
export interface ErrorExample {
  readonly code: string;
  readonly title: string;
  readonly status: number;
  readonly data: unknown;
}

/** Errors that any rule may have. */
const ANY = (['UPSTREAM_CONNECT', 'NOT_FOUND'] as const).map((code): ErrorExample => {
  const [, status, title] = errorTable[code];
  return { code, title, status, data: undefined };
});

/** The first and the last. */
type Statuses = readonly [first: number, last: number];
const ALL: Statuses = [400, 599];

/** The components of one document, by form. A form without a body is that of RFC 9457. */
export class ProblemSchemas {
  private readonly names = new Map<Tree | undefined, string>();
  /** Those that some of the statuses is written in. */
  private readonly formsOf: (statuses: Statuses) => (ErrorForm | undefined)[];

  constructor(mappings: readonly { readonly errorForms: readonly ErrorForm[] }[]) {
    this.formsOf = (statuses) => {
      const forms = mappings.flatMap(({ errorForms }) => writtenForms(errorForms, statuses));
      return forms.length === 0 ? [undefined] : forms;
    };
    for (const form of this.formsOf(ALL)) this.add(form?.body?.tree);
  }

  private add(tree: Tree | undefined): void {
    const name = this.names.get(tree) ?? `${PROBLEM}${this.names.size === 0 ? '' : this.names.size + 1}`;
    this.names.set(tree, name);
  }

  get componentNames(): readonly string[] {
    return [...this.names.values()];
  }

  components(): [name: string, schema: JsonSchema][] {
    return [...this.names].map(([tree, name]) => [name, tree ? bodySchema(tree) : problemSchema]);
  }

  /** Schemas of any error with one of these statuses, by media type. */
  any(statuses: Statuses = ALL): Record<string, MediaType> {
    const byMedia = Map.groupBy(this.formsOf(statuses), (form) => form?.media ?? PROBLEM_MEDIA);
    return record(
      [...byMedia].map(([media, forms]) => {
        const names = new Set(forms.map((form) => this.names.get(form?.body?.tree) ?? PROBLEM));
        const [example] = forms.flatMap((form) => exampleWithin(form, statuses));
        return [media, { schema: oneOfRefs([...names]), ...(example !== undefined && { example }) }];
      }),
    );
  }

  /** The body of errors with this status; `variants`: what they may say; `example`: what one of them says. */
  ofStatus(
    forms: readonly ErrorForm[],
    status: number,
    variants: readonly { readonly title?: string; readonly values: KnownValues }[],
    example: ErrorExample,
  ): Record<string, MediaType> {
    const form = writtenForm(forms, status);
    const tree = form?.body?.tree;
    const overlay = (values: KnownValues) =>
      tree ? treeOverlay(tree, values) : { properties: record(Object.entries(values)) };
    const [only, ...others] = variants;
    const anyOf = variants.map(({ title, values }) => ({ ...(title && { title }), ...overlay(values) }));
    const saysMore = others.length > 0 && anyOf.every((variant) => Object.keys(variant).length > 0);
    const shared = { status: { const: status }, ...(others.length === 0 && only.values) };
    const schema = { $ref: refTo(this.names.get(tree) ?? PROBLEM), ...overlay(shared), ...(saysMore && { anyOf }) };
    return record([[form?.media ?? PROBLEM_MEDIA, { schema, example: written(form, example) }]]);
  }
}

/** An error that the form is for. */
function exampleWithin(form: ErrorForm | undefined, statuses: Statuses): unknown[] {
  const ranges = [statuses, form?.statuses ?? ALL];
  const example = ANY.find(({ status }) => ranges.every(([first, last]) => first <= status && status <= last));
  return example === undefined ? [] : [written(form, example)];
}

/** The error as clients get it. */
function written(form: ErrorForm | undefined, { code, title, status, data }: ErrorExample): unknown {
  const values = {
    type: `urn:soapstone:error:${code}`,
    title,
    status,
    instance: 'urn:soapstone:request:6f1d9f3e-3a0b-4c52-9f0e-0c6a3d5b7e21',
    code,
    ...(data !== undefined && { data }),
  };
  if (form?.body === undefined) return values;
  return toJs(
    form.body.write(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fromJs(value)]))),
  );
}

/** Forms that some status is written in; undefined: that of RFC 9457. */
function writtenForms(forms: readonly ErrorForm[], [first, last]: Statuses): (ErrorForm | undefined)[] {
  const statuses = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return [...new Set(statuses.map((status) => writtenForm(forms, status)))];
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

function oneOfRefs(names: readonly string[]): JsonSchema {
  const refs = names.map((name) => ({ $ref: refTo(name) }));
  return refs.length === 1 ? refs[0] : { anyOf: refs };
}

function bodySchema(tree: Tree): JsonSchema {
  switch (tree.kind) {
    case 'hole':
      return SCHEMAS[tree.hole.name as keyof typeof SCHEMAS] ?? TEXT;
    case 'constant':
      return { const: tree.value };
    case 'object':
      return objectSchema(tree);
    case 'list':
      return { type: 'array', items: tree.items.length === 1 ? bodySchema(tree.items[0]) : true };
    case 'each':
      return { type: 'array', items: itemSchema(tree) };
    default:
      return tree.kind === 'text' ? TEXT : true;
  }
}

function objectSchema(tree: ObjectTree): JsonSchema {
  const required = tree.entries.filter(({ value }) => isAlways(value)).map(({ key }) => key);
  return {
    type: 'object',
    properties: record(tree.entries.map(({ key, value }) => [key, bodySchema(value)])),
    ...(required.length > 0 && { required }),
  };
}

function itemSchema({ item }: EachTree): JsonSchema {
  return item.kind === 'object' ? { type: 'object', properties: textsOf(item) } : bodySchema(item);
}

/** Members of single errors are texts. */
function textsOf({ entries }: ObjectTree): Record<string, JsonSchema> {
  const isText = (value: Tree) => value.kind === 'hole' && ERROR_ITEM_NAMES.some((name) => name === value.hole.name);
  return record(entries.map(({ key, value }) => [key, isText(value) ? TEXT : bodySchema(value)]));
}

function isAlways(tree: Tree): boolean {
  if (tree.kind === 'hole') return ALWAYS.has(tree.hole.name) && tree.hole.default === undefined;
  if (tree.kind === 'text') return tree.parts.every((part) => !isHole(part) || ALWAYS.has(part.name));
  if (tree.kind === 'object') return tree.entries.some(({ value }) => isAlways(value));
  if (tree.kind === 'list') return tree.items.length > 0 && isAlways(tree.items[0]);
  return tree.kind === 'constant';
}

/** What the values say of a body of this form; {}: nothing. */
function treeOverlay(tree: Tree, values: KnownValues): JsonSchemaObject {
  if (tree.kind === 'hole') {
    const value = values[tree.hole.name as ErrorName];
    return value === undefined || value === true || tree.hole.converters.length > 0 ? {} : value;
  }
  if (tree.kind === 'list' && tree.items.length === 1) {
    const items = treeOverlay(tree.items[0], values);
    return isEmpty(items) ? {} : { items };
  }
  if (tree.kind !== 'object') return {};
  const members = tree.entries.map(({ key, value }) => [key, treeOverlay(value, values)] as const);
  const properties = members.filter(([, schema]) => !isEmpty(schema));
  return properties.length === 0 ? {} : { properties: record(properties) };
}

function isEmpty(schema: JsonSchemaObject): boolean {
  return Object.keys(schema).length === 0;
}
