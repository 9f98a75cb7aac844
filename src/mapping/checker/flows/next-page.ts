// The call for a further page: the request of `next`, with the response of the first one.
import type { Operation } from '../../../contract/model/contract.ts';
import type { MessageRow, Row, SoapRow } from '../../syntax/row.ts';
import { operationOf, RuleBuilder, type RuleEnvironment } from '../rule.ts';
import { renameIn } from './rename.ts';

/** `i`: which of several operations it is. undefined (and reported) when the contract has no such operation. */
export function nextBuilder(
  row: Row,
  next: SoapRow,
  i: number,
  first: RuleBuilder,
  env: RuleEnvironment,
): RuleBuilder | undefined {
  const operation = operationOf(next, env);
  if (operation === undefined) return undefined;
  const cursor = row.flow?.kind === 'pages' ? row.flow.roles.get('cursor')?.value : undefined;
  const request =
    next.request && cursor
      ? { ...next.request, elements: renameIn(next.request.elements, cursor, requestCursor(cursor)) }
      : next.request;
  const soap = { ...next, request, reply: next.reply ?? sameResponse(row.soap.reply, operation) };
  return new RuleBuilder(
    { ...row, id: `${row.id}.next${i === 0 ? '' : `.${i + 1}`}`, soap, part: true },
    operation,
    env,
    first.scope,
  );
}

/** A response may bring another cursor than its request had: they are two variables, under one name in the table. */
export function requestCursor(cursor: string): string {
  return `${cursor}.kept`;
}

/** The pattern of the first response under the element of the next one. */
function sameResponse(response: MessageRow | undefined, { output }: Operation): MessageRow | undefined {
  const element = output?.body[0];
  if (response === undefined || element === undefined || response.elements.length !== 1) return response;
  return { ...response, elements: [{ ...response.elements[0], key: `{${element.name.ns}}${element.name.local}` }] };
}
