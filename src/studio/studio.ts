// The workbench of one mapping folder: what its page can ask for. Knows nothing about HTTP.
import { SoapstoneError } from '../errors/errors.ts';
import type { LoadOptions } from '../mapping/load.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import { exampleOf, listCases, runListedCases } from './cases/listed-cases.ts';
import { recordTexts } from './cases/record-case.ts';
import type {
  CaseResult,
  ListedCase,
  ListedOperation,
  Recorded,
  RecordRequest,
  TableState,
  TranslateRequest,
  Translation,
  WireExchange,
} from './protocol/api.ts';
import { Refusal } from './protocol/refusal.ts';
import { translate } from './sides/translate.ts';
import { operationsOf } from './table/coverage.ts';
import { WatchedTable } from './table/watched-table.ts';
import { Exchanges } from './wire/exchanges.ts';

export interface StudioOptions extends LoadOptions {
  /** Everything takes it. Absent: anybody may read, and nobody records cases or sends requests. */
  readonly token?: string;
  /** Why nothing can be recorded, or how to allow it. */
  readonly hint?: string;
  /** URL of the service. */
  readonly upstream?: string;
}

export class Studio {
  readonly options: StudioOptions;
  readonly table: WatchedTable;
  private readonly wire: Exchanges;
  private coverage: { readonly mapping: Mapping; readonly operations: Promise<ListedOperation[]> } | undefined =
    undefined;

  constructor(folder: string, options: StudioOptions) {
    const { allowRemote, settings, contract } = options;
    this.options = options;
    this.table = new WatchedTable(folder, { allowRemote, settings, contract });
    this.wire = new Exchanges(folder, options.upstream, { allowRemote, settings });
  }

  open(): Promise<void> {
    return this.table.open();
  }

  close(): void {
    this.table.close();
  }

  /** `authorized`: the page has the token. */
  state(authorized: boolean): TableState {
    const { upstream, hint } = this.options;
    return {
      ...this.table.state(),
      upstream: upstream && withoutSecrets(upstream),
      writable: authorized,
      hint: authorized ? undefined : hint,
    };
  }

  operations(): Promise<ListedOperation[]> {
    const mapping = this.mapping();
    if (this.coverage?.mapping !== mapping) this.coverage = { mapping, operations: operationsOf(mapping) };
    return this.coverage.operations;
  }

  cases(): ListedCase[] {
    return listCases(this.table.folder);
  }

  run(key: string | undefined): Promise<CaseResult[]> {
    this.mapping();
    return runListedCases(this.table, key);
  }

  /** With a rule alone: the exchange that the cases have of it, if it still takes that, else samples. */
  async translate(input: TranslateRequest): Promise<Translation> {
    const mapping = this.mapping();
    const { rule, request } = input;
    const example =
      request === undefined && rule !== undefined ? exampleOf(mapping, this.table.folder, rule) : undefined;
    const shown = example && (await translate(mapping, example));
    return shown?.rule && shown.rule.id === rule ? shown : translate(mapping, input);
  }

  record(input: RecordRequest): Promise<Recorded> {
    const { folder, options } = this.table;
    return recordTexts(this.mapping(), { ...input, folder, settings: options.settings }, input);
  }

  exchanges(): readonly WireExchange[] {
    return this.wire.list();
  }

  /** Sends a request for real. */
  send(text: string): Promise<WireExchange> {
    return this.wire.send(text);
  }

  private mapping(): Mapping {
    const { mapping, folder } = this.table;
    if (mapping) return mapping;
    throw new Refusal('refused', `the table in ${folder} has problems; this works when they are solved`);
  }
}

/** User, password and query of a URL may be secrets. */
function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** For the page: what went wrong with its request. undefined: a mistake of ours. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof SoapstoneError)
    return new Refusal(undefined, error.message, error.status < 500 ? error.status : 422);
  return undefined;
}
