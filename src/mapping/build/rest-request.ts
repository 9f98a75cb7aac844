// REST requests ⇄ variables, compiled.
import { SoapstoneError } from '../../errors.ts';
import type { Bindings } from '../../pattern/bound.ts';
import { type BodyPart, Filling } from '../../pattern/body/part.ts';
import { fillHeaders, type HeaderPattern, matchHeaders } from '../../pattern/headers.ts';
import { fillQuery, matchQuery, type QueryPattern } from '../../pattern/query.ts';
import { fillSegments, matchSegments, type Segment } from '../../pattern/segments.ts';
import type { RestRequest, RestRequestParts, RestRequestPattern } from '../rule.ts';

export interface RestRequestPlan {
  readonly method: string;
  readonly template: string;
  readonly segments: readonly Segment[];
  readonly query: QueryPattern;
  readonly headers: readonly HeaderPattern[];
  readonly body: BodyPart | undefined;
  readonly media: string;
  /** The rule's variables; complete when the whole rule is built. */
  readonly variables: { readonly names: readonly string[] };
}

export class CompiledRestRequest implements RestRequestPattern {
  readonly method: string;
  readonly template: string;
  readonly hasBody: boolean;
  readonly headers: readonly string[];
  readonly segments: readonly Segment[];
  private readonly plan: RestRequestPlan;

  constructor(plan: RestRequestPlan) {
    this.plan = plan;
    this.method = plan.method;
    this.template = plan.template;
    this.hasBody = plan.body !== undefined;
    this.headers = plan.headers.map((h) => h.key);
    this.segments = plan.segments;
  }

  match(request: RestRequest): Bindings | undefined {
    const { plan } = this;
    const bindings: Bindings = new Array(plan.variables.names.length);
    if (!matchSegments(plan.segments, request.segments, bindings)) return undefined;
    if (!matchHeaders(plan.headers, request.headers, bindings)) return undefined;
    if (!matchQuery(plan.query, request.query, bindings)) return undefined;
    if (plan.body === undefined) return bindings;
    const matched = request.body === undefined ? absentBody(plan.body, bindings) : plan.body.match(request.body, bindings);
    return matched ? bindings : undefined;
  }

  fill(bindings: Bindings): RestRequestParts {
    const { plan } = this;
    const query = fillQuery(plan.query, bindings);
    const headers: Record<string, string> = {};
    fillHeaders(plan.headers, bindings, headers);
    const body = bodyOf(plan.body, bindings);
    if (body !== undefined) headers['Content-Type'] = plan.media;
    const path = fillSegments(plan.segments, bindings);
    return { method: plan.method, target: query === '' ? path : `${path}?${query}`, headers, body };
  }
}

function absentBody(body: BodyPart, bindings: Bindings): boolean {
  try {
    return body.absent(bindings);
  } catch (e) {
    if (!(e instanceof SoapstoneError)) throw e;
    throw new SoapstoneError('BAD_BODY', 'the request has no body', { path: '$', cause: e });
  }
}

export function bodyOf(part: BodyPart | undefined, bindings: Bindings): Uint8Array | undefined {
  if (part === undefined) return undefined;
  const filling = new Filling();
  return part.write(bindings, filling) ? filling.out.slice() : undefined;
}
