// A shape with the tables of one type: the action at each position and attribute.
import { ByteBuffer, bytesOf } from '../../bytes/buffer.ts';
import { appendText } from '../../xml/escape.ts';
import { clark } from '../../xml/reader/names.ts';
import type { NameScope, SimpleCodec } from '../datatypes/codec.ts';
import { raiseAny } from '../datatypes/value-problem.ts';
import type { Member } from './members.ts';
import type { ConstantShape, EachShape, MembersShape, OrderedShape, Shape } from './shape.ts';
import type {
  Action,
  ConstantAction,
  EachAction,
  LevelTable,
  MembersAction,
  OrderedAction,
  PositionTable,
  ShapedType,
  TypeTable,
  UnmatchedAction,
} from './tables.ts';

/** Constants of a table have no prefixes in scope. */
const tableScope: NameScope = { resolve: () => undefined };

export type { Action, EachAction, MembersAction, ShapedType } from './tables.ts';

/** `simple` reads the constants. */
export function actionOf(shape: Shape, simple: SimpleCodec | undefined): Action {
  switch (shape.kind) {
    case 'hole':
      return shape;
    case 'constant':
      return constant(shape, simple);
    case 'members':
      return members(shape);
    case 'each':
      return each(shape, simple);
    case 'ordered':
      return ordered(shape, simple);
  }
}

function each(shape: EachShape, simple: SimpleCodec | undefined): EachAction {
  const fields = shape.fields.map((f) => bytesOf(`${JSON.stringify(f)}:`));
  return {
    kind: 'each',
    slot: shape.slot,
    item: actionOf(shape.item, simple),
    fields,
    names: shape.fields,
    entry: undefined,
  };
}

function ordered(shape: OrderedShape, simple: SimpleCodec | undefined): OrderedAction {
  return { kind: 'ordered', items: shape.items.map((s) => actionOf(s, simple)), exact: shape.exact };
}

function constant(shape: ConstantShape, simple: SimpleCodec | undefined): ConstantAction {
  const text = bytesOf(shape.text);
  const xml = new ByteBuffer(text.length + 16);
  appendText(text, 0, text.length, xml);
  const json = new ByteBuffer(text.length + 16);
  if (simple === undefined) json.appendText(JSON.stringify(shape.text));
  else raiseAny(simple.tryDecode(text, 0, text.length, json, tableScope, true));
  const escaped = Buffer.from(xml.slice()).toString().replaceAll('"', '&quot;');
  return { kind: 'constant', json: json.slice(), xml: new Uint8Array(Buffer.from(escaped)) };
}

function members(shape: MembersShape): MembersAction {
  const slots: number[] = [];
  const fixed = collectSlots(shape, slots);
  return { kind: 'members', shape, slots, fixed, byTable: new Map() };
}

/** Gathers slots; true when the shape writes something of its own. */
export function collectSlots(shape: Shape, slots: number[]): boolean {
  switch (shape.kind) {
    case 'hole':
    case 'each':
      slots.push(shape.slot);
      return false;
    case 'constant':
      return true;
    case 'ordered':
      return shape.items.map((s) => collectSlots(s, slots)).some(Boolean);
    case 'members': {
      if (shape.rest !== undefined) slots.push(shape.rest);
      const inner = shape.entries.map((e) => collectSlots(e.shape, slots)).some(Boolean);
      return (inner && !waitsForText(shape)) || (shape.entries.length === 0 && shape.rest === undefined);
    }
  }
}

/** The text is a hole, and the constant attributes only describe it. */
function waitsForText(shape: MembersShape): boolean {
  return shape.entries.some((e) => e.member.kind === 'text' && e.shape.kind === 'hole');
}

/** Does the action write anything with these slots? */
export function provides(action: Action, slots: readonly unknown[]): boolean {
  switch (action.kind) {
    case 'hole':
    case 'each':
      return slots[action.slot] !== undefined;
    case 'constant':
      return true;
    case 'members':
      return action.fixed || action.slots.some((s) => slots[s] !== undefined);
    case 'ordered':
      return action.items.some((item) => provides(item, slots));
  }
}

/** The actions of `action` for an element whose actual type is `table`. */
export function shapedType(action: MembersAction, table: TypeTable): ShapedType {
  let shaped = action.byTable.get(table);
  if (shaped === undefined) {
    shaped = tie(action.shape, table);
    action.byTable.set(table, shaped);
  }
  return shaped;
}

function tie(shape: MembersShape, table: TypeTable): ShapedType {
  const { level } = table;
  const positions: (Action | undefined)[] = new Array(level?.positions.length ?? 0).fill(undefined);
  const attributes: (Action | undefined)[] = new Array(table.attributes.length).fill(undefined);
  let text: Action | undefined;
  const needed: string[] = [];
  const unmatched: UnmatchedAction[] = [];
  for (const { member, shape: inner } of shape.entries) {
    const constant = holdsConstant(inner);
    if (member.kind === 'attribute') {
      const attribute = table.attributeByName.get(clark(member.use.name));
      if (constant) needed.push(attribute?.key ?? member.key);
      if (attribute !== undefined) attributes[attribute.index] = actionOf(inner, attribute.simple);
      else unmatched.push({ key: member.key, action: actionOf(inner, undefined) });
    } else if (member.kind === 'text') {
      if (constant) needed.push(member.key);
      text = actionOf(inner, table.simple);
    } else {
      const memberPositions = level?.positions.filter((p) => isAt(p, member, level)) ?? [];
      if (constant) needed.push(memberPositions[0]?.key ?? member.key);
      for (const p of memberPositions) positions[p.index] = actionOf(inner, p.element?.type.simple);
      if (memberPositions.length === 0) unmatched.push({ key: member.key, action: actionOf(inner, undefined) });
    }
  }
  const { rest = -1, allNamed = false } = shape;
  return { table, positions, attributes, text, rest, allNamed, needed, unmatched };
}

/** A derived type may name an inherited member differently, so the element decides. */
function isAt(p: PositionTable, member: Member, level: LevelTable): boolean {
  if (member.kind === 'element')
    return p.element !== undefined && clark(p.element.decl.name) === clark(member.element.name);
  return p.member === level.memberByKey.get(member.key);
}

/** A message without the element does not match: it would lack a constant. */
export function holdsConstant(shape: Shape): boolean {
  if (shape.kind === 'constant') return shape.optional !== true;
  if (shape.kind === 'members') return !waitsForText(shape) && shape.entries.some((e) => holdsConstant(e.shape));
  return shape.kind === 'ordered' && shape.items.some(holdsConstant);
}
