// The fields of a list that is taken apart by `$each` on the side that the rule of an `each` has.
import { type EachTree, holesOf, type Tree } from '../../../pattern/tree.ts';
import type { EachRow } from '../../syntax/flow.ts';
import type { Row } from '../../syntax/row.ts';

/** In the request, or in the response; none where the list is bound as a whole. */
export function listFields(
  { body, reply: response, soap }: Row,
  flow: EachRow,
  list: string,
  inResponse = false,
): string[] {
  const rest = inResponse ? response.body : body;
  const message = inResponse ? soap.reply : soap.request;
  const trees = flow.soap ? (rest ? [rest] : []) : (message?.elements ?? []).map((entry) => entry.value);
  const eachTree = trees.flatMap(eaches).find((each) => each.list === list);
  const names = new Set<string>();
  if (eachTree) holesOf(eachTree.item, (hole) => hole.supplied || names.add(hole.name));
  return [...names];
}

export function eaches(tree: Tree): EachTree[] {
  if (tree.kind === 'each') return [tree];
  if (tree.kind === 'object') return tree.entries.flatMap((entry) => eaches(entry.value));
  return tree.kind === 'list' ? tree.items.flatMap(eaches) : [];
}
