// Writes the requests of rules without sending them. Marks stand in place of credentials.
import { within } from '../auth/outbound/parameters.ts';
import { withFields } from '../binding/call.ts';
import { createRestBack } from '../binding/rest/back/back.ts';
import { createSoapBack } from '../binding/soap/back/back.ts';
import { insertBlocks } from '../binding/soap/insert-blocks.ts';
import type { SampleChoice } from '../mapping/model/auth.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import { CREDENTIAL } from '../mapping/model/supplied.ts';
import { sampleOf } from '../mapping/runtime/credential-part.ts';
import type { Bindings } from '../rule/pattern.ts';
import type { Rule } from '../rule/rule.ts';
import type { OutgoingRequest } from '../transport/transport.ts';
import type { WriteRequest } from './explain-rest.ts';
import type { WriteRestRequest } from './explain-soap.ts';
import { maskedSamples } from './masked-samples.ts';
import { MASK } from './secrets.ts';

const transport = {
  send: () => {
    throw new Error('explain sends nothing');
  },
};

export function soapWriterOf(mapping: Mapping): WriteRequest {
  const back = createSoapBack({ codec: mapping.codec, transport });
  return maskedWriter((rule, bindings, choice) => {
    const request = back.request(rule, withMarks(rule, bindings, choice));
    const alternative = allowedFor(rule, mapping.auth.soap);
    const templates = alternative === undefined ? [] : within(alternative, rule).parts;
    const blocks = templates.map((template) => template.sample(MASK, choice));
    return { ...request, body: insertBlocks(request.body, blocks) };
  });
}

export function restWriterOf(mapping: Mapping): WriteRestRequest {
  const back = createRestBack({ media: mapping.media, errors: mapping.errorForms, transport });
  return maskedWriter((rule, bindings, choice) => {
    const request = back.request(rule, withMarks(rule, bindings, choice));
    const { fields = [] } = allowedFor(rule, mapping.auth.rest) ?? {};
    const marked = fields.flatMap(({ name }) => [name, MASK]);
    return withFields(request, marked);
  });
}

/** The first whose fields the rule may show. */
export function allowedFor<A extends { readonly needed: readonly string[] }>(
  { open, allowedFields }: Rule,
  alternatives: readonly A[],
): A | undefined {
  if (open) return undefined;
  const isAllowed = (name: string) =>
    allowedFields === undefined ||
    !name.startsWith(CREDENTIAL) ||
    allowedFields.includes(name.slice(CREDENTIAL.length));
  return alternatives.find(({ needed }) => needed.every(isAllowed));
}

/** Masks what the samples of credentials are in the request. */
function maskedWriter<R extends OutgoingRequest>(
  write: (rule: Rule, bindings: Bindings, choice: SampleChoice) => R,
): (rule: Rule, bindings: Bindings) => R {
  return (rule, bindings) => maskedSamples(write(rule, bindings, 'first'), write(rule, bindings, 'second'));
}

/** With marks in place of the fields of a credential. */
export function withMarks(
  { credentialFields: fields = [] }: Rule,
  bindings: Bindings,
  choice: SampleChoice = 'first',
): Bindings {
  const marked = bindings.slice();
  for (const { variable, text } of fields) marked[variable] = sampleOf(text, MASK, choice);
  return marked;
}
