// The outcome of a check ⇄ JSON. Copies of a rule have one sort, and most rules have a SOAP request of their own: sorts are listed once, and keys of SOAP
// requests are written only where rules share them.

import type { Contract } from '../../contract/model/contract.ts';
import type { CheckOutcome, RowOutcome } from '../checker/outcome.ts';
import type { PresentationOutcome } from '../checker/presentation/read.ts';
import type { RuleHead, RuleSort } from '../runtime/deferred-rule.ts';
import { fromPlain, toPlain, typeNames, typesByName } from './plain-data.ts';

/** `operation`: its index in the contract. */
type SortForm = Omit<RuleSort, 'operation'> & { readonly operation: number };

type RuleForm = Omit<RuleHead, 'sort' | 'continuation'> &
  Omit<RowOutcome['rules'][number]['placement'], 'method' | 'soapKey'> & {
    readonly sort: number;
    readonly continues?: string;
    readonly key?: string;
  };

export interface OutcomeForm extends Omit<CheckOutcome, 'types' | 'rows'> {
  readonly types: unknown;
  readonly sorts: readonly SortForm[];
  readonly rows: readonly { readonly index: number; readonly id: string; readonly rules: readonly RuleForm[] }[];
}

/** @throws NotPlain */
export function outcomeForm({ types, rows, ...lists }: CheckOutcome, contract: Contract): OutcomeForm {
  const sorts = new Map<RuleSort, number>();
  const keys = new Set([...lists.statusKeys, ...continuedKeys(rows)]);
  const forms = rows.map(({ index, id, rules }) => ({
    index,
    id,
    rules: rules.map(({ head, placement }): RuleForm => {
      const { sort, continuation, ...found } = head;
      const { method: _, soapKey = '', ...placed } = placement;
      if (!sorts.has(sort)) sorts.set(sort, sorts.size);
      const key = keys.has(soapKey) ? soapKey : undefined;
      return { ...found, ...placed, sort: sorts.get(sort)!, continues: continuation?.id, key };
    }),
  }));
  const operations = new Map(contract.operations.map((operation, i) => [operation, i]));
  const sortForms = [...sorts.keys()].map((sort) => ({ ...sort, operation: operations.get(sort.operation)! }));
  return { ...lists, types: types && typesForm(types, contract), sorts: sortForms, rows: forms };
}

/** Rules that continue others share their request. */
function continuedKeys(rows: CheckOutcome['rows']): string[] {
  const continuing = rows.flatMap(({ rules }) => rules.filter(({ head }) => head.continuation));
  return continuing.flatMap(({ placement: { soapKey } }) => soapKey ?? []);
}

/** Members that are added have functions: they are read from the table again. */
function typesForm({ presentation, added }: PresentationOutcome, { schemas }: Contract): unknown {
  const types = presentation.types.map((type) => ({ ...type, computed: undefined }));
  return toPlain({ presentation: { ...presentation, types }, added }, typeNames(schemas));
}

export function outcomeOf({ types, sorts: sortForms, rows, ...lists }: OutcomeForm, contract: Contract): CheckOutcome {
  const sorts = sortForms.map((sort): RuleSort => ({ ...sort, operation: contract.operations[sort.operation] }));
  const known = types as object | undefined;
  return {
    ...lists,
    types: known && (fromPlain(known, typesByName(contract.schemas)) as PresentationOutcome),
    rows: rows.map(({ index, id, rules }) => ({ index, id, rules: rules.map((rule) => ruleOf(rule, sorts)) })),
  };
}

function ruleOf(form: RuleForm, sorts: readonly RuleSort[]): RowOutcome['rules'][number] {
  const { id, template, segments, sort: at, continues, key, ...placed } = form;
  const sort = sorts[at];
  const continuation = continues === undefined ? undefined : { id: continues };
  return {
    head: { id, template, segments, sort, continuation },
    // No other rule has the request where no key is written.
    placement: { ...placed, method: sort.method, soapKey: key },
  };
}
