// The schemas of a mapping's bodies, for forms: what its OpenAPI description says. Loaded when a client first speaks forms.
import type { BodySchema, BodySchemas } from '../../binding/rest/front/form/forms.ts';
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import { requestBodiesOf } from '../../openapi/export/body-examples.ts';
import { placesOf } from '../../openapi/export/places.ts';
import { ruleResponses } from '../../openapi/export/responses.ts';
import { Schemas } from '../../openapi/export/schemas.ts';

export function bodySchemasOf(mapping: Mapping): BodySchemas {
  const schemas = new Schemas(mapping, new Set());
  const bodySchema = (schema: BodySchema['schema'] | undefined): BodySchema | undefined =>
    schema && { schema, components: schemas.components };
  return {
    request: (rule) => {
      const { restSide } = rule as MappingRule;
      const places = placesOf(rule as MappingRule, schemas, mapping);
      return restSide.body && bodySchema(requestBodiesOf(rule as MappingRule, places).bodySchema(restSide.body));
    },
    response: (rule) => bodySchema(responseSchema(rule as MappingRule, schemas, mapping)),
  };
}

function responseSchema(rule: MappingRule, schemas: Schemas, mapping: Mapping): BodySchema['schema'] | undefined {
  const { status, media } = rule.response.rest;
  return ruleResponses(rule, placesOf(rule, schemas, mapping)).get(status)?.content?.[media]?.schema;
}
