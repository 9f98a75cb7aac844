// Writes the requests of rules without sending them. Marks stand in place of credentials.
import { within } from '../auth/outbound/parameters.ts';
import { withFields } from '../binding/call.ts';
import { createRestBack } from '../binding/rest/back/back.ts';
import { createSoapBack, insertBlocks } from '../binding/soap/back/back.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import { sampleOf } from '../mapping/runtime/credential-part.ts';
import type { Bindings } from '../rule/pattern.ts';
import type { Rule } from '../rule/rule.ts';
import type { WriteRequest } from './explain-rest.ts';
import type { WriteRestRequest } from './explain-soap.ts';
import { MASK } from './secrets.ts';

const transport = {
  send: () => {
    throw new Error('explain sends nothing');
  },
};

export function soapWriterOf(mapping: Mapping): WriteRequest {
  const back = createSoapBack({ codec: mapping.codec, transport });
  const [alternative] = mapping.auth.soap;
  return (rule, bindings) => {
    const request = back.request(rule, withMarks(rule, bindings));
    const parts = alternative === undefined || rule.open ? [] : within(alternative, rule).parts;
    return {
      ...request,
      body: insertBlocks(
        request.body,
        parts.map((part) => part.sample(MASK)),
      ),
    };
  };
}

export function restWriterOf(mapping: Mapping): WriteRestRequest {
  const back = createRestBack({ media: mapping.media, errors: mapping.errorForms, transport });
  const fields = mapping.auth.rest[0]?.fields ?? [];
  const marked = fields.flatMap(({ name }) => [name, MASK]);
  return (rule, bindings) => {
    const request = back.request(rule, withMarks(rule, bindings));
    return rule.open ? request : withFields(request, marked);
  };
}

/** With marks in place of the fields of a credential. */
export function withMarks({ credentialFields: fields = [] }: Rule, bindings: Bindings): Bindings {
  const marked = bindings.slice();
  for (const { variable, text } of fields) marked[variable] = sampleOf(text, MASK);
  return marked;
}
