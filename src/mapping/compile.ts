// A table's text and a contract → a checked mapping, or every problem of the table. Reads no files.

import { createCodec } from '../codec/create.ts';
import type { Codec } from '../codec/model/codec.ts';
import type { Contract } from '../contract/model/contract.ts';
import type { SoapstoneError } from '../errors/errors.ts';
import { atOnce, type Steps } from '../event-loop/time-slices.ts';
import type { FunctionPair } from '../pattern/converters/pair.ts';
import { buildAuth } from './checker/auth.ts';
import type { BuildContext } from './checker/bound-hole.ts';
import { groupContinuations } from './checker/continuation-groups.ts';
import { dialectOf } from './checker/contract-lookup/namespaces.ts';
import { Defaults } from './checker/defaults.ts';
import { compileErrorForms } from './checker/error-forms.ts';
import { printTable } from './checker/expand/print.ts';
import { RowChecker } from './checker/families/row-checker.ts';
import { FaultTables } from './checker/faults/fault-rows.ts';
import { type AsyncRules, buildAsyncTable, linkResult } from './checker/flows/async.ts';
import { longRow } from './checker/flows/row-rules.ts';
import { buildSessions } from './checker/flows/session.ts';
import { Identities } from './checker/identities.ts';
import type { TypesInput } from './checker/presentation/context.ts';
import { typesSteps } from './checker/presentation/read.ts';
import { select } from './checker/presentation/selectors.ts';
import { messageElements, UsedTypes } from './checker/presentation/used.ts';
import type { RuleEnvironment } from './checker/rule.ts';
import { assignIds } from './checker/rule-ids.ts';
import { type CheckedRow, checkHidden, isRouted, soapConstraints } from './checker/shadowed-rules.ts';
import { type BuiltTableRow, figuresOf } from './checker/stats/stats.ts';
import { ConfiguredConverters } from './converters/configured.ts';
import { noAuth } from './model/auth.ts';
import { Coverage } from './model/coverage.ts';
import type { Mapping, MappingRule } from './model/mapping.ts';
import type { Figures } from './model/stats.ts';
import { gatewayVariables } from './model/supplied.ts';
import { createMapping } from './runtime/mapping.ts';
import { InternalRouter } from './runtime/relay.ts';
import { Lacking } from './syntax/lacking.ts';
import { plainColumns } from './syntax/plain-columns.ts';
import { Report } from './syntax/report.ts';
import type { Row } from './syntax/row.ts';
import { withSettingTexts } from './syntax/setting-texts.ts';
import type { GivenSettings } from './syntax/settings.ts';
import { basePath } from './syntax/sides.ts';
import { readTable, type Table, type TableRow, tableSteps } from './syntax/table.ts';
import { tableWords } from './syntax/table-words.ts';
import { readValueTables } from './syntax/value-tables.ts';
import { parseYaml, type YamlNode } from './syntax/yaml.ts';

export interface CompileOptions {
  /** Pairs of functions of the mapping's module.ts, by name. */
  readonly functions?: ReadonlyMap<string, FunctionPair>;
  /** Values for the table's `settings:`, as texts. */
  readonly settings?: GivenSettings;
  /** Count the table: takes as long again. */
  readonly figures?: boolean;
  /** Check each copy of a rule (`for`) by itself. */
  readonly eachCopy?: boolean;
}

/** Throws Problems with every problem of the table, each with its place. */
export function compileMapping(text: string, file: string, contract: Contract, options: CompileOptions = {}): Mapping {
  return atOnce(compileSteps(parseYaml(text, file), contract, options));
}

export function* compileSteps(root: YamlNode, contract: Contract, options: CompileOptions = {}): Steps<Mapping> {
  const report = new Report();
  const lacking = new Lacking(root, contract);
  const present = withSettingTexts(lacking.present(root), options.settings, report);
  const table = yield* tableSteps(present, report, options.settings, lacking, contract);
  const compilation = yield* open(table, contract, options, report);
  const mapping = yield* compilation.mapping(tableWords(present));
  yield* report.finishSteps();
  const figures = options.figures ? yield* compilation.figures(present) : undefined;
  const lacks = { types: [...lacking.missingTypes], names: lacking.missingNames };
  return { ...mapping, lacks, plainColumns: plainColumns(present), figures };
}

/** Problems of a table that do not depend on its contract. */
export function tableProblems(root: YamlNode, settings?: GivenSettings): readonly SoapstoneError[] {
  const report = new Report();
  const table = readTable(withSettingTexts(root, settings, report), report, settings);
  basePath(table.base, report);
  readValueTables(table.tables, report);
  return report.problems;
}

/** The same table with its short rows in their long form. Throws Problems of the table. */
export function expandTable(text: string, file: string, contract: Contract, options: CompileOptions = {}): string {
  return atOnce(expandSteps(parseYaml(text, file), contract, options));
}

export function* expandSteps(root: YamlNode, contract: Contract, options: CompileOptions = {}): Steps<string> {
  const report = new Report();
  const lacking = new Lacking(root, contract);
  const present = withSettingTexts(lacking.present(root), options.settings, report);
  const table = yield* tableSteps(present, report, options.settings, lacking, contract);
  const compilation = yield* open(table, contract, options, report);
  const rows = yield* compilation.rows();
  yield* report.finishSteps();
  return printTable(present, table, rows);
}

function* open(table: Table, contract: Contract, options: CompileOptions, report: Report): Steps<Compilation> {
  const dialect = dialectOf(table, contract, report);
  const plain = createCodec(contract.schemas, dialect);
  const tables = readValueTables(table.tables, report);
  const credential = table.auth?.fields.map(({ value }) => value) ?? [];
  const coverage = new Coverage(plain);
  const base = basePath(table.base, report);
  const gateway = gatewayVariables({ base, settings: table.settings, host: table.host, credential });
  const types = { codec: plain, tables, gateway, coverage, report };
  const codec = table.types.length === 0 ? plain : yield* presentedCodec(table, contract, types);
  const library = { tables, functions: options.functions ?? new Map(), coverage };
  const names = { codec: plain, report };
  const typesOf = (nodes: readonly YamlNode[]) =>
    new Set(
      nodes.flatMap((node) =>
        node.kind === 'scalar' ? select({ key: node.source, place: node.place }, names).types : [],
      ),
    );
  const ctx = {
    codec,
    report,
    plain: names,
    converters: new ConfiguredConverters(table.converters, table.settings, { codec, report, typesOf }),
    gateway,
    library,
    relay: new InternalRouter(codec),
    identities: new Identities(),
  };
  return new Compilation(table, contract, base, ctx, options);
}

function* presentedCodec(table: Table, contract: Contract, ctx: Omit<TypesInput, 'used'>): Steps<Codec> {
  const used = new UsedTypes(messageElements(contract, table, ctx.codec.dialect), ctx.codec);
  yield;
  return (yield* typesSteps(table.types, { ...ctx, used })).codec;
}

interface CompilationContext extends BuildContext {
  readonly identities: Identities;
}

class Compilation {
  private readonly table: Table;
  private readonly contract: Contract;
  private readonly base: string;
  private readonly ctx: CompilationContext;
  private readonly options: CompileOptions;
  /** Kept where the table is counted. */
  private readonly built: BuiltTableRow[] | undefined;
  private env: RuleEnvironment | undefined = undefined;
  private jobs: AsyncRules | undefined = undefined;
  /** Those of no row. */
  private tableRules: readonly MappingRule[] = [];

  constructor(table: Table, contract: Contract, base: string, ctx: CompilationContext, options: CompileOptions) {
    this.table = table;
    this.contract = contract;
    this.base = base;
    this.ctx = ctx;
    this.options = options;
    this.built = options.figures ? [] : undefined;
  }

  /** Rows in their long form, with their final ids. */
  *rows(): Steps<ReadonlyMap<TableRow, Row>> {
    const { codec, report } = this.ctx;
    const rowsById = new Map<TableRow, Row>();
    for (const row of this.table.rows) {
      if (row === undefined) continue;
      yield;
      const long = longRow(row, this.table, this.contract, codec, report);
      if (long) rowsById.set(row, long);
    }
    return assignIds(rowsById, report);
  }

  /** Call this after `mapping`. */
  *figures(root: YamlNode): Steps<Figures> {
    const figures = yield* figuresOf(
      root,
      this.built ?? [],
      this.env!,
      this.jobs,
      this.ctx.report.keys,
      this.tableRules,
    );
    return { ...figures, only: this.table.direction };
  }

  *mapping(vocabulary: Mapping['vocabulary']): Steps<Mapping> {
    const { table, contract, base, ctx } = this;
    const checked: CheckedRow[] = [];
    const tables = new FaultTables(table.faults, contract, table.settings, table.place, ctx);
    const faults: RuleEnvironment['faults'] = (row, operation, report, operations, request) =>
      tables.of(row.faults, operation, report, operations, request, row.jobFaults);
    const defaults = new Defaults(table.defaults, contract, ctx);
    // Deferred rules hold it, and read their rows once more.
    const env = { table: { ...table, rows: [] }, contract, base, ctx, defaults, faults };
    this.env = env;
    yield;
    const jobs = table.async && buildAsyncTable(table.async, env);
    this.jobs = jobs;
    const submissions: CheckedRow[] = [];
    const checker = new RowChecker(env, jobs, this.options.eachCopy === true);
    for (const [tableRow, row] of yield* this.rows()) {
      const built = checker.check(tableRow, row);
      if (row.holds) {
        // Prefer: respond-async goes before what else the request may say.
        submissions.push(...built.filter(isSubmission));
        checked.push(...built.filter((entry) => !isSubmission(entry)));
        const result = built.find(({ row: { byJob } }) => byJob);
        if (result && jobs) linkResult(jobs, row.id, result.rule);
      }
      this.built?.push({ row, built: row.holds ? built : [] });
      yield;
    }
    const status = jobs?.status.map(({ row, rule }) => ({ row, rule, route: rule.request.rest })) ?? [];
    const sessions = table.auth?.front ? buildSessions(table.auth.front, env) : [];
    checked.unshift(...submissions, ...status);
    checked.push(...sessions.map(({ row, rule }) => ({ row, rule, route: rule.request.rest })));
    this.tableRules = [...status, ...sessions].map(({ rule }) => rule);
    tables.finish();
    defaults.finish();
    yield* checkHidden(checked, base, table.unknownQuery, ctx.report);
    const results = checked.filter(({ row }) => row.byJob && row.direction !== 'soap-to-rest').slice(0, 1);
    const reached = [...checked.filter(({ row }) => row.direction !== 'soap-to-rest' && isRouted(row)), ...results];
    const weights = new Map<MappingRule, number>(checked.map(({ row, rule }) => [rule, soapConstraints(row).size]));
    const mapping = createMapping({
      rules: checked.map((c) => c.rule),
      routes: reached.map(({ row, rule, route }) => ({
        method: row.line.value.method,
        segments: route.segments,
        rule,
      })),
      contract,
      codec: ctx.codec,
      base,
      media: table.media,
      errorForms: compileErrorForms(table.errors, ctx),
      info: table.info,
      vocabulary,
      settings: new Map([...table.settings].map(([name, { text }]) => [name, text])),
      tables: ctx.library.tables,
      auth: table.auth ? buildAuth(table.auth, contract, ctx) : noAuth,
      uncovered: ctx.library.coverage.all(),
      undecided: ctx.identities.undecided(),
      weights,
      hidden: yield* groupContinuations(checked, ctx.codec),
    });
    ctx.relay.link(mapping, mapping.rules);
    const describe: Mapping['describe'] = (call, use) => ctx.converters.describe(call, use);
    return { ...mapping, describe, unused: () => unusedParts(mapping, ctx.converters) };
  }
}

function unusedParts({ rules }: Mapping, converters: ConfiguredConverters): readonly SoapstoneError[] {
  // What is written about a rule is at hand when it is compiled.
  for (const rule of rules) void rule.types;
  const report = new Report();
  converters.reportUnused(report);
  return report.problems;
}

/** Of `async`: the job form of a rule begins with it. */
function isSubmission({ row: { job } }: CheckedRow): boolean {
  return job?.phase === 'submit' && job.results !== undefined;
}
