// The parts of a body that have addresses: resources, and the items of those that are lists. `item/1/inventoryDetail` is such a path.
import { SoapstoneError } from '../../../errors/errors.ts';
import { codedFault } from '../../../fault/fault.ts';
import { fromJs, type Json } from '../../../json/value.ts';
import { itemsOf, member, scalarText } from '../../../json/walk.ts';
import { faultOf } from '../../../pattern/text/path.ts';
import type { ItemAddresses, View } from '../../model/member-view.ts';

export interface Part {
  readonly view: View;
  /** It is a list, whose items have addresses. */
  readonly items: ItemAddresses | undefined;
  readonly steps: readonly Step[];
}

interface Step {
  readonly name: string;
  /** The name is that of an item of a list. */
  readonly of: ItemAddresses | undefined;
}

/** What the path leads to by the contract; undefined: nothing. */
export function partOf(root: View, path: string): Part | undefined {
  let view = root;
  let items: ItemAddresses | undefined;
  const steps: Step[] = [];
  for (const name of path.split('/')) {
    const next = view.member(items?.member ?? name);
    if (next?.memberView === undefined || (items === undefined && !next.resource)) return undefined;
    steps.push({ name, of: items });
    items = items === undefined ? next.items : undefined;
    view = next.memberView;
  }
  return { view, items, steps };
}

/** A list that is not there is one without items. Throws a NOT_FOUND fault. */
export function foundPart(body: Json, { steps, items }: Part): Json {
  const value = valueBelow(body, steps);
  if (value !== undefined) return value;
  if (items === undefined || valueBelow(body, steps.slice(0, -1)) === undefined)
    throw codedFault('NOT_FOUND', noSuchPart(steps.map(({ name }) => name).join('/')).message);
  return fromJs({ [items.member]: [] });
}

function valueBelow(body: Json, steps: readonly Step[]): Json | undefined {
  let value: Json | undefined = body;
  for (const { name, of } of steps) value = value && (of ? itemAt(value, name, of) : member(value, name));
  return value;
}

function itemAt(list: Json, name: string, { member: holder, keys }: ItemAddresses): Json | undefined {
  const items = member(list, holder);
  return items && itemsOf(items).find((item, index) => itemKey(item, index, keys) === name);
}

/** By which an item is told from others of its list: the first key that it has, else its number. Undefined: a key that no path can hold. */
export function itemKey(item: Json, index: number, keys: ItemAddresses['keys']): string | undefined {
  for (const path of keys) {
    let value: Json | undefined = item;
    for (const name of path) value = value && member(value, name);
    const text = value && scalarText(value);
    if (text !== undefined) return faultOf(text) === undefined ? text : undefined;
  }
  return String(index + 1);
}

/** `/item/1` */
export function encodedPath({ steps }: Part): string {
  return steps.map(({ name }) => `/${encodeURIComponent(name)}`).join('');
}

export function noSuchPart(path: string): SoapstoneError {
  return new SoapstoneError('NOT_FOUND', `there is no "${path}" here`);
}
