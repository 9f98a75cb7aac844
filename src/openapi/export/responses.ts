// Responses of success: status, header fields, media type and body, also for the steps of a job.
import { type JsonSchema, record } from '../../codec/schema/json-schema.ts';
import type { MappingRule } from '../../mapping/model/mapping.ts';
import { NO_CONTENT } from '../../mapping/runtime/rest-response.ts';
import type { Tree } from '../../pattern/tree.ts';
import { BodySchemas } from './body.ts';
import { exampleIn } from './body-examples.ts';
import { ETAG } from './conditions.ts';
import type { HeaderObject, MediaType, Reference, ResponseObject } from './document-types.ts';
import { exampleOf } from './examples.ts';
import { responseForm } from './forms.ts';
import type { Places } from './places.ts';
import { REQUEST_ID } from './problems.ts';
import { responseText } from './value-texts.ts';

const REFERENCE: JsonSchema = { type: 'string', format: 'uri-reference' };
const REFERENCES: ReadonlySet<string> = new Set(['location', 'content-location']);
const RETRY: HeaderObject = {
  description: 'Seconds to wait before the next request.',
  schema: { type: 'integer', minimum: 0 },
};

const FILE_NAME: HeaderObject = {
  description: 'The file name that the service gave; absent without one.',
  schema: { type: 'string' },
};

/** A body that is octets, as generators of clients know it. */
export const OCTETS: MediaType = { schema: { type: 'string', format: 'binary' } };

/** `sample`: value of the body. */
export function ruleResponses(
  rule: MappingRule,
  places: Places,
  sample: unknown = undefined,
): Map<number, ResponseObject> {
  const { status } = rule.response.rest;
  const { job } = rule.restSide;
  const fields = headersOf(rule, places);
  const content = contentOf(rule, places, sample);
  if (job?.phase === 'submit') {
    const address: HeaderObject = { description: 'URL of the job status.', required: true, schema: REFERENCE };
    const applied: [string, HeaderObject][] = job.needsPrefer
      ? [['Preference-Applied', { required: true, schema: { type: 'string', const: 'respond-async' } }]]
      : [];
    return new Map([
      [status, responseObject('The job is accepted.', [...fields, ['Location', address], ...applied], content)],
    ]);
  }
  if (job?.phase !== 'status') {
    const text = responseText(rule, (name) => places.type(name));
    return new Map([[status, responseObject(text, fields, content)], ...emptyResponse(rule, places, fields)]);
  }
  const retry: [string, HeaderObject] = ['Retry-After', RETRY];
  if (!job.sole) return new Map([[status, responseObject('The status of the job.', [...fields, retry], content)]]);
  const result: HeaderObject = { description: 'URL of the result.', required: true, schema: REFERENCE };
  return new Map([
    [status, responseObject('The job is running, or has failed.', [...fields, retry], content)],
    [303, responseObject('The job is done.', [...fields, ['Location', result]], content)],
  ]);
}

/** Where the contract lets the value of the whole body be absent. */
function emptyResponse(
  rule: MappingRule,
  places: Places,
  fields: readonly [string, HeaderObject][],
): [number, ResponseObject][] {
  const { body } = rule.restSide.response;
  if (rule.response.rest.status !== 200 || body === undefined || isList(body, places)) return [];
  if (bodiesOf(rule, places).isRequired(body, true)) return [];
  return [[NO_CONTENT, responseObject('No content: the service has no value.', fields, undefined)]];
}

/** Without items it is an empty list. */
function isList(body: Tree, places: Places): boolean {
  if (body.kind !== 'hole') return false;
  const type = places.type(body.hole.name);
  return type?.kind === 'value' && type.list;
}

function bodiesOf({ restSide, variables }: MappingRule, places: Places): BodySchemas {
  return new BodySchemas(places, {
    side: 'response',
    schemaChanges: restSide.schemaChanges,
    optional: (name) => restSide.optional.response[variables.indexOf(name)] ?? false,
  });
}

function headersOf(rule: MappingRule, places: Places): [string, HeaderObject][] {
  const tag: [string, HeaderObject][] = rule.response.rest.etag === undefined ? [] : [['ETag', ETAG]];
  const written = writtenHeaders(rule, places);
  const hasDisposition = written.some(([name]) => name.toLowerCase() === 'content-disposition');
  const file: [string, HeaderObject][] =
    rule.response.rest.binary && !hasDisposition ? [['Content-Disposition', FILE_NAME]] : [];
  return [...written, ...file, ...tag];
}

function writtenHeaders(rule: MappingRule, places: Places): [string, HeaderObject][] {
  const bodies = bodiesOf(rule, places);
  return rule.restSide.response.headers.map(({ name, parts: pieces, each }) => {
    if (each) return [name, { description: 'Items are separated by commas.', schema: { type: 'string' } }];
    const schema = REFERENCES.has(name.toLowerCase()) ? REFERENCE : places.text(pieces, 'header').schema;
    return [name, { ...(bodies.isRequiredText(pieces) && { required: true }), schema }];
  });
}

function contentOf(rule: MappingRule, places: Places, sample: unknown): Record<string, MediaType> | undefined {
  const { body } = rule.restSide.response;
  if (rule.response.rest.binary) return octetContent(rule.response.rest);
  const schema = body && bodiesOf(rule, places).bodySchema(body);
  if (schema === undefined) return undefined;
  const json: MediaType = { schema, ...exampleOf(exampleIn(rule, 'response')?.value, sample) };
  const { components } = places.schemas;
  const { list } = rule.response.rest;
  const lines: [string, MediaType][] = list === undefined ? [] : [[LINES_MEDIA, { ...json, ...LINES, lines: list }]];
  return { ...record([[rule.response.rest.media, json], ...lines]), ...responseForm({ schema, components }) };
}

/** Where the rule takes any type, the service may name one that the contract expects. */
function octetContent({ media, expectedMedia }: MappingRule['response']['rest']): Record<string, MediaType> {
  const expected = media === 'application/octet-stream' ? (expectedMedia?.split(',') ?? []) : [];
  return record([media, ...expected.map((range) => range.split(';', 1)[0].trim())].map((type) => [type, OCTETS]));
}

/** OpenAPI 3.1 cannot say what stands in each line. */
export const LINES_MEDIA = 'application/x-ndjson';
const LINES = { schema: { description: 'The items of the list, one in each line.' } };

function responseObject(
  description: string,
  fields: readonly [string, HeaderObject][],
  content: Record<string, MediaType> | undefined,
): ResponseObject {
  const headers = record<HeaderObject | Reference>([['X-Request-Id', REQUEST_ID], ...fields]);
  return { description, headers, ...(content && { content }) };
}
