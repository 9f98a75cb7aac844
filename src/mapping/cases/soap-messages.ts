// SOAP messages of cases: XML texts ⇄ variables of a rule. Knows nothing about envelopes.

import { ByteBuffer } from '../../bytes/buffer.ts';
import { Mismatch, type Program, type ReadOnlyMembers, type Tolerance } from '../../codec/model/codec.ts';
import { ReferenceFound } from '../../codec/model/deviation.ts';
import type { Shape } from '../../codec/model/shape.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { Fault, type FaultDetail } from '../../fault/fault.ts';
import type { Json } from '../../json/value.ts';
import type { Bindings, SoapPattern } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import { readTree } from '../../xml/read-tree.ts';
import { defaultLimits } from '../../xml/reader/limits.ts';
import { clark, parseClark } from '../../xml/reader/names.ts';
import type { Mapping } from '../model/mapping.ts';
import type { CaseFault, CaseMessage } from './cases.ts';
import { compareXml, Wrong } from './compare.ts';
import { withCredential } from './supplied-values.ts';

export interface Encoded {
  readonly body: Uint8Array[];
  readonly headers: Uint8Array[];
}

export class SoapMessages {
  private readonly mapping: Mapping;

  constructor(mapping: Mapping) {
    this.mapping = mapping;
  }

  /** For responses. Throws Wrong for the first difference. */
  compare(pattern: SoapPattern, bindings: Bindings, expected: CaseMessage): void {
    this.same(pattern, this.encode(pattern, bindings), this.withValues(pattern, expected));
  }

  /** The same for a request that REST clients cause. */
  compareRequest(rule: Rule, bindings: Bindings, expected: CaseMessage): void {
    const sample = withCredential(rule, bindings);
    if (rule.credentialFields === undefined) return this.sameRequest(rule, bindings, expected);
    if (differenceOf(() => this.sameRequest(rule, sample, expected)) === undefined) return;
    // A case may leave out a credential that the contract does not require.
    const difference = differenceOf(() => this.sameRequest(rule, bindings, expected));
    if (difference instanceof SoapstoneError) this.sameRequest(rule, sample, expected);
    if (difference !== undefined) throw difference;
  }

  private sameRequest(rule: Rule, bindings: Bindings, expected: CaseMessage): void {
    this.same(rule.request.soap, this.encodeRequest(rule, bindings), expected);
  }

  encodeRequest(rule: Rule, bindings: Bindings): Encoded {
    return this.encode(rule.request.soap, bindings, rule.tolerance?.(bindings), 'ignored');
  }

  private same(pattern: SoapPattern, message: Encoded, expected: CaseMessage): void {
    pattern.body.forEach(({ element, shape }, i) => {
      this.compareElement(pattern, [element, shape], message.body[i], expected.body[i]);
    });
    if (expected.body.length > message.body.length) throw new Wrong('the case has more body elements than the message');
    pattern.headers.forEach(({ part, shape }, i) => {
      const text = expected.headers.get(part.part) ?? expected.headers.get(part.element.name.local);
      this.compareElement(pattern, [part.element, shape], message.headers[i], text);
    });
  }

  /** Cases may have the encoded form or the literal one: they are compared in the latter. */
  private compareElement(
    pattern: SoapPattern,
    [element, shape]: readonly [ElementDecl, Shape],
    actual: Uint8Array,
    expected: string | undefined,
  ): void {
    const { literalOf } = this.program(pattern, element, shape);
    if (!literalOf || actual.length === 0 || expected === undefined) return compareXml(actual, expected);
    compareXml(literalOf(actual), Buffer.from(literalOf(Buffer.from(expected))).toString());
  }

  /** The children of Body and the header parts, in the order of the pattern. */
  encode(pattern: SoapPattern, bindings: Bindings, tolerance?: Tolerance, readOnly?: ReadOnlyMembers): Encoded {
    const slots = pattern.fill(bindings);
    const write = (element: ElementDecl, shape: Shape) => {
      const out = new ByteBuffer();
      this.program(pattern, element, shape).encode(slots, out, false, tolerance, readOnly);
      return out.slice();
    };
    return {
      body: pattern.body.map(({ element, shape }) => write(element, shape)),
      // An envelope leaves out a header part without a value.
      headers: pattern.headers.map(({ part, shape }) =>
        isAbsent(shape, slots) ? new Uint8Array(0) : write(part.element, shape),
      ),
    };
  }

  /** undefined: the message does not match. */
  decode(pattern: SoapPattern, message: CaseMessage, bindings: Bindings): Bindings | undefined {
    const slots: (Json | undefined)[] = new Array(pattern.slots);
    try {
      pattern.body.forEach(({ element, shape }, i) => {
        decodeInto(slots, this.program(pattern, element, shape), message.body[i] ?? '');
      });
      for (const { part, shape } of pattern.headers) {
        const text = message.headers.get(part.part) ?? message.headers.get(part.element.name.local);
        if (text !== undefined) decodeInto(slots, this.program(pattern, part.element, shape), text);
      }
    } catch (e) {
      if (e instanceof Mismatch) return undefined;
      throw e;
    }
    return pattern.match(slots, bindings);
  }

  /** The same for a response, with references as the gateway reads them. */
  decodeResponse(pattern: SoapPattern, message: CaseMessage, bindings: Bindings): Bindings | undefined {
    try {
      return this.decode(pattern, this.withValues(pattern, message), bindings);
    } catch (error) {
      if (error instanceof Mismatch) return undefined;
      throw error;
    }
  }

  /** A response with each value in the place of a reference to it (SOAP 1.1 §5.4.1), where its contract has no references. */
  private withValues(pattern: SoapPattern, message: CaseMessage): CaseMessage {
    const body = message.body.map((text, i) => {
      const position = pattern.body[i];
      return position === undefined ? text : inlined(this.program(pattern, position.element, position.shape), text);
    });
    return { ...message, body };
  }

  /** The encoded message in the form of a case. */
  messageOf(pattern: SoapPattern, message: ReturnType<SoapMessages['encode']>): CaseMessage {
    const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
    const headers = pattern.headers.flatMap(({ part }, i) =>
      message.headers[i].length > 0 ? [[part.part, text(message.headers[i])] as const] : [],
    );
    return { body: message.body.map(text), headers: new Map(headers) };
  }

  fault({ code, reason, detail }: CaseFault): Fault {
    const entries = detail === undefined ? [] : [this.detail(detail)];
    const soap = { version: '1.1' as const, code: parseClark(code), subcodes: [], reason, detail: entries };
    return new Fault({ status: 502, code: 'UPSTREAM_FAULT', title: '', detail: reason, soap });
  }

  private detail(xml: string): FaultDetail {
    const { name } = readTree(Buffer.from(xml), 'soap.fault.detail');
    const element = this.mapping.contract.schemas.elements.get(clark(name));
    if (element === undefined) return { name };
    const slots: (Json | undefined)[] = [undefined];
    decodeInto(slots, this.mapping.codec.program(element, { kind: 'hole', slot: 0 }, 1), xml);
    return { name, value: slots[0] };
  }

  private program(pattern: SoapPattern, element: ElementDecl, shape: Shape): Program {
    return this.mapping.codec.program(element, shape, pattern.slots);
  }
}

/** undefined: none. */
function differenceOf(compare: () => void): Wrong | SoapstoneError | undefined {
  try {
    return compare() as undefined;
  } catch (error) {
    if (error instanceof Wrong || error instanceof SoapstoneError) return error;
    throw error;
  }
}

function decodeInto(slots: (Json | undefined)[], program: Program, text: string): void {
  const decoder = program.decoder();
  decoder.write(Buffer.from(text));
  decoder.end().forEach((value, i) => {
    if (value !== undefined) slots[i] = value;
  });
}

/** The `id` that a reference leads to is no attribute of its type. */
const UNKNOWN = { unknown: true, namespaces: false, missing: false, values: false };

/** The text itself, unless a reference keeps it from being read: then as the contract writes the same values. */
function inlined(program: Program, text: string): string {
  if (!text.includes('href')) return text;
  const document = Buffer.from(text);
  try {
    decoded(program, document);
    return text;
  } catch (error) {
    if (!(error instanceof ReferenceFound)) return text;
    const out = new ByteBuffer();
    program.encode(decoded(program, program.inlineReferences(document, defaultLimits).bytes), out);
    return Buffer.from(out.slice()).toString();
  }
}

function decoded(program: Program, document: Uint8Array): Bindings {
  const decoder = program.decoder({ deviations: UNKNOWN });
  decoder.write(document);
  return decoder.end();
}

/** Is the shape empty with these values? */
function isAbsent(shape: Shape, slots: readonly (Json | undefined)[]): boolean {
  switch (shape.kind) {
    case 'hole':
    case 'each':
      return slots[shape.slot] === undefined;
    case 'constant':
      return false;
    case 'ordered':
      return shape.items.every((item) => isAbsent(item, slots));
    case 'members': {
      const rest = shape.rest === undefined ? undefined : slots[shape.rest];
      return rest === undefined && shape.entries.every((entry) => isAbsent(entry.shape, slots));
    }
  }
}
