// Internal SOAP requests: a flow calls rules of its own table. They are written and read like requests of clients, and never sent.

import { ByteBuffer } from '../../bytes/buffer.ts';
import { type Codec, Mismatch, type Program } from '../../codec/model/codec.ts';
import type { Shape } from '../../codec/model/shape.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import type { Fault } from '../../fault/fault.ts';
import type { Json } from '../../json/value.ts';
import type { InternalRequest } from '../../rule/flow.ts';
import type { Bindings, SoapPattern } from '../../rule/pattern.ts';
import type { SoapRules } from '../../rule/rule.ts';
import { clark } from '../../xml/reader/names.ts';
import type { MappingRule } from '../model/mapping.ts';
import { lookupOf } from './soap-lookup/soap-lookup.ts';

interface RoutedRequest {
  readonly rule: MappingRule;
  readonly bindings: Bindings;
}

export class InternalRouter {
  private readonly codec: Codec;
  private readonly programs = new WeakMap<Shape, Program>();
  private rules: Pick<SoapRules<MappingRule>, 'lookupSoap' | 'prepareSoap'> = { lookupSoap: () => [] };
  private byId: ReadonlyMap<string, MappingRule> = new Map();

  constructor(codec: Codec) {
    this.codec = codec;
  }

  /** Sets the rules, when all are built. */
  link(lookup: Pick<SoapRules<MappingRule>, 'lookupSoap' | 'prepareSoap'>, rules: readonly MappingRule[] = []): void {
    this.rules = lookup;
    this.byId = new Map(rules.map((rule) => [rule.id, rule]));
  }

  ruleOf(id: string): MappingRule | undefined {
    return this.byId.get(id);
  }

  prepare(request: SoapPattern): Promise<void> | undefined {
    return this.rules.prepareSoap?.(elementOf(request));
  }

  /** `except`: rules to skip. */
  route(request: SoapPattern, bindings: Bindings, except?: (rule: MappingRule) => boolean): RoutedRequest {
    const message = this.encode(request, bindings);
    const all = this.rules.lookupSoap(elementOf(request));
    const rules = except === undefined ? all : all.filter((rule) => !except(rule));
    const possible = rules.length < 2 ? rules : lookupOf(all, this.codec).possibleFor(rules, message.values());
    // Rules that were ruled out are asked only for a better reason.
    for (const some of possible === rules ? [rules] : [possible, rules]) {
      const routed = this.first(some, message, some === rules);
      if (routed) return routed;
    }
    throw new SoapstoneError('BAD_BODY', `no rule takes this ${request.body[0]?.element.name.local ?? 'request'}`);
  }

  /** `last`: throws the first refusal where no rule takes the message. */
  private first(
    rules: readonly MappingRule[],
    message: ReadonlyMap<string, Uint8Array>,
    last: boolean,
  ): RoutedRequest | undefined {
    let refused: SoapstoneError | undefined;
    for (const rule of rules) {
      try {
        const ruleBindings = this.read(rule.request.soap, message, new Array(rule.variables.length));
        if (ruleBindings) return { rule, bindings: ruleBindings };
      } catch (error) {
        if (!(error instanceof SoapstoneError)) throw error;
        refused ??= error;
      }
    }
    if (last && refused) throw refused;
    return undefined;
  }

  /** Writes a message as `source` and reads it as `response`. `lenient`: as Program.encode. */
  readResponse(
    response: SoapPattern,
    source: SoapPattern,
    sourceBindings: Bindings,
    bindings: Bindings,
    lenient = false,
  ): Bindings {
    const message = this.encode(source, sourceBindings, response, lenient);
    const responseBindings = this.read(response, message, bindings.slice());
    if (responseBindings) return responseBindings;
    const problem = 'the response is not one that the flow describes';
    throw new SoapstoneError('UPSTREAM_BODY', problem, { safeMessage: problem });
  }

  /** Omits header parts that `reader` does not name. */
  private encode(
    side: SoapPattern,
    bindings: Bindings,
    reader = side,
    lenient = false,
  ): ReadonlyMap<string, Uint8Array> {
    const slots = side.fill(bindings);
    const message = new Map<string, Uint8Array>();
    const read = new Set(reader.headers.map(({ part }) => part.element));
    for (const [i, [element, shape]] of partsOf(side).entries()) {
      const inHeader = i >= side.body.length;
      if (inHeader && !read.has(element)) continue;
      // A header part that is bound as a whole may be absent.
      if (inHeader && shape.kind === 'hole' && slots[shape.slot] === undefined) continue;
      const out = new ByteBuffer();
      this.program(side, element, shape).encode(slots, out, lenient);
      if (out.length > 0) message.set(clark(element.name), out.slice());
    }
    return message;
  }

  /** undefined: the message does not match. */
  private read(side: SoapPattern, message: ReadonlyMap<string, Uint8Array>, bindings: Bindings): Bindings | undefined {
    const slots: (Json | undefined)[] = new Array(side.slots);
    const body = side.body.length;
    for (const [i, [element, shape]] of partsOf(side).entries()) {
      const bytes = message.get(clark(element.name));
      if (bytes === undefined && i < body) return undefined;
      if (bytes && !this.decoded(this.program(side, element, shape), bytes, slots)) return undefined;
    }
    return side.match(slots, bindings);
  }

  private decoded(program: Program, bytes: Uint8Array, slots: (Json | undefined)[]): boolean {
    try {
      const decoder = program.decoder();
      decoder.write(bytes);
      decoder.end().forEach((value, i) => {
        if (value !== undefined) slots[i] = value;
      });
      return true;
    } catch (error) {
      if (error instanceof Mismatch) return false;
      throw error;
    }
  }

  private program({ slots }: SoapPattern, element: ElementDecl, shape: Shape): Program {
    let program = this.programs.get(shape);
    if (program === undefined) this.programs.set(shape, (program = this.codec.program(element, shape, slots)));
    return program;
  }
}

/** A subrequest of a flow. */
export class InnerRequest implements InternalRequest<MappingRule> {
  private readonly relay: InternalRouter;
  private readonly request: SoapPattern;
  private readonly response: SoapPattern;
  private readonly except: ((rule: MappingRule) => boolean) | undefined;

  /** `except`: rules to skip. */
  constructor(
    relay: InternalRouter,
    request: SoapPattern,
    response: SoapPattern,
    except?: (rule: MappingRule) => boolean,
  ) {
    this.relay = relay;
    this.request = request;
    this.response = response;
    this.except = except;
  }

  prepare(): Promise<void> | undefined {
    return this.relay.prepare(this.request);
  }

  route(bindings: Bindings): RoutedRequest {
    return this.relay.route(this.request, bindings, this.except);
  }

  answered(rule: MappingRule, response: Bindings, bindings: Bindings, lenient?: boolean): Bindings {
    return this.relay.readResponse(this.response, rule.response.soap, response, bindings, lenient);
  }

  failed(rule: MappingRule, fault: Fault, bindings: Bindings, ofItem = false): Bindings | undefined {
    const response = rule.faults.asResponse(fault, { variables: rule.variables, bindings }, ofItem);
    return response && this.relay.readResponse(this.response, response.soap, response.bindings, bindings);
  }
}

/** The Clark name of the body element; '' for an empty body. */
function elementOf({ body: [first] }: SoapPattern): string {
  return first === undefined ? '' : clark(first.element.name);
}

/** Children of Body, then header parts. */
function partsOf({ body, headers }: SoapPattern): (readonly [ElementDecl, Shape])[] {
  return [
    ...body.map(({ element, shape }) => [element, shape] as const),
    ...headers.map(({ part, shape }) => [part.element, shape] as const),
  ];
}
