// Asks Redocly's linter about a document: its structure (OpenAPI 3.1 and JSON Schema 2020-12), references, paths, parameters, ids.
import { createConfig, lintFromString } from '@redocly/openapi-core';

const RULES = [
  'struct',
  'no-unresolved-refs',
  'no-unused-components',
  'no-identical-paths',
  'no-schema-type-mismatch',
  'no-enum-type-mismatch',
  'no-duplicated-enum-values',
  'no-duplicated-tag-names',
  'no-empty-servers',
  'no-server-trailing-slash',
  'no-path-trailing-slash',
  'no-invalid-parameter-examples',
  'no-mixed-number-range-constraints',
  'operation-2xx-response',
  'operation-operationId',
  'operation-operationId-unique',
  'operation-parameters-unique',
  'operation-tag-defined',
  'path-declaration-must-exist',
  'path-not-include-query',
  'path-parameters-defined',
  'security-scopes-defined',
  'spec-components-invalid-map-name',
  'array-parameter-serialization',
];

const config = createConfig({ rules: Object.fromEntries(RULES.map((rule) => [rule, 'error' as const])) });

/** One line for each problem. */
export async function lint(document: object): Promise<string[]> {
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config: await config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`);
}
