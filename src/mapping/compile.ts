// A table's text and a contract → a checked mapping, or every problem of the table. Reads no files.

import { createCodec } from '../codec/create.ts';
import type { Codec } from '../codec/model/codec.ts';
import type { Contract } from '../contract/model/contract.ts';
import type { SoapstoneError } from '../errors/errors.ts';
import { atOnce, type Steps } from '../event-loop/time-slices.ts';
import type { FunctionPair } from '../pattern/converters/pair.ts';
import { dialectOf } from './checker/contract-lookup/namespaces.ts';
import { printOneRule, printTable } from './checker/expand/print.ts';
import { Identities } from './checker/identities.ts';
import type { CheckOutcome } from './checker/outcome.ts';
import type { TypesInput } from './checker/presentation/context.ts';
import { type PresentationOutcome, recalledCodec, typesSteps } from './checker/presentation/read.ts';
import { select } from './checker/presentation/selectors.ts';
import { messageElements, UsedTypes } from './checker/presentation/used.ts';
import { Compilation } from './compilation.ts';
import { ConfiguredConverters } from './converters/configured.ts';
import { Coverage } from './model/coverage.ts';
import type { Mapping } from './model/mapping.ts';
import { gatewayVariables } from './model/supplied.ts';
import { InternalRouter } from './runtime/relay.ts';
import { nodeOf } from './syntax/for-each.ts';
import { Lacking } from './syntax/lacking.ts';
import { plainColumns } from './syntax/plain-columns.ts';
import { Report } from './syntax/report.ts';
import { withSettingTexts } from './syntax/setting-texts.ts';
import type { GivenSettings } from './syntax/settings.ts';
import { basePath } from './syntax/sides.ts';
import { readTable, type Table, tableSteps } from './syntax/table.ts';
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
  /** Of an earlier check of the same table with the same contract, functions and settings: nothing is checked again. */
  readonly outcome?: CheckOutcome;
  /** Receives the outcome of the check. */
  readonly onChecked?: (outcome: CheckOutcome) => void;
}

/** Throws Problems with every problem of the table, each with its place. */
export function compileMapping(text: string, file: string, contract: Contract, options: CompileOptions = {}): Mapping {
  return atOnce(compileSteps(parseYaml(text, file), contract, options));
}

export function* compileSteps(root: YamlNode, contract: Contract, options: CompileOptions = {}): Steps<Mapping> {
  const report = new Report();
  const lacking = new Lacking(root, contract);
  const present = withSettingTexts(lacking.present(root), options.settings, report);
  const { outcome } = options;
  const table = yield* tableSteps(present, report, options.settings, lacking, contract, outcome !== undefined);
  const { compilation, types } = yield* open(table, contract, options, report);
  const mapping = yield* compilation.mapping(tableWords(present));
  yield* report.finishSteps();
  const figures = options.figures ? yield* compilation.figures(present) : undefined;
  const lacks = outcome?.lacks ?? { types: [...lacking.missingTypes], names: lacking.missingNames };
  const { uncovered = [], undecided = [], idle = [] } = mapping;
  const { rowOutcomes: rows, statusKeys } = compilation;
  options.onChecked?.({ types, rows, statusKeys, uncovered, undecided, idle, lacks });
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
  const { present, table, rows } = yield* expandedRows(root, contract, options);
  return printTable(present, table, rows);
}

/** The rule with this id alone; undefined: there is none. */
export function* expandRuleSteps(
  root: YamlNode,
  contract: Contract,
  id: string,
  options: CompileOptions,
): Steps<string | undefined> {
  const { table, rows } = yield* expandedRows(root, contract, options);
  return printOneRule(id, table, rows);
}

function* expandedRows(root: YamlNode, contract: Contract, options: CompileOptions) {
  const report = new Report();
  const lacking = new Lacking(root, contract);
  const present = withSettingTexts(lacking.present(root), options.settings, report);
  const table = yield* tableSteps(present, report, options.settings, lacking, contract);
  const { compilation } = yield* open(table, contract, options, report);
  const rows = yield* compilation.rows();
  yield* report.finishSteps();
  return { present, table, rows };
}

/** The rules of a table as written, one for each copy; also where they are wrong. */
export function* ruleNodesSteps(root: YamlNode, contract: Contract, options: CompileOptions = {}): Steps<YamlNode[]> {
  const report = new Report();
  const lacking = new Lacking(root, contract);
  const present = withSettingTexts(lacking.present(root), options.settings, report);
  const { rows } = yield* tableSteps(present, report, options.settings, lacking, contract);
  return rows.flatMap((row) => (row === undefined ? [] : [nodeOf(row.text, report)]));
}

interface Opened {
  readonly compilation: Compilation;
  /** `types:` of the table, where it has some. */
  readonly types?: PresentationOutcome;
}

function* open(table: Table, contract: Contract, options: CompileOptions, report: Report): Steps<Opened> {
  const dialect = dialectOf(table, contract, report);
  const plain = createCodec(contract.schemas, dialect);
  const tables = readValueTables(table.tables, report);
  const credential = table.auth?.fields.map(({ value }) => value) ?? [];
  const coverage = new Coverage(plain);
  const base = basePath(table.base, report);
  const gateway = gatewayVariables({ base, settings: table.settings, host: table.host, credential });
  const types = { codec: plain, tables, gateway, coverage, report };
  const presented = table.types.length === 0 ? undefined : yield* presentedCodec(table, contract, types, options);
  const codec = presented?.codec ?? plain;
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
  return { compilation: new Compilation(table, contract, base, ctx, options), types: presented?.types };
}

function* presentedCodec(
  table: Table,
  contract: Contract,
  ctx: Omit<TypesInput, 'used'>,
  { outcome }: CompileOptions,
): Steps<{ readonly codec: Codec; readonly types: PresentationOutcome }> {
  if (outcome?.types) return { codec: recalledCodec(outcome.types, table.types, ctx), types: outcome.types };
  const used = new UsedTypes(messageElements(contract, table, ctx.codec.dialect), ctx.codec);
  yield;
  const { codec, presentation, added } = yield* typesSteps(table.types, { ...ctx, used });
  return { codec, types: { presentation, added } };
}
