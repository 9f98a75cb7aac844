// The REST side of a golden case as it is sent.
import { writtenProblem } from '../../../src/binding/rest/front/problem.ts';
import { Fault } from '../../../src/fault/fault.ts';
import { textOf } from '../../../src/json/value.ts';
import type { Case } from '../../../src/mapping/cases/cases.ts';
import type { Mapping } from '../../../src/mapping/model/mapping.ts';
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

/** A problem in a case names some of its members; the others are always there. A case may leave out the media type that its rule writes. */
export function replyOf({ rule, rest: { response } }: Case, { rules, errorForms }: Mapping): SentReply | undefined {
  if (response === undefined) return undefined;
  const { status, headers, body, problem } = response;
  if (problem === undefined) {
    const written = rules.find(({ id }) => id === rule)?.response.rest;
    const media = written?.status === status ? { 'content-type': written.media } : {};
    return { status, headers: { ...media, ...headers }, body: body && JSON.parse(textOf(body)) };
  }
  const { code = 'UPSTREAM_FAULT', title = '', detail, data } = problem;
  const { media, body: written } = writtenProblem(new Fault({ status, code, title, detail, data }), 'id', errorForms);
  return { status, headers: { ...headers, 'content-type': media }, body: JSON.parse(Buffer.from(written).toString()) };
}
