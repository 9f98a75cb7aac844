// Parameters and response headers become members of a message.
import { child, children, type Documents, type Located, propertyOf } from './document.ts';
import type { Selects } from './filter.ts';
import type { BoundParameter, Field } from './model.ts';
import { type Names, ncName, pascal } from './names.ts';
import type { Notes } from './notes.ts';
import type { Types } from './types.ts';
import { fieldOf, type Use } from './use.ts';

export interface ImportContext {
  readonly documents: Documents;
  readonly notes: Notes;
  readonly types: Types;
  readonly selects: Selects;
}

/** Header parameters that OpenAPI ignores (3.1 §4.8.12.2.1, for responses §4.8.17.1). */
const IGNORED = new Set(['accept', 'content-type', 'authorization']);
/** Headers of the connection, and headers that the gateway writes. */
const GATEWAY_HEADERS =
  /^(connection|content-(length|encoding)|date|keep-alive|te|trailer|transfer-encoding|upgrade|x-request-id|proxy-connection)$/i;

/** Names of fields (RFC 9110 §5.1). */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** Reason why a header cannot be a member, if any. */
function headerProblem(name: string): string | undefined {
  if (GATEWAY_HEADERS.test(name)) return `the header ${name} is left out: the gateway sets it`;
  return TOKEN.test(name) ? undefined : `the header ${JSON.stringify(name)} is left out: it is not a valid header name`;
}

/** Parameters of the path and of the operation; the operation wins. `names`: names of the message's members. */
export function parametersOf(
  path: Located,
  operation: Located,
  hint: string,
  names: Names,
  context: ImportContext,
): BoundParameter[] {
  return [...describedParameters(path, operation, context)].flatMap(
    (at) => parameterOf(at, hint, names, context) ?? [],
  );
}

/** Reason why no rule writes a value that the service requires, if any: without it there is no request at all. */
export function requiredProblem(path: Located, operation: Located, context: ImportContext): string | undefined {
  for (const at of describedParameters(path, operation, context)) {
    const isRequired = propertyOf(at.value, 'in') === 'path' || propertyOf(at.value, 'required') === true;
    const problem = isRequired ? unsentReason(at, context) : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function unsentReason(at: Located, { types }: ImportContext): string | undefined {
  const [place, name] = [String(propertyOf(at.value, 'in')), String(propertyOf(at.value, 'name') ?? '')];
  const style = styleProblem(at);
  // Other values of a path are texts.
  if (style !== undefined || place === 'path') return style;
  if (place === 'header' && (IGNORED.has(name.toLowerCase()) || headerProblem(name) !== undefined)) return undefined;
  if (!PLACES.includes(place)) return `no rule fills the ${place} parameter "${name}", which is required`;
  const schema = child(at, 'schema');
  if (schema.value === undefined) return `the required parameter "${name}" is a document of its own (content)`;
  return types.shape(schema).types?.has('object') ? `the required parameter "${name}" is an object` : undefined;
}

const PLACES = ['path', 'query', 'header'];

function describedParameters(path: Located, operation: Located, context: ImportContext): Iterable<Located> {
  const parameters = new Map<string, Located>();
  for (const [, at] of [...children(child(path, 'parameters')), ...children(child(operation, 'parameters'))]) {
    const parameter = context.documents.resolve(at);
    if (parameter)
      parameters.set(`${propertyOf(parameter.value, 'in')} ${propertyOf(parameter.value, 'name')}`, parameter);
    else context.notes.add(at, 'parameters', 'the parameter is missing: left out');
  }
  return parameters.values();
}

/** Undescribed parameters in the path are texts. */
export function undescribedIn(path: string, described: readonly BoundParameter[], names: Names): BoundParameter[] {
  const describedNames = new Set(described.filter(({ place }) => place === 'path').map(({ name }) => name));
  const missing = new Set(
    [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name).filter((name) => !describedNames.has(name)),
  );
  return [...missing].map((name) => {
    const text = fieldOf({ type: 'xs:string', nillable: false, readOnly: false }, true);
    return { place: 'path', name, converter: '', field: { name: names.take(ncName(name)), json: name, ...text } };
  });
}

function parameterOf(at: Located, hint: string, names: Names, context: ImportContext): BoundParameter | undefined {
  const place = propertyOf(at.value, 'in');
  const name = String(propertyOf(at.value, 'name') ?? '');
  if (place === 'header' && IGNORED.has(name.toLowerCase())) return undefined;
  const reason = leftOut(styleProblem(at)) ?? (place === 'header' ? headerProblem(name) : undefined);
  if (reason !== undefined) {
    context.notes.add(at, place === 'header' ? 'headers' : 'parameters', reason);
    return undefined;
  }
  if (place !== 'path' && place !== 'query' && place !== 'header') {
    context.notes.add(at, 'parameters', `the ${String(place)} parameter "${name}" is left out: no rule can fill it`);
    return undefined;
  }
  const schema = schemaOf(at, name, context);
  if (schema === undefined) return undefined;
  const required = place === 'path' || propertyOf(at.value, 'required') === true;
  const field = fieldFor(name, schema, `${hint}${pascal(name)}`, required, names, context);
  if (field === undefined) {
    context.notes.add(at, 'parameters', `the parameter "${name}" is an object: left out`);
    return undefined;
  }
  const converter = listConverter(at, place, field);
  const doc = propertyOf(at.value, 'description');
  return {
    place,
    name,
    converter,
    field: { ...field, nillable: false, doc: typeof doc === 'string' ? doc : field.doc },
  };
}

/** Undefined for a parameter that is no text. */
function fieldFor(
  name: string,
  at: Located,
  hint: string,
  required: boolean,
  names: Names,
  context: ImportContext,
): Field | undefined {
  const kinds = context.types.shape(at);
  const text = (types: ReadonlySet<string> | undefined) => !types?.has('object') && !types?.has('array');
  if (!text(kinds.types) && !kinds.items) return undefined;
  if (kinds.items && !text(context.types.shape(itemOf(at, context)).types)) return undefined;
  const use = strings(context.types.use({ kind: 'one', at }, hint));
  return { name: names.take(ncName(name)), json: name, ...fieldOf(use, required) };
}

/** The converters of lists by styles. Tabs are one of Swagger 2.0 alone. */
const CONVERTERS: Readonly<Record<string, string>> = {
  form: '|list',
  simple: '|list',
  spaceDelimited: '|list(space)',
  pipeDelimited: '|list(pipe)',
  tabDelimited: '|list(tab)',
};

/** `.a` and `;x=a`: other texts than those of a placeholder. `deepObject` is one of objects, which are left out as such. */
function styleProblem({ value }: Located): string | undefined {
  const style = propertyOf(value, 'style');
  if (style !== 'label' && style !== 'matrix') return undefined;
  return `no rule writes the style "${style}" of the parameter "${String(propertyOf(value, 'name'))}"`;
}

function leftOut(problem: string | undefined): string | undefined {
  return problem && `${problem}: left out`;
}

function itemOf(at: Located, { documents }: ImportContext): Located {
  const schema = documents.resolve(at);
  return schema ? child(schema, 'items') : at;
}

/** A parameter of any type is a text. */
function strings(use: Use): Use {
  return use.type === 'xs:anyType' ? { ...use, type: 'xs:string' } : use;
}

function schemaOf(at: Located, name: string, { notes }: ImportContext): Located | undefined {
  const schema = child(at, 'schema');
  if (schema.value !== undefined) return schema;
  notes.add(at, 'parameters', `the parameter "${name}" is a document of its own (content): left out`);
  return undefined;
}

/** Lists: `a=1&a=2` in an exploded query, otherwise one text (OpenAPI 3.1 §4.8.12.3). */
function listConverter({ value }: Located, place: BoundParameter['place'], { max }: Field): string {
  if (max === 1) return '';
  const style = String(propertyOf(value, 'style') ?? defaultStyle(place));
  const explode = propertyOf(value, 'explode') ?? style === 'form';
  return place === 'query' && explode === true ? '' : CONVERTERS[style];
}

function defaultStyle(place: BoundParameter['place']): string {
  return place === 'query' ? 'form' : 'simple';
}

/** Headers of a response. */
export function headersOf(response: Located, hint: string, names: Names, context: ImportContext): BoundParameter[] {
  return children(child(response, 'headers')).flatMap(([name, at]) => {
    const header = context.documents.resolve(at);
    if (header === undefined || IGNORED.has(name.toLowerCase())) return [];
    const reason = headerProblem(name);
    if (reason !== undefined) {
      context.notes.add(header, 'headers', reason);
      return [];
    }
    const schema = schemaOf(header, name, context);
    const field = schema && fieldFor(name, schema, `${hint}${pascal(name)}`, false, names, context);
    if (field === undefined) {
      if (schema) context.notes.add(header, 'headers', `the header ${name} is an object: left out`);
      return [];
    }
    const doc = propertyOf(header.value, 'description');
    const described = { ...field, min: 0, nillable: false, doc: typeof doc === 'string' ? doc : field.doc };
    return [{ place: 'header', name, converter: field.max > 1 ? '|list' : '', field: described } as const];
  });
}
