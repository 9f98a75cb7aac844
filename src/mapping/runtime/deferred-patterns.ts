// The patterns of a rule that is compiled when it is first used.

import type { Segment } from '../../pattern/segments.ts';
import type {
  Bindings,
  RestRequest,
  RestRequestPattern,
  RestResponse,
  RestResponsePattern,
  SoapPattern,
} from '../../rule/pattern.ts';
import type { RequestPair, ResponsePair } from '../../rule/rule.ts';

/** Compiles the rule at the first look. */
export interface PatternSource {
  readonly compiled: { readonly request: RequestPair; readonly response: ResponsePair };
}

/** A request that the router finds. */
export interface RoutedRequest extends RestRequestPattern {
  /** Base included. */
  readonly segments: readonly Segment[];
  /** Names of the variables that every request must have. */
  readonly needed: readonly string[];
}

/** What is at hand before the rule is compiled. */
interface RequestSource extends PatternSource {
  readonly sort: Pick<RoutedRequest, 'method' | 'needed'>;
  readonly template: string;
}

export class DeferredRequest implements RoutedRequest {
  private readonly source: RequestSource;

  constructor(source: RequestSource) {
    this.source = source;
  }

  get template(): string {
    return this.source.template;
  }

  get segments(): readonly Segment[] {
    return (this.pattern as RoutedRequest).segments;
  }

  get method(): string {
    return this.source.sort.method;
  }

  get needed(): readonly string[] {
    return this.source.sort.needed;
  }

  private get pattern(): RestRequestPattern {
    return this.source.compiled.request.rest;
  }

  get hasBody(): boolean {
    return this.pattern.hasBody;
  }

  get media(): string | undefined {
    return this.pattern.media;
  }

  get binary(): boolean | undefined {
    return this.pattern.binary;
  }

  get headers(): readonly string[] {
    return this.pattern.headers;
  }

  get once(): readonly string[] {
    return this.pattern.once;
  }

  match(request: RestRequest): Bindings | undefined {
    return this.pattern.match(request);
  }

  problems(request: RestRequest): ReturnType<RestRequestPattern['problems']> {
    return this.pattern.problems(request);
  }

  placeOf(variable: number, path: string): string | undefined {
    return this.pattern.placeOf(variable, path);
  }

  fill(bindings: Bindings): ReturnType<RestRequestPattern['fill']> {
    return this.pattern.fill(bindings);
  }

  statePath(bindings: Bindings): string | undefined {
    return this.pattern.statePath?.(bindings);
  }
}

export class DeferredResponse implements RestResponsePattern {
  readonly status: number;
  private readonly source: PatternSource;

  constructor(status: number, source: PatternSource) {
    this.status = status;
    this.source = source;
  }

  private get pattern(): RestResponsePattern {
    return this.source.compiled.response.rest;
  }

  get media(): string {
    return this.pattern.media;
  }

  get binary(): boolean | undefined {
    return this.pattern.binary;
  }

  get expectedMedia(): string | undefined {
    return this.pattern.expectedMedia;
  }

  get hasBody(): boolean {
    return this.pattern.hasBody;
  }

  get references(): readonly string[] {
    return this.pattern.references;
  }

  get extraStatuses(): readonly number[] | undefined {
    return this.pattern.extraStatuses;
  }

  get etag(): number | undefined {
    return this.pattern.etag;
  }

  get stream(): RestResponsePattern['stream'] {
    return this.pattern.stream;
  }

  get list(): string | undefined {
    return this.pattern.list;
  }

  match(response: RestResponse, bindings: Bindings): Bindings | undefined {
    return this.pattern.match(response, bindings);
  }

  placeOf(variable: number, path: string): string | undefined {
    return this.pattern.placeOf(variable, path);
  }

  fill(bindings: Bindings, mount?: string): ReturnType<RestResponsePattern['fill']> {
    return this.pattern.fill(bindings, mount);
  }

  lines(): readonly string[] {
    return this.pattern.lines();
  }
}

export class DeferredSoap implements SoapPattern {
  private readonly source: PatternSource;
  private readonly side: 'request' | 'response';

  constructor(source: PatternSource, side: 'request' | 'response') {
    this.source = source;
    this.side = side;
  }

  private get pattern(): SoapPattern {
    return this.source.compiled[this.side].soap;
  }

  get body(): SoapPattern['body'] {
    return this.pattern.body;
  }

  get headers(): SoapPattern['headers'] {
    return this.pattern.headers;
  }

  get slots(): number {
    return this.pattern.slots;
  }

  slotOf(variable: number): number | undefined {
    return this.pattern.slotOf(variable);
  }

  variablesOf(slot: number): readonly number[] {
    return this.pattern.variablesOf(slot);
  }

  demand(slot: number): ReturnType<NonNullable<SoapPattern['demand']>> {
    return this.pattern.demand?.(slot);
  }

  fill(bindings: Bindings): ReturnType<SoapPattern['fill']> {
    return this.pattern.fill(bindings);
  }

  match(slots: Parameters<SoapPattern['match']>[0], bindings: Bindings): Bindings | undefined {
    return this.pattern.match(slots, bindings);
  }
}
