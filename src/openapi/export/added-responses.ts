// Adds responses to an operation, in the order of their statuses.
import { record } from '../../codec/schema/json-schema.ts';
import type { OperationObject } from './document-types.ts';

type Responses = OperationObject['responses'];

export function withResponses(
  operation: OperationObject,
  added: readonly (readonly [status: string, response: Responses[string]])[],
): OperationObject {
  const { default: other, ...rest } = operation.responses;
  const all = [...Object.entries(rest), ...added].toSorted(([a], [b]) => Number(a) - Number(b));
  const fallback = other === undefined ? [] : [['default', other] as const];
  return { ...operation, responses: record<Responses[string]>([...all, ...fallback]) };
}
