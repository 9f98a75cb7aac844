// The REST side of a request at run time. Knows nothing about HTTP libraries.

import { Scratch } from '../../bytes/scratch.ts';
import { withSteps } from '../../codec/datatypes/regex/steps.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { scanned } from '../../json/tape.ts';
import { type Json, sizeOf } from '../../json/value.ts';
import { isEmptyObject } from '../../json/walk.ts';
import { type BodyPart, Filling, type Manner } from '../../pattern/body/part.ts';
import { fillHeaders, type HeaderPattern, headerProblems, headerWith, matchHeaders } from '../../pattern/headers.ts';
import { fillQuery, matchQuery, type QueryPattern, queryProblems } from '../../pattern/query.ts';
import { fillSegments, matchSegments, type Segment } from '../../pattern/segments.ts';
import { type Bindings, problemOf } from '../../pattern/text/bound-values.ts';
import { missingNames } from '../../pattern/text/text-template.ts';
import type { RestRequest, RestRequestParts, RestRequestPattern } from '../../rule/pattern.ts';

/** A variable that fill requires. */
export interface Needed {
  readonly name: string;
  readonly variable: number;
}

/** Bounds the list of problems, and so the work that a hostile request can cause. */
const MAX_PROBLEMS = 100;

const scratch = new Scratch();

export interface RestRequestPlan {
  readonly method: string;
  readonly template: string;
  /** Base included. */
  readonly segments: readonly Segment[];
  /** Path of the state that conditions are about, where it is another one. */
  readonly state?: readonly Segment[];
  readonly query: QueryPattern;
  readonly headers: readonly HeaderPattern[];
  readonly body: BodyPart | undefined;
  /** How the body is read. */
  readonly manner?: Manner;
  readonly media?: string;
  readonly binary?: boolean;
  /** The encoder reads the whole body before anything is sent. */
  readonly passesOn: boolean;
  readonly needed: readonly Needed[];
  /** What converters of bodies do with a client's request. Throws SoapstoneError. */
  read?(bindings: Bindings): void;
  /** The values that they write. */
  write?(bindings: Bindings): Bindings;
  /** The number of variables of the rule. */
  readonly variables: number;
}

export class CompiledRestRequest implements RestRequestPattern {
  readonly method: string;
  readonly template: string;
  readonly hasBody: boolean;
  readonly media?: string;
  readonly binary?: boolean;
  readonly headers: readonly string[];
  readonly once: readonly string[];
  /** For the router. */
  readonly segments: readonly Segment[];
  /** Names of the variables that every request must have. */
  readonly needed: readonly string[];
  private readonly plan: RestRequestPlan;

  constructor(plan: RestRequestPlan) {
    this.plan = plan;
    this.method = plan.method;
    this.template = plan.template;
    this.segments = plan.segments;
    this.needed = plan.needed.map((n) => n.name);
    this.hasBody = plan.body !== undefined;
    this.media = plan.media;
    this.binary = plan.binary;
    this.headers = plan.headers.map((h) => h.key);
    this.once = plan.headers.filter((h) => !h.list && h.template.holes.length > 0).map((h) => h.key);
  }

  match(request: RestRequest): Bindings | undefined {
    const { plan } = this;
    const bindings: Bindings = new Array(plan.variables);
    if (!matchSegments(plan.segments, request.segments, bindings)) return undefined;
    if (!matchHeaders(plan.headers, request.headers, bindings)) return undefined;
    if (!matchQuery(plan.query, request.query, bindings)) return undefined;
    if (!this.matchBody(request, bindings)) return undefined;
    plan.read?.(bindings);
    return bindings;
  }

  problems(request: RestRequest): readonly SoapstoneError[] {
    const { segments, headers, query, variables } = this.plan;
    const bindings: Bindings = new Array(variables);
    const inPath = problemOf(() => matchSegments(segments, request.segments, bindings));
    const problems = [
      ...inPath,
      ...headerProblems(headers, request.headers, bindings),
      ...queryProblems(query, request.query, bindings),
      ...this.bodyProblems(request, bindings),
    ];
    return problems.slice(0, MAX_PROBLEMS);
  }

  placeOf(variable: number, path: string): string | undefined {
    const { headers, query, segments, body } = this.plan;
    const reads = ({ variable: read }: { readonly variable: number }) => read === variable;
    const header = headerWith(headers, variable);
    if (header !== undefined) return header;
    const parameter = query.parameters.find((one) => holesIn(one).some(reads));
    if (parameter) return `?${parameter.name}`;
    const hole = segments.flatMap((one) => (typeof one === 'string' ? [] : one.holes)).find(reads);
    return hole ? `{${hole.name}}` : body?.pathIn?.(variable, path);
  }

  private bodyProblems(request: RestRequest, bindings: Bindings): SoapstoneError[] {
    const { manner } = this.plan;
    const noted = new Map<string | undefined, SoapstoneError>();
    if (manner && request.body !== undefined)
      manner.note = (problem) =>
        noted.size < MAX_PROBLEMS && !noted.has(problem.path) && noted.set(problem.path, problem);
    try {
      const thrown = problemOf(() => this.matchBody(request, bindings));
      return [...noted.values(), ...thrown];
    } finally {
      if (manner) manner.note = undefined;
    }
  }

  private matchBody({ body }: RestRequest, bindings: Bindings): boolean {
    const pattern = this.plan.body;
    if (pattern !== undefined)
      return body === undefined ? this.matchNoBody(pattern, bindings) : this.matchContent(pattern, body, bindings);
    if (body === undefined || isEmptyObject(body)) return true;
    throw new SoapstoneError('BAD_BODY', 'this request takes no body');
  }

  /** Scans a body that no pattern reads, to refuse invalid JSON. */
  private matchContent(pattern: BodyPart, body: Json, bindings: Bindings): boolean {
    if (!pattern.match(body, bindings)) return false;
    if (!this.plan.passesOn) scanned(body);
    return true;
  }

  private matchNoBody(pattern: BodyPart, bindings: Bindings): boolean {
    try {
      return pattern.absent(bindings);
    } catch (e) {
      if (!(e instanceof SoapstoneError)) throw e;
      throw new SoapstoneError('BAD_BODY', 'this request needs a JSON body', { cause: e });
    }
  }

  fill(values: Bindings): RestRequestParts {
    return withSteps(sizeOf(values), () => this.parts(values));
  }

  statePath(bindings: Bindings): string | undefined {
    return this.plan.state && fillSegments(this.plan.state, bindings);
  }

  private parts(values: Bindings): RestRequestParts {
    const { plan } = this;
    const bindings = plan.write === undefined ? values : plan.write(values);
    checkNeeded(plan.needed, bindings, 'REST request');
    const query = fillQuery(plan.query, bindings);
    const path = fillSegments(plan.segments, bindings);
    const headers: Record<string, string> = Object.create(null);
    fillHeaders(plan.headers, bindings, headers);
    return {
      method: plan.method,
      target: query === '' ? path : `${path}?${query}`,
      headers,
      body: this.fillBody(bindings),
    };
  }

  private fillBody(bindings: Bindings): Uint8Array | undefined {
    const out = scratch.begin(sizeOf(bindings));
    return this.plan.body?.write(bindings, new Filling(-1, out)) ? scratch.end() : undefined;
  }
}

export function checkNeeded(needed: readonly Needed[], bindings: Bindings, subject: string): void {
  for (const { variable } of needed) {
    if (bindings[variable] !== undefined) continue;
    const missing = needed.filter((n) => bindings[n.variable] === undefined);
    throw missingNames(
      missing.map((n) => n.name),
      subject,
      missing.map((n) => n.variable),
    );
  }
}

function holesIn(parameter: QueryPattern['parameters'][number]): readonly { readonly variable: number }[] {
  if (parameter.kind === 'list') return [parameter.hole];
  return parameter.kind === 'text' ? parameter.template.holes : [];
}
