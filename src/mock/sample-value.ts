// A sample of an element as JSON, valid by the contract, that repeats what the request says. Knows nothing about operations.
import { ByteBuffer } from '../bytes/buffer.ts';
import type { Codec } from '../codec/model/codec.ts';
import type { ElementDecl } from '../contract/model/model.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { fromJs, type Json, toJs } from '../json/value.ts';
import { sampleXml } from '../samples/sample-xml.ts';

/** The value of an element, from its XML. @throws SoapstoneError CODEC_*, Mismatch */
export function valueOfXml(codec: Codec, element: ElementDecl, xml: string): Json | undefined {
  const decoder = codec.program(element, { kind: 'hole', slot: 0 }, 1).decoder();
  decoder.write(Buffer.from(xml));
  return decoder.end()[0];
}

/** `request`: whose values are repeated where names agree. undefined: a required value has no sample. */
export function sampleValue(codec: Codec, element: ElementDecl, request: unknown): Json | undefined {
  for (const size of ['full', 'short', 'least'] as const) {
    const sample = attempt(() => {
      const lines = sampleXml(element, codec, size);
      return lines && valueOfXml(codec, element, lines.join('\n'));
    });
    if (sample !== undefined) return repeating(sample, request, (value) => xmlOf(codec, element, value) !== undefined);
  }
  return undefined;
}

/** Names of the request that are tried one by one. */
const MOST_TRIED = 20;

/** The sample with the request's values in place of those that have the same names, as far as `isTaken` allows. */
export function repeating(sample: Json, request: unknown, isTaken: (value: Json) => boolean): Json {
  const echoes = echoesOf(request);
  const echoed = withEchoes(sample, echoes);
  if (echoes.size === 0 || isTaken(echoed)) return echoed;
  return [...echoes].slice(0, MOST_TRIED).reduce((value, echoed) => {
    const repeated = withEchoes(value, new Map([echoed]));
    return isTaken(repeated) ? repeated : value;
  }, sample);
}

function withEchoes(sample: Json, echoes: ReadonlyMap<string, Leaf>): Json {
  return fromJs(echo(toJs(sample), echoes));
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof SoapstoneError) return undefined;
    throw error;
  }
}

/** The element with the value. undefined: the contract does not take it. @throws Mismatch */
export function xmlOf(codec: Codec, element: ElementDecl, value: Json | undefined): string | undefined {
  return attempt(() => {
    const out = new ByteBuffer();
    codec.program(element, { kind: 'hole', slot: 0 }, 1).encode([value], out);
    return Buffer.from(out.slice()).toString();
  });
}

type Leaf = string | number | boolean;

/** Values of the request by name. The only name that ends in `Id` stands for `id` too. */
function echoesOf(request: unknown): ReadonlyMap<string, Leaf> {
  const echoes = new Map<string, Leaf>();
  collect(request, echoes);
  const ids = [...echoes].filter(([name]) => /.id$/i.test(name));
  if (ids.length === 1 && !echoes.has('id')) echoes.set('id', ids[0][1]);
  return echoes;
}

function collect(value: unknown, echoes: Map<string, Leaf>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (isLeaf(member)) echoes.set(name.toLowerCase(), member);
    else collect(member, echoes);
  }
}

function isLeaf(value: unknown): value is Leaf {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function echo(value: unknown, echoes: ReadonlyMap<string, Leaf>): unknown {
  if (Array.isArray(value)) return value.map((item) => echo(item, echoes));
  if (typeof value !== 'object' || value === null) return value;
  const below = withoutIds(value, echoes);
  const members = Object.entries(value).map(([name, member]) => {
    const repeated = echoes.get(name.toLowerCase());
    return [name, isLeaf(member) && repeated !== undefined ? like(member, repeated) : echo(member, below)];
  });
  return Object.fromEntries(members);
}

/** What an object with the id of the request refers to has another one. */
function withoutIds(value: object, echoes: ReadonlyMap<string, Leaf>): ReadonlyMap<string, Leaf> {
  const ids = Object.keys(value)
    .map((name) => name.toLowerCase())
    .filter((name) => /id$/.test(name) && echoes.has(name));
  return ids.length === 0 ? echoes : new Map([...echoes].filter(([name]) => !ids.includes(name)));
}

/** In the JSON type of the sample. */
function like(sample: Leaf, value: Leaf): Leaf {
  if (typeof sample === 'string') return String(value);
  return typeof sample === typeof value ? value : sample;
}
