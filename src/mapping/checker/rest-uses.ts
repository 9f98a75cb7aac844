// Which variables the REST patterns of a rule use, which of them must have a value, and what `$rest` may hold.

import type { Place } from '../../errors/errors.ts';
import { type Hole, isHole } from '../../pattern/text/hole.ts';
import type { Tree } from '../../pattern/tree.ts';
import type { Needed } from '../runtime/rest-request.ts';
import { within } from '../syntax/fields.ts';
import type { HeaderRow } from '../syntax/headers.ts';
import type { Row } from '../syntax/row.ts';
import type { BuildContext } from './bound-hole.ts';
import { useArguments } from './converter-arguments.ts';
import { namesInPath, namesInRequest, namesInResponse } from './names-in.ts';
import type { Scope, Side, Use, Variable } from './scope.ts';

export function useRequest(row: Row, scope: Scope): void {
  const side = 'rest.request';
  usePath(row.line, side, scope);
  for (const field of row.line.value.query)
    for (const part of field.parts)
      if (isHole(part)) useHole(part, within(row.line, field.offset), side, scope, `?${field.name}`);
  useHeaders(row.headers, side, scope);
  if (row.body) useTree(row.body, side, scope);
}

export function usePath(line: Row['line'], side: Side, scope: Scope): void {
  for (const part of line.value.segments.flat())
    if (isHole(part)) useHole(part, within(line, part.offset), side, scope);
}

export function useHeaders(headers: readonly HeaderRow[], side: Side, scope: Scope): void {
  for (const { name, parts, place, each } of headers) {
    for (const part of parts) if (isHole(part)) useHole(part, place, side, scope, name);
    if (each) useTree(each, side, scope, name);
  }
}

/** `path`: JSON path of the tree; '' inside of items. */
export function useTree(tree: Tree, side: Side, scope: Scope, path = '$', of?: Use['of']): void {
  const { place } = tree;
  switch (tree.kind) {
    case 'hole':
      return useHole(tree.hole, place, side, scope, path, of);
    case 'text':
      for (const part of tree.parts) if (isHole(part)) useHole(part, place, side, scope, path, of);
      return;
    case 'object':
      for (const { key, value, added } of tree.entries)
        useTree(value, side, scope, path && `${path}.${key}`, added ? '$add' : of);
      if (tree.rest) useHole(tree.rest.hole, tree.rest.place, side, scope, path, of);
      return;
    case 'list':
      for (const [i, item] of tree.items.entries()) useTree(item, side, scope, path && `${path}[${i}]`, of);
      return;
    case 'each':
      scope.use(tree.list, { side, place, optional: false, fallback: false, of, clientPath: path || undefined });
      return useTree(tree.item, side, scope.items(tree.list), '', of);
  }
}

function useHole(hole: Hole, place: Place, side: Side, scope: Scope, clientPath?: string, of?: Use['of']): void {
  const { optional, required } = hole;
  useArguments(hole, side, place, scope, false, clientPath || undefined);
  scope.use(hole.name, {
    side,
    place,
    optional,
    required,
    fallback: hole.default !== undefined,
    filled: hole.fill !== undefined,
    of: hole.constant === undefined ? of : 'constant',
    clientPath: clientPath || undefined,
  });
}

/** True where no position on this side requires a value. */
export function isOptional({ uses }: Variable, side: Side): boolean {
  let isUsed = false;
  for (const use of uses) {
    if (use.side !== side) continue;
    if (!use.optional && !use.fallback) return false;
    isUsed = true;
  }
  return isUsed;
}

/** The variables that the request or the response needs. */
export function neededIn(row: Row, scope: Scope, half: 'request' | 'response'): Needed[] {
  const inPath = half === 'request' ? namesInPath(row) : [];
  const names = half === 'request' ? namesInRequest(row) : namesInResponse(row);
  const side: Side = `rest.${half}`;
  const variables: Needed[] = [];
  for (const variable of scope.all()) {
    if (variable.name.startsWith('$') || !names.includes(variable.name)) continue;
    const uses = variable.uses.filter((use) => use.side === side);
    if (uses.length === 0) continue;
    const must = inPath.includes(variable.name) || uses.some((use) => use.required);
    const may = isOptional(variable, `soap.${half}`) || uses.every((use) => use.optional || use.fallback || use.filled);
    if (must || !may) variables.push({ name: variable.name, variable: variable.number });
  }
  return variables;
}

export function checkRests(row: Row, scope: Scope, ctx: BuildContext): void {
  for (const tree of [row.body, row.response.body]) if (tree) checkTree(tree, scope, ctx);
}

function checkTree(tree: Tree, scope: Scope, ctx: BuildContext): void {
  if (tree.kind === 'each') checkTree(tree.item, scope.items(tree.list), ctx);
  if (tree.kind === 'list') for (const item of tree.items) checkTree(item, scope, ctx);
  if (tree.kind !== 'object') return;
  for (const entry of tree.entries) checkTree(entry.value, scope, ctx);
  const type = tree.rest && scope.get(tree.rest.hole.name)?.type;
  // A function makes an object of whatever it gets.
  if (tree.rest === undefined || type === undefined || tree.rest.hole.converters.length > 0) return;
  const keys = keysOf(type, ctx);
  if (keys === undefined) {
    ctx.report.add('MAPPING_TYPE', `{${tree.rest.hole.name}} is not an object, so it cannot be $rest`, tree.rest.place);
    return;
  }
  for (const entry of tree.entries) {
    if (entry.value.kind === 'absent' || !keys.includes(entry.key)) continue;
    const message = `"${entry.key}" is also a member of {${tree.rest.hole.name}}`;
    ctx.report.add(
      'MAPPING_DUPLICATE',
      message,
      entry.place,
      'name that member on the SOAP side, or use another name here',
    );
  }
}

type Type = NonNullable<ReturnType<Scope['get']>>['type'];

function keysOf(type: Type, ctx: BuildContext): string[] | undefined {
  if (type?.kind === 'rest') return keys(type, ctx).filter((key) => !type.without.includes(key));
  if (type?.kind === 'value') return type.type.kind === 'complex' && !type.list ? keys(type, ctx) : undefined;
  return type?.kind === 'any' ? [] : undefined;
}

function keys(type: { readonly type: Parameters<BuildContext['codec']['members']>[0] }, ctx: BuildContext): string[] {
  return ctx.codec.members(type.type).map((m) => m.key);
}
