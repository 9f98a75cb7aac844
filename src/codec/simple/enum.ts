// An enumeration whose values look different in JSON (`types:` of a mapping, `enums`): `_bank` in XML, `Bank` in JSON.
import { ByteBuffer } from '../../bytes/buffer.ts';
import type { SimpleType } from '../../contract/model.ts';
import { scan } from '../../json/tape.ts';
import { jsonString, stringValue } from '../../json/text.ts';
import { STRING, type Tape } from '../../json/value.ts';
import type { NameScope, NameWriter, ValueCodec } from './codec.ts';
import { kindAt, outOfFacet, type Problem, raise } from './problem.ts';
import { notEnumerated } from './restriction.ts';

interface Renamed {
  readonly original: SimpleType;
  readonly shown: ReadonlyMap<string, string>;
}

const renamed = new WeakMap<SimpleType, Renamed>();

/** A type with the same XML and other JSON values. `shown`: SOAP value → REST value, a bijection; others stay as they are. */
export function renameValues(original: SimpleType, shown: ReadonlyMap<string, string>): SimpleType {
  const enumeration = original.facets.enumeration?.map((v) => shown.get(v) ?? v);
  const type: SimpleType = {
    ...original,
    name: undefined,
    builtin: 'string',
    facets: { whiteSpace: 'preserve', enumeration },
  };
  renamed.set(type, { original, shown });
  return type;
}

export function renamedValues(type: SimpleType): Renamed | undefined {
  return renamed.get(type);
}

export class EnumCodec implements ValueCodec {
  readonly plain = false;
  private readonly base: ValueCodec;
  private readonly shown: ReadonlyMap<string, Uint8Array>;
  private readonly written: ReadonlyMap<string, Tape>;
  /** JSON values, where the type lists its own. */
  private readonly texts: readonly string[] | undefined;
  private readonly value = new ByteBuffer(64);

  constructor(base: ValueCodec, original: SimpleType, shown: ReadonlyMap<string, string>) {
    this.base = base;
    this.texts = original.facets.enumeration?.map((soap) => shown.get(soap) ?? soap);
    this.shown = new Map([...shown].map(([soap, rest]) => [soap, jsonString(rest)]));
    this.written = new Map([...shown].map(([soap, rest]) => [rest, scan(jsonString(soap)).tape]));
  }

  decode(input: Uint8Array, start: number, end: number, out: ByteBuffer, scope: NameScope, lenient: boolean): void {
    const problem = this.tryDecode(input, start, end, out, scope, lenient);
    if (problem !== undefined) raise(problem);
  }

  tryDecode(
    input: Uint8Array,
    start: number,
    end: number,
    out: ByteBuffer,
    scope: NameScope,
    lenient: boolean,
  ): Problem | undefined {
    const { value } = this;
    value.reset();
    const problem = this.base.tryDecode(input, start, end, value, scope, lenient);
    if (problem !== undefined) return problem;
    const text = Buffer.from(value.bytes.subarray(0, value.length)).toString();
    const shown = text.startsWith('"') ? this.shown.get(JSON.parse(text)) : undefined;
    if (shown !== undefined) out.append(shown);
    else out.append(value.bytes, 0, value.length);
    return undefined;
  }

  encode(tape: Tape, node: number, out: ByteBuffer, attribute: boolean, names: NameWriter): void {
    const problem = this.foreign(tape, node);
    if (problem !== undefined) raise(problem);
    const soap = this.soapValue(tape, node);
    if (soap !== undefined) this.base.encode(soap, 0, out, attribute, names);
    else this.base.encode(tape, node, out, attribute, names);
  }

  tryWrite(tape: Tape, node: number, out: ByteBuffer, names: NameWriter): Problem | undefined {
    const problem = this.foreign(tape, node);
    if (problem !== undefined) return problem;
    const soap = this.soapValue(tape, node);
    return soap !== undefined ? this.base.tryWrite(soap, 0, out, names) : this.base.tryWrite(tape, node, out, names);
  }

  /** A value has one spelling: that of XML is none where JSON has another. What is listed nowhere is said in the spelling of JSON. */
  private foreign(tape: Tape, node: number): Problem | undefined {
    if (kindAt(tape, node) !== STRING) return undefined;
    const text = stringValue(tape, node);
    if (this.written.has(text)) return undefined;
    const { texts } = this;
    if (texts !== undefined && !texts.includes(text)) return notEnumerated(texts);
    return this.shown.has(text) ? outOfFacet(`"${text}" has another spelling in JSON`) : undefined;
  }

  key(input: Uint8Array, start: number, end: number, scope: NameScope, lenient: boolean): string | undefined {
    return this.base.key(input, start, end, scope, lenient);
  }

  private soapValue(tape: Tape, node: number): Tape | undefined {
    return kindAt(tape, node) === STRING ? this.written.get(stringValue(tape, node)) : undefined;
  }
}
