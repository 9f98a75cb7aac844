// `omit:` and `readOnly:` of a type: members that a valid message need not have.

import { levelOf, type Node } from '../../../codec/model/content.ts';
import type { Member } from '../../../codec/model/members.ts';
import { nameKey } from '../../../codec/presentation/list-members.ts';
import type { TypeDef } from '../../../contract/model/model.ts';
import { clark } from '../../../xml/reader/names.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import { memberNamed, type TypesContext, textsIn } from './context.ts';

/** A member or a list of members. */
export function readOmit(entry: YamlEntry | undefined, type: TypeDef, ctx: TypesContext): Set<string> {
  const omit = new Set<string>();
  const verb = entry?.key === 'readOnly' ? 'read-only' : 'omitted';
  if (entry === undefined) return omit;
  for (const { value: name, place } of textsIn(entry.value, ctx.report)) {
    const member = memberNamed(name, place, ctx.codec.members(type), ctx);
    if (member?.required) {
      ctx.report.add('MAPPING_MISSING', `"${name}" is required, so it cannot be ${verb}`, place);
    } else if (member && !canBeOmitted(member, type)) {
      ctx.report.add('MAPPING_TYPE', `"${name}" cannot be ${verb}: other members require it`, place);
    } else if (member) omit.add(member.key);
  }
  return omit;
}

/** An attribute, or an element that a valid message may lack. */
function canBeOmitted(member: Member, type: TypeDef): boolean {
  if (member.kind !== 'element') return member.kind === 'attribute';
  if (type.kind === 'simple' || type.content.kind !== 'elements') return false;
  return mayBeAbsent(levelOf(type.content.particle).root, clark(member.element.name), false);
}

function mayBeAbsent(n: Node, name: string, alternative: boolean): boolean {
  if (n.kind !== 'position') return n.nodes.every((child) => mayBeAbsent(child, name, n.kind === 'choice'));
  return alternative || n.position.min === 0 || nameKey(n.position) !== name;
}
