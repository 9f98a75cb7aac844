// `several` of `pages`: one query made of several searches, and the calls for searches whose items are filtered.

import type { Operation } from '../../../contract/model/contract.ts';
import type { Place } from '../../../errors/errors.ts';
import { suggest } from '../../../errors/suggest.ts';
import { arrayOf } from '../../../json/array.ts';
import { scalarText } from '../../../json/walk.ts';
import { pair } from '../../../pattern/converters/pair.ts';
import type { SeveralPlan, WherePlan } from '../../../rule/flow.ts';
import type { MappingRule } from '../../model/mapping.ts';
import { isList, nameOfType } from '../../model/variables.ts';
import { type PagesRow, SEARCH_NAMES, type SeveralRow, type WhereRow } from '../../syntax/pages.ts';
import type { Row } from '../../syntax/row.ts';
import {
  namesInRequest,
  namesInResponse,
  namesInSoapRequest,
  namesInSoapResponse,
  questionNames,
} from '../names-in.ts';
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
    const { row, flow, several, searchBuilders } = this;
    const { question } = SEARCH_NAMES;
    searchBuilders?.first.planSoap();
    searchBuilders?.next?.planSoap();
    // A whole list has no question: its items are told apart all the same.
    if (!flow.unpaged || this.main.scope.get(question) !== undefined)
      this.stands(question, several.by.place, questionNames(row), namesInSoapRequest(row.soap), 'both requests');
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
    return itemFilter ? [SEARCH_NAMES.condition, ...(itemFilter.soap ? [SEARCH_NAMES.items] : [])] : [];
  }

  compile(operations: readonly Operation[], restOf: BuiltRule): SeveralPlan<MappingRule> {
    const { by, itemFilter } = this.several;
    const variable = this.main.scope.get(SEARCH_NAMES.question);
    return {
      of: variable?.number ?? -1,
      queryPath: variable && inRequest(variable),
      by: by.value,
      itemFilter: itemFilter && this.wherePlan(itemFilter, operations, restOf),
    };
  }

  private ownCalls(): SearchBuilders | undefined {
    const { row, flow, several, main, env } = this;
    const soap = several.itemFilter?.soap;
    const operation = soap && operationOf(soap, env);
    if (operation === undefined) return undefined;
    const direction = 'rest-to-soap' as const;
    const part = { ...row, id: `${row.id}.where`, soap: soap!, direction, part: true };
    // The response of `next` looks like that of `where`.
    const next = flow.next.length > 0 ? { ...flow.next[0], response: undefined } : undefined;
    return {
      first: new RuleBuilder(part, operation, env, main.scope),
      next: next && nextBuilder(part, next, 0, main, env),
    };
  }

  private stands(
    name: string,
    place: Place,
    names: readonly string[],
    also: readonly string[],
    location: string,
  ): void {
    if (names.includes(name) && also.includes(name)) return;
    const hint = suggest(name, names) ?? `its variables: ${names.join(', ') || 'none'}`;
    this.env.ctx.report.add('MAPPING_NAMES', `{${name}} must be in ${location}`, place, hint);
  }

  private checkWhere({ fits, soap, place }: WhereRow, part: Row | undefined): void {
    const { row, env } = this;
    const { report, library, codec } = env.ctx;
    if (!library.functions.has(fits.value)) {
      const hint = suggest(fits.value, library.functions.keys()) ?? 'export it from module.ts as { in, out }';
      report.add('MAPPING_UNKNOWN_CONVERTER', `unknown function "${fits.value}"`, fits.place, hint);
    }
    const rest = [...namesInRequest(row), ...namesInResponse(row)];
    const elsewhere = [...rest, ...namesInSoapRequest(row.soap), ...namesInSoapResponse(row.soap)];
    const { question, items, condition } = SEARCH_NAMES;
    for (const name of [condition, ...(soap ? [items] : [])])
      if (elsewhere.includes(name))
        report.add('MAPPING_NAMES', `{${name}} has another meaning in the rule`, place, 'use another name');
    if (soap === undefined || part === undefined) return;
    this.stands(question, soap.place, namesInSoapRequest(part.soap), questionNames(row), 'the request of "where"');
    const replied = namesInSoapResponse(part.soap);
    this.stands(items, soap.place, replied, replied, 'the response of "where"');
    const type = this.main.scope.get(items)?.type;
    if (type && !isList(type))
      report.add('MAPPING_TYPE', `{${items}} is ${nameOfType(type, codec)}, not a list`, soap.place);
  }

  private wherePlan(
    { fits, maxItems, soap }: WhereRow,
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
      searchCalls: soap &&
        first && {
          first,
          next: next ?? first,
          condition: main.scope.get(SEARCH_NAMES.condition)?.number,
          items: main.scope.get(SEARCH_NAMES.items)?.number ?? -1,
        },
    };
  }
}
