// The REST side of a rule as lines for people: header fields, then the body with its holes.
import { isHole, type Part, printHole } from '../../../pattern/text/hole.ts';
import { absentNames, type Tree } from '../../../pattern/tree.ts';
import type { RestSide } from '../../syntax/sides.ts';

/** `template`: the path with the base. */
export function requestLines({ line: { value }, headers, body }: RestSide, template: string): string[] {
  const query = value.query.map(({ name, parts }) => `${name}=${textOf(parts)}`).join('&');
  return [`${value.method} ${template}${query && `?${query}`}`, ...messageLines(headers, body)];
}

export function responseLines({ headers, body }: RestSide['reply']): string[] {
  return messageLines(headers, body);
}

function messageLines(headers: RestSide['headers'], body: Tree | undefined): string[] {
  const fields = headers.map(({ name, parts, each }) => `${name}: ${each ? `${render(each.item)}, …` : textOf(parts)}`);
  if (body === undefined) return fields;
  return [...fields, ...(fields.length > 0 ? [''] : []), ...JSON.stringify(render(body), null, 2).split('\n')];
}

function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (isHole(part) ? printHole(part) : part)).join('');
}

function render(tree: Tree): unknown {
  switch (tree.kind) {
    case 'hole':
      return printHole(tree.hole);
    case 'text':
      return textOf(tree.parts);
    case 'constant':
      return tree.value;
    case 'absent':
      return undefined;
    case 'list':
      return tree.items.map(render);
    case 'each':
      return [render(tree.item), '…'];
    case 'join':
      return `${tree.converter} of ${tree.of.map((name) => `{${name}}`).join(', ')}`;
    case 'object': {
      const members: Record<string, unknown> = Object.create(null);
      if (tree.type) members['$type'] = tree.type.text;
      for (const { key, value } of tree.entries) if (value.kind !== 'absent') members[key] = render(value);
      const absent = absentNames(tree);
      if (absent.length > 0) members['$absent'] = absent;
      if (tree.rest) members['$rest'] = printHole(tree.rest.hole);
      return members;
    }
  }
}
