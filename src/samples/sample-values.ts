// Texts for values of simple types: the first of some usual ones that a type takes. Knows nothing about elements.
import type { TextCodec } from '../codec/datatypes/codec.ts';
import { type Builtin, patternSteps, type SimpleType } from '../contract/model/model.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { textFor } from './pattern-text.ts';
import { TEXTS } from './texts.ts';

/** Candidates that types refuse cost much more than those that they take. */
const found = new WeakMap<TextCodec, Map<string | undefined, string | undefined>>();

/** undefined: no text that is tried here is one of the type. `text`: before the usual ones. */
export function sampleText(type: SimpleType, codec: TextCodec, text: string | undefined): string | undefined {
  const texts = found.get(codec) ?? new Map<string | undefined, string | undefined>();
  found.set(codec, texts);
  if (!texts.has(text))
    texts.set(
      text,
      candidatesOf(type, text).find((candidate) => accepts(codec, candidate)),
    );
  return texts.get(text);
}

function accepts(codec: TextCodec, text: string): boolean {
  try {
    codec.fromText(text);
    return true;
  } catch (error) {
    if (error instanceof SoapstoneError) return false;
    throw error;
  }
}

const VALUES: { readonly [B in Builtin]?: readonly string[] } = {
  boolean: ['true'],
  float: ['1.5'],
  double: ['1.5'],
  duration: ['P1D'],
  dateTime: ['2024-01-31T12:00:00Z'],
  time: ['12:00:00Z'],
  date: ['2024-01-31'],
  gYearMonth: ['2024-01'],
  gYear: ['2024'],
  gMonthDay: ['--01-31'],
  gDay: ['---31'],
  gMonth: ['--01'],
  hexBinary: ['00', '0000', '00000000000000000000000000000000'],
  base64Binary: ['AAAA'],
  anyURI: ['https://example.com/'],
  QName: ['name'],
};

/** `text`: before the usual ones. */
function candidatesOf({ builtin, facets }: SimpleType, text: string | undefined): readonly string[] {
  const { length, minLength = 0, minInclusive, maxInclusive } = facets;
  const bounds = [minInclusive, maxInclusive].filter((bound) => bound !== undefined);
  const size = Math.min(length ?? minLength, 100);
  const generated = patternSteps(facets.patterns).flatMap(({ alternatives }) => alternatives.slice(0, 4).map(textFor));
  const usual = VALUES[builtin] ?? (text === undefined ? TEXTS : [text, ...TEXTS]);
  return [...usual, '1', '-1', '0', '1.5', ...bounds, 'A'.repeat(size), '1'.repeat(size), ...generated];
}
