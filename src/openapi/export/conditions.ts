// Conditions of requests on the state of a resource (RFC 9110 §13.1): the fields that name tags, and the responses where a condition fails.
import { record } from '../../codec/schema/json-schema.ts';
import { withResponses } from './added-responses.ts';
import type { HeaderObject, OperationObject, ParameterObject, Reference, ResponseObject } from './document-types.ts';
import { REQUEST_ID, type RuleProblems } from './problems.ts';

export const ETAG: HeaderObject = {
  description: 'Tag of the state, for If-None-Match of reads and If-Match of changes (RFC 9110 §13.1).',
  schema: { type: 'string' },
};

const IF_MATCH = field('If-Match', 'Tags of states, or *: of any other state the response is 412 (RFC 9110 §13.1.1).');
const IF_NONE_MATCH = field(
  'If-None-Match',
  'Tags of states, or *: of one of these states the response to a read is 304, and to a change 412 (RFC 9110 §13.1.2).',
);

const NOT_MODIFIED: ResponseObject = {
  description: 'The state is one that If-None-Match names.',
  headers: record<HeaderObject | Reference>([
    ['X-Request-Id', REQUEST_ID],
    ['ETag', ETAG],
  ]),
};

/** The operation at a path whose GET says what the state is. `method`: in lower case. */
export function conditional(operation: OperationObject, method: string, problems: RuleProblems): OperationObject {
  const { parameters = [] } = operation;
  const statuses: [string, OperationObject['responses'][string]][] = [
    ...(method === 'get' ? [['304', NOT_MODIFIED] as [string, ResponseObject]] : []),
    ['412', problems.coded('PRECONDITION_FAILED')],
  ];
  return withResponses({ ...operation, parameters: [...parameters, IF_MATCH, IF_NONE_MATCH] }, statuses);
}

function field(name: string, description: string): ParameterObject {
  return { name, in: 'header', description, schema: { type: 'string' } };
}
