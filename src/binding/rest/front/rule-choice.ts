// Which rule of a path takes a request: by the media types that the client accepts, then by query, header fields and body.
import type { IncomingHttpHeaders } from 'node:http';
import { SoapstoneError, withOthers } from '../../../errors/errors.ts';
import type { Bindings, RestRequest } from '../../../rule/pattern.ts';
import type { Rule } from '../../../rule/rule.ts';
import { accepts } from '../../accept.ts';
import type { Forms } from './form/forms.ts';
import { LINES_MEDIA, wantedLines } from './json-lines.ts';

/** Names and values of header fields in turn, as they arrived. */
type ReceivedRequest = RestRequest & { readonly rawHeaders: readonly string[] };

/** Rules whose response the client accepts. @throws SoapstoneError NOT_ACCEPTABLE where there is none (RFC 9110 §12.5.1) */
export function acceptableRules(
  rules: readonly Rule[],
  headers: IncomingHttpHeaders,
  forms: Forms | undefined,
): readonly Rule[] {
  const { accept } = headers;
  if (accept === undefined || accept === '*/*') return rules;
  const willing = rules.filter(
    (rule) =>
      !rule.response.rest.hasBody ||
      accepts(accept, rule.response.rest.media) ||
      wantedLines(accept, rule) ||
      forms?.preferredForm(headers, rule),
  );
  if (willing.length > 0) return willing;
  throw notAcceptable(rules);
}

/**
 * The first rule that takes the request. `unwilling`: rules of the path whose responses the client does not accept. `refused`: called with the
 * only rule of the path, where it refuses.
 * @throws SoapstoneError what the first rule refuses, with all that is wrong; NOT_FOUND, NOT_ACCEPTABLE
 */
export function chooseRule(
  rules: readonly Rule[],
  request: ReceivedRequest,
  unwilling: readonly Rule[],
  refused: (rule: Rule) => void,
): { readonly rule: Rule; readonly bindings: Bindings } {
  let refusal: { readonly rule: Rule; readonly error: SoapstoneError } | undefined;
  for (const rule of rules) {
    try {
      checkOnce(request.rawHeaders, rule.request.rest.once);
      const bindings = rule.request.rest.match(request);
      if (bindings) return { rule, bindings };
    } catch (error) {
      // Another rule of the path may take what this one refuses.
      if (!(error instanceof SoapstoneError)) throw error;
      refusal ??= { rule, error };
      if (rules.length === 1) refused(rule);
    }
  }
  if (refusal?.error.code === 'PATTERN_LIMIT') throw refusal.error;
  if (refusal !== undefined) throw withOthers(refusal.error, refusal.rule.request.rest.problems(request));
  if (unwilling.length > 0) throw notAcceptable(unwilling);
  throw new SoapstoneError(
    'NOT_FOUND',
    'nothing at this path takes a request with this query, these headers or this body',
  );
}

/** RFC 9110 §5.3: node takes the first of some fields and joins others, so that the meaning of several is unclear. */
function checkOnce(rawHeaders: readonly string[], names: readonly string[]): void {
  for (const name of names) {
    const occurrences = rawHeaders.filter(
      (field, i) => i % 2 === 0 && field.length === name.length && field.toLowerCase() === name,
    );
    if (occurrences.length > 1)
      throw new SoapstoneError('BAD_HEADER', 'the field is given twice, and is no list', { path: occurrences[0] });
  }
}

function notAcceptable(rules: readonly Rule[]): SoapstoneError {
  const media = rules.flatMap(({ response: { rest } }) => (rest.list ? [rest.media, LINES_MEDIA] : [rest.media]));
  return new SoapstoneError('NOT_ACCEPTABLE', `the response can only be ${[...new Set(media)].join(' or ')}`);
}
