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

const recommended = createConfig({ extends: ['recommended'] });

/**
 * The same with Redocly's recommended rules, warnings too, but for `justified` and one report that is wrong: the linter does not read `required`
 * beside a `$ref`, and takes alternatives for overlapping that a required name of the type tells apart (docs/decisions/0065-examples-and-doc-of-rules.md).
 */
export async function lintRecommended(source: string, justified = ''): Promise<string[]> {
  const all = await lintFromString({ source, absoluteRef: 'openapi.json', config: await recommended });
  const document = JSON.parse(source);
  const problems = all.filter(({ ruleId, message, location }) => {
    const isOverlap = ruleId === 'no-illogical-composition-keywords' && message.includes('mutually exclusive');
    return ruleId !== justified && !(isOverlap && areToldApart(document, location[0].pointer));
  });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`);
}

/** All alternatives have one member with a constant, each another one; all but one of them demand it. */
// biome-ignore lint/suspicious/noExplicitAny: a document as it is
function areToldApart(document: any, pointer = ''): boolean {
  const alternatives = valueAt(document, pointer);
  const key = alternatives.flatMap(({ required = [] }: { required?: string[] }) => required)[0];
  // biome-ignore lint/suspicious/noExplicitAny: schemas
  const names = alternatives.map(({ $ref }: any) => valueAt(document, $ref).properties[key]?.const);
  // biome-ignore lint/suspicious/noExplicitAny: schemas
  const lax = alternatives.filter(({ required = [] }: any) => !required.includes(key));
  return lax.length <= 1 && !names.includes(undefined) && new Set(names).size === names.length;
}

// biome-ignore lint/suspicious/noExplicitAny: a document as it is
function valueAt(document: any, pointer: string): any {
  const keys = pointer.replace(/^#\//, '').split('/');
  return keys.reduce((value, key) => value[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}
