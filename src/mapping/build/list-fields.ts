// The fields of a list that is taken apart by `$each` on the side that the rule of an `each` has.
import type { Tree } from '../../pattern/tree.ts';
import type { EachRow } from '../read/flow.ts';
import type { Row } from '../read/row.ts';
import { fieldsOf } from './rest-body.ts';

/** In the request, or in the reply; none where the list is bound as a whole. */
export function listFields({ body, reply, soap }: Row, flow: EachRow, list: string, inReply = false): string[] {
  const rest = inReply ? reply.body : body;
  const message = inReply ? soap.reply : soap.request;
  const trees = flow.soap ? (rest ? [rest] : []) : (message?.elements ?? []).map((entry) => entry.value);
  return trees.flatMap((tree) => eaches(tree)).find((found) => found.list === list)?.fields ?? [];
}

function eaches(tree: Tree): ReturnType<typeof fieldsOf>[] {
  if (tree.kind === 'each') return [fieldsOf(tree)];
  if (tree.kind === 'object') return tree.entries.flatMap((entry) => eaches(entry.value));
  return tree.kind === 'list' ? tree.items.flatMap(eaches) : [];
}
