// The first mapping, to be edited: a rule for each operation, short where that says the same.
import { printTable } from '../../mapping/syntax/yaml.ts';
import type {
  Api,
  BoundParameter,
  ComplexDef,
  Credentials,
  Field,
  Operation,
  OperationCredentials,
  TypeDef,
} from './model.ts';
import { Names } from './names.ts';

/** `contract`: path of the WSDL as the table names it. */
export function writeMapping(api: Api, contract: string): string {
  const { pathname } = new URL(api.server);
  const base = basePath(pathname);
  const complex = api.types.filter((t) => t.kind === 'complex');
  const types = Object.fromEntries(complex.flatMap(reshaped));
  const tables = Object.fromEntries(complex.flatMap(typeTable));
  const rules = new Rules(api);
  const written = api.operations.map((operation) => rules.rule(operation));
  const rest = { ...(base !== '' && { base }), ...rules.unwrapped() };
  const table = {
    soapstone: 2,
    contract,
    namespaces: { t: api.namespace },
    ...(Object.keys(rest).length > 0 && { rest }),
    ...(api.credentials && { auth: authOf(api.credentials) }),
    ...(Object.keys(tables).length === 0 ? {} : { tables }),
    ...(Object.keys(types).length === 0 ? {} : { types }),
    rules: written,
  };
  return `${api.credentials ? settingsFor(api.credentials) : ''}${printTable(table)}`;
}

function authOf({ fields, headers }: Credentials): object {
  const [first, ...more] = headers;
  return { credential: fields, ...(first && { rest: more.length === 0 ? first : headers }) };
}

/** Keys in the query. A parameter of the same name is the client's. */
function keysOf(o: Operation, credentials: Credentials | undefined): OperationCredentials['query'] {
  const names = o.parameters.filter(({ place }) => place === 'query').map(({ name }) => name);
  return credentials?.byOperation.get(o)?.query.filter(({ name }) => !names.includes(name)) ?? [];
}

/** `auth` of the rule; undefined: it sends everything that the table and the settings send by themselves. */
function allowedFields(
  o: Operation,
  keys: OperationCredentials['query'],
  credentials: Credentials | undefined,
): string[] | undefined {
  const automatic = credentials?.byOperation.get(o)?.automatic;
  if (automatic === undefined) return undefined;
  const all = new Set([...credentials!.byOperation.values()].flatMap((one) => one.automatic));
  return automatic.length === all.size ? undefined : [...automatic, ...keys.map(({ field }) => field)];
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

/** Methods whose short rows have a body. */
const WITH_BODY = ['POST', 'PUT', 'PATCH'];
/** Longest line of a short row. */
const LONGEST_LINE = 160;

class Rules {
  private readonly types: ReadonlyMap<string, TypeDef>;
  private readonly credentials: Credentials | undefined;
  /** Did short rows need them? */
  private body = false;
  private result = false;

  constructor({ types, credentials }: Api) {
    this.credentials = credentials;
    this.types = new Map(types.map((type) => [type.name, type]));
  }

  rule(o: Operation): object {
    const variables = new Variables();
    const keys = keysOf(o, this.credentials);
    const line = `${o.method} ${pathOf(o, variables)}${queryOf(o, keys, variables)}`;
    const faults = faultRows(o);
    const isShort = line.length <= LONGEST_LINE && this.isShort(o, variables);
    const sides = isShort ? this.short(o, line) : { id: o.name, ...longRule(o, line, variables) };
    const auth = allowedFields(o, keys, this.credentials);
    return { ...sides, ...(auth && { auth }), ...(faults.length > 0 && { responses: faults }) };
  }

  /** What short rows need of `rest`. */
  unwrapped(): object {
    const unwrap = { ...(this.body && { request: 'body' }), ...(this.result && { response: 'result' }) };
    return this.body || this.result ? { unwrap } : {};
  }

  /** Would the names of the contract give the same rule? */
  private isShort(o: Operation, variables: Variables): boolean {
    if (o.headers.length > 0 || o.parameters.some(({ place }) => place === 'header')) return false;
    if (ownMedia(o.bodyMedia) !== undefined || ownMedia(o.media) !== undefined) return false;
    if (o.parameters.some(({ field }) => variables.hole(field) !== `{${field.name}}`)) return false;
    if (o.body && (o.body.name !== 'body' || !WITH_BODY.includes(o.method))) return false;
    if (o.body?.isList || o.result?.isList || (o.body && isRequiredList(o))) return false;
    return o.result === undefined || !this.holdsOneList(o.result);
  }

  /** Unwrapping such a member would show its list bare. */
  private holdsOneList({ type, max }: Field): boolean {
    const def = this.types.get(type);
    return max === 1 && def?.kind === 'complex' && def.fields.length === 1 && def.fields[0].max > 1;
  }

  private short({ name, status, body, result }: Operation, line: string): object {
    this.body ||= body !== undefined;
    this.result ||= result !== undefined;
    return { [line]: status === (result ? 200 : 204) ? name : `${name} -> ${status}` };
  }
}

/** Such a body is `[]` where SOAP has no items: a short row would say that it may be absent. */
function isRequiredList({ body, bodyRequired }: Operation): boolean {
  return bodyRequired && body !== undefined && isList(body) && body.min === 0;
}

function isList({ max, isList }: Field): boolean {
  return max > 1 || isList === true;
}

function longRule(o: Operation, line: string, variables: Variables): object {
  const headers = headersOf(
    o.parameters.filter((p) => p.place === 'header'),
    variables,
  );
  const body = o.body && variables.hole(o.body, isList(o.body) && !o.bodyRequired ? '?' : '');
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
  return { rest: { request, response }, soap: { request: requestMessage, response: responseMessage } };
}

function faultRows({ faults }: Operation): object[] {
  return faults.map(({ element, status }) => ({
    soap: {
      fault: `t:${element}`,
      ...(faults.filter((fault) => fault.element === element).length > 1 && { code: faultCode(status) }),
    },
    rest: { status: /^\d+$/.test(status) ? Number(status) : status },
  }));
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

function queryOf({ parameters }: Operation, keys: OperationCredentials['query'], variables: Variables): string {
  const fields = [
    ...parameters.filter((p) => p.place === 'query').map((p) => fieldOf(p, variables)),
    ...keys.map(({ name, field }) => `${encodeURIComponent(name)}={$credential.${field}?}`),
  ];
  return fields.length === 0 ? '' : `?${fields.join('&')}`;
}

/** A variable with the name of its parameter is not repeated. */
function fieldOf(bound: BoundParameter, variables: Variables): string {
  const [name, hole] = [encodeURIComponent(bound.name), holeOf(bound, variables)];
  return hole === `{${name}}` ? name : `${name}=${hole}`;
}

function headersOf(bound: readonly BoundParameter[], variables: Variables): Record<string, string> | undefined {
  if (bound.length === 0) return undefined;
  return Object.fromEntries(bound.map((p) => [p.name, holeOf(p, variables)]));
}

function holeOf({ field, converter }: BoundParameter, variables: Variables): string {
  return variables.hole(field, converter);
}

function message(name: string, fields: readonly Field[], variables: Variables): Record<string, unknown> {
  const entries = fields.map((field) => {
    const hole = variables.hole(field);
    return [field.name, field.isList ? { item: hole } : hole];
  });
  return { [name]: Object.fromEntries(entries) };
}
