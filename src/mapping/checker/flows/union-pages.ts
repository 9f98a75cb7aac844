// `several` of `pages`: one query made of several searches, and the calls for searches whose items are filtered.

import type { Operation } from '../../../contract/model/contract.ts';
import { suggest } from '../../../errors/suggest.ts';
import { arrayOf } from '../../../json/array.ts';
import { scalarText } from '../../../json/walk.ts';
import { pair } from '../../../pattern/converters/pair.ts';
import type { SeveralPlan, WherePlan } from '../../../rule/flow.ts';
import type { MappingRule } from '../../model/mapping.ts';
import { isList, nameOfType } from '../../model/variables.ts';
import type { PageRole, PagesRow, SeveralRow, WhereRow } from '../../syntax/pages.ts';
import type { Row } from '../../syntax/row.ts';
import { namesInRequest, namesInResponse, namesInSoapRequest, namesInSoapResponse } from '../names-in.ts';
import { type BuiltRule, inRequest, operationOf, RuleBuilder, type RuleEnvironment } from '../rule.ts';
import { nextBuilder } from './page-calls.ts';

/** The calls of `where`. Pages by number have no `next`. */
interface SearchBuilders {
  readonly first: RuleBuilder;
  readonly next: RuleBuilder | undefined;
}

export class SeveralBuilder {
  private readonly row: Row;
  private readonly flow: PagesRow;
  private readonly several: SeveralRow;
  private readonly main: RuleBuilder;
  private readonly env: RuleEnvironment;
  private readonly searchBuilders: SearchBuilders | undefined;

  constructor(row: Row, flow: PagesRow, several: SeveralRow, main: RuleBuilder, env: RuleEnvironment) {
    this.row = row;
    this.flow = flow;
    this.several = several;
    this.main = main;
    this.env = env;
    this.searchBuilders = this.ownCalls();
  }

  plan(): void {
    const { row, several, searchBuilders } = this;
    searchBuilders?.first.planSoap();
    searchBuilders?.next?.planSoap();
    this.stands(several.of, this.questions, namesInSoapRequest(row.soap), 'both requests');
    if (several.itemFilter) this.checkWhere(several.itemFilter, searchBuilders?.first.row);
  }

  get operations(): Operation[] {
    const { searchBuilders } = this;
    return searchBuilders
      ? [searchBuilders.first.operation, ...(searchBuilders.next ? [searchBuilders.next.operation] : [])]
      : [];
  }

  /** Names that the flow binds. */
  get flowNames(): string[] {
    const { itemFilter } = this.several;
    return itemFilter
      ? [itemFilter.condition.value, ...(itemFilter.searchCalls ? [itemFilter.searchCalls.items.value] : [])]
      : [];
  }

  compile(operations: readonly Operation[], restOf: BuiltRule): SeveralPlan<MappingRule> {
    const { of, by, itemFilter } = this.several;
    const variable = this.main.scope.get(of.value);
    return {
      of: variable?.number ?? -1,
      queryPath: variable && inRequest(variable),
      by: by.value,
      itemFilter: itemFilter && this.wherePlan(itemFilter, operations, restOf),
    };
  }

  private ownCalls(): SearchBuilders | undefined {
    const { row, flow, several, main, env } = this;
    const searchCalls = several.itemFilter?.searchCalls;
    const operation = searchCalls && operationOf(searchCalls.soap, env);
    if (operation === undefined) return undefined;
    const direction = 'rest-to-soap' as const;
    const part = { ...row, id: `${row.id}.where`, soap: searchCalls!.soap, direction, part: true };
    // The response of `next` looks like that of `where`.
    const next = flow.next.length > 0 ? { ...flow.next[0], response: undefined } : undefined;
    return {
      first: new RuleBuilder(part, operation, env, main.scope),
      next: next && nextBuilder(part, next, 0, main, env),
    };
  }

  /** The variables of the request, without its window. */
  private get questions(): string[] {
    const window = ['limit', 'offset'].map((role) => this.flow.roles.get(role as PageRole)?.value);
    return namesInRequest(this.row).filter((name) => !name.startsWith('$') && !window.includes(name));
  }

  private stands(
    { value, place }: SeveralRow['of'],
    names: readonly string[],
    also: readonly string[],
    location: string,
  ): void {
    if (names.includes(value) && also.includes(value)) return;
    const hint = suggest(value, names) ?? `its variables: ${names.join(', ') || 'none'}`;
    this.env.ctx.report.add('MAPPING_NAMES', `{${value}} must be in ${location}`, place, hint);
  }

  private checkWhere({ condition, fits, searchCalls }: WhereRow, part: Row | undefined): void {
    const { row, several, env } = this;
    const { report, library, codec } = env.ctx;
    if (!library.functions.has(fits.value)) {
      const hint = suggest(fits.value, library.functions.keys()) ?? 'export it from module.ts as { in, out }';
      report.add('MAPPING_UNKNOWN_CONVERTER', `unknown function "${fits.value}"`, fits.place, hint);
    }
    const rest = [...namesInRequest(row), ...namesInResponse(row)];
    const elsewhere = [...rest, ...namesInSoapRequest(row.soap), ...namesInSoapResponse(row.soap)];
    for (const { value, place } of [condition, ...(searchCalls ? [searchCalls.items] : [])])
      if (elsewhere.includes(value))
        report.add('MAPPING_NAMES', `{${value}} has another meaning in the rule`, place, 'use another name');
    if (searchCalls === undefined || part === undefined) return;
    this.stands(several.of, namesInSoapRequest(part.soap), this.questions, 'the request of "where"');
    const replied = namesInSoapResponse(part.soap);
    this.stands(searchCalls.items, replied, replied, 'the response of "where"');
    const type = this.main.scope.get(searchCalls.items.value)?.type;
    if (type && !isList(type))
      report.add(
        'MAPPING_TYPE',
        `{${searchCalls.items.value}} is ${nameOfType(type, codec)}, not a list`,
        searchCalls.items.place,
      );
  }

  private wherePlan(
    { condition, fits, maxItems, searchCalls }: WhereRow,
    operations: readonly Operation[],
    restOf: BuiltRule,
  ): WherePlan<MappingRule> {
    const { main, env } = this;
    const functions = env.ctx.library.functions.get(fits.value);
    const judge = functions && pair(functions);
    const calls = this.searchBuilders;
    const first = calls?.first.compile(calls.first, operations, restOf);
    const next = calls?.next?.compile(calls.next, operations, restOf);
    return {
      maxItems,
      fits: (item, about) => {
        const verdict = judge?.out(arrayOf([item, about]));
        return verdict !== undefined && scalarText(verdict) === 'true';
      },
      searchCalls: searchCalls &&
        first && {
          first,
          next: next ?? first,
          condition: main.scope.get(condition.value)?.number,
          items: main.scope.get(searchCalls.items.value)?.number ?? -1,
        },
    };
  }
}
