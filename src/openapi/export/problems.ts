// Error responses by status: their codes and data.
import { type JsonSchema, record } from '../../codec/schema/json-schema.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import { errorTable } from '../../errors/errors.ts';
import { constantCase, titleOf } from '../../fault/fault-names.ts';
import type { MappingRule, WrittenProblem } from '../../mapping/model/mapping.ts';
import { callsOf } from '../../mapping/runtime/called-operations.ts';
import type { ValueTable } from '../../mapping/syntax/value-tables.ts';
import { isHole } from '../../pattern/text/hole.ts';
import type { ErrorForm } from '../../rule/error-form.ts';
import { BodySchemas } from './body.ts';
import type { HeaderObject, Reference, ResponseObject } from './document-types.ts';
import { Examples } from './examples.ts';
import { Places } from './places.ts';
import type { ErrorExample, KnownValues, ProblemSchemas } from './problem-schemas.ts';
import type { Schemas } from './schemas.ts';

const FROM_OUTSIDE: ReadonlySet<string> = new Set(['request', 'response', 'gateway']);
export const REQUEST_ID: Reference = { $ref: '#/components/headers/X-Request-Id' };

export function anyProblem(problems: ProblemSchemas): ResponseObject {
  return response('Any other problem', {}, problems.any());
}

/** What the gateway refuses by itself, or the service for the client's fault. */
export function anyRefusal(problems: ProblemSchemas): ResponseObject {
  return response('The request is refused.', {}, problems.any([400, 499]));
}

/** By status, in the forms of the mapping. */
export function problemResponses(
  faults: readonly FaultForm[],
  problems: ProblemSchemas,
  forms: readonly ErrorForm[],
  schemas: Schemas,
): Map<number, ResponseObject> {
  const examples = new Examples((name) => schemas.components[name]);
  const statuses = [...new Set(faults.map((form) => form.status))].toSorted((a, b) => a - b);
  return new Map(
    statuses.map((status) => {
      const ofStatus = faults.filter((form) => form.status === status);
      const content = problems.ofStatus(forms, status, variantsOf(status, ofStatus), exampleOf(ofStatus[0], examples));
      return [status, response(titlesOf(ofStatus), record(ofStatus.flatMap((form) => form.headers)), content)];
    }),
  );
}

/** The response of a code of the gateway's own, where no fault has its status. */
export function codedProblem(
  code: keyof typeof errorTable,
  problems: ProblemSchemas,
  forms: readonly ErrorForm[],
): ResponseObject {
  const [, status] = errorTable[code];
  const title = titleOf(code);
  const content = problems.ofStatus(forms, status, [{ title, values: { code: { const: code } } }], {
    status,
    code,
    title,
    data: undefined,
  });
  return response(title, {}, content);
}

function exampleOf({ status, code, title, data }: FaultForm, examples: Examples): ErrorExample {
  const [text = 'UPSTREAM_FAULT'] = examples.of(code);
  return { status, code: String(text), title, data: data === undefined ? undefined : examples.of(data)[0] };
}

function titlesOf(forms: readonly FaultForm[]): string {
  return [...new Set(forms.map((form) => form.title))].join('; ');
}

function variantsOf(status: number, forms: readonly FaultForm[]): Variant[] {
  const byCode = Map.groupBy(forms, ({ code }) => JSON.stringify(code));
  const variants = [...byCode.values()].map(variantOf);
  const codes = ownCodes(status);
  return codes.length === 0 ? variants : [...variants, { values: { code: { enum: codes } } }];
}

interface Variant {
  readonly title?: string;
  readonly values: KnownValues;
}

/** One code. Rules that share it may have different data. */
function variantOf(forms: readonly FaultForm[]): Variant {
  const [{ code, title }] = forms;
  const schemas = forms.map((form) => form.data).filter((schema) => schema !== undefined);
  return { title, values: { code, ...(schemas.length === forms.length && { data: anyOf(schemas) }) } };
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
  content: ResponseObject['content'],
): ResponseObject {
  const all = record<HeaderObject | Reference>([['X-Request-Id', REQUEST_ID], ...Object.entries(headers)]);
  return { description, headers: all, content };
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
  const single = flow?.kind === 'calls' ? flow.parts.flatMap(({ each }) => each?.single ?? []) : [];
  const calls = callsOf(rule).filter((call) => !single.includes(call));
  const forms = calls.flatMap((call) => ofCall(call, schemas, tables));
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
  const bodies = new BodySchemas(places, { side: 'response', optional: () => true });
  const { status, code, data, element, headers } = row;
  const elementSchema = () => (element && declared.includes(element) ? schemas.element(element) : undefined);
  const text = code.map((part) => (isHole(part) ? '…' : part)).join('');
  return {
    status,
    code: code.some(isHole) ? places.template(code) : { const: text },
    data: data ? bodies.schema(data) : elementSchema(),
    title: row.title ?? titleOf(text),
    headers: headers.map(({ name, parts: pieces }) => [name, { schema: places.text(pieces, 'header').schema }]),
  };
}
