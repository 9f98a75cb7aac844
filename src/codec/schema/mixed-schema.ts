// Content shown in document order: texts, and objects of one member for the elements.
import type { ElementMember, Member, MixedMember } from '../model/members.ts';
import type { JsonSchema, JsonSchemaObject } from './json-schema.ts';
import { memberItem } from './member-schema.ts';
import type { SchemasOf } from './schemas-of.ts';
import { XML_STRING } from './xml-characters.ts';

/** `texts`: whether text may stand between the elements (a mixed type), or the order of elements is all that is kept. */
export function mixedSchema(member: MixedMember, texts: boolean, set: SchemasOf): JsonSchemaObject {
  const inside = flat(member.members);
  const options: JsonSchema[] = texts ? [XML_STRING] : [];
  for (const m of inside) if (m.kind === 'element') options.push(single(m, set));
  if (inside.some((m) => m.kind === 'any')) options.push(set.anyElement());
  if (options.length === 0) return { type: 'array', maxItems: 0 };
  return { type: 'array', items: options.length === 1 ? options[0] : { anyOf: options } };
}

/** Repeated groups leave no trace: their elements stand among the others. */
function flat(members: readonly Member[]): Member[] {
  return members.flatMap((m) => (m.kind === 'group' ? flat(m.members) : [m]));
}

function single(member: ElementMember, set: SchemasOf): JsonSchemaObject {
  const properties = Object.create(null);
  properties[member.key] = memberItem(member, set);
  return { type: 'object', properties, required: [member.key], additionalProperties: false };
}
