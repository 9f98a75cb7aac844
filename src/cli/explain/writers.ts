// The requests that the backs would send. Nothing is sent.
import { createRestBack } from '../../binding/rest/back.ts';
import { createSoapBack } from '../../binding/soap/back.ts';
import type { Mapping, Rule } from '../../mapping/rule.ts';
import type { WriteRequest } from './explain-rest.ts';
import type { WriteRestRequest } from './explain-soap.ts';

const transport = {
  send: () => {
    throw new Error('explain sends nothing');
  },
};

export function soapWriterOf(mapping: Mapping): WriteRequest {
  const back = createSoapBack<Rule>({ codec: mapping.codec, transport });
  return (rule, bindings) => back.request(rule, bindings);
}

export function restWriterOf(mapping: Mapping): WriteRestRequest {
  const back = createRestBack<Rule>({ media: mapping.media, transport });
  return (rule, bindings) => back.request(rule, bindings);
}
