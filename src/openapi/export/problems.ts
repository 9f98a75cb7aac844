// Problem responses (RFC 9457) by status: their codes and data.
import { type JsonSchema, type JsonSchemaObject, record } from '../../codec/schema/json-schema.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import { errorTable } from '../../errors/errors.ts';
import { constantCase, titleOf } from '../../fault/fault-names.ts';
import type { MappingRule, WrittenProblem } from '../../mapping/model/mapping.ts';
import { callsOf } from '../../mapping/runtime/called-operations.ts';
import type { ValueTable } from '../../mapping/syntax/value-tables.ts';
import { isHole } from '../../pattern/text/hole.ts';
import { BodySchemas } from './body.ts';
import type { HeaderObject, Reference, ResponseObject } from './document-types.ts';
import { Places } from './places.ts';
import type { Schemas } from './schemas.ts';

export const PROBLEM = 'Problem';
const TEXT: JsonSchema = { type: 'string' };
const FROM_OUTSIDE: ReadonlySet<string> = new Set(['request', 'response', 'gateway']);
export const REQUEST_ID: Reference = { $ref: '#/components/headers/X-Request-Id' };

/** The problem bodies of all rules. */
export const problemSchema: JsonSchemaObject = {
  type: 'object',
  description: 'A problem (RFC 9457). It may have further members.',
  properties: {
    type: { type: 'string', format: 'uri', description: 'Problem type, by its code.' },
    title: { type: 'string', description: 'Title of the problem type.' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string', description: 'Details of this problem.' },
    instance: { type: 'string', format: 'uri', description: 'Id of this request.' },
    code: { type: 'string', description: 'Error code, for programs.' },
    errors: {
      type: 'array',
      description: 'List of problems, each with its position in the request.',
      items: {
        type: 'object',
        properties: { path: TEXT, code: TEXT, message: TEXT },
        required: ['path', 'code', 'message'],
      },
    },
    data: { description: 'Data of the problem.' },
    fault: {
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
    },
  },
  required: ['type', 'title', 'status', 'instance', 'code'],
};

/** `media`: media types of problems. */
export function anyProblem(media: readonly string[]): ResponseObject {
  return response('Any other problem', {}, { $ref: `#/components/schemas/${PROBLEM}` }, media);
}

/** By status. */
export function problemResponses(forms: readonly FaultForm[], media: string): Map<number, ResponseObject> {
  const statuses = [...new Set(forms.map((form) => form.status))].toSorted((a, b) => a - b);
  return new Map(
    statuses.map((status) => [
      status,
      ofStatus(
        status,
        forms.filter((form) => form.status === status),
        media,
      ),
    ]),
  );
}

function ofStatus(status: number, forms: readonly FaultForm[], media: string): ResponseObject {
  const titles = [...new Set(forms.map((form) => form.title))].join('; ');
  const headers = record(forms.flatMap((form) => form.headers));
  const kinds = [...new Map(forms.map((form) => [JSON.stringify(form.code), form.code])).values()];
  const variants = kinds.map((code) =>
    variantOf(
      code,
      forms.filter((form) => JSON.stringify(form.code) === JSON.stringify(code)),
    ),
  );
  const codes = ownCodes(status);
  const all = codes.length === 0 ? variants : [...variants, { properties: { code: { enum: codes } } }];
  const schema: JsonSchemaObject = {
    $ref: `#/components/schemas/${PROBLEM}`,
    properties: { status: { const: status } },
    anyOf: all,
  };
  return response(titles, headers, schema, [media]);
}

/** One code. Rules that share it may have different data. */
function variantOf(code: JsonSchema, forms: readonly FaultForm[]): JsonSchemaObject {
  const data = forms.map((form) => form.data);
  const properties = record<JsonSchema>([['code', code]]);
  const schemas = data.filter((schema) => schema !== undefined);
  if (schemas.length === data.length) properties['data'] = anyOf(schemas);
  return { title: forms[0].title, properties };
}

/** The gateway's own codes with that status. Undeclared faults are UPSTREAM_FAULT, also those that blame the client. */
function ownCodes(status: number): string[] {
  const entries = Object.entries(errorTable).filter(
    ([code, [kind, errorStatus]]) =>
      errorStatus === status && FROM_OUTSIDE.has(kind) && !/^(?:SOAP|XML|JOB|CURSOR)_/.test(code),
  );
  return [...entries.map(([code]) => code), ...(status === 400 ? ['UPSTREAM_FAULT'] : [])];
}

/** Each schema once. */
export function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const each = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  if (each.length === 1) return each[0];
  return each.includes(true) ? true : { anyOf: each };
}

function response(
  description: string,
  headers: Record<string, HeaderObject>,
  schema: JsonSchema,
  media: readonly string[],
): ResponseObject {
  const all = record<HeaderObject | Reference>([['X-Request-Id', REQUEST_ID], ...Object.entries(headers)]);
  return { description, headers: all, content: record(media.map((type) => [type, { schema }])) };
}

interface FaultForm {
  readonly status: number;
  /** Schema of the member `code`. */
  readonly code: JsonSchema;
  /** Schema of the member `data`; undefined: unknown. */
  readonly data?: JsonSchema;
  readonly title: string;
  readonly headers: readonly (readonly [string, HeaderObject])[];
}

const RUNNING: FaultForm = {
  status: 409,
  code: { const: 'JOB_RUNNING' },
  title: titleOf('JOB_RUNNING'),
  headers: [
    ['Retry-After', { description: 'Seconds.', schema: { type: 'integer', minimum: 0 } }],
    ['Location', { description: 'URL of its status.', schema: { type: 'string', format: 'uri-reference' } }],
  ],
};
const FAILED: FaultForm = { status: 422, code: { const: 'JOB_FAILED' }, title: titleOf('JOB_FAILED'), headers: [] };

/** The problems of a rule. Calls per item return results even where they fail, so those have none. */
export function faultForms(rule: MappingRule, schemas: Schemas, tables: ReadonlyMap<string, ValueTable>): FaultForm[] {
  const { flow } = rule;
  if (flow?.kind === 'each') return [];
  const forms = callsOf(rule).flatMap((call) => ofCall(call, schemas, tables));
  return flow?.kind === 'result' ? [...forms, RUNNING, FAILED] : forms;
}

function ofCall(
  { faults, operation }: MappingRule,
  schemas: Schemas,
  tables: ReadonlyMap<string, ValueTable>,
): FaultForm[] {
  const declared = operation.faults.map((fault) => fault.element);
  const rows = faults.restSides;
  const left = declared.filter((element) => !rows.some((row) => takesAll(row, element)));
  return [
    ...rows.map((row) => ofRow(row, declared, schemas, tables)),
    ...left.map((element) => ofElement(element, schemas)),
  ];
}

function takesAll({ catchAll, element }: WrittenProblem, declared: ElementDecl): boolean {
  return catchAll && (element === undefined || element === declared);
}

function ofElement(element: ElementDecl, schemas: Schemas): FaultForm {
  const code = constantCase(element.name.local);
  return { status: 422, code: { const: code }, data: schemas.element(element), title: titleOf(code), headers: [] };
}

function ofRow(
  row: WrittenProblem,
  declared: readonly ElementDecl[],
  schemas: Schemas,
  tables: ReadonlyMap<string, ValueTable>,
): FaultForm {
  const places = new Places(schemas, tables, row.typeOf);
  const bodies = new BodySchemas(places, { side: 'reply', optional: () => true });
  const { status, code, data, element, headers } = row;
  const elementSchema = () => (element && declared.includes(element) ? schemas.element(element) : undefined);
  const text = code.map((part) => (isHole(part) ? '…' : part)).join('');
  return {
    status,
    code: code.some(isHole) ? places.template(code) : { const: text },
    data: data ? bodies.schema(data) : elementSchema(),
    title: row.title ?? titleOf(text),
    headers: headers.map(({ name, parts }) => [name, { schema: places.text(parts, 'header').schema }]),
  };
}
