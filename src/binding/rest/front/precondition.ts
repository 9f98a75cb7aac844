// Conditions on the state of a resource (RFC 9110 §13.1): its tag, and whether a request may change it. Knows nothing about how a rule is carried out.
import type { IncomingHttpHeaders } from 'node:http';
import { codedFault, type Fault, toFault } from '../../../fault/fault.ts';
import type { Json } from '../../../json/value.ts';
import type { Exchange, Response } from '../../../rule/exchange.ts';
import type { Bindings } from '../../../rule/pattern.ts';
import type { RestRules, Rule } from '../../../rule/rule.ts';
import { entityTag, matches, namesTag } from './response.ts';

const OTHER_STATE = 'the resource has another state than If-Match names: read it again';

type Conditions = Pick<IncomingHttpHeaders, 'if-match' | 'if-none-match'>;

export function hasConditions(headers: Conditions): boolean {
  return headers['if-match'] !== undefined || headers['if-none-match'] !== undefined;
}

/** Of the state, else of a body that is cached; undefined: the response has none. */
export function responseTag({ response: { rest } }: Rule, response: Response, body: Uint8Array | undefined) {
  const state = rest.etag === undefined ? undefined : response.bindings[rest.etag];
  if (state !== undefined && body !== undefined) return stateTag(state);
  return response.cached && body !== undefined ? entityTag(body) : undefined;
}

/** Equal for equal states, whatever a response shows of them: a URI shows a state in one way alone. */
function stateTag({ bytes, start, end }: Json): string {
  return entityTag(bytes.subarray(start, end));
}

/** The bindings of a response to GET, on behalf of the exchange. Throws its fault. */
type Read = (exchange: Exchange, rule: Rule, bindings: Bindings) => Promise<Bindings>;

/** undefined: GET of the path does not say what its state is. Between the read and the request, others may change the resource all the same. */
export function preconditionOf(
  rules: RestRules,
  path: string,
  headers: IncomingHttpHeaders,
  read: Read,
): ((exchange: Exchange) => Promise<void>) | undefined {
  const target = rules.lookup('GET', path);
  if (target.kind !== 'found') return undefined;
  const readers = target.rules.filter(({ response }) => response.rest.etag !== undefined);
  if (readers.length === 0) return undefined;
  return async (exchange) => {
    const readNow = (rule: Rule, bindings: Bindings) => read(exchange, rule, bindings);
    const failure = failedCondition(headers, await tagNow(readers, target.segments, headers, readNow));
    if (failure) throw failure;
  };
}

/** undefined: there is nothing. Throws where that is not known. */
async function tagNow(
  readers: readonly Rule[],
  segments: readonly string[],
  headers: IncomingHttpHeaders,
  read: (rule: Rule, bindings: Bindings) => Promise<Bindings>,
): Promise<string | undefined> {
  const request = { method: 'GET', segments, query: '', headers, body: undefined };
  for (const rule of readers) {
    const bindings = rule.request.rest.match(request);
    if (bindings === undefined) continue;
    const response = await found(() => read(rule, bindings));
    return response && stateTag(response[rule.response.rest.etag!] ?? unknown());
  }
  return unknown();
}

/** Not knowing the state is not the same as knowing that there is none. */
function unknown(): never {
  throw failure('the state of the resource cannot be read, so the condition cannot be judged');
}

/** undefined: there is no such resource. */
async function found(read: () => Promise<Bindings>): Promise<Bindings | undefined> {
  try {
    return await read();
  } catch (error) {
    if (toFault(error).init.status === 404) return undefined;
    throw error;
  }
}

/** Refuses a response to GET whose state is none that If-Match names. */
export function checkShown({ 'if-match': wanted }: Conditions, tag: string): void {
  if (wanted !== undefined && !namesTag(wanted, tag, 'strong')) throw failure(OTHER_STATE);
}

/** undefined: the request may go on. `tag`: of the state as it is now; undefined: there is no such resource. If-Match by strong comparison. */
function failedCondition(headers: Conditions, tag: string | undefined): Fault | undefined {
  const { 'if-match': wanted, 'if-none-match': refused } = headers;
  if (wanted !== undefined && (tag === undefined || !namesTag(wanted, tag, 'strong')))
    return failure(tag === undefined ? 'there is nothing here that If-Match could mean' : OTHER_STATE);
  if (refused !== undefined && tag !== undefined && matches(refused, tag))
    return failure('the resource is there already, in a state that If-None-Match names');
  return undefined;
}

function failure(message: string): Fault {
  return codedFault('PRECONDITION_FAILED', message);
}
