// Adds responses to an operation, in the order of their statuses.
import { record } from '../../codec/schema/json-schema.ts';
import type { OperationObject, SharedOperation } from './document-types.ts';

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

/** Key and component of the response to what the gateway refuses by itself, such as a body that is not JSON (OpenAPI 3.1.0 §4.8.16.2). */
export const REFUSAL = '4XX';

/** With `REFUSAL` where no status from 400 to 499 but that of credentials has a response: every operation refuses some requests. */
export function withRefusal(operation: SharedOperation): SharedOperation {
  if (Object.keys(operation.responses).some((status) => status.startsWith('4') && status !== '401')) return operation;
  const { default: other, ...rest } = operation.responses;
  const all = [...Object.entries(rest), [REFUSAL, { $ref: `#/components/responses/${REFUSAL}` }] as const];
  return { ...operation, responses: record<Responses[string]>([...all, ['default', other]]) };
}
