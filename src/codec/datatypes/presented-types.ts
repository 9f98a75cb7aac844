// Simple types whose values look different in JSON (`types:` of a mapping): other names of enumerated values (`enums`), numbers and flags as
// strings (`as: string`). Dates are in presented-dates.ts.

import { ByteBuffer } from '../../bytes/buffer.ts';
import type { SimpleType, TypeDef } from '../../contract/model/model.ts';
import { scan } from '../../json/tape.ts';
import { jsonString, stringValue, utf8 } from '../../json/text.ts';
import { STRING, type Tape } from '../../json/value.ts';
import { kindAt } from '../../json/walk.ts';
import type { NameScope, NameWriter, ValueCodec } from './codec.ts';
import type { Dialect } from './dialect.ts';
import { notEnumerated } from './restriction.ts';
import { isFreeText } from './type-kind.ts';
import { outOfFacet, type Problem, raiseAny } from './value-problem.ts';

/** Variety, built-in type and facets are those of the JSON values. */
export interface PresentedType extends SimpleType {
  /** The contract's type: that of the XML values. */
  readonly original: SimpleType;
  /** Values have other texts than in XML, not only another JSON type. */
  readonly respelled: boolean;
  /** `base`: the codec of the original. */
  presentedCodec(base: ValueCodec): ValueCodec;
}

export function isPresented(type: SimpleType): type is PresentedType {
  return 'presentedCodec' in type;
}

/** Prefixes in texts of the type are looked for, and shown beside them. */
export function mayUsePrefixes(type: SimpleType, { xmlns }: Dialect): boolean {
  return xmlns === 'texts' && !isPresented(type) && isFreeText(type);
}

/** The contract's type. */
export function contractType(type: SimpleType): SimpleType {
  return isPresented(type) ? type.original : type;
}

/** The codec of another type, with other JSON for some of its values. */
export abstract class PresentedCodec implements ValueCodec {
  readonly plain = false;
  protected readonly base: ValueCodec;
  private readonly value = new ByteBuffer(64);

  constructor(base: ValueCodec) {
    this.base = base;
  }

  /** JSON of the other type → other JSON; undefined: the same. */
  protected abstract present(json: ByteBuffer): Uint8Array | undefined;
  /** The way back; undefined: the same. */
  protected abstract restore(tape: Tape, node: number): Tape | undefined;

  /** Problem of JSON that the other type accepts, and this one does not. */
  protected foreign(_tape: Tape, _node: number): Problem | undefined {
    return undefined;
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
    const json = this.present(value);
    if (json !== undefined) out.append(json);
    else out.append(value.bytes, 0, value.length);
    return undefined;
  }

  encode(tape: Tape, node: number, out: ByteBuffer, attribute: boolean, names: NameWriter): void {
    raiseAny(this.foreign(tape, node));
    const original = this.restore(tape, node);
    if (original !== undefined) this.base.encode(original, 0, out, attribute, names);
    else this.base.encode(tape, node, out, attribute, names);
  }

  tryWrite(tape: Tape, node: number, out: ByteBuffer, names: NameWriter): Problem | undefined {
    const problem = this.foreign(tape, node);
    if (problem !== undefined) return problem;
    const original = this.restore(tape, node);
    return original === undefined
      ? this.base.tryWrite(tape, node, out, names)
      : this.base.tryWrite(original, 0, out, names);
  }

  key(input: Uint8Array, start: number, end: number, scope: NameScope, lenient: boolean): string | undefined {
    return this.base.key(input, start, end, scope, lenient);
  }
}

function isText({ bytes }: ByteBuffer): boolean {
  return bytes[0] === 0x22;
}

/** One of a closed list of values. */
export function isEnumerated(type: TypeDef): type is SimpleType {
  return type.kind === 'simple' && type.variety === 'atomic' && type.facets.enumeration !== undefined;
}

/**
 * The same XML with other JSON values: `_bank` in XML, `Bank` in JSON. `restValues`: SOAP value → REST value, a bijection. `prefix`: what values that
 * the type does not list lose, and get.
 */
export function renameValues(
  original: SimpleType,
  restValues: ReadonlyMap<string, string>,
  prefix = '',
): PresentedType {
  const enumeration = original.facets.enumeration?.map((v) => restValues.get(v) ?? v);
  return {
    ...original,
    name: undefined,
    builtin: 'string',
    facets: { whiteSpace: 'preserve', enumeration },
    original,
    respelled: true,
    presentedCodec: (base) =>
      new EnumCodec(base, new UnlistedNames(original, enumeration ?? [], prefix), enumeration, restValues),
  };
}

/** How values are shown that the enumeration lacks: as those of a newer contract would be. */
class UnlistedNames {
  private readonly prefix: string;
  private readonly listed: ReadonlySet<string>;
  private readonly everyHasPrefix: boolean;

  constructor({ facets: { enumeration = [] } }: SimpleType, listed: readonly string[], prefix: string) {
    this.prefix = prefix;
    this.listed = new Set([...enumeration, ...listed]);
    this.everyHasPrefix = enumeration.every((value) => value.startsWith(prefix));
  }

  /** Of a SOAP value; undefined: the same, or a listed one. */
  restText(text: string): string | undefined {
    const { prefix, listed } = this;
    const short = text.slice(prefix.length);
    const isShort = prefix !== '' && text.startsWith(prefix) && short !== '' && !listed.has(text) && !listed.has(short);
    return isShort ? short : undefined;
  }

  /** Of a REST value; undefined: a listed one, in either spelling. */
  xmlText(text: string): string | undefined {
    const long = this.everyHasPrefix && !text.startsWith(this.prefix) ? this.prefix + text : text;
    return this.listed.has(text) || this.listed.has(long) ? undefined : long;
  }
}

class EnumCodec extends PresentedCodec {
  private readonly unlisted: UnlistedNames;
  private readonly texts: ReadonlyMap<string, Uint8Array>;
  private readonly values: ReadonlyMap<string, Tape>;
  /** JSON values, where the type lists its own. */
  private readonly listed: readonly string[] | undefined;

  constructor(
    base: ValueCodec,
    unlisted: UnlistedNames,
    listed: readonly string[] | undefined,
    restValues: ReadonlyMap<string, string>,
  ) {
    super(base);
    this.unlisted = unlisted;
    this.listed = listed;
    this.texts = new Map([...restValues].map(([soap, rest]) => [soap, jsonString(rest)]));
    this.values = new Map([...restValues].map(([soap, rest]) => [rest, scan(jsonString(soap)).tape]));
  }

  protected present(json: ByteBuffer): Uint8Array | undefined {
    if (!isText(json)) return undefined;
    const value: string = JSON.parse(utf8(json.bytes, 0, json.length));
    const listed = this.texts.get(value);
    if (listed !== undefined || this.listed === undefined) return listed;
    const text = this.unlisted.restText(value);
    return text === undefined ? undefined : jsonString(text);
  }

  unlistedText(tape: Tape, node: number): string | undefined {
    return this.listed && kindAt(tape, node) === STRING ? this.unlisted.xmlText(stringValue(tape, node)) : undefined;
  }

  /** A value has one spelling: that of XML is refused where JSON has another. Messages list JSON spellings. */
  protected override foreign(tape: Tape, node: number): Problem | undefined {
    if (kindAt(tape, node) !== STRING) return undefined;
    const text = stringValue(tape, node);
    if (this.values.has(text)) return undefined;
    const { listed } = this;
    if (listed !== undefined && !listed.includes(text)) return notEnumerated(listed);
    return this.texts.has(text) ? outOfFacet(`"${text}" has another spelling in JSON`) : undefined;
  }

  protected restore(tape: Tape, node: number): Tape | undefined {
    return kindAt(tape, node) === STRING ? this.values.get(stringValue(tape, node)) : undefined;
  }
}

const BARE = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const REFUSED = scan(Buffer.from('""')).tape;

/** Numbers and flags as JSON strings. */
export function showStrings(original: SimpleType): PresentedType {
  return {
    ...original,
    name: undefined,
    builtin: 'string',
    facets: { whiteSpace: 'preserve' },
    original,
    respelled: false,
    presentedCodec: (base) => new QuotedCodec(base),
  };
}

class QuotedCodec extends PresentedCodec {
  protected present(json: ByteBuffer): Uint8Array | undefined {
    return isText(json) ? undefined : Buffer.from(`"${utf8(json.bytes, 0, json.length)}"`);
  }

  protected restore(tape: Tape, node: number): Tape | undefined {
    if (kindAt(tape, node) !== STRING) return REFUSED;
    const text = stringValue(tape, node);
    return BARE.test(text) ? scan(Buffer.from(text)).tape : undefined;
  }
}
