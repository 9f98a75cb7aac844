import { ByteBuffer } from '../../../src/bytes/buffer.ts';
import type { NameScope, NameWriter } from '../../../src/codec/datatypes/codec.ts';
import { compileSimple } from '../../../src/codec/datatypes/compile.ts';
import { dialect } from '../../../src/codec/datatypes/dialect.ts';
import { raiseAny } from '../../../src/codec/datatypes/value-problem.ts';
import type { Builtin, Facets, PatternStep, SimpleType } from '../../../src/contract/model/model.ts';
import { SoapstoneError } from '../../../src/errors/errors.ts';
import { scan } from '../../../src/json/tape.ts';

/** An atomic type with facets of its own. */
export function atomic(builtin: Builtin, facets: Partial<Facets> = {}): SimpleType {
  const preserved = builtin === 'string' || builtin === 'anySimpleType';
  const whiteSpace = preserved ? 'preserve' : builtin === 'normalizedString' ? 'replace' : 'collapse';
  return { kind: 'simple', variety: 'atomic', builtin, facets: { whiteSpace, ...facets } };
}

/** The patterns of one derivation step after the other. */
export function inSteps(...steps: string[][]): PatternStep | undefined {
  return steps.reduce<PatternStep | undefined>((base, alternatives) => ({ alternatives, base }), undefined);
}

export function listOf(item: SimpleType, facets: Partial<Facets> = {}): SimpleType {
  return {
    kind: 'simple',
    variety: 'list',
    builtin: 'anySimpleType',
    item,
    facets: { whiteSpace: 'collapse', ...facets },
  };
}

export function unionOf(members: SimpleType[], facets: Partial<Facets> = {}): SimpleType {
  const own: Facets = { whiteSpace: 'collapse', ...facets };
  return { kind: 'simple', variety: 'union', builtin: 'anySimpleType', members, facets: own };
}

const uris = new Map([
  ['', 'urn:default'],
  ['a', 'urn:a'],
  ['q"', 'urn:never'],
]);
export const scope: NameScope = { resolve: (prefix) => uris.get(prefix) };
export const names: NameWriter = { prefixFor: (ns) => (ns === 'urn:a' ? 'a' : ns === 'urn:default' ? '' : 'n1') };

export const numbers = dialect();
export const strings = dialect(new Map(), 'string');

/** XML text → JSON text. `before` and `after` stand around the slice and must not be read. */
export function decode(type: SimpleType, xml: string, how = numbers, lenient = false): string {
  const before = Buffer.from('-7e');
  const input = Buffer.concat([before, Buffer.from(xml), Buffer.from('5e9Z')]);
  const out = new ByteBuffer(1);
  out.push(0x3a);
  raiseAny(compileSimple(type, how).tryDecode(input, before.length, input.length - 4, out, scope, lenient));
  return Buffer.from(out.slice(1)).toString();
}

/** JSON text → XML text. */
export function encode(type: SimpleType, json: string, how = numbers, attribute = false): string {
  const { tape } = scan(Buffer.from(`[${json}]`));
  const out = new ByteBuffer(1);
  out.push(0x3e);
  compileSimple(type, how).encode(tape, 1, out, attribute, names);
  return Buffer.from(out.slice(1)).toString();
}

/** `CODE message` of what is thrown. */
export function failure(action: () => unknown): string {
  try {
    return `no failure but ${action()}`;
  } catch (e) {
    if (e instanceof SoapstoneError) return `${e.code} ${e.message}`;
    throw e;
  }
}
