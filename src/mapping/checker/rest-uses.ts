// Which variables a REST pattern uses, and where.
import type { Place } from '../../errors/errors.ts';
import type { Hole } from '../../pattern/text/hole.ts';
import { isHole } from '../../pattern/text/hole.ts';
import type { Tree } from '../../pattern/tree.ts';
import { within } from '../syntax/fields.ts';
import type { HeaderRow } from '../syntax/headers.ts';
import type { Row } from '../syntax/row.ts';
import type { Scope, Side } from './scope.ts';

export function useRequest(row: Row, scope: Scope): void {
  const spot = 'rest.request';
  usePath(row.line, spot, scope);
  for (const field of row.line.value.query)
    for (const part of field.parts)
      if (isHole(part)) useHole(part, within(row.line, field.offset), spot, scope, `?${field.name}`);
  useHeaders(row.headers, spot, scope);
  if (row.body) useTree(row.body, spot, scope);
}

export function usePath(line: Row['line'], spot: Side, scope: Scope): void {
  for (const part of line.value.segments.flat())
    if (isHole(part)) useHole(part, within(line, part.offset), spot, scope);
}

export function useHeaders(headers: readonly HeaderRow[], spot: Side, scope: Scope): void {
  for (const { name, parts, place, each } of headers) {
    for (const part of parts) if (isHole(part)) useHole(part, place, spot, scope, name);
    if (each) useTree(each, spot, scope, name);
  }
}

/** `path`: JSON path of the tree; '' inside of items, which have many. */
export function useTree(tree: Tree, spot: Side, scope: Scope, path = '$'): void {
  const { place } = tree;
  switch (tree.kind) {
    case 'hole':
      return useHole(tree.hole, place, spot, scope, path);
    case 'text':
      for (const part of tree.parts) if (isHole(part)) useHole(part, place, spot, scope, path);
      return;
    case 'object':
      for (const { key, value } of tree.entries) useTree(value, spot, scope, path && `${path}.${key}`);
      if (tree.rest) useHole(tree.rest.hole, tree.rest.place, spot, scope, path);
      return;
    case 'list':
      for (const [i, item] of tree.items.entries()) useTree(item, spot, scope, path && `${path}[${i}]`);
      return;
    case 'join':
      for (const name of tree.of)
        scope.use(name, { spot, place, optional: false, fallback: false, clientPath: path || undefined });
      return;
    case 'each':
      scope.use(tree.list, { spot, place, optional: false, fallback: false, clientPath: path || undefined });
      return useTree(tree.item, spot, scope.items(tree.list), '');
  }
}

function useHole(hole: Hole, place: Place, spot: Side, scope: Scope, clientPath?: string): void {
  const { optional, required } = hole;
  scope.use(hole.name, {
    spot,
    place,
    optional,
    required,
    fallback: hole.default !== undefined,
    clientPath: clientPath || undefined,
  });
}
