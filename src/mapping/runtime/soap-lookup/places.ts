// The places of a message that rules of one body element have conditions on: elements, attributes, texts. Knows nothing about messages.

import type { TextCodec } from '../../../codec/datatypes/codec.ts';
import type { Codec } from '../../../codec/model/codec.ts';
import type { ElementDecl, SimpleType, TypeDef } from '../../../contract/model/model.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import { textOf } from '../../../json/value.ts';
import { clark } from '../../../xml/reader/names.ts';
import { Question } from './question.ts';

export const PRESENT = 'present';
export const ABSENT = 'absent';
/** No value and no type is called like this. */
export const INVALID = '';

/** A simple value that rules have as a constant. Answers are JSON: `1` and `true` are one boolean. */
export class ValuePlace {
  readonly question = new Question();
  private readonly codec: TextCodec;
  /** Answers to the texts of the table. */
  private readonly known = new Map<string, string>();

  constructor(codec: TextCodec) {
    this.codec = codec;
  }

  expect(rule: bigint, text: string): void {
    const answer = this.answerTo(text);
    // What the contract does not allow is left to the decoder.
    if (answer === INVALID) return;
    this.known.set(text, answer);
    this.question.expect(rule, answer);
  }

  answerTo(text: string): string {
    return this.known.get(text) ?? this.read(text);
  }

  private read(text: string): string {
    try {
      return textOf(this.codec.fromText(text));
    } catch (error) {
      if (error instanceof SoapstoneError) return INVALID;
      throw error;
    }
  }
}

export class AttributePlace {
  readonly presence = new Question();
  readonly value: ValuePlace | undefined;

  constructor(value: ValuePlace | undefined) {
    this.value = value;
  }

  decides(rules: bigint): boolean {
    return this.presence.decides(rules) || this.value?.question.decides(rules) === true;
  }
}

/** The first element of its name inside of its parent. */
export class ElementPlace {
  readonly declaration: ElementDecl;
  readonly presence = new Question();
  /** Answers are Clark names of xsi:type. */
  readonly type = new Question();
  /** By the element's actual type: members of derived types may differ. */
  readonly contents = new Map<TypeDef, ContentPlaces>();
  private readonly codec: Codec;

  constructor(declaration: ElementDecl, codec: Codec) {
    this.declaration = declaration;
    this.codec = codec;
  }

  content(type: TypeDef): ContentPlaces {
    let content = this.contents.get(type);
    if (content === undefined) this.contents.set(type, (content = new ContentPlaces(this.codec)));
    return content;
  }

  decides(rules: bigint): boolean {
    if (this.presence.decides(rules) || this.type.decides(rules)) return true;
    return [...this.contents.values()].some((content) => content.decides(rules));
  }
}

/** The inside of an element. */
export class ContentPlaces {
  readonly attributes = new Map<string, AttributePlace>();
  readonly children = new Map<string, ElementPlace>();
  text: ValuePlace | undefined;
  private readonly codec: Codec;

  constructor(codec: Codec) {
    this.codec = codec;
  }

  attribute(name: string, type: SimpleType): AttributePlace {
    let place = this.attributes.get(name);
    if (place === undefined) this.attributes.set(name, (place = new AttributePlace(this.value(type))));
    return place;
  }

  /** undefined: another declaration has the name. */
  child(declaration: ElementDecl): ElementPlace | undefined {
    const name = clark(declaration.name);
    let place = this.children.get(name);
    if (place === undefined) this.children.set(name, (place = new ElementPlace(declaration, this.codec)));
    return place.declaration.type === declaration.type ? place : undefined;
  }

  textOf(type: SimpleType): ValuePlace | undefined {
    return (this.text ??= this.value(type));
  }

  decides(rules: bigint): boolean {
    if (this.text?.question.decides(rules)) return true;
    if ([...this.attributes.values()].some((place) => place.decides(rules))) return true;
    return [...this.children.values()].some((place) => place.decides(rules));
  }

  /** Lists and unions may hold names with prefixes, as QNames do: what those stand for depends on the place. */
  private value(type: SimpleType): ValuePlace | undefined {
    const { variety, builtin } = type;
    if (variety !== 'atomic' || builtin === 'QName' || builtin === 'NOTATION') return undefined;
    return new ValuePlace(this.codec.text(type));
  }
}
