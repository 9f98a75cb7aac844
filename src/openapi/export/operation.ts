// One rule as an operation.

import { type JsonSchemaObject, record } from '../../codec/schema/json-schema.ts';
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import type { RuleDoc } from '../../mapping/syntax/doc.ts';
import { exampleIn, requestBodiesOf } from './body-examples.ts';
import type { MediaType, OperationObject, RequestBodyObject, ResponseObject } from './document-types.ts';
import { exampleOf } from './examples.ts';
import { uploadForm } from './forms.ts';
import { authorizationOf, parametersOf } from './parameters.ts';
import { placesOf } from './places.ts';
import type { RuleProblems } from './problems.ts';
import { OCTETS, ruleResponses } from './responses.ts';
import type { RuleOutline } from './rule-outlines.ts';
import type { RuleSamples } from './rule-samples.ts';
import type { Schemas } from './schemas.ts';

/** Name of the security scheme for `Authorization`. */
export const AUTHORIZATION = 'authorization';

export function operationOf(
  rule: MappingRule,
  { path, tags }: Pick<RuleOutline, 'path' | 'tags'>,
  mapping: Mapping,
  schemas: Schemas,
  errors: RuleProblems,
  samples: RuleSamples | undefined,
): OperationObject {
  const places = placesOf(rule, schemas, mapping);
  const { restSide, operation } = rule;
  const bodies = requestBodiesOf(rule, places);
  const parameters = parametersOf(rule, path, places, bodies, samples);
  const body: RequestBodyObject | undefined = restSide.body && {
    required: bodies.isRequired(restSide.body),
    content: requestContent(rule, () => bodies.bodySchema(restSide.body!), mapping, schemas, samples?.request),
  };
  const problems = errors.of(rule);
  const authorization = authorizationOf(rule, bodies);
  return {
    operationId: restSide.job?.shared && restSide.job.phase === 'result' ? 'async.result' : rule.id,
    ...textsOf(operation.doc),
    ...(restSide.job?.shared ? {} : written(restSide.doc)),
    tags,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: responsesOf([...ruleResponses(rule, places, samples?.response), ...problems]),
    ...(authorization && { security: [{ [AUTHORIZATION]: [] }, ...(authorization === 'optional' ? [{}] : [])] }),
  };
}

function requestContent(
  rule: MappingRule,
  schemaOf: () => JsonSchemaObject,
  mapping: Mapping,
  { components }: Schemas,
  sample: unknown,
): Record<string, MediaType> {
  const { media = mapping.media, binary } = rule.request.rest;
  if (binary) return record([[media, OCTETS]]);
  const schema = schemaOf();
  const json: MediaType = { schema, ...exampleOf(exampleIn(rule, 'request')?.value, sample) };
  return { ...record([[media, json]]), ...uploadForm({ schema, components }) };
}

/** What the table says comes before the contract's documentation. */
function written({ summary, description, deprecated }: RuleDoc = {}): Partial<OperationObject> {
  return {
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated }),
  };
}

/** The first sentence is the summary. */
function textsOf(doc: string | undefined): Pick<OperationObject, 'summary' | 'description'> {
  if (doc === undefined || doc === '') return {};
  const summary =
    /^[^\n]{1,119}?[.!?](?=\s|$)/.exec(doc)?.[0].replace(/\.$/, '') ?? doc.slice(0, 120).split('\n', 1)[0];
  return summary.length >= doc.length - 1 ? { summary } : { summary, description: doc };
}

/** With a summary made of the id where neither table nor contract has one: `account.upsertList` is `Account: upsert list`, `addBook` of `/books` is `Add a book`. */
export function titled<T extends OperationObject>(operation: T, path: string): T {
  const { operationId, summary = titleOf(operationId, path) } = operation;
  return { ...operation, summary };
}

function titleOf(id: string, path: string): string {
  const [first, ...further] = id.split('.').map(sentenceOf);
  const title = further.length > 0 ? `${first}: ${further.join(' ')}` : withArticle(first, path);
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** Where the path has many of the noun, it is one of them. */
function withArticle(sentence: string, path: string): string {
  const [verb, ...noun] = sentence.split(' ');
  const one = noun.join('-').toLowerCase();
  const many = [`${one}s`, `${one}es`, one.replace(/y$/, 'ies')].filter((name) => name !== one);
  if (one === '' || !path.split('/').some((segment) => many.includes(segment))) return sentence;
  return `${verb} ${/^[aeiou]/.test(one) ? 'an' : 'a'} ${noun.join(' ')}`;
}

/** `getWSDLInfo` is `get WSDL info`. */
function sentenceOf(name: string): string {
  const words = name
    .split(/[\W_]+|(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
    .filter((word) => word !== '');
  return words.map((word) => (/^\p{Lu}{2}/u.test(word) ? word : word.toLowerCase())).join(' ');
}

function responsesOf(entries: readonly (readonly [number, ResponseObject])[]): OperationObject['responses'] {
  const all = entries.map(([status, response]) => [String(status), response] as const);
  return record<OperationObject['responses'][string]>([
    ...all,
    ['default', { $ref: '#/components/responses/Problem' }],
  ]);
}
