// Keyed items of several types, which JSON does not name: the type of an item by its key, else by the form of its value.
import { ByteBuffer } from '../../bytes/buffer.ts';
import { stringValue } from '../../json/text.ts';
import { ARRAY, FALSE, NUMBER, OBJECT, STRIDE, STRING, type Tape, TRUE } from '../../json/value.ts';
import { kindAt, nextNode } from '../../json/walk.ts';
import type { NameWriter } from '../datatypes/codec.ts';
import type { ItemVariants, ItemVariantTable, ValueForm } from '../model/tables.ts';

/** Undefined: no type has a value like that at `node`. A whole number is also a number. */
export function variantOf(
  variants: ItemVariants,
  key: string,
  tape: Tape,
  node: number,
  names: NameWriter,
): ItemVariantTable | undefined {
  const type = variants.typeOf.find(([pattern]) => pattern.test(key))?.[1];
  if (type !== undefined) return variants.all.find((variant) => variant.type === type);
  const of = (form: ValueForm) => variants.all.find((variant) => variant.form === form);
  const taking = (form: ValueForm) => variants.all.find((v) => v.form === form && isValue(v, tape, node, names));
  switch (kindAt(tape, node)) {
    case TRUE:
    case FALSE:
      return of('flag');
    case NUMBER:
      return (isWhole(tape, node) ? taking('integer') : undefined) ?? of('number');
    case STRING:
      return taking('date') ?? of('text');
    case OBJECT:
      return (listNode(variants, tape, node) < 0 ? undefined : of('list')) ?? of('object');
    case ARRAY:
      return variants.listIn === undefined ? of('list') : undefined;
    default:
      return undefined;
  }
}

/** The list in the object at `node`; -1: it is no object with the list alone. */
export function listNode({ listIn }: ItemVariants, tape: Tape, node: number): number {
  if (listIn === undefined || kindAt(tape, node) !== OBJECT || nextNode(tape, node) === node + 1) return -1;
  return stringValue(tape, node + 1) === listIn && nextNode(tape, node + 2) === nextNode(tape, node) ? node + 2 : -1;
}

const DIGITS_AND_SIGN = /^-?\d+$/;

function isWhole(tape: Tape, node: number): boolean {
  const at = node * STRIDE;
  return DIGITS_AND_SIGN.test(Buffer.from(tape.bytes.subarray(tape.entries[at + 1], tape.entries[at + 2])).toString());
}

function isValue({ simple }: ItemVariantTable, tape: Tape, node: number, names: NameWriter): boolean {
  return simple!.tryWrite(tape, node, new ByteBuffer(32), names) === undefined;
}
