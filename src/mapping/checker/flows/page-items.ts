// `each` of `pages`: a collection that lists no more than ids, and a request for each of them.

import type { Operation } from '../../../contract/model/contract.ts';
import { holesOf, type Tree } from '../../../pattern/tree.ts';
import type { PageItems } from '../../../rule/flow.ts';
import type { MappingRule } from '../../model/mapping.ts';
import type { Located } from '../../syntax/fields.ts';
import type { PageItemsRow } from '../../syntax/flow.ts';
import type { Row } from '../../syntax/row.ts';
import { namesInResponse } from '../names-in.ts';
import { RuleBuilder, type RuleEnvironment } from '../rule.ts';
import type { Scope } from '../scope.ts';
import { eaches } from './list-fields.ts';

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

  /** `items`: the list that the collection has. */
  plan(items: Located<string> | undefined): void {
    const { row, env, scope } = this;
    this.single.planRest();
    if (row.as === undefined && items) this.fields = fieldsOf(this.main.row.reply.body, items.value);
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

  compile(operations: readonly Operation[]): PageItems<MappingRule> {
    const { row, scope } = this;
    const numbered = (names: readonly string[]) =>
      names.flatMap((name): [string, number][] => {
        const variable = scope.get(name);
        return variable ? [[name, variable.number]] : [];
      });
    return {
      single: this.single.compile(this.main, operations),
      as: row.as && scope.get(row.as.value)?.number,
      fields: numbered(this.fields),
      into: scope.get(row.into.value)?.number ?? -1,
      results: numbered([...new Set(namesInResponse(row.rest))]),
      parallel: row.parallel,
    };
  }
}

function fieldsOf(body: Tree | undefined, list: string): string[] {
  const eachTree = (body ? eaches(body) : []).find((each) => each.list === list);
  const names = new Set<string>();
  if (eachTree) holesOf(eachTree.item, (hole) => hole.supplied || names.add(hole.name));
  return [...names];
}
