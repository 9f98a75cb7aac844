// `complete` of `pages`: a call for each item of which SOAP clients want more than the REST collection says.

import type { Operation } from '../../../contract/model/contract.ts';
import { suggest } from '../../../errors/suggest.ts';
import { isHole } from '../../../pattern/text/hole.ts';
import { holesOf, type Tree } from '../../../pattern/tree.ts';
import type { CompletePlan } from '../../../rule/flow.ts';
import { variablesOf } from '../../converters/call.ts';
import type { MappingRule } from '../../model/mapping.ts';
import type { CompiledSoapPattern } from '../../runtime/soap-pattern.ts';
import type { CompleteRow } from '../../syntax/pages.ts';
import { Report } from '../../syntax/report.ts';
import type { RestSide, Row } from '../../syntax/row.ts';
import { namesInPath, namesInRequest, namesInResponse } from '../names-in.ts';
import { RuleBuilder, type RuleEnvironment } from '../rule.ts';
import { compileMessage, SoapMessageBuilder } from '../soap-message.ts';
import { noMessage } from '../soap-sides.ts';
import { fieldsOfItems } from './each-names.ts';

export class CompleteBuilder {
  private readonly row: CompleteRow;
  private readonly main: RuleBuilder;
  private readonly single: RuleBuilder;
  private readonly env: RuleEnvironment;
  private readonly list = 'items';
  /** How the call names the members of an item. */
  private readonly prefix = 'items.';

  constructor(row: Row, complete: CompleteRow, main: RuleBuilder, env: RuleEnvironment) {
    this.row = complete;
    this.main = main;
    this.env = env;
    const part = {
      ...row,
      id: `${row.id}.complete`,
      body: undefined,
      ...complete.rest,
      flow: undefined,
      async: undefined,
      direction: 'soap-to-rest' as const,
    };
    this.single = new RuleBuilder(part, main.operation, env, main.scope);
  }

  plan(): void {
    const { main, env, prefix, row } = this;
    if (main.row.direction === 'rest-to-soap')
      env.ctx.report.add(
        'MAPPING_SHAPE',
        '"complete" is for SOAP clients, and the rule has none',
        row.place,
        'remove it',
      );
    this.single.planRest();
    this.demand(this.requestMembers, this.collected, 'rest.response');
    this.demandValues();
    const answer = main.row.soap.response?.elements.map(({ value }) => value) ?? [];
    this.demand(this.added, fieldsOfItems(answer, this.list), 'soap.response');
    if (this.added.length === 0)
      env.ctx.report.add(
        'MAPPING_NAMES',
        `"complete" binds no member of {${this.list}}`,
        row.place,
        `write {${prefix}member} in its response`,
      );
    const items = main.scope.items(this.list);
    for (const name of new Set([...this.requestMembers, ...this.added])) {
      const variable = main.scope.get(prefix + name);
      const type = items.get(name)?.type;
      if (variable && type) main.scope.typed(variable, type, row.place);
    }
  }

  /** Members of an item that the call adds. */
  get added(): string[] {
    return this.membersIn(namesInResponse(this.row.rest)).filter((name) => !this.requestMembers.includes(name));
  }

  /** The same, under their list. */
  get addedNames(): ReadonlyMap<string, ReadonlySet<string>> {
    return new Map([[this.list, new Set(this.added)]]);
  }

  /** Names that the flow binds. */
  get flowNames(): string[] {
    return [...this.requestMembers, ...this.added].map((name) => this.prefix + name);
  }

  /** Variables of the client's request that the call uses: they belong to the search. */
  get queryNames(): string[] {
    const { scope } = this.main;
    return namesUsed(this.row.rest).filter((name) => scope.get(name)?.uses.some(({ side }) => side === 'soap.request'));
  }

  /** The pattern of a response without the members that the call adds: REST clients do not want them, so they are not decoded. */
  smallerResponse({ row, operation, scope }: RuleBuilder): CompiledSoapPattern {
    // Mistakes are those of the whole response.
    const ctx = { ...this.env.ctx, report: new Report() };
    const { response, responseHeaders, place } = row.soap;
    const { collected } = this;
    const names = new Set(this.added.filter((name) => !collected.includes(name)));
    const elements = response?.elements.map((entry) => ({ ...entry, value: without(entry.value, this.list, names) }));
    const builder = new SoapMessageBuilder(ctx, scope, 'soap.response');
    return compileMessage(builder.build(operation.output ?? noMessage, elements, responseHeaders, place), ctx);
  }

  compile(operations: readonly Operation[]): CompletePlan<MappingRule> {
    const { main, prefix, row } = this;
    const { scope } = main;
    const numbered = (names: readonly string[]) =>
      names.flatMap((name): [string, number][] => {
        const variable = scope.get(prefix + name);
        return variable ? [[name, variable.number]] : [];
      });
    return {
      single: this.single.compile(main, operations),
      fields: numbered(this.requestMembers),
      added: numbered(this.added),
      members: scope.items(this.list).names,
      parallel: row.parallel,
    };
  }

  /** Members of an item that REST clients see. */
  private get collected(): string[] {
    const { body } = this.main.row.response;
    return fieldsOfItems(body ? [body] : [], this.list);
  }

  /** Members of an item that the request names. */
  private get requestMembers(): string[] {
    return this.membersIn(namesInRequest(this.row.rest));
  }

  private membersIn(names: readonly string[]): string[] {
    const { prefix } = this;
    return [...new Set(names.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])))];
  }

  /** Without one of them in an item, the call has no path. */
  private demandValues(): void {
    const items = this.main.scope.items(this.list);
    for (const name of this.membersIn(namesInPath(this.row.rest))) {
      const inItem = items.get(name)?.uses.find(({ side, optional }) => side === 'rest.response' && optional);
      if (inItem === undefined) continue;
      const message = `{${this.prefix}${name}?} is optional, but the path of "complete" needs it`;
      this.env.ctx.report.add('MAPPING_MISSING', message, inItem.place, `write {${this.prefix}${name}}`);
    }
  }

  private demand(names: readonly string[], fields: readonly string[], location: string): void {
    for (const name of names.filter((member) => !fields.includes(member))) {
      const hint = suggest(name, fields) ?? `its members: ${fields.join(', ') || 'none'}`;
      const message = `{${this.prefix}${name}} of "complete" must be in $each of ${location}`;
      this.env.ctx.report.add('MAPPING_NAMES', message, this.row.place, hint);
    }
  }
}

/** Names of placeholders, and those that their converters name. */
function namesUsed(rest: RestSide): string[] {
  const names = [...namesInRequest(rest), ...namesInResponse(rest)];
  const converters = rest.response.headers.flatMap(({ parts }) => parts.filter(isHole));
  if (rest.response.body) holesOf(rest.response.body, (hole) => converters.push(hole));
  const args = converters.flatMap((hole) =>
    hole.converters.flatMap((call) => variablesOf(call).map(({ name }) => name)),
  );
  return [...new Set([...names, ...args])];
}

/** Takes the placeholders of these members out of the items of a list. */
function without(tree: Tree, list: string, names: ReadonlySet<string>): Tree {
  if (tree.kind === 'each') return tree.list === list ? { ...tree, item: lacking(tree.item, names) } : tree;
  if (tree.kind === 'list') return { ...tree, items: tree.items.map((item) => without(item, list, names)) };
  if (tree.kind !== 'object') return tree;
  const entries = tree.entries.map((entry) => ({ ...entry, value: without(entry.value, list, names) }));
  return { ...tree, entries };
}

function lacking(tree: Tree, names: ReadonlySet<string>): Tree {
  if (tree.kind !== 'object') return tree;
  const isAdded = (value: Tree | undefined) => value?.kind === 'hole' && names.has(value.hole.name);
  const entries = tree.entries.filter(({ value }) => !isAdded(value));
  return {
    ...tree,
    entries: entries.map((entry) => ({ ...entry, value: lacking(entry.value, names) })),
    rest: isAdded(tree.rest) ? undefined : tree.rest,
  };
}
