// The first mapping, to be edited: a long rule for each operation.
import { printYaml } from '../../mapping/syntax/yaml.ts';
import type { Api, BoundParameter, ComplexDef, Credentials, Field, Operation } from './model.ts';
import { Names } from './names.ts';

/** `contract`: path of the WSDL as the table names it. */
export function writeMapping(api: Api, contract: string): string {
  const { pathname } = new URL(api.server);
  const base = basePath(pathname);
  const complex = api.types.filter((t) => t.kind === 'complex');
  const types = Object.fromEntries(complex.flatMap(reshaped));
  const tables = Object.fromEntries(complex.flatMap(typeTable));
  const table = {
    soapstone: 2,
    contract,
    namespaces: { t: api.namespace },
    ...(base === '' ? {} : { rest: { base } }),
    ...(api.credentials && { auth: authOf(api.credentials) }),
    ...(Object.keys(tables).length === 0 ? {} : { tables }),
    ...(Object.keys(types).length === 0 ? {} : { types }),
    rules: api.operations.map(rule),
  };
  return `${api.credentials ? settingsFor(api.credentials) : ''}${printYaml(table)}`;
}

function authOf({ fields, headers }: Credentials): object {
  const [first, ...more] = headers;
  return { credential: fields, ...(first && { rest: more.length === 0 ? first : headers }) };
}

/** A comment: the values are secrets, which stand in no table. */
function settingsFor({ fields, settings }: Credentials): string {
  const values = fields.map((name) => `${name}: { env: ${name.replace(/(?<=[a-z])(?=[A-Z])|-/g, '_').toUpperCase()} }`);
  const lines = ['auth:', '  back:', `    fields: { ${values.join(', ')} }`, ...settings.map((line) => `    ${line}`)];
  return ['The API needs credentials. Their values stand in soapstone.yaml, for this bridge:', ...lines]
    .map((line) => `# ${line}\n`)
    .join('');
}

/** Path of a server for `base`. */
export function basePath(pathname: string): string {
  return pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
}

/** `types:` entries where JSON differs from the plain form: renamed members, wrapped lists, additionalProperties, variants. */
function reshaped({ name, fields, lists, entries, discriminator }: ComplexDef): [string, object][] {
  const members = fields.filter((f) => f.name !== f.json && f.name !== entries).map((f) => [f.name, f.json]);
  const renamed = discriminator === undefined ? members : [['$type', discriminator.key], ...members];
  const reshape = {
    ...(renamed.length > 0 && { rename: Object.fromEntries(renamed) }),
    ...(lists.length > 0 && { flatten: lists.map((list) => `${list}/item`) }),
    ...(entries !== undefined && { keyed: { [entries]: { key: 'key', value: 'value', into: 'parent' } } }),
    ...(discriminator !== undefined && { values: { $type: name } }),
  };
  return Object.keys(reshape).length === 0 ? [] : [[`t:${name}`, reshape]];
}

/** Names of the variants of a type, by the name of that type. */
function typeTable({ name, discriminator }: ComplexDef): [string, Record<string, string>][] {
  if (discriminator === undefined) return [];
  return [[name, Object.fromEntries([...discriminator.values].map(([type, value]) => [value, `t:${type}`]))]];
}

function rule(o: Operation): object {
  const variables = new Variables();
  const line = `${o.method} ${pathOf(o, variables)}${queryOf(o, variables)}`;
  const headers = headersOf(
    o.parameters.filter((p) => p.place === 'header'),
    variables,
  );
  const body = o.body && variables.hole(o.body);
  const bare = body === undefined && headers === undefined;
  const bodyMedia = ownMedia(o.bodyMedia);
  const request = bare
    ? line
    : { line, ...(headers && { headers }), ...(body && { body }), ...(body && bodyMedia && { media: bodyMedia }) };
  const fields = [...o.parameters.map((p) => p.field), ...(o.body ? [o.body] : [])];
  const requestMessage = message(o.name, fields, variables);
  const responseHeaders = headersOf(o.headers, variables);
  const result = o.result && variables.hole(o.result);
  const media = ownMedia(o.media);
  const response = {
    status: o.status,
    ...(responseHeaders && { headers: responseHeaders }),
    ...(result && { body: result }),
    ...(media && { media }),
  };
  const responseMessage = message(
    `${o.name}Response`,
    [...o.headers.map((h) => h.field), ...(o.result ? [o.result] : [])],
    variables,
  );
  const faults = o.faults.map(({ element, status }) => ({
    soap: {
      fault: `t:${element}`,
      ...(o.faults.filter((fault) => fault.element === element).length > 1 && { code: faultCode(status) }),
    },
    rest: { status: /^\d+$/.test(status) ? Number(status) : status },
  }));
  return {
    id: o.name,
    rest: { request, response },
    soap: { request: requestMessage, response: responseMessage },
    ...(faults.length > 0 && { responses: faults }),
  };
}

/** Client or Server: the only difference between faults with the same element that SOAP can express. */
function faultCode(status: string): string {
  return status.startsWith('5') ? 'Server' : 'Client';
}

/** undefined: the default. */
function ownMedia(media: string | undefined): string | undefined {
  return media && !/^(application\/json|\*\/\*)/i.test(media) ? media : undefined;
}

/** Gives each field of a rule a unique hole. */
class Variables {
  private readonly names = new Names();
  private readonly byField = new Map<Field, string>();

  hole(field: Field, converter = ''): string {
    let name = this.byField.get(field);
    if (name === undefined) {
      const base = field.name.replace(/[^A-Za-z0-9_-]/g, '_');
      name = this.names.take(/^[A-Za-z_]/.test(base) ? base : `_${base}`);
      this.byField.set(field, name);
    }
    return `{${name}${converter}}`;
  }
}

function pathOf({ path, parameters }: Operation, variables: Variables): string {
  return path.replace(/\{([^}]*)\}/g, (_, name) => {
    const bound = parameters.find((p) => p.place === 'path' && p.name === name);
    return bound ? holeOf(bound, variables) : `{${name}}`;
  });
}

function queryOf({ parameters }: Operation, variables: Variables): string {
  const fields = parameters.filter((p) => p.place === 'query').map((p) => `${encode(p.name)}=${holeOf(p, variables)}`);
  return fields.length === 0 ? '' : `?${fields.join('&')}`;
}

function encode(name: string): string {
  return encodeURIComponent(name);
}

function headersOf(bound: readonly BoundParameter[], variables: Variables): Record<string, string> | undefined {
  if (bound.length === 0) return undefined;
  return Object.fromEntries(bound.map((p) => [p.name, holeOf(p, variables)]));
}

function holeOf({ field, csv }: BoundParameter, variables: Variables): string {
  return variables.hole(field, csv ? '|csv' : '');
}

function message(name: string, fields: readonly Field[], variables: Variables): Record<string, unknown> {
  return { [name]: Object.fromEntries(fields.map((field) => [field.name, variables.hole(field)])) };
}
