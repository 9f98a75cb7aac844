// What attributes say about an encoded array: type of its members, sizes, positions (SOAP 1.1 §5.4.2, SOAP 1.2 Part 2 §3.1.6).
import { encodingNamespaces } from '../../contract/xsd/soap-encoding.ts';
import { clark, type QName } from '../../xml/reader/names.ts';
import { attributeOf, type MessageElement } from './message-tree.ts';

const key = (local: string) => clark({ ns: encodingNamespaces['1.1'], local });
const key12 = (local: string) => clark({ ns: encodingNamespaces['1.2'], local });
const ARRAY_TYPE = key('arrayType');
const OFFSET = key('offset');
const POSITION = key('position');
const ITEM_TYPE = key12('itemType');
const ARRAY_SIZE = key12('arraySize');

export interface ArrayForm {
  /** Type of the members, in the scope of the array. */
  readonly member: QName | undefined;
  /** Dimensions of members that are arrays themselves, outermost last. */
  readonly ranks: readonly number[];
  /** undefined: not known. */
  readonly sizes: readonly (number | undefined)[];
}

/** Dimensions of an array, and characters of an attribute about them: members times dimensions are numbers in memory. */
const MOST_DIMENSIONS = 16;
const MOST_TEXT = 1_000;

const FORM = /^([^[\]\s]+)\s*((?:\[[^[\]]*\]\s*)*)\[([\d,*\s]*)\]$/;

/** undefined: the attributes are malformed. */
export function arrayFormOf(array: MessageElement): ArrayForm | undefined {
  const text = attributeOf(array, ARRAY_TYPE)?.trim();
  if (text === undefined) return itemForm(array);
  if (text.length > MOST_TEXT) return undefined;
  const [, name, ranksText, sizes] = FORM.exec(text) ?? [];
  if (name === undefined) return undefined;
  const ranks = ranksText
    .split('[')
    .slice(1)
    .map((rank) => rank.split(',').length);
  return bounded({ member: nameIn(array, name), ranks, sizes: sizes.split(',').map(sizeOf) });
}

function itemForm(array: MessageElement): ArrayForm | undefined {
  const itemType = attributeOf(array, ITEM_TYPE)?.trim();
  const sizes = attributeOf(array, ARRAY_SIZE)?.trim() ?? '*';
  if (sizes.length > MOST_TEXT || !/^(?:\*|\d+)(?:\s+\d+)*$/.test(sizes)) return undefined;
  const member = itemType === undefined ? undefined : nameIn(array, itemType);
  return bounded({ member, ranks: [], sizes: sizes.split(/\s+/).map(sizeOf) });
}

function bounded(form: ArrayForm): ArrayForm | undefined {
  return Math.max(form.sizes.length, ...form.ranks) > MOST_DIMENSIONS ? undefined : form;
}

function sizeOf(text: string): number | undefined {
  const digits = text.trim();
  return digits === '' || digits === '*' ? undefined : Number(digits);
}

/** A QName in the scope of `element`; undefined where its prefix is not declared. */
export function nameIn(element: MessageElement, text: string): QName | undefined {
  const colon = text.indexOf(':');
  const ns = element.context.resolve(colon < 0 ? '' : text.slice(0, colon));
  return ns === undefined ? undefined : { ns, local: text.slice(colon + 1) };
}

/** Position of the first member that is written; undefined: malformed. */
export function offsetOf(array: MessageElement, dimensions: number): readonly number[] | undefined {
  const text = attributeOf(array, OFFSET);
  return text === undefined ? new Array(dimensions).fill(0) : coordinates(text, dimensions);
}

/** null: the member says none. undefined: malformed. */
export function positionOf(member: MessageElement, dimensions: number): readonly number[] | null | undefined {
  const text = attributeOf(member, POSITION);
  return text === undefined ? null : coordinates(text, dimensions);
}

function coordinates(text: string, dimensions: number): readonly number[] | undefined {
  if (text.length > MOST_TEXT) return undefined;
  const digits = /^\s*\[\s*(\d{1,9}(?:\s*,\s*\d{1,9})*)\s*\]\s*$/.exec(text)?.[1].split(',').map(Number);
  return digits?.length === dimensions ? digits : undefined;
}
