// The further calls of `pages`: the operations for the next page.

import type { Operation } from '../../../contract/model/contract.ts';
import type { Entry } from '../../../pattern/tree.ts';
import type { MessageRow, Row, SoapRow } from '../../syntax/row.ts';
import { renameIn } from '../../syntax/tree-names.ts';
import { operationOf, RuleBuilder, type RuleEnvironment } from '../rule.ts';

/** The call for the next page. `i`: its index among several. undefined (and reported) when the contract has no such operation. */
export function nextBuilder(
  row: Row,
  next: SoapRow,
  i: number,
  first: RuleBuilder,
  env: RuleEnvironment,
): RuleBuilder | undefined {
  const operation = operationOf(next, env);
  if (operation === undefined) return undefined;
  return new RuleBuilder(nextRow(row, next, i, operation), operation, env, first.scope);
}

/** The row of that call. */
export function nextRow(row: Row, next: SoapRow, i: number, operation: Operation): Row {
  const request = next.request && { ...next.request, elements: withCursor(next.request.elements) };
  const soap = { ...next, request, response: next.response ?? sameResponse(row.soap.response, operation) };
  return { ...row, id: nextId(row.id, i), soap, part: true };
}

export function nextId(id: string, i: number): string {
  return `${id}.next${i === 0 ? '' : `.${i + 1}`}`;
}

/** The cursor of the request. A response may bring another one, so they are two variables with one name in the table. */
export function requestCursor(cursor: string): string {
  return `${cursor}.kept`;
}

/** The pattern of the first response, with the element of the next one. */
function sameResponse(response: MessageRow | undefined, { output }: Operation): MessageRow | undefined {
  const element = output?.body[0];
  if (response === undefined || element === undefined || response.elements.length !== 1) return response;
  return { ...response, elements: [{ ...response.elements[0], key: `{${element.name.ns}}${element.name.local}` }] };
}

function withCursor(elements: readonly Entry[]): Entry[] {
  const rename = (name: string) => (name === 'cursor' ? requestCursor(name) : name);
  return elements.map((entry) => ({ ...entry, value: renameIn(entry.value, rename) }));
}
