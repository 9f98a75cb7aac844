// Reads a message once, as far as it must, and asks it which rules can take it. Knows nothing about envelopes beyond their two children.

import { originalOf } from '../../../codec/presentation/presented-list.ts';
import type { Schemas, TypeDef } from '../../../contract/model/model.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import { utf8 } from '../../../json/text.ts';
import type { SoapMessage } from '../../../rule/rule.ts';
import { clark } from '../../../xml/reader/names.ts';
import { passOver } from '../../../xml/reader/passing.ts';
import { END, EOF, NEED_INPUT, START, TEXT, type Token, XmlReader } from '../../../xml/reader/reader.ts';
import { ABSENT, type ContentPlaces, type ElementPlace, INVALID, PRESENT } from './places.ts';
import type { Question } from './question.ts';

export interface MessagePlaces {
  readonly header: ContentPlaces;
  readonly body: ContentPlaces;
  readonly schemas: Schemas;
}

/** What is still to be read of one open element. */
class Level {
  readonly content: ContentPlaces;
  readonly metPlaces = new Set<ElementPlace>();
  /** What `isOpen` was computed for. A message may have a million elements that change nothing. */
  private rules: bigint | undefined;
  private met = 0;
  private open = false;

  constructor(content: ContentPlaces) {
    this.content = content;
  }

  /** Could something that may still come in it tell the rules apart? */
  isOpen(rules: bigint): boolean {
    if (this.rules !== rules || this.met !== this.metPlaces.size) {
      this.rules = rules;
      this.met = this.metPlaces.size;
      this.open = this.decides(rules);
    }
    return this.open;
  }

  private decides(rules: bigint): boolean {
    const { text, children } = this.content;
    if (text?.question.decides(rules)) return true;
    for (const place of children.values()) if (!this.metPlaces.has(place) && place.decides(rules)) return true;
    return false;
  }
}

/** Bytes read first, and at a time: mostly the first piece decides. */
const FIRST_PIECE = 4096;
const PIECE = 262_144;
/** Longer texts are compared by the decoder. */
const LONGEST_TEXT = 65_536;

/** Reading is synchronous, so one reader serves all messages. */
const reader = new XmlReader();

/** Reads until nothing tells the rules apart any more. What is no valid message tells nothing: the decoder will say what is wrong. */
export class MessageReading {
  private readonly places: MessagePlaces;
  private readonly message: SoapMessage;
  private readonly levels: Level[] = [];
  private rules: bigint;
  private fed = 0;
  /** Something was answered since `settled` was asked. */
  private changed = true;
  private isSettled = false;

  constructor(places: MessagePlaces, rules: bigint, message: SoapMessage) {
    this.places = places;
    this.rules = rules;
    this.message = message;
  }

  /** The rules that the envelope leaves possible. */
  envelope(): bigint {
    return this.reading(() => this.parts());
  }

  /** The same for a body element that stands alone. */
  part(): bigint {
    return this.reading(() => {
      this.start();
      const level = this.levels.find(({ content }) => content.children.has(reader.name.key));
      if (level) this.child(level);
    });
  }

  private reading(read: () => void): bigint {
    const { header, body } = this.places;
    this.levels.push(new Level(header), new Level(body));
    reader.reset(this.message.options);
    try {
      if (!this.settled()) read();
    } catch (error) {
      if (!(error instanceof SoapstoneError)) throw error;
    } finally {
      reader.releaseBytes();
    }
    return this.rules;
  }

  private parts(): void {
    this.start();
    let isBody = false;
    while (!isBody) {
      this.start();
      isBody = reader.name.local === 'Body';
      if (isBody) this.missing(this.levels[0]);
      if (isBody || reader.name.local === 'Header') this.inside(this.levels[isBody ? 1 : 0]);
      else this.pass();
      if (this.settled()) return;
    }
  }

  private start(): void {
    for (let token = this.token(); token !== START; token = this.token())
      if (token === EOF) throw new SoapstoneError('XML_TRUNCATED', 'the document ends here');
  }

  /** Reads the content of the element that has just begun. */
  private inside(level: Level): void {
    const { depth } = reader;
    const { text: asked } = level.content;
    let text: string | undefined = asked && '';
    for (;;) {
      if (this.settled()) return;
      if (!level.isOpen(this.rules)) return this.pass();
      const token = this.token();
      if (token === END && reader.depth < depth) break;
      if (token === START) {
        text = undefined;
        this.child(level);
      } else if (token === TEXT && text !== undefined) text = this.longer(text);
    }
    if (asked && text !== undefined) this.answer(asked.question, asked.answerTo(text));
    this.missing(level);
  }

  private longer(text: string): string | undefined {
    if (text.length > LONGEST_TEXT) return undefined;
    return text + utf8(reader.text, reader.textStart, reader.textEnd);
  }

  private child({ content, metPlaces }: Level): void {
    const place = content.children.get(reader.name.key);
    if (place === undefined || metPlaces.has(place) || this.isForeign(content)) return this.pass();
    metPlaces.add(place);
    this.element(place);
  }

  private isForeign(content: ContentPlaces): boolean {
    return content === this.places.header && this.message.foreign?.has(reader.startOffset) === true;
  }

  private element(place: ElementPlace): void {
    this.answer(place.presence, PRESENT);
    const { attributes } = reader;
    const content = place.contents.get(this.actualType(place) as TypeDef);
    if (content === undefined) return this.pass();
    for (const [name, attribute] of content.attributes) {
      const value = this.attribute(name);
      this.answer(attribute.presence, value === undefined ? ABSENT : PRESENT);
      const { value: asked } = attribute;
      if (asked) this.answer(asked.question, value === undefined ? INVALID : asked.answerTo(value));
    }
    // The decoder judges what is nil.
    if (attributes.findXsi('nil') >= 0) return this.pass();
    const level = new Level(content);
    this.levels.push(level);
    this.inside(level);
    this.levels.pop();
  }

  /** undefined: no type of the contract. */
  private actualType({ declaration: { type: declared }, type: question }: ElementPlace): TypeDef | undefined {
    const { attributes } = reader;
    const k = attributes.findXsi('type');
    if (k < 0) {
      this.answer(question, INVALID);
      return declared;
    }
    const key = this.typeName(this.valueAt(k).trim());
    const type = this.places.schemas.types.get(key);
    this.answer(question, type === undefined ? INVALID : key);
    return type === (originalOf(declared) ?? declared) ? declared : type;
  }

  private typeName(text: string): string {
    const colon = text.indexOf(':');
    const ns = reader.ctx.resolve(colon < 0 ? '' : text.slice(0, colon));
    return ns === undefined ? INVALID : clark({ ns, local: text.slice(colon + 1) });
  }

  private attribute(name: string): string | undefined {
    const { attributes } = reader;
    for (let k = 0; k < attributes.count; k++)
      if (attributes.names[k].key === name && attributes.names[k].xsi === '') return this.valueAt(k);
    return undefined;
  }

  private valueAt(k: number): string {
    const { attributes } = reader;
    return utf8(attributes.value(k), attributes.start[k], attributes.end[k]);
  }

  /** The element has ended: what was not there is absent. */
  private missing({ content, metPlaces }: Level): void {
    for (const place of content.children.values()) {
      if (!metPlaces.has(place)) this.absent(place);
      metPlaces.add(place);
    }
  }

  /** Says nothing of constant attributes: where they only describe a text, the text may be absent with them. */
  private absent(place: ElementPlace): void {
    this.answer(place.presence, ABSENT);
    for (const { attributes, children } of place.contents.values()) {
      for (const { presence } of attributes.values()) this.answer(presence, ABSENT);
      for (const child of children.values()) this.absent(child);
    }
  }

  private answer(question: Question, answer: string): void {
    const left = question.left(this.rules, answer);
    if (left === this.rules) return;
    this.rules = left;
    this.changed = true;
  }

  /** Nothing that may still come tells the rules apart. */
  private settled(): boolean {
    if (this.changed) {
      this.changed = false;
      this.isSettled = !this.levels.some((level) => level.isOpen(this.rules));
    }
    return this.isSettled;
  }

  private pass(): void {
    const { depth } = reader;
    while (!this.settled() && passOver(reader, depth) === NEED_INPUT) this.feed();
  }

  private token(): Token {
    for (;;) {
      const token = reader.next();
      if (token !== NEED_INPUT) return token;
      this.feed();
    }
  }

  private feed(): void {
    const { bytes } = this.message;
    const { fed } = this;
    if (fed === bytes.length) return reader.finish();
    this.fed = Math.min(fed + (fed === 0 ? FIRST_PIECE : PIECE), bytes.length);
    reader.feed(fed === 0 && this.fed === bytes.length ? bytes : bytes.subarray(fed, this.fed));
  }
}
