// XSD components after linking (XML Schema 1.0 Part 1 §2.2): references resolved, groups expanded, extensions merged. Frozen.
import type { Place } from '../../errors/errors.ts';
import type { QName } from '../../xml/reader/names.ts';

export type TypeDef = SimpleType | ComplexType;

/** The 44 built-in simple types of XML Schema 1.0 Part 2 plus anySimpleType, by local name. */
export type Builtin =
  | 'anySimpleType'
  | 'string'
  | 'normalizedString'
  | 'token'
  | 'language'
  | 'Name'
  | 'NCName'
  | 'NMTOKEN'
  | 'NMTOKENS'
  | 'ID'
  | 'IDREF'
  | 'IDREFS'
  | 'ENTITY'
  | 'ENTITIES'
  | 'boolean'
  | 'decimal'
  | 'integer'
  | 'nonPositiveInteger'
  | 'negativeInteger'
  | 'long'
  | 'int'
  | 'short'
  | 'byte'
  | 'nonNegativeInteger'
  | 'unsignedLong'
  | 'unsignedInt'
  | 'unsignedShort'
  | 'unsignedByte'
  | 'positiveInteger'
  | 'float'
  | 'double'
  | 'duration'
  | 'dateTime'
  | 'time'
  | 'date'
  | 'gYearMonth'
  | 'gYear'
  | 'gMonthDay'
  | 'gDay'
  | 'gMonth'
  | 'hexBinary'
  | 'base64Binary'
  | 'anyURI'
  | 'QName'
  | 'NOTATION';

/** Effective facets: those of the whole derivation chain, merged. Bounds and enumerations are in lexical form. */
export interface Facets {
  readonly whiteSpace: 'preserve' | 'replace' | 'collapse';
  readonly length?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly totalDigits?: number;
  readonly fractionDigits?: number;
  readonly minInclusive?: string;
  readonly maxInclusive?: string;
  readonly minExclusive?: string;
  readonly maxExclusive?: string;
  readonly enumeration?: readonly string[];
  /** For QName/NOTATION enumerations: the values in Clark notation (`enumeration` keeps the lexical form). */
  readonly enumerationNames?: readonly string[];
  readonly patterns?: PatternStep;
}

/** XSD regular expressions: those of one derivation step are alternatives, steps are all required (Part 2 §4.3.4). Types share what they inherit. */
export interface PatternStep {
  readonly alternatives: readonly string[];
  /** The steps before this one. */
  readonly base?: PatternStep;
}

/** All steps, from the first one. */
export function patternSteps(last: PatternStep | undefined): PatternStep[] {
  const steps: PatternStep[] = [];
  for (let step = last; step !== undefined; step = step.base) steps.push(step);
  return steps.reverse();
}

export interface SimpleType {
  readonly kind: 'simple';
  /** Absent for an anonymous type. */
  readonly name?: QName;
  readonly base?: SimpleType;
  readonly variety: 'atomic' | 'list' | 'union';
  /** Nearest built-in ancestor. For lists and unions: 'anySimpleType' unless it is NMTOKENS, IDREFS or ENTITIES. */
  readonly builtin: Builtin;
  /** variety list */
  readonly item?: SimpleType;
  /** variety union */
  readonly members?: readonly SimpleType[];
  readonly facets: Facets;
  readonly doc?: string;
  /** Documentation of enumeration values, where the schema has it. */
  readonly place?: Place;
}

/** The encoding of SOAP 1.1 §5, or of SOAP 1.2 Part 2 §3. */
export type SoapEncoding = '1.1' | '1.2';

export interface ComplexType {
  readonly kind: 'complex';
  readonly name?: QName;
  /** The type it is derived from; absent only for anyType. */
  readonly base?: TypeDef;
  readonly derivation?: 'extension' | 'restriction';
  readonly abstract: boolean;
  readonly mixed: boolean;
  /** Effective attributes, inherited ones first, without prohibited ones. */
  readonly attributes: readonly AttributeUse[];
  readonly anyAttribute?: Wildcard;
  readonly content: Content;
  /** An array of SOAP encoding: its dimensions. Its content is the list of its members; 0 for a row of an array with several dimensions. */
  readonly array?: number;
  /** Declared by a protocol and not by the contract, as the SOAP envelope: `types:` of a mapping says nothing about it. */
  readonly builtIn?: true;
  readonly doc?: string;
  readonly place?: Place;
}

export type Content =
  | { readonly kind: 'empty' }
  | { readonly kind: 'simple'; readonly type: SimpleType }
  /** The effective content model: for an extension, sequence(base particle, own particle). */
  | { readonly kind: 'elements'; readonly particle: Particle };

export interface AttributeUse {
  readonly name: QName;
  readonly type: SimpleType;
  readonly required: boolean;
  readonly default?: string;
  readonly fixed?: string;
  readonly doc?: string;
}

/** `max` is Infinity for unbounded. */
export interface Occurs {
  readonly min: number;
  readonly max: number;
}

export type Particle = ElementParticle | GroupParticle | WildcardParticle;

interface ElementParticle extends Occurs {
  readonly kind: 'element';
  readonly element: ElementDecl;
}

/** Named groups are expanded in place. */
export interface GroupParticle extends Occurs {
  readonly kind: 'sequence' | 'choice' | 'all';
  readonly particles: readonly Particle[];
}

interface WildcardParticle extends Occurs {
  readonly kind: 'any';
  readonly wildcard: Wildcard;
}

/** XSD Part 1 §3.10. `namespaces`: a set of URIs ('' = no namespace), or 'any', or not one given URI (nor absent). */
export interface Wildcard {
  readonly namespaces:
    | { readonly kind: 'any' }
    | { readonly kind: 'not'; readonly ns: string }
    | { readonly kind: 'set'; readonly set: readonly string[] };
  readonly process: 'strict' | 'lax' | 'skip';
}

export interface ElementDecl {
  /** `ns` is '' for an unqualified local element. */
  readonly name: QName;
  readonly type: TypeDef;
  readonly global: boolean;
  readonly nillable: boolean;
  readonly abstract: boolean;
  readonly default?: string;
  readonly fixed?: string;
  /** Members of its substitution group (transitive, itself not included, abstract ones left out); empty for local elements. */
  readonly substitutes: readonly ElementDecl[];
  /** Its content is encoded, as `use="encoded"` of WSDL says; absent for literal use. */
  readonly encoding?: SoapEncoding;
  /** The struct of an rpc response: with SOAP encoding, neither its name nor that of its first accessor is significant (SOAP 1.1 §7.1). */
  readonly rpcResponse?: true;
  /** Media types of its binary content, as an Accept field has them: `xmime:expectedContentTypes`, or those of a MIME part. */
  readonly contentTypes?: string;
  readonly doc?: string;
  readonly place?: Place;
}

/** All global components. Keys are Clark names (`{ns}local`, see xml/names). Built-in types are included, under the XSD namespace. */
export interface Schemas {
  readonly types: ReadonlyMap<string, TypeDef>;
  readonly elements: ReadonlyMap<string, ElementDecl>;
  readonly attributes: ReadonlyMap<string, AttributeUse>;
  /** Target namespaces, in order of loading. */
  readonly namespaces: readonly string[];
  /** Is `type` the same as `base` or derived from it (any number of steps; everything derives from anyType)? */
  derives(type: TypeDef, base: TypeDef): boolean;
}

/** A component while it is being filled: components refer to each other before they are complete. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** The shared empty list. */
export const NONE: readonly never[] = Object.freeze([]);
