// Choices and optional groups as constraints on the keys of an object.

import { clark } from '../../xml/reader/names.ts';
import { type Level, type Node, nullable } from '../model/content.ts';
import type { Member } from '../model/members.ts';
import { nameKey } from '../presentation/list-members.ts';
import { type JsonSchema, type JsonSchemaObject, record } from './json-schema.ts';

/** Possible keys of one node of a content model, keys that it always has, and further constraints. */
interface Presence {
  readonly keys: readonly string[];
  readonly always: readonly string[];
  readonly constraints: readonly JsonSchema[];
}

/** The position has members of any name. */
const SPREAD = '*';

/** Most names in the constraints of one level: a level that needs more has no constraints. */
const MOST_NAMES = 100_000;

/** Remaining number of names; negative: too many. */
interface Room {
  names: number;
}

const NOTHING: Presence = { keys: [], always: [], constraints: [] };

/**
 * Constraints of one level. A name with several positions does not tell which one it is: nodes that share names are
 * left unconstrained.
 */
export function presenceOf(level: Level, members: readonly Member[]): readonly JsonSchema[] {
  const room: Room = { names: MOST_NAMES };
  const presence = presenceOfNode(level.root, keysOf(level, members), room);
  return presence === undefined || room.names < 0 ? [] : presence.constraints;
}

/** JSON names by nameKey; hidden members have none. */
function keysOf(level: Level, members: readonly Member[]): ReadonlyMap<string, string> {
  const elements = new Map(
    members.flatMap((m) => {
      if (m.kind === 'spread') return [[clark((m.holder ?? m.element).name), m.key]];
      return m.kind === 'element' ? [[clark(m.element.name), m.key]] : [];
    }),
  );
  const unnamedMembers = members.filter((m) => m.kind === 'group' || m.kind === 'any').values();
  const keys = new Map<string, string>();
  for (const p of level.positions) {
    const key = p.kind === 'element' ? elements.get(nameKey(p)) : unnamedMembers.next().value?.key;
    if (key !== undefined) keys.set(nameKey(p), key);
  }
  return keys;
}

/** Undefined: JSON shows nothing of it. */
function presenceOfNode(node: Node, keys: ReadonlyMap<string, string>, room: Room): Presence | undefined {
  if (node.kind === 'position') {
    const key = keys.get(nameKey(node.position));
    if (key === SPREAD) return NOTHING;
    return key === undefined ? undefined : { keys: [key], always: nullable(node) ? [] : [key], constraints: [] };
  }
  const presences = node.nodes.map((n) => presenceOfNode(n, keys, room)).filter((p) => p !== undefined);
  if (presences.length === 0) return node.nodes.length === 0 ? NOTHING : undefined;
  return node.kind === 'choice' ? choice(presences, nullable(node), room) : sequence(presences, node.optional, room);
}

function sequence(presences: readonly Presence[], optional: boolean, room: Room): Presence {
  const all = presences.flatMap((p) => p.keys);
  const keys = [...new Set(all)];
  const always = presences.flatMap((p) => p.always);
  room.names -= all.length + (optional ? keys.length * always.length : 0);
  if (room.names < 0) return NOTHING;
  if (keys.length < all.length) return { keys, always: optional ? [] : [...new Set(always)], constraints: [] };
  const constraints = presences.flatMap((p) => p.constraints);
  if (!optional) return { keys, always, constraints };
  return { keys, always: [], constraints: present(keys, always, constraints) };
}

/** Either no member of the group is present, or all required ones. */
function present(keys: readonly string[], always: readonly string[], inner: readonly JsonSchema[]): JsonSchema[] {
  const out: JsonSchema[] = [];
  const needed = keys.map((k) => [k, always.filter((a) => a !== k)] as const).filter(([, a]) => a.length > 0);
  if (needed.length > 0) out.push({ dependentRequired: record(needed) });
  if (inner.length > 0) out.push({ anyOf: [absent(keys), { allOf: [...inner] }] });
  return out;
}

function choice(presences: readonly Presence[], optional: boolean, room: Room): Presence {
  if (presences.length === 1) return sequence(presences, optional, room);
  const keys = [...new Set(presences.flatMap((p) => p.keys))];
  const single =
    presences.every((p) => p.keys.length === 1 && p.always.length === 1) && keys.length === presences.length;
  room.names -= single ? 0 : keys.length * presences.length;
  if (room.names < 0) return NOTHING;
  const sets = presences.map((p) => new Set(p.always));
  const always = optional ? [] : keys.filter((k) => sets.every((set) => set.has(k)));
  if (single) {
    const none = optional ? [absent(keys)] : [];
    return { keys, always, constraints: [{ oneOf: [...presences.map((p) => required(p.always)), ...none] }] };
  }
  const branches = presences.map((p) => branchConstraint(p, keys));
  if (optional) branches.push(absent(keys));
  return { keys, always, constraints: [{ anyOf: branches }] };
}

/** The branch is chosen: its required members are present, members of other branches are not, and its constraints hold. */
function branchConstraint(part: Presence, keys: readonly string[]): JsonSchema {
  const partKeys = new Set(part.keys);
  const otherKeys = keys.filter((k) => !partKeys.has(k));
  const schema: JsonSchemaObject = {
    ...(part.always.length > 0 ? required(part.always) : {}),
    ...(otherKeys.length > 0 ? absent(otherKeys) : {}),
  };
  if (part.constraints.length > 0) schema.allOf = [...part.constraints];
  return schema;
}

function required(keys: readonly string[]): JsonSchemaObject {
  return { required: [...keys] };
}

/** With `properties`, since linters want to see what is required there. */
function absent(keys: readonly string[]): JsonSchemaObject {
  const each = keys.map((key): JsonSchema => ({ properties: record([[key, true]]), ...required([key]) }));
  return { not: each.length === 1 ? each[0] : { anyOf: each } };
}
