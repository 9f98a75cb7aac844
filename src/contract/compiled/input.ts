// Reads the fields of a compiled contract.
import type { Place } from '../../errors/errors.ts';
import type { QName } from '../../xml/reader/names.ts';
import type { Draft, Facets, Wildcard } from '../model/model.ts';
import * as layout from './layout.ts';

type Text = string | undefined;

/** Reads the fields of nodes. One cursor for all: a node is read to its end before the next one is started. */
export class Input {
  private readonly nodes: Uint8Array;
  private readonly nodeOffsets: Uint32Array;
  private readonly bytes: Buffer;
  private readonly textOffsets: Uint32Array;
  private readonly texts: Text[];
  private readonly relocate: (file: string) => string;
  private readonly files: Text[] = [];
  private pos = 0;

  constructor(
    nodes: Uint8Array,
    nodeOffsets: Uint32Array,
    texts: Buffer,
    textOffsets: Uint32Array,
    relocate: (file: string) => string,
  ) {
    this.nodes = nodes;
    this.nodeOffsets = nodeOffsets;
    this.bytes = texts;
    this.textOffsets = textOffsets;
    this.texts = new Array(textOffsets.length - 1);
    this.relocate = relocate;
  }

  /** Goes to the first field of a node. */
  open(node: number): void {
    this.pos = this.nodeOffsets[node];
  }

  int(): number {
    let byte = this.nodes[this.pos++];
    if (byte < 128) return byte;
    let value = byte - 128;
    for (let scale = 128; ; scale *= 128) {
      byte = this.nodes[this.pos++];
      if (byte < 128) return value + byte * scale;
      value += (byte - 128) * scale;
    }
  }

  flag(): boolean {
    return this.int() === 1;
  }

  /** Number of a string for `textAt`; -1: none. */
  textNumber(): number {
    return this.int() - 1;
  }

  textAt(number: number): Text {
    if (number < 0) return undefined;
    return (this.texts[number] ??= this.bytes.toString('utf8', this.textOffsets[number], this.textOffsets[number + 1]));
  }

  text(): Text {
    return this.textAt(this.textNumber());
  }

  list<T>(read: () => T): readonly T[] {
    const items = new Array<T>(this.int());
    for (let i = 0; i < items.length; i++) items[i] = read();
    return Object.freeze(items);
  }

  name(): QName | undefined {
    const ns = this.text();
    return ns === undefined ? undefined : { ns, local: this.text()! };
  }

  place(): Place | undefined {
    const number = this.textNumber();
    return number < 0 ? undefined : { file: this.fileAt(number), line: this.int(), col: this.int() };
  }

  private fileAt(number: number): string {
    return (this.files[number] ??= this.relocate(this.textAt(number)!));
  }

  wildcard(): Wildcard {
    const kind = layout.WILDCARDS[this.int()];
    const namespaces =
      kind === 'any'
        ? { kind }
        : kind === 'not'
          ? { kind, ns: this.text()! }
          : { kind, set: this.list(() => this.text()!) };
    return Object.freeze({ namespaces, process: layout.PROCESS[this.int()] });
  }

  /** Without the patterns, which are separate nodes. */
  facets(): Facets {
    const facets: Draft<Facets> = { whiteSpace: layout.SPACES[this.int()] };
    for (const facet of layout.COUNT_FACETS) {
      const plus = this.int();
      if (plus > 0) facets[facet] = plus - 1;
    }
    for (const facet of layout.BOUND_FACETS) {
      const text = this.text();
      if (text !== undefined) facets[facet] = text;
    }
    const [enumeration, names] = [this.list(() => this.text()!), this.list(() => this.text()!)];
    if (enumeration.length > 0) facets.enumeration = enumeration;
    if (names.length > 0) facets.enumerationNames = names;
    return facets;
  }
}
