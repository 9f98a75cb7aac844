// The problems that one rule may answer with: those of its fault rows, and those of declared faults that no row takes.

import type { JsonSchema } from '../../codec/schema/json-schema.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import { constantCase, titleOf } from '../../fault/fault-names.ts';
import type { MappingRule, WrittenProblem } from '../../mapping/model/mapping.ts';
import { callsOf } from '../../mapping/runtime/called-operations.ts';
import type { ValueTable } from '../../mapping/syntax/value-tables.ts';
import { isHole } from '../../pattern/text/hole.ts';
import { BodySchemas } from './body.ts';
import type { HeaderObject } from './document.ts';
import { Places } from './places.ts';
import type { Schemas } from './schemas.ts';

export interface FaultForm {
  readonly status: number;
  /** Of the member `code`. */
  readonly code: JsonSchema;
  /** Of the member `data`; undefined: nothing is known of it. */
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

/** Calls for the items of a list give results, whatever becomes of them. */
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
