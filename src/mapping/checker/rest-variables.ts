// `$rest` on both sides: members that one side names must not come again out of the other side's rest.
import type { Tree } from '../../pattern/tree.ts';
import type { Row } from '../syntax/row.ts';
import type { BuildContext } from './bound-hole.ts';
import type { Scope } from './scope.ts';

export function checkRests(row: Row, scope: Scope, ctx: BuildContext): void {
  for (const tree of [row.body, row.reply.body]) if (tree) checkTree(tree, scope, ctx);
}

function checkTree(tree: Tree, scope: Scope, ctx: BuildContext): void {
  if (tree.kind === 'each') checkTree(tree.item, scope.items(tree.list), ctx);
  if (tree.kind === 'list') for (const item of tree.items) checkTree(item, scope, ctx);
  if (tree.kind !== 'object') return;
  for (const entry of tree.entries) checkTree(entry.value, scope, ctx);
  const type = tree.rest && scope.get(tree.rest.hole.name)?.type;
  if (tree.rest === undefined || type === undefined) return;
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
