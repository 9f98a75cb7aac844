// The workbench of one mapping folder: what its page can ask for. Knows nothing about HTTP.
import type { CapturedExchange } from '../capture/captured.ts';
import { Problems, SoapstoneError } from '../errors/errors.ts';
import type { FaultTexts } from '../fault/texts.ts';
import { type LoadOptions, mappingFolder } from '../mapping/load.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import { exampleOf, listCases, runListedCases } from './cases/listed-cases.ts';
import { recordExchange, recordTexts } from './cases/record-case.ts';
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
import { Exchanges, MOST_EXCHANGES } from './wire/exchanges.ts';
import { keyOf, wireExchange } from './wire/wire-exchange.ts';

export interface StudioOptions extends LoadOptions {
  /** Everything takes it. Absent: anybody may read, and nobody records cases or sends requests. */
  readonly token?: string;
  /** Why nothing can be recorded, or how to allow it. */
  readonly hint?: string;
  /** URL of the service. */
  readonly upstream?: string;
  /** File of credentials, for requests that are sent. */
  readonly auth?: string;
  /** As the gateway has them; `client-errors` by default. */
  readonly faultTexts?: FaultTexts;
  /** Exchanges of a running gateway, oldest first, in place of those that the page sends. undefined: it captures none. */
  readonly captures?: () => readonly CapturedExchange[] | undefined;
}

export class Studio {
  readonly options: StudioOptions;
  readonly table: WatchedTable;
  private readonly wire: Exchanges;
  /** Files of the cases that were recorded of exchanges, by their keys. */
  private readonly recordedIn = new Map<string, string>();
  private coverage: { readonly mapping: Mapping; readonly operations: Promise<ListedOperation[]> } | undefined =
    undefined;

  /** `location`: a folder, or the table in it. */
  constructor(location: string, options: StudioOptions) {
    const folder = mappingFolder(location);
    const { allowRemote, settings, contract, upstream, auth, faultTexts } = options;
    this.options = options;
    this.table = new WatchedTable(folder, { allowRemote, settings, contract });
    this.wire = new Exchanges(folder, { upstream, auth, faultTexts, allowRemote, settings });
  }

  open(): Promise<void> {
    return this.table.open();
  }

  close(): void {
    this.table.close();
  }

  /** `authorized`: the page has the token. */
  state(authorized: boolean): TableState {
    const { upstream, hint, captures } = this.options;
    return {
      ...this.table.state(),
      wire: captures === undefined ? 'sent' : captures() === undefined ? 'off' : 'captured',
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
    const { rule, request, response } = input;
    const { faultTexts } = this.options;
    const example =
      request === undefined && rule !== undefined ? exampleOf(mapping, this.table.folder, rule) : undefined;
    const played = example && (await translate(mapping, response ? { ...example, response } : example, faultTexts));
    return played?.rule && played.rule.id === rule ? played : translate(mapping, input, faultTexts);
  }

  record(input: RecordRequest): Promise<Recorded> {
    const { folder, options } = this.table;
    const file = /^[^.]+$/.test(input.file) ? `${input.file}.yaml` : input.file;
    return recordTexts(this.mapping(), { ...input, file, folder, settings: options.settings }, input);
  }

  /** Newest first. */
  exchanges(): readonly WireExchange[] {
    const { captures } = this.options;
    const exchanges = captures === undefined ? this.wire.list() : (captures() ?? []).slice(-MOST_EXCHANGES).reverse();
    return exchanges.map((exchange) => ({
      ...this.exchangeOf(exchange),
      recorded: this.recordedIn.get(keyOf(exchange)),
    }));
  }

  private exchangeOf(exchange: CapturedExchange): WireExchange {
    return { ...wireExchange(exchange, this.options.upstream), note: this.wire.noteOf(exchange) };
  }

  /** The exchange that has been sent, with the response of the service. */
  async recordExchange(key: string): Promise<Recorded> {
    const exchange = this.wire.list().find((one) => keyOf(one) === key);
    if (exchange === undefined) throw new Refusal('refused', 'this exchange is no longer held: send the request again');
    const { folder, options } = this.table;
    const recorded = await recordExchange(this.mapping(), { folder, settings: options.settings }, exchange);
    this.recordedIn.set(key, recorded.file);
    return recorded;
  }

  /** Sends a request for real. */
  async send(text: string): Promise<WireExchange> {
    return this.exchangeOf(await this.wire.send(text));
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
  if (error instanceof Problems) return new Refusal('refused', error.message);
  if (error instanceof SoapstoneError)
    return new Refusal(undefined, error.message, error.status < 500 ? error.status : 422);
  return undefined;
}
