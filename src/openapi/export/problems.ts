// Error responses by status: their codes and data.
import { type JsonSchema, record } from '../../codec/schema/json-schema.ts';
import { errorTable } from '../../errors/errors.ts';
import { titleOf } from '../../fault/fault-names.ts';
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import type { ErrorForm } from '../../rule/error-form.ts';
import type { HeaderObject, Reference, ResponseObject } from './document-types.ts';
import { Examples } from './examples.ts';
import { type FaultForm, FaultForms } from './fault-forms.ts';
import { jsonOf } from './part-texts.ts';
import type { ErrorExample, KnownValues, ProblemSchemas } from './problem-schemas.ts';
import type { Schemas } from './schemas.ts';

const FROM_OUTSIDE: ReadonlySet<string> = new Set(['request', 'response', 'gateway']);
export const REQUEST_ID: Reference = { $ref: '#/components/headers/X-Request-Id' };

/** Statuses of credentials, sizes, limits and services: no operation has them for reasons of its own. */
export const COMMON: ReadonlySet<number> = new Set([401, 403, 413, 429, 500]);

/** `withCommon`: it stands for the statuses of `COMMON` too. */
export function anyProblem(problems: ProblemSchemas, withCommon = false): ResponseObject {
  const common = withCommon ? `, also of any operation: ${[...COMMON].join(', ')}` : '';
  return response(`Any other problem${common}`, {}, problems.any());
}

/** What the gateway refuses by itself, or the service for the client's fault. */
export function anyRefusal(problems: ProblemSchemas): ResponseObject {
  return response('The request is refused.', {}, problems.any([400, 499]));
}

/** The problem responses of one mapping. Hundreds of rules have the same ones, which are made once. */
export class RuleProblems {
  private readonly faultForms: FaultForms;
  private readonly problems: ProblemSchemas;
  private readonly forms: readonly ErrorForm[];
  private readonly examples: Examples;
  private readonly leftOut: ReadonlySet<number>;
  private readonly numbers = new Map<FaultForm, number>();
  /** By the numbers of all forms of a rule. */
  private readonly byForms = new Map<string, Map<number, ResponseObject>>();
  /** By the numbers of their forms, and by codes. */
  private readonly responses = new Map<string, ResponseObject>();

  /** `leftOut`: statuses for which `default` stands. */
  constructor(
    { tables, errorForms }: Mapping,
    problems: ProblemSchemas,
    schemas: Schemas,
    leftOut: ReadonlySet<number>,
  ) {
    this.faultForms = new FaultForms(schemas, tables, leftOut);
    this.problems = problems;
    this.leftOut = leftOut;
    this.forms = errorForms;
    this.examples = new Examples((name) => schemas.components[name]);
  }

  /** `default` stands for the status. */
  leavesOut(status: number): boolean {
    return this.leftOut.has(status);
  }

  /** By status, in the forms of the mapping. */
  of(rule: MappingRule): Map<number, ResponseObject> {
    const faults = this.faultForms.of(rule);
    const key = this.keyOf(faults);
    const made = this.byForms.get(key) ?? this.byStatus(faults);
    this.byForms.set(key, made);
    return made;
  }

  private byStatus(all: readonly FaultForm[]): Map<number, ResponseObject> {
    const byStatus = Map.groupBy(all, ({ status }) => status);
    const statuses = [...byStatus].toSorted(([a], [b]) => a - b);
    return new Map(statuses.map(([status, faults]) => [status, this.ofStatus(status, faults)]));
  }

  private keyOf(faults: readonly FaultForm[]): string {
    return faults.map((form) => this.numberOf(form)).join();
  }

  /** The response of a code of the gateway's own, where no fault has its status. */
  coded(code: keyof typeof errorTable): ResponseObject {
    const made = this.responses.get(code) ?? this.makeCoded(code);
    this.responses.set(code, made);
    return made;
  }

  private makeCoded(code: keyof typeof errorTable): ResponseObject {
    const [, status] = errorTable[code];
    const title = titleOf(code);
    const variants = [{ title, values: { code: { const: code } } }];
    const example = { status, code, title, data: undefined };
    return response(title, {}, this.problems.ofStatus(this.forms, status, variants, example));
  }

  private ofStatus(status: number, faults: readonly FaultForm[]): ResponseObject {
    const key = this.keyOf(faults);
    const made = this.responses.get(key) ?? this.make(status, faults);
    this.responses.set(key, made);
    return made;
  }

  private numberOf(form: FaultForm): number {
    const number = this.numbers.get(form) ?? this.numbers.size;
    this.numbers.set(form, number);
    return number;
  }

  private make(status: number, faults: readonly FaultForm[]): ResponseObject {
    const example = exampleOf(faults[0], this.examples);
    const content = this.problems.ofStatus(this.forms, status, variantsOf(status, faults), example);
    return response(titlesOf(faults), record(faults.flatMap(({ headers }) => headers)), content);
  }
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
  const different = [...new Set(schemas)];
  const each =
    different.length === 1 ? different : [...new Map(different.map((schema) => [jsonOf(schema), schema])).values()];
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
