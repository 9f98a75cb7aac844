// A table's text and a contract → a checked mapping, or every problem of the table. Reads no files.
import type { Codec } from '../codec/codec.ts';
import { createCodec } from '../codec/create.ts';
import { noReshape, type Reshape } from '../codec/reshape.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import type { SoapstoneError } from '../errors.ts';
import type { FunctionPair } from '../pattern/converters/pair.ts';
import { noAuth } from './auth.ts';
import { buildAuth } from './build/auth.ts';
import type { BuildContext } from './build/bound-hole.ts';
import { Defaults } from './build/defaults.ts';
import { FaultTables } from './build/fault-rows.ts';
import { buildRules } from './build/rules.ts';
import { soapConstraints } from './check/constraints.ts';
import { type CheckedRow, checkHidden } from './check/hidden.ts';
import { Identities } from './check/identities.ts';
import { assignIds } from './check/ids.ts';
import { Coverage } from './coverage.ts';
import { printTable } from './expand/print.ts';
import { expandShort } from './expand/short.ts';
import { Relay } from './flow/relay.ts';
import { Lacking } from './lacking.ts';
import { tieKin } from './lookup/kin.ts';
import { CheckedMapping } from './lookup/mapping.ts';
import { dialectOf } from './namespaces.ts';
import { basePath } from './read/base.ts';
import type { Row } from './read/row.ts';
import type { GivenSettings } from './read/settings.ts';
import { readTable, type Table, type TableRow } from './read/table.ts';
import { Report } from './report.ts';
import type { Mapping, Rule } from './rule.ts';
import { gatewayVariables } from './supplied.ts';
import type { TypesContext } from './types/context.ts';
import { messageElements } from './types/messages.ts';
import { readTypes } from './types/read.ts';
import { UsedTypes } from './types/used.ts';
import { readValueTables } from './value-tables.ts';
import { parseYaml, type YamlNode } from './yaml.ts';

export interface CompileOptions {
  /** Pairs of functions of the mapping's module.ts, by name. */
  readonly functions?: ReadonlyMap<string, FunctionPair>;
  /** Values for the table's `settings:`, as texts. */
  readonly settings?: GivenSettings;
}

/** Throws Problems with every problem of the table, each with its place. */
export function compileMapping(text: string, file: string, contract: Contract, options: CompileOptions = {}): Mapping {
  const report = new Report();
  const root = parseYaml(text, file);
  const lacking = new Lacking(root, contract);
  const table = readTable(root, report, options.settings, lacking);
  const mapping = new Compilation(table, contract, options, report).mapping();
  report.finish();
  mapping.lacks = [...lacking.found];
  return mapping;
}

/** What is wrong with a table whatever its contract says. Throws Problems when it is not YAML. */
export function tableProblems(text: string, file: string, settings?: GivenSettings): readonly SoapstoneError[] {
  const report = new Report();
  const table = readTable(parseYaml(text, file), report, settings);
  basePath(table.base, report);
  readValueTables(table.tables, report);
  return report.problems;
}

/** The same table with its short rows in their long form. Throws Problems of the table. */
export function expandTable(text: string, file: string, contract: Contract, options: CompileOptions = {}): string {
  const report = new Report();
  const root: YamlNode = parseYaml(text, file);
  const table = readTable(root, report, options.settings, new Lacking(root, contract));
  const rows = new Compilation(table, contract, options, report).rows();
  report.finish();
  return printTable(root, table, rows);
}

class Compilation {
  private readonly table: Table;
  private readonly contract: Contract;
  private readonly report: Report;
  private readonly base: string;
  private readonly ctx: BuildContext;

  constructor(table: Table, contract: Contract, options: CompileOptions, report: Report) {
    this.table = table;
    this.contract = contract;
    this.report = report;
    this.base = basePath(table.base, report);
    const dialect = dialectOf(table, contract, report);
    const plain = createCodec(contract.schemas, dialect);
    const tables = readValueTables(table.tables, report);
    const credential = table.auth?.fields.map(({ value }) => value) ?? [];
    const coverage = new Coverage(plain);
    const gateway = gatewayVariables({ base: this.base, settings: table.settings, host: table.host, credential });
    const reshape = table.types.length === 0 ? noReshape : this.reshape(plain, tables, gateway, coverage);
    const codec = reshape === noReshape ? plain : createCodec(contract.schemas, dialect, reshape);
    const library = { tables, functions: options.functions ?? new Map(), coverage };
    this.ctx = {
      codec,
      report,
      plain: { codec: plain, report },
      gateway,
      library,
      relay: new Relay(codec),
      identities: new Identities(),
    };
  }

  private reshape(
    codec: Codec,
    tables: TypesContext['tables'],
    gateway: TypesContext['gateway'],
    coverage: Coverage,
  ): Reshape {
    const { table, contract, report } = this;
    const used = new UsedTypes(messageElements(contract, table, codec.dialect), codec);
    return readTypes(table.types, { codec, tables, gateway, coverage, report, used, omits: () => false });
  }

  /** Rows in their long form, with their final ids. */
  rows(): ReadonlyMap<TableRow, Row> {
    const found = new Map<TableRow, Row>();
    for (const row of this.table.rows) {
      if (row === undefined) continue;
      const long = row.kind === 'long' ? row.row : expandShort(row.row, this.contract, this.ctx.codec, this.report);
      if (long) found.set(row, { ...long, only: long.only ?? this.table.only });
    }
    return assignIds(found, this.report);
  }

  mapping(): CheckedMapping {
    const { table, contract, base, ctx } = this;
    const checked: CheckedRow[] = [];
    const tables = new FaultTables(table.faults, contract, table.settings, ctx);
    const faults = (row: Row, operation: Operation, report: Report, others: readonly Operation[]) =>
      tables.of(row.faults, operation, report, others);
    const defaults = new Defaults(table.defaults, ctx);
    for (const row of this.rows().values()) {
      const built = buildRules(row, { table, contract, base, ctx, defaults, faults });
      if (row.holds) checked.push(...built);
    }
    tables.finish();
    defaults.finish();
    checkHidden(checked, base, table.unknownQuery, this.report);
    const reached = checked.filter(({ row }) => row.only !== 'soap-to-rest' && !row.part);
    const weights = new Map<Rule, number>(checked.map(({ row, rule }) => [rule, soapConstraints(row).size]));
    const mapping = new CheckedMapping({
      rules: checked.map((c) => c.rule),
      routes: reached.map(({ rule }) => ({
        method: rule.request.rest.method,
        segments: rule.request.rest.segments,
        rule,
      })),
      contract,
      codec: ctx.codec,
      base,
      media: table.media,
      errorMedia: table.kinds.get('error'),
      info: table.info,
      settings: new Map([...table.settings].map(([name, { text }]) => [name, text])),
      tables: ctx.library.tables,
      auth: table.auth ? buildAuth(table.auth, contract, ctx) : noAuth,
      uncovered: ctx.library.coverage.all(),
      undecided: ctx.identities.undecided(),
      weights,
      hidden: tieKin(checked, ctx.codec),
    });
    ctx.relay.link((element) => mapping.lookupSoap(element), mapping.rules);
    return mapping;
  }
}
