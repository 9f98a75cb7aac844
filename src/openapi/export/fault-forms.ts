// How the faults of a rule's calls look to its clients.
import type { JsonSchema } from '../../codec/schema/json-schema.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import { type ErrorCode, errorTable } from '../../errors/errors.ts';
import { constantCase, titleOf, titleWithout } from '../../fault/fault-names.ts';
import type { MappingRule, WrittenProblem } from '../../mapping/model/mapping.ts';
import { callsOf } from '../../mapping/runtime/called-operations.ts';
import type { ValueTable } from '../../mapping/syntax/value-tables.ts';
import { isHole } from '../../pattern/text/hole.ts';
import { BodySchemas } from './body.ts';
import type { HeaderObject } from './document-types.ts';
import { Places } from './places.ts';
import type { Schemas } from './schemas.ts';

export interface FaultForm {
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

/** The forms of one mapping: equal ones are one object. */
export class FaultForms {
  private readonly schemas: Schemas;
  private readonly tables: ReadonlyMap<string, ValueTable>;
  private readonly leftOut: ReadonlySet<number>;
  private readonly byText = new Map<string, FaultForm>();
  /** Of rows about a fault that the called operation declares, and of others. */
  private readonly rows = {
    declared: new Map<WrittenProblem, FaultForm>(),
    others: new Map<WrittenProblem, FaultForm>(),
  };
  private readonly elements = new Map<ElementDecl, FaultForm>();

  /** `leftOut`: statuses without a form. */
  constructor(schemas: Schemas, tables: ReadonlyMap<string, ValueTable>, leftOut: ReadonlySet<number>) {
    this.schemas = schemas;
    this.tables = tables;
    this.leftOut = leftOut;
  }

  /** Those of a rule. Calls per item return results even where they fail, so those have none. */
  of(rule: MappingRule): FaultForm[] {
    const { flow } = rule;
    if (flow?.kind === 'each') return [];
    const single = flow?.kind === 'calls' ? flow.parts.flatMap(({ each }) => each?.single ?? []) : [];
    const calls = callsOf(rule).filter((call) => !single.includes(call));
    const forms = calls.flatMap((call) => this.ofCall(call));
    return flow?.kind === 'result' ? [...forms, RUNNING, FAILED] : forms;
  }

  private ofCall({ faults, operation }: MappingRule): FaultForm[] {
    const declared = operation.faults.map((fault) => fault.element);
    const rows = faults.restSides;
    const left = declared.filter((element) => !rows.some((row) => takesAll(row, element)));
    return [
      ...rows.filter((row) => !this.leftOut.has(row.status) && !isOwn(row)).map((row) => this.ofRow(row, declared)),
      ...left.map((element) => this.first(this.elements, element, () => elementForm(element, this.schemas))),
    ];
  }

  private ofRow(row: WrittenProblem, declared: readonly ElementDecl[]): FaultForm {
    const element = row.element && declared.includes(row.element) ? row.element : undefined;
    const made = element ? this.rows.declared : this.rows.others;
    return this.first(made, row, () => rowForm(row, element, this.schemas, this.tables));
  }

  private first<K>(made: Map<K, FaultForm>, key: K, make: () => FaultForm): FaultForm {
    const existing = made.get(key);
    if (existing) return existing;
    const form = make();
    const text = JSON.stringify(form);
    const equal = this.byText.get(text) ?? form;
    this.byText.set(text, equal);
    made.set(key, equal);
    return equal;
  }
}

/** Codes that the gateway alone says. A row about them is for SOAP clients; each response of errors has them anyhow. */
const OWN = /^(?:CODEC|PAGE)_/;

function isOwn({ status, code: [text, ...further] }: WrittenProblem): boolean {
  if (typeof text !== 'string' || further.length > 0 || !OWN.test(text)) return false;
  return text in errorTable && errorTable[text as ErrorCode][1] === status;
}

function takesAll({ catchAll, element }: WrittenProblem, declared: ElementDecl): boolean {
  return catchAll && (element === undefined || element === declared);
}

function elementForm(element: ElementDecl, schemas: Schemas): FaultForm {
  const code = constantCase(element.name.local);
  return { status: 422, code: { const: code }, data: schemas.element(element), title: titleOf(code), headers: [] };
}

/** `element`: the declared fault that the row is about. */
function rowForm(
  { status, code, data, headers, title, typeOf }: WrittenProblem,
  element: ElementDecl | undefined,
  schemas: Schemas,
  tables: ReadonlyMap<string, ValueTable>,
): FaultForm {
  const places = new Places(schemas, tables, typeOf);
  const bodies = new BodySchemas(places, { side: 'response', optional: () => true });
  const text = code.map((part) => (isHole(part) ? '…' : part)).join('');
  return {
    status,
    code: code.some(isHole) ? places.template(code) : { const: text },
    data: data ? bodies.schema(data) : element && schemas.element(element),
    title: title ?? titleWithout(status, text),
    headers: headers.map(({ name, parts: pieces }) => [name, { schema: places.text(pieces, 'header').schema }]),
  };
}
