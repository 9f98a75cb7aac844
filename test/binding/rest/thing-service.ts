// A mapping of a few hand-made rules over a back end that a test scripts, behind a real HTTP server.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Middleware } from '../../../src/binding/front-call.ts';
import { createRestFront } from '../../../src/binding/rest/front/front.ts';
import { SoapstoneError } from '../../../src/errors/errors.ts';
import { createPipeline } from '../../../src/exchange/pipeline.ts';
import type { Fault } from '../../../src/fault/fault.ts';
import type { JsonLimits } from '../../../src/json/limits.ts';
import { type Json, textOf } from '../../../src/json/value.ts';
import type { Exchange, Handler } from '../../../src/rule/exchange.ts';
import type { Bindings, RestRequest } from '../../../src/rule/pattern.ts';
import type { Lookup, RestRules, Rule } from '../../../src/rule/rule.ts';

/** A rule that binds the whole request as `[query, body]` and shows variable 2. */
export function thingRule(id: string, hasBody: boolean, more: Partial<Thing> = {}): Rule {
  const {
    status = 200,
    media = 'application/json',
    replyBody = true,
    headers = {},
    match,
    stream = false,
    fault,
  } = more;
  // The front and the pipeline use nothing else of a rule.
  return {
    id,
    stream,
    request: {
      rest: {
        hasBody,
        once: [],
        headers: [],
        match: match ?? ((request: RestRequest) => [undefined, request.body, undefined]),
        problems: () => [],
      },
    },
    response: {
      rest: {
        media,
        hasBody: replyBody,
        fill: (bindings: Bindings) => ({ status, media, headers, body: replyBody ? bytesOf(bindings[2]) : undefined }),
        stream: stream
          ? { variable: 2, prefix: () => Buffer.from('{"items":'), suffix: () => Buffer.from(',"end":true}') }
          : undefined,
      },
    },
    timeout: more.timeout,
    faults: { fromSoap: fault ?? ((f: Fault) => f) },
  } as unknown as Rule;
}

export interface Thing {
  status: number;
  media: string;
  replyBody: boolean;
  headers: Record<string, string>;
  match: (request: RestRequest) => Bindings | undefined;
  stream: boolean;
  timeout: number;
  fault: (fault: Fault) => Fault;
}

function bytesOf(value: Json | undefined): Uint8Array | undefined {
  return value && Buffer.from(textOf(value));
}

/** `METHOD /path` → rules. */
export type Routes = Record<string, readonly Rule[]>;

export function thingMapping(routes: Routes): RestRules {
  const table = new Map(Object.entries(routes));
  return {
    base: '/v1',
    media: 'application/json',
    errorForms: [],
    lookup(method, path): Lookup {
      if (path.includes('//')) throw new SoapstoneError('BAD_PATH', 'empty segments are not allowed');
      const rules = table.get(`${method} ${path}`);
      if (rules) return { kind: 'found', rules, segments: path.split('/').slice(1) };
      const allow = [...table.keys()].filter((key) => key.endsWith(` ${path}`)).map((key) => key.split(' ')[0]);
      return allow.length > 0 ? { kind: 'method', allow } : { kind: 'none' };
    },
  };
}

export class ThingService {
  /** What the back end does with an exchange. */
  back: Handler;
  readonly exchanges: Exchange[] = [];
  private readonly server: Server;

  private constructor(
    routes: Routes,
    back: Handler,
    options: { maxBodyBytes?: number; limits?: JsonLimits; bridge?: string; next?: boolean },
  ) {
    this.back = back;
    const pipeline = createPipeline({
      timeout: 10_000,
      back: (exchange) => {
        this.exchanges.push(exchange);
        return this.back(exchange);
      },
    });
    const mapping = thingMapping(routes);
    const front: Middleware = createRestFront({ mapping, pipeline, ...options });
    this.server = createServer((req, res) => {
      if (options.next) front(req, res, () => res.writeHead(418).end());
      else front(req, res);
    });
  }

  static async listen(
    routes: Routes,
    back: Handler,
    options: { maxBodyBytes?: number; limits?: JsonLimits; bridge?: string; next?: boolean } = {},
  ): Promise<ThingService> {
    const service = new ThingService(routes, back, options);
    await new Promise<void>((resolve) => service.server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
