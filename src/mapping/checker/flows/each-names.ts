// Names of variables in the calls of `each`: those of a call, of one item, and of the fields that `$each` takes apart.

import type { Place } from '../../../errors/errors.ts';
import { type EachTree, holesOf, type Tree } from '../../../pattern/tree.ts';
import type { CallRow, ItemsRow } from '../../syntax/calls.ts';
import type { EachRow } from '../../syntax/flow.ts';
import type { Row } from '../../syntax/row.ts';
import { namesInRequest, namesInResponse, namesInSoapRequest, namesInSoapResponse } from '../names-in.ts';

/** A call for each item, and the side that it has. `soap` absent: its REST side is that of the row. */
export type ItemsCall = ItemsRow & Pick<EachRow, 'soap' | 'inner'> & { readonly place: Place };

export function namesInCallRequest({ rest, soap }: CallRow): string[] {
  return [...(rest ? namesInRequest(rest) : []), ...(soap ? namesInSoapRequest(soap) : [])];
}

export function namesInCallResponse({ rest, soap, each }: CallRow): string[] {
  if (each) return [each.into.value];
  return [...(rest ? namesInResponse(rest) : []), ...(soap ? namesInSoapResponse(soap) : [])];
}

export function responseTrees({ rest, soap }: CallRow): Tree[] {
  const inSoap = (soap?.response?.elements ?? []).map(({ value }) => value);
  return rest?.response.body ? [rest.response.body, ...inSoap] : inSoap;
}

export function requestTrees({ rest, soap }: CallRow): Tree[] {
  const inSoap = (soap?.request?.elements ?? []).map(({ value }) => value);
  return rest?.body ? [rest.body, ...inSoap] : inSoap;
}

/** Variables of the response to one call. They appear only in the results. */
export function singleNames(row: Row, flow: ItemsCall): string[] {
  if (flow.inner) return namesInSoapResponse(flow.inner);
  return flow.soap ? namesInSoapResponse(row.soap) : namesInResponse(row);
}

/** The fields of a list that `$each` takes apart; none where the list is bound as a whole. */
export function listFields({ body, response, soap }: Row, flow: ItemsCall, list: string, inResponse = false): string[] {
  const rest = inResponse ? response.body : body;
  const message = inResponse ? soap.response : soap.request;
  const trees = flow.soap ? (rest ? [rest] : []) : (message?.elements ?? []).map((entry) => entry.value);
  return fieldsOfItems(trees, list);
}

/** Names of the variables of one item of `list`. */
export function fieldsOfItems(trees: readonly Tree[], list: string): string[] {
  const names = new Set<string>();
  for (const { item } of trees.flatMap(eaches).filter((each) => each.list === list))
    holesOf(item, (hole) => hole.supplied || names.add(hole.name));
  return [...names];
}

export function eaches(tree: Tree): EachTree[] {
  if (tree.kind === 'each') return [tree];
  if (tree.kind === 'object') return tree.entries.flatMap((entry) => eaches(entry.value));
  return tree.kind === 'list' ? tree.items.flatMap(eaches) : [];
}
