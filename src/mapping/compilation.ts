// A table that is read and opened → its checked rules and what finds them: each row is checked, or what an earlier check of it found is used.

import type { Contract } from '../contract/model/contract.ts';
import type { SoapstoneError } from '../errors/errors.ts';
import type { Steps } from '../event-loop/time-slices.ts';
import { buildAuth } from './checker/auth.ts';
import type { BuildContext } from './checker/bound-hole.ts';
import { groupContinuations } from './checker/continuation-groups.ts';
import { Defaults } from './checker/defaults.ts';
import { compileErrorForms } from './checker/error-forms.ts';
import { RowChecker } from './checker/families/row-checker.ts';
import { FaultTables } from './checker/faults/fault-rows.ts';
import { type AsyncRules, buildAsyncTable, linkResult } from './checker/flows/async.ts';
import { compilerOf, longRow } from './checker/flows/row-rules.ts';
import { buildSessions } from './checker/flows/session.ts';
import type { Identities } from './checker/identities.ts';
import { type CheckOutcome, type RowOutcome, recalledRules, rowOutcome } from './checker/outcome.ts';
import { type PlacedRow, type PlacedRule, placedRow } from './checker/placement.ts';
import type { BuiltRow, RuleEnvironment } from './checker/rule.ts';
import { assignIds } from './checker/rule-ids.ts';
import { checkHidden } from './checker/shadowed-rules.ts';
import { type BuiltTableRow, figuresOf } from './checker/stats/stats.ts';
import type { ConfiguredConverters } from './converters/configured.ts';
import { noAuth } from './model/auth.ts';
import type { Mapping, MappingRule } from './model/mapping.ts';
import type { Figures } from './model/stats.ts';
import { createMapping } from './runtime/mapping.ts';
import { Report } from './syntax/report.ts';
import type { Row } from './syntax/row.ts';
import type { Table, TableRow } from './syntax/table.ts';
import type { YamlNode } from './syntax/yaml.ts';

export interface CompilationContext extends BuildContext {
  readonly identities: Identities;
  readonly converters: ConfiguredConverters;
}

interface CompilationOptions {
  /** Count the table. */
  readonly figures?: boolean;
  readonly eachCopy?: boolean;
  /** Of an earlier check of the same table. */
  readonly outcome?: CheckOutcome;
}

export class Compilation {
  private readonly table: Table;
  private readonly contract: Contract;
  private readonly base: string;
  private readonly ctx: CompilationContext;
  private readonly options: CompilationOptions;
  /** Kept where the table is counted. */
  private readonly built: BuiltTableRow[] | undefined;
  private env: RuleEnvironment | undefined = undefined;
  private jobs: AsyncRules | undefined = undefined;
  /** Those of no row. */
  private tableRules: readonly MappingRule[] = [];
  /** What the check of the rows has found. */
  readonly rowOutcomes: RowOutcome[] = [];
  statusKeys: readonly string[] = [];

  constructor(table: Table, contract: Contract, base: string, ctx: CompilationContext, options: CompilationOptions) {
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
    const { outcome } = this.options;
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
    const rules: PlacedRule[] = yield* outcome ? this.recalled(outcome, env, jobs) : this.checked(env, jobs);
    // Prefer: respond-async goes before what else the request may say.
    const [submissions, others] = [true, false].map((first) =>
      rules.filter(({ placement }) => placement.isSubmission === first),
    );
    const status = jobs?.status.map(placedBuilt) ?? [];
    this.statusKeys = status.flatMap(({ placement: { soapKey } }) => soapKey ?? []);
    const sessions = (table.auth?.front ? buildSessions(table.auth.front, env) : []).map(placedBuilt);
    const all = [...submissions, ...status, ...others, ...sessions];
    this.tableRules = [...status, ...sessions].map(({ rule }) => rule);
    if (outcome === undefined) {
      tables.finish(ctx.report.problems.length > 0);
      defaults.finish();
      yield* checkHidden(all as PlacedRow[], base, table.unknownQuery, ctx.report);
    }
    const mapping = yield* this.routed(all, vocabulary);
    ctx.relay.link(mapping, mapping.rules);
    const describe: Mapping['describe'] = (call, use) => ctx.converters.describe(call, use);
    const schemaOf: Mapping['schemaOf'] = ({ name }) => ctx.library.functions.get(name)?.schema;
    const idle = outcome?.idle ?? tables.idle;
    return { ...mapping, describe, schemaOf, idle, unused: () => unusedParts(mapping, ctx.converters) };
  }

  /** Those whose `when` holds. */
  private *checked(env: RuleEnvironment, jobs: AsyncRules | undefined): Steps<PlacedRow[]> {
    const checker = new RowChecker(env, jobs, this.options.eachCopy === true);
    const indexes = new Map(this.table.rows.map((row, i) => [row, i]));
    const rules: PlacedRow[] = [];
    for (const [tableRow, row] of yield* this.rows()) {
      const built = checker.check(tableRow, row);
      if (row.holds) {
        const placed = built.map(placedRow);
        rules.push(...placed);
        this.rowOutcomes.push(rowOutcome(indexes.get(tableRow)!, row.id, placed));
        linkJob(jobs, row.id, placed);
      }
      this.built?.push({ row, built: row.holds ? built : [] });
      yield;
    }
    return rules;
  }

  private *recalled({ rows }: CheckOutcome, env: RuleEnvironment, jobs: AsyncRules | undefined): Steps<PlacedRule[]> {
    const compile = compilerOf(env, jobs);
    const textAt = this.table.textAt!;
    const rules: PlacedRule[] = [];
    for (const row of rows) {
      const placed = recalledRules(row, textAt, compile);
      rules.push(...placed);
      linkJob(jobs, row.id, placed);
      yield;
    }
    return rules;
  }

  /** Requests find these rules. */
  private *routed(all: readonly PlacedRule[], vocabulary: Mapping['vocabulary']): Steps<Mapping> {
    const { table, contract, base, ctx } = this;
    const { outcome } = this.options;
    const isReached = ({ placement }: PlacedRule) => placement.direction !== 'soap-to-rest';
    const results = all.filter((one) => one.placement.byJob && isReached(one)).slice(0, 1);
    const reached = [...all.filter((one) => isReached(one) && one.placement.isRouted), ...results];
    return createMapping({
      rules: all.map(({ rule }) => rule),
      routes: reached.map(({ rule, route, placement: { method } }) => ({ method, segments: route.segments, rule })),
      contract,
      codec: ctx.codec,
      base,
      media: table.media,
      errorForms: compileErrorForms(table.errors, ctx),
      info: table.info,
      tags: table.tags,
      vocabulary,
      settings: new Map([...table.settings].map(([name, { text }]) => [name, text])),
      tables: ctx.library.tables,
      auth: table.auth ? buildAuth(table.auth, contract, ctx) : noAuth,
      uncovered: outcome?.uncovered ?? ctx.library.coverage.all(),
      undecided: outcome?.undecided ?? ctx.identities.undecided(),
      weights: new Map<MappingRule, number>(all.map(({ rule, placement }) => [rule, placement.weight])),
      hidden: yield* groupContinuations(all, ctx.codec),
    });
  }
}

/** Rules that are compiled at once. */
function placedBuilt({ row, rule }: BuiltRow): PlacedRow {
  return placedRow({ row, rule, route: rule.request.rest });
}

function linkJob(jobs: AsyncRules | undefined, id: string, rules: readonly PlacedRule[]): void {
  const result = rules.find(({ placement }) => placement.byJob);
  if (result && jobs) linkResult(jobs, id, result.rule);
}

function unusedParts({ rules }: Mapping, converters: ConfiguredConverters): readonly SoapstoneError[] {
  // What is written about a rule is at hand when it is compiled.
  for (const rule of rules) void rule.types;
  const report = new Report();
  converters.reportUnused(report);
  return report.problems;
}
