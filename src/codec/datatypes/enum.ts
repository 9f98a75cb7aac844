// An enumeration whose values look different in JSON (`types:` of a mapping, `enums`): `_bank` in XML, `Bank` in JSON.
import type { SimpleType, TypeDef } from '../../contract/model/model.ts';
import { scan } from '../../json/tape.ts';
import { jsonString, stringValue } from '../../json/text.ts';
import { STRING, type Tape } from '../../json/value.ts';
import type { ValueCodec } from './codec.ts';
import { PresentedCodec } from './presented-codec.ts';
import type { PresentedType } from './presented-type.ts';
import { notEnumerated } from './restriction.ts';
import { kindAt, outOfFacet, type Problem } from './value-problem.ts';

/** One of a closed list of values. */
export function isEnumerated(type: TypeDef): type is SimpleType {
  return type.kind === 'simple' && type.variety === 'atomic' && type.facets.enumeration !== undefined;
}

/** A type with the same XML and other JSON values. `restValues`: SOAP value → REST value, a bijection; others stay as they are. */
export function renameValues(original: SimpleType, restValues: ReadonlyMap<string, string>): PresentedType {
  const enumeration = original.facets.enumeration?.map((v) => restValues.get(v) ?? v);
  return {
    ...original,
    name: undefined,
    builtin: 'string',
    facets: { whiteSpace: 'preserve', enumeration },
    original,
    respelled: true,
    presentedCodec: (base) => new EnumCodec(base, enumeration, restValues),
  };
}

export class EnumCodec extends PresentedCodec {
  private readonly texts: ReadonlyMap<string, Uint8Array>;
  private readonly values: ReadonlyMap<string, Tape>;
  /** JSON values, where the type lists its own. */
  private readonly listed: readonly string[] | undefined;

  constructor(base: ValueCodec, listed: readonly string[] | undefined, restValues: ReadonlyMap<string, string>) {
    super(base);
    this.listed = listed;
    this.texts = new Map([...restValues].map(([soap, rest]) => [soap, jsonString(rest)]));
    this.values = new Map([...restValues].map(([soap, rest]) => [rest, scan(jsonString(soap)).tape]));
  }

  protected present(json: string): Uint8Array | undefined {
    return json.startsWith('"') ? this.texts.get(JSON.parse(json)) : undefined;
  }

  /** A value has one spelling: that of XML is none where JSON has another. What is listed nowhere is said in the spelling of JSON. */
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
