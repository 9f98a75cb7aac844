// The members of an encoded array with their positions (SOAP 1.1 §5.4.2.1, §5.4.2.2).
import { offsetOf, positionOf } from './array-form.ts';
import { elementsOf, type MessageElement } from './message-tree.ts';

export interface ArrayMember {
  readonly element: MessageElement;
  /** A number for each dimension. */
  readonly position: readonly number[];
}

type Fail = (code: 'CODEC_TYPE' | 'CODEC_COUNT', message: string) => never;
type Sizes = readonly (number | undefined)[];

/** In the order of their positions. */
export function placedMembers(array: MessageElement, sizes: Sizes, dimensions: number, fail: Fail): ArrayMember[] {
  const elements = elementsOf(array);
  if (dimensions > 1 && elements.length > 0) checkSizes(sizes, dimensions, fail);
  const offset = offsetOf(array, dimensions);
  if (!offset) return fail('CODEC_TYPE', 'the offset of an array is malformed');
  let position = offset;
  let isSorted = true;
  const members = elements.map((element, i) => {
    const stated = positionOf(element, dimensions);
    if (stated === undefined) return fail('CODEC_TYPE', 'the position of an array member is malformed');
    if (stated !== null) isSorted = false;
    if (stated !== null) position = stated;
    else if (i > 0) position = following(position, sizes);
    if (position.some((n, d) => d > 0 && n >= sizes[d]!))
      fail('CODEC_COUNT', 'an array member lies outside of its array');
    return { element, position };
  });
  if (!isSorted) sort(members, fail);
  return members;
}

function checkSizes(sizes: Sizes, dimensions: number, fail: Fail): void {
  if (sizes.length !== dimensions)
    fail('CODEC_TYPE', `the array has ${sizes.length} dimensions, its type has ${dimensions}`);
  if (sizes.slice(1).some((size) => size === undefined || size === 0))
    fail('CODEC_TYPE', 'an array of several dimensions does not say its sizes');
}

/** The last dimension runs fastest (§5.4.2). */
function following(position: readonly number[], sizes: Sizes): readonly number[] {
  const next = [...position];
  for (let d = position.length - 1; d >= 0; d--) {
    next[d]++;
    if (d === 0 || next[d] < sizes[d]!) break;
    next[d] = 0;
  }
  return next;
}

function sort(members: ArrayMember[], fail: Fail): void {
  members.sort((a, b) => compare(a.position, b.position));
  for (let i = 1; i < members.length; i++)
    if (compare(members[i - 1].position, members[i].position) === 0)
      fail('CODEC_COUNT', 'two array members have one position');
}

function compare(a: readonly number[], b: readonly number[]): number {
  const d = a.findIndex((n, i) => n !== b[i]);
  return d < 0 ? 0 : a[d] - b[d];
}
