// One SOAP header part with a credential: written from its fields, and read into them. Knows nothing about envelopes.

import { ByteBuffer } from '../../bytes/buffer.ts';
import { Mismatch, type Program } from '../../codec/model/codec.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import type { Json } from '../../json/value.ts';
import type { Text } from '../../pattern/text/converter.ts';
import type { Bindings, SoapPattern } from '../../rule/pattern.ts';
import type { SampleChoice, ShownPart, Values } from '../model/auth.ts';

export class CompiledPart implements ShownPart {
  readonly element: ElementDecl;
  private readonly pattern: SoapPattern;
  readonly names: readonly string[];
  private readonly texts: readonly Text[];
  private readonly program: Program;

  /** `texts`: lexical form of each variable. */
  constructor(pattern: SoapPattern, names: readonly string[], texts: readonly Text[], program: Program) {
    this.element = pattern.body[0].element;
    this.pattern = pattern;
    this.names = names;
    this.texts = texts;
    this.program = program;
  }

  write(value: Values): Uint8Array {
    return this.encode(
      this.names.map((name, i) => {
        const text = value(name);
        return text === undefined ? undefined : this.texts[i].fromText(text);
      }),
    );
  }

  sample(mark: string, choice?: SampleChoice): Uint8Array {
    return this.encode(this.texts.map((text) => sampleOf(text, mark, choice)));
  }

  /** Lenient, because attributes of the envelope such as mustUnderstand are not in the type. */
  private decode(xml: Uint8Array): Bindings | undefined {
    const decoder = this.program.decoder({ lenient: true, transcoded: true, noInstructions: true });
    try {
      decoder.write(xml);
      return this.pattern.match(decoder.end(), new Array(this.names.length));
    } catch (error) {
      if (error instanceof Mismatch) return undefined;
      throw error;
    }
  }

  private encode(bindings: Bindings): Uint8Array {
    const out = new ByteBuffer(512);
    this.program.encode(this.pattern.fill(bindings), out);
    return out.slice();
  }

  read(xml: Uint8Array): ReadonlyMap<string, string> | undefined {
    const bindings = this.decode(xml);
    if (bindings === undefined) return undefined;
    const fields = new Map<string, string>();
    bindings.forEach((bound, i) => {
      if (bound !== undefined) fields.set(this.names[i], this.texts[i].toText(bound));
    });
    return fields;
  }
}

const CANDIDATES: Readonly<Record<SampleChoice, readonly string[]>> = {
  first: ['0', new Date(0).toISOString()],
  second: ['1', new Date(Date.UTC(1971, 1, 2, 3, 4, 5)).toISOString()],
};

/** A valid value in place of a secret one: `mark` where the type allows it. The second choice differs from the first one elsewhere. */
export function sampleOf(text: Text, mark: string, choice: SampleChoice = 'first'): Json | undefined {
  for (const candidate of [mark, ...CANDIDATES[choice]]) {
    try {
      return text.fromText(candidate);
    } catch (error) {
      if (!(error instanceof SoapstoneError)) throw error;
    }
  }
  return undefined;
}
