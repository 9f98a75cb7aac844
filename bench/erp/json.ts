// Writes nodes as JSON of the default dialect: attributes as @name, xsi:type as $type, repeatable elements as arrays, every digit kept.
import type { Node } from './node.ts';

function member(key: string, json: string): string {
  return `${JSON.stringify(key)}:${json}`;
}

/** Elements of one name stand together, as the schema has them. */
function childMembers(children: readonly Node[]): string[] {
  const out: string[] = [];
  for (let i = 0; i < children.length; i++) {
    const { name, list } = children[i];
    if (!list) out.push(member(name, toJson(children[i])));
    else {
      const start = i;
      while (children[i + 1]?.name === name) i++;
      out.push(
        member(
          name,
          `[${children
            .slice(start, i + 1)
            .map(toJson)
            .join(',')}]`,
        ),
      );
    }
  }
  return out;
}

/** JSON text. */
export function toJson(node: Node): string {
  if (node.children === undefined) {
    return node.scalar === 'bare' ? (node.text ?? 'null') : JSON.stringify(node.text ?? '');
  }
  const members = node.type === undefined ? [] : [member('$type', JSON.stringify(node.type))];
  for (const a of node.attributes ?? []) members.push(member(`@${a.name}`, JSON.stringify(a.text)));
  return `{${members.concat(childMembers(node.children)).join(',')}}`;
}
