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

/** Rules of Redocly's recommended set that a document breaks, with the reason in docs/decisions/0065-examples-and-doc-of-rules.md. */
export const JUSTIFIED = ['info-license', 'tag-description', 'no-illogical-composition-keywords'];

const recommended = createConfig({
  extends: ['recommended'],
  rules: Object.fromEntries(JUSTIFIED.map((rule) => [rule, 'off' as const])),
});

/** The same with Redocly's recommended rules, warnings too, but for those of `JUSTIFIED` and one more. */
export async function lintRecommended(document: string, justified = ''): Promise<string[]> {
  const all = await lintFromString({ source: document, absoluteRef: 'openapi.json', config: await recommended });
  const problems = all.filter(({ ruleId }) => ruleId !== justified);
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`);
}
