// A sample message for an element of a contract: XML with one value of each type. Knows nothing about tables.
import type { Codec } from '../codec/model/codec.ts';
import type { Builtin, ComplexType, ElementDecl, Particle, SimpleType } from '../contract/model/model.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { XSI_NS } from '../xml/reader/names.ts';

/** `least`: required parts. `short`: the values directly inside of the element too. `full`: all optional parts, down to a few levels. */
export type SampleSize = 'least' | 'short' | 'full';

/** Levels of optional elements in a full sample. */
const FULL_LEVELS = 4;
const DEEPEST = 16;
/** Elements of one sample. */
const MOST = 200;

/** Lines of XML; undefined where a required value of the contract has no sample: patterns may ask for anything. */
export function sampleXml(element: ElementDecl, codec: Codec, size: SampleSize): string[] | undefined {
  try {
    return new Sampler(codec, size).element(element, '', 0);
  } catch (error) {
    if (error instanceof NoSample) return undefined;
    throw error;
  }
}

class NoSample extends Error {}

class Sampler {
  private readonly codec: Codec;
  private readonly size: SampleSize;
  private count = 0;

  constructor(codec: Codec, size: SampleSize) {
    this.codec = codec;
    this.size = size;
  }

  /** `ns`: the default namespace around the element. */
  element(declared: ElementDecl, ns: string, depth: number): string[] {
    if (depth > DEEPEST || ++this.count > MOST) throw new NoSample();
    const element = declared.abstract ? this.substitute(declared) : declared;
    const { name, type } = element;
    const fields = name.ns === ns ? [] : [`xmlns="${escaped(name.ns)}"`];
    if (type.kind === 'simple') return leaf(name.local, fields, element.fixed ?? this.value(type));
    const actual = type.abstract ? this.derived(type) : type;
    if (actual !== type) fields.push(...typeFields(actual));
    fields.push(...this.attributes(actual));
    if (actual.content.kind === 'simple') return leaf(name.local, fields, this.value(actual.content.type));
    const inner = actual.content.kind === 'elements' ? this.particle(actual.content.particle, name.ns, depth + 1) : [];
    const tag = [name.local, ...fields].join(' ');
    return inner.length === 0 ? [`<${tag}/>`] : [`<${tag}>`, ...inner.map((line) => `  ${line}`), `</${name.local}>`];
  }

  private substitute({ substitutes: [first] }: ElementDecl): ElementDecl {
    if (first === undefined) throw new NoSample();
    return first;
  }

  private derived(type: ComplexType): ComplexType {
    for (const other of this.codec.schemas.types.values())
      if (other.kind === 'complex' && other.name && !other.abstract && this.codec.schemas.derives(other, type))
        return other;
    throw new NoSample();
  }

  private attributes({ attributes }: ComplexType): string[] {
    const written = attributes.filter(({ required, name }) => required && name.ns === '');
    return written.map(({ name, type, fixed }) => `${name.local}="${escaped(fixed ?? this.value(type))}"`);
  }

  private particle(particle: Particle, ns: string, depth: number): string[] {
    const { min } = particle;
    if (particle.kind === 'any') {
      if (min > 0) throw new NoSample();
      return [];
    }
    const times = Math.min(Math.max(min, this.wants(particle, depth) ? 1 : 0), particle.max);
    return Array.from({ length: times }, () => this.once(particle, ns, depth)).flat();
  }

  private once(particle: Exclude<Particle, { kind: 'any' }>, ns: string, depth: number): string[] {
    if (particle.kind === 'element') return this.element(particle.element, ns, depth);
    const chosen = particle.kind === 'choice' ? particle.particles.slice(0, 1) : particle.particles;
    return chosen.flatMap((inner) => this.particle(inner, ns, depth));
  }

  /** Is an optional part written? */
  private wants(particle: Particle, depth: number): boolean {
    if (this.size === 'full') return depth < FULL_LEVELS && this.count < MOST / 4;
    return (
      this.size === 'short' && depth === 1 && (particle.kind !== 'element' || particle.element.type.kind === 'simple')
    );
  }

  private value(type: SimpleType): string {
    const [first] = type.facets.enumeration ?? [];
    if (first !== undefined) return first;
    if (type.variety === 'union') return this.value(type.members![0]);
    const codec = this.codec.text(type);
    for (const candidate of candidatesOf(type)) if (accepts(codec, candidate)) return candidate;
    throw new NoSample();
  }
}

function accepts(codec: ReturnType<Codec['text']>, text: string): boolean {
  try {
    codec.fromText(text);
    return true;
  } catch (error) {
    if (error instanceof SoapstoneError) return false;
    throw error;
  }
}

const TEXTS = [
  'text',
  'A',
  '1',
  'AB',
  '12',
  'ABC',
  '123',
  '1234',
  '00000',
  'a@example.com',
  '2024-01-31',
  'https://example.com/',
];
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

function candidatesOf({ builtin, facets }: SimpleType): readonly string[] {
  const { length, minLength = 0, minInclusive, maxInclusive } = facets;
  const bounds = [minInclusive, maxInclusive].filter((bound) => bound !== undefined);
  const size = Math.min(length ?? minLength, 100);
  return [...(VALUES[builtin] ?? TEXTS), '1', '-1', '0', '1.5', ...bounds, 'A'.repeat(size), '1'.repeat(size)];
}

function typeFields({ name }: ComplexType): string[] {
  return [`xmlns:xsi="${XSI_NS}"`, `xmlns:t="${escaped(name!.ns)}"`, `xsi:type="t:${name!.local}"`];
}

function leaf(name: string, fields: readonly string[], text: string): string[] {
  return [`<${[name, ...fields].join(' ')}>${escaped(text)}</${name}>`];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
