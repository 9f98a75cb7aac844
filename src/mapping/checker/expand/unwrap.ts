// Which only members short rows show bare. `rest.unwrap` of the table names them.
import type { ElementMember } from '../../../codec/model/members.ts';

/** `patterns`: names, where `*` stands for any text; `*` alone: whatever is an object or a list. */
export function fitsAny(patterns: readonly string[], member: ElementMember): boolean {
  return patterns.some((pattern) =>
    pattern === '*' ? isObjectOrList(member) : fitsName(pattern, member.element.name.local),
  );
}

/** A body of JSON is an object or a list: one value alone has its name beside it. */
function isObjectOrList({ list, element, substituted, keyed }: ElementMember): boolean {
  return (list || element.type.kind === 'complex') && !substituted && !keyed;
}

/** `pattern`: a name, where `*` stands for any text. */
function fitsName(pattern: string, name: string): boolean {
  const [start, end] = pattern.split('*');
  return end === undefined
    ? pattern === name
    : name.length >= pattern.length - 1 && name.startsWith(start) && name.endsWith(end);
}
