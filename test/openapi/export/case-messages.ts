// The REST side of a golden case as it is sent.
import { textOf } from '../../../src/json/value.ts';
import type { Case } from '../../../src/mapping/cases/cases.ts';
import type { SentReply, SentRequest } from '../../oracle/openapi.ts';

export function requestOf({ rest: { request } }: Case): SentRequest {
  const { method, path, query, headers, body } = request;
  return {
    method,
    target: query === '' ? path : `${path}?${query}`,
    headers,
    body: body && JSON.parse(textOf(body)),
  };
}

/** A problem in a case names some of its members; the others are always there. */
export function replyOf({ rest: { reply } }: Case, errorMedia = 'application/problem+json'): SentReply | undefined {
  if (reply === undefined) return undefined;
  const { status, headers, body, problem } = reply;
  if (problem === undefined) return { status, headers, body: body && JSON.parse(textOf(body)) };
  const { code = 'UPSTREAM_FAULT', title = '', detail, data } = problem;
  const rest = {
    type: 'urn:x',
    instance: 'urn:y',
    status,
    code,
    title,
    detail,
    data: data && JSON.parse(textOf(data)),
  };
  return {
    status,
    headers: { ...headers, 'content-type': errorMedia },
    body: JSON.parse(JSON.stringify(rest)),
  };
}
