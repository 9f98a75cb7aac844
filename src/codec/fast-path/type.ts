// The fast path's table of a type, made at first use.
import type { ValueCodec } from '../datatypes/codec.ts';
import {
  type AttributeTable,
  CONTENT,
  type ElementTable,
  NOT_HIDDEN,
  OMITTED,
  type PositionTable,
  TEXT,
  type TypeTable,
} from '../model/tables.ts';

const COMMA = Buffer.from(',');

/** A type with one order of members: attributes, then positions of a plain sequence. */
export interface FastPathType {
  readonly table: TypeTable;
  readonly attributes: readonly AttributeTable[];
  readonly positions: readonly FastPathPosition[];
  /** Entry i: the first required position from i on; the number of positions if none. */
  readonly required: Int32Array;
  /** Entry i: the position that followed last time after those before i. */
  readonly expected: Int32Array;
  /** Cache: the type that `$type` named last at an element of this declared type, and its bytes. */
  lastNamed: { readonly table: TypeTable; readonly label: Uint8Array } | undefined;
}

export interface FastPathPosition {
  /** `"name":` */
  readonly keyBytes: Uint8Array;
  /** `,"name":` */
  readonly nextKey: Uint8Array;
  readonly element: ElementTable;
  readonly list: boolean;
  readonly min: number;
  readonly max: number;
  /** The codec of an element with a simple type. */
  readonly leaf: ValueCodec | undefined;
}

/** undefined for types that need the tape: choices, wildcards, mixed content, and presentations of a mapping. */
export function fastPathType(table: TypeTable): FastPathType | undefined {
  const { level, attributes } = table;
  if (table.anyAttribute !== undefined || attributes.some((a) => a.use.fixed !== undefined)) return undefined;
  if (table.naming.key !== '$type' || table.particular || table.spread >= 0) return undefined;
  if (table.readOnly !== undefined) return undefined;
  if (table.kind === TEXT) return create(table, []);
  if (table.kind !== CONTENT || !(level!.flat || level!.positions.length === 0)) return undefined;
  const visiblePositions = level!.positions.filter((p) => p.hidden !== OMITTED);
  return visiblePositions.every(isFastPath) ? create(table, visiblePositions.map(fastPathPosition)) : undefined;
}

function isFastPath({ element, hidden, items }: PositionTable): boolean {
  return hidden === NOT_HIDDEN && items === undefined && element !== undefined && isFastPathElement(element);
}

export function isFastPathElement({ substitutes, decl }: ElementTable): boolean {
  return substitutes === undefined && decl.fixed === undefined && decl.contentTypes === undefined;
}

function create(table: TypeTable, positions: readonly FastPathPosition[]): FastPathType {
  const n = positions.length;
  const required = new Int32Array(n + 1).fill(n);
  for (let i = n - 1; i >= 0; i--) required[i] = positions[i].min > 0 ? i : required[i + 1];
  const expected = Int32Array.from({ length: n + 1 }, (_, i) => i);
  return { table, attributes: table.attributes, positions, required, expected, lastNamed: undefined };
}

function fastPathPosition({ keyBytes, element, list, min, max }: PositionTable): FastPathPosition {
  const { decl, type } = element!;
  const leaf = decl.type.kind === 'simple' ? type.simple : undefined;
  const nextKey = new Uint8Array(Buffer.concat([COMMA, keyBytes]));
  return { keyBytes, nextKey, element: element!, list, min, max, leaf };
}
