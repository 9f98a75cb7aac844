// The REST side of a response at run time. Knows nothing about HTTP libraries.

import { Scratch } from '../../bytes/scratch.ts';
import { withSteps } from '../../codec/datatypes/regex/steps.ts';
import { sizeOf } from '../../json/value.ts';
import { HolePart } from '../../pattern/body/hole.ts';
import { type BodyPart, Filling } from '../../pattern/body/part.ts';
import { fillHeaders, type HeaderPattern, headerWith, matchHeaders } from '../../pattern/headers.ts';
import { isPath, isReference } from '../../pattern/reference.ts';
import type { Bindings } from '../../pattern/text/bound-values.ts';
import { writeBelow } from '../../pattern/text/mount.ts';
import type { RestResponse, RestResponseParts, RestResponsePattern } from '../../rule/pattern.ts';
import { checkNeeded, type Needed } from './rest-request.ts';

export interface RestResponsePlan {
  readonly status: number;
  readonly media: string;
  readonly binary?: boolean;
  readonly expectedMedia?: string;
  readonly headers: readonly HeaderPattern[];
  readonly body: BodyPart | undefined;
  readonly needed: readonly Needed[];
  /** The variable whose value is tagged. */
  readonly etag?: number;
  /** The variable that can be streamed; -1 for none. */
  readonly streamed: number;
  /** The one list of the body; -1 for none. */
  readonly list: number;
  /** The values that converters of the body write. */
  write?(bindings: Bindings): Bindings;
  lines(): readonly string[];
}

export class CompiledRestResponse implements RestResponsePattern {
  readonly status: number;
  readonly media: string;
  readonly binary?: boolean;
  readonly expectedMedia?: string;
  readonly hasBody: boolean;
  readonly references: readonly string[];
  readonly extraStatuses?: readonly number[];
  readonly etag: number | undefined;
  readonly stream: RestResponsePattern['stream'];
  readonly list: string | undefined;
  private readonly plan: RestResponsePlan;
  /** Names of the reference headers that begin with a slash. */
  private readonly rooted: readonly string[];

  constructor(plan: RestResponsePlan) {
    this.plan = plan;
    this.status = plan.status;
    this.media = plan.media;
    this.etag = plan.etag;
    this.binary = plan.binary;
    this.expectedMedia = plan.expectedMedia;
    this.hasBody = plan.body !== undefined;
    this.references = plan.headers.filter((h) => isReference(h.key) && isPath(h.template)).map((h) => h.key);
    this.rooted = plan.headers
      .filter((h) => isReference(h.key) && /^\/(?!\/)/.test(h.template.literals[0]))
      .map((h) => h.name);
    const { body, streamed } = plan;
    this.stream = body === undefined || streamed < 0 ? undefined : around(body, streamed);
    this.list = plan.list < 0 ? undefined : listPath(body?.pathIn?.(plan.list, '$'));
  }

  match(response: RestResponse, bindings: Bindings): Bindings | undefined {
    if (response.status !== this.plan.status) return undefined;
    return withSteps(response.body === undefined ? 0 : sizeOf([response.body]), () => this.bind(response, bindings));
  }

  private bind(response: RestResponse, bindings: Bindings): Bindings | undefined {
    const { plan } = this;
    if (!matchHeaders(plan.headers, response.headers, bindings)) return undefined;
    if (plan.body === undefined) return bindings;
    const fits = response.body === undefined ? plan.body.absent(bindings) : plan.body.match(response.body, bindings);
    return fits ? bindings : undefined;
  }

  placeOf(variable: number, path: string): string | undefined {
    const { headers, body } = this.plan;
    return headerWith(headers, variable) ?? body?.pathIn?.(variable, path);
  }

  lines(): readonly string[] {
    return this.plan.lines();
  }

  fill(bindings: Bindings, mount = ''): RestResponseParts {
    return withSteps(sizeOf(bindings), () => (mount === '' ? this.filled(bindings) : this.mounted(mount, bindings)));
  }

  private mounted(mount: string, bindings: Bindings): RestResponseParts {
    return writeBelow(mount, () => this.below(mount, bindings));
  }

  private below(mount: string, bindings: Bindings): RestResponseParts {
    const parts = this.filled(bindings);
    const headers = { ...parts.headers };
    for (const name of this.rooted) if (headers[name] !== undefined) headers[name] = mount + headers[name];
    return { ...parts, headers };
  }

  private filled(values: Bindings): RestResponseParts {
    const { plan } = this;
    const bindings = plan.write === undefined ? values : plan.write(values);
    checkNeeded(plan.needed, bindings, 'REST response');
    const headers: Record<string, string> = Object.create(null);
    fillHeaders(plan.headers, bindings, headers);
    const body = plan.body instanceof HolePart ? plan.body.bytes(bindings) : bodyBytes(plan.body, bindings);
    return { status: this.statusWith(body), headers, media: plan.media, body };
  }

  /** A client that reads 200 reads a body (RFC 9110 §15.3.5). */
  private statusWith(body: Uint8Array | undefined): number {
    return body === undefined && this.hasBody && this.status === OK ? NO_CONTENT : this.status;
  }
}

const OK = 200;
export const NO_CONTENT = 204;

/** Lists deeper inside are no bodies of items. */
function listPath(path: string | undefined): string | undefined {
  return path !== undefined && /^\$(?:\.[^.[\]]+)?$/.test(path) ? path : undefined;
}

const scratch = new Scratch();

function bodyBytes(body: BodyPart | undefined, bindings: Bindings): Uint8Array | undefined {
  const out = scratch.begin(sizeOf(bindings));
  return body?.write(bindings, new Filling(-1, out)) ? scratch.end() : undefined;
}

function around(body: BodyPart, variable: number): NonNullable<RestResponsePattern['stream']> {
  const write = (bindings: Bindings, mount = ''): Filling => {
    const filling = new Filling(variable);
    writeBelow(mount, () => body.write(bindings, filling));
    return filling;
  };
  return {
    variable,
    prefix: (bindings, mount) => {
      const { out, at } = write(bindings, mount);
      return out.slice(0, at);
    },
    suffix: (bindings, mount) => {
      const { out, at } = write(bindings, mount);
      return out.slice(at);
    },
  };
}
