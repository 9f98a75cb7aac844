// The further calls of `pages`: the next page, and a request for each item of a collection that lists only ids.

import type { Operation } from '../../../contract/model/contract.ts';
import type { Entry } from '../../../pattern/tree.ts';
import type { ItemCalls } from '../../../rule/flow.ts';
import type { MappingRule } from '../../model/mapping.ts';
import type { Located } from '../../syntax/fields.ts';
import type { PageItemsRow } from '../../syntax/pages.ts';
import type { MessageRow, Row, SoapRow } from '../../syntax/row.ts';
import { renameIn } from '../../syntax/tree-names.ts';
import { namesInResponse } from '../names-in.ts';
import { operationOf, RuleBuilder, type RuleEnvironment } from '../rule.ts';
import type { Scope } from '../scope.ts';
import { fieldsOfItems } from './each.ts';

/** The call for the next page. `i`: its index among several. undefined (and reported) when the contract has no such operation. */
export function nextBuilder(
  row: Row,
  next: SoapRow,
  i: number,
  first: RuleBuilder,
  env: RuleEnvironment,
): RuleBuilder | undefined {
  const operation = operationOf(next, env);
  if (operation === undefined) return undefined;
  return new RuleBuilder(nextRow(row, next, i, operation), operation, env, first.scope);
}

/** The row of that call. */
export function nextRow(row: Row, next: SoapRow, i: number, operation: Operation): Row {
  const cursor = row.flow?.kind === 'pages' ? row.flow.roles.get('cursor')?.value : undefined;
  const request =
    next.request && cursor ? { ...next.request, elements: withCursor(next.request.elements, cursor) } : next.request;
  const soap = { ...next, request, reply: next.reply ?? sameResponse(row.soap.reply, operation) };
  return { ...row, id: nextId(row.id, i), soap, part: true };
}

export function nextId(id: string, i: number): string {
  return `${id}.next${i === 0 ? '' : `.${i + 1}`}`;
}

/** The cursor of the request. A response may bring another one, so they are two variables with one name in the table. */
export function requestCursor(cursor: string): string {
  return `${cursor}.kept`;
}

/** The pattern of the first response, with the element of the next one. */
function sameResponse(response: MessageRow | undefined, { output }: Operation): MessageRow | undefined {
  const element = output?.body[0];
  if (response === undefined || element === undefined || response.elements.length !== 1) return response;
  return { ...response, elements: [{ ...response.elements[0], key: `{${element.name.ns}}${element.name.local}` }] };
}

function withCursor(elements: readonly Entry[], cursor: string): Entry[] {
  const rename = (name: string) => (name === cursor ? requestCursor(cursor) : name);
  return elements.map((entry) => ({ ...entry, value: renameIn(entry.value, rename) }));
}

export class PageItemsBuilder {
  private readonly row: PageItemsRow;
  private readonly main: RuleBuilder;
  private readonly single: RuleBuilder;
  private readonly scope: Scope;
  private readonly env: RuleEnvironment;
  private fields: readonly string[] = [];

  constructor(row: Row, each: PageItemsRow, main: RuleBuilder, env: RuleEnvironment) {
    this.row = each;
    this.main = main;
    this.scope = main.scope;
    this.env = env;
    const part = {
      ...row,
      id: `${row.id}.each`,
      body: undefined,
      ...each.rest,
      flow: undefined,
      direction: 'soap-to-rest' as const,
    };
    this.single = new RuleBuilder(part, main.operation, env, main.scope);
  }

  /** `items`: the list of the collection. */
  plan(items: Located<string> | undefined): void {
    const { row, env, scope } = this;
    this.single.planRest();
    const { body } = this.main.row.reply;
    if (row.as === undefined && items) this.fields = fieldsOfItems(body ? [body] : [], items.value);
    const into = scope.get(row.into.value);
    if (into === undefined) {
      env.ctx.report.add('MAPPING_NAMES', `no pattern of the rule has {${row.into.value}}`, row.into.place);
      return;
    }
    if (into.type?.kind !== 'items') return;
    for (const [name, type] of into.type.fields) {
      const variable = scope.get(name);
      if (variable) scope.typed(variable, type, row.place);
    }
  }

  /** Names that the flow binds. */
  get flowNames(): string[] {
    const { row } = this;
    return [row.into.value, ...(row.as ? [row.as.value] : []), ...this.fields, ...namesInResponse(row.rest)];
  }

  compile(operations: readonly Operation[]): ItemCalls<MappingRule> {
    const { row, scope } = this;
    return {
      single: this.single.compile(this.main, operations),
      as: row.as && scope.get(row.as.value)?.number,
      fields: scope.numbered(this.fields),
      into: scope.get(row.into.value)?.number ?? -1,
      results: scope.numbered([...new Set(namesInResponse(row.rest))]),
      parallel: row.parallel,
    };
  }
}
