// The schemes that operations send become `auth:` of the table, `auth:` of rules, and lines about the settings.
import type { Located } from './document.ts';
import type { Credentials, Operation, OperationCredentials } from './model.ts';
import { Names } from './names.ts';
import { chooseSchemes, type SecurityContext } from './requirements.ts';
import type { Sending } from './security-schemes.ts';

/** Fields of one scheme. */
type Fields = readonly string[];

const BASIC = 'basic: { user: user, password: password }';

/** undefined: no operation sends any. `requirements`: the `security` of each operation. */
export function credentialsOf(
  root: Located,
  requirements: ReadonlyMap<Operation, Located>,
  context: SecurityContext,
): Credentials | undefined {
  const chosen = chooseSchemes(root, requirements, context);
  const schemes = new Map([...chosen.values()].flatMap((one) => [...one]));
  if (schemes.size === 0) return undefined;
  const fields = fieldsOf(schemes);
  const byOperation = new Map<Operation, OperationCredentials>();
  const alternatives = new Map<string, Readonly<Record<string, string>>>();
  for (const [operation, sent] of chosen) {
    const names = [...sent.keys()];
    const inQuery = names.filter((name) => isInQuery(sent.get(name)!));
    byOperation.set(operation, {
      automatic: names.filter((name) => !inQuery.includes(name)).flatMap((name) => fields.get(name)!),
      query: inQuery.map((name) => ({ name: nameIn(sent.get(name)!), field: fields.get(name)![0] })),
    });
    const headers = headersOf([...sent].map(([name, sending]) => [sending, fields.get(name)!]));
    if (Object.keys(headers).length > 0) alternatives.set(JSON.stringify(headers), headers);
  }
  return {
    fields: [...new Set([...fields.values()].flat())],
    // The first whose fields are all there is sent: more fields come first.
    headers: [...alternatives.values()].sort((a, b) => holes(b) - holes(a)),
    settings: [...new Set([...schemes.values()].flatMap(settingsOf))],
    byOperation,
  };
}

function isInQuery(sending: Sending): boolean {
  return sending.kind === 'key' && sending.place === 'query';
}

function nameIn(sending: Sending): string {
  return sending.kind === 'key' ? sending.name : '';
}

/** Keys and tokens have the names of their schemes where there are several. */
function fieldsOf(schemes: ReadonlyMap<string, Sending>): ReadonlyMap<string, Fields> {
  const all = [...schemes.values()];
  const count = (kind: Sending['kind']) => all.filter((sending) => sending.kind === kind).length;
  const names = new Names();
  const shared: Partial<Record<Sending['kind'], Fields>> = {
    basic: ['user', 'password'],
    clientCredentials: ['clientId', 'clientSecret'],
    ...(count('bearer') === 1 && { bearer: ['token'] }),
    ...(count('key') === 1 && { key: ['key'] }),
  };
  for (const { kind } of all) for (const field of shared[kind] ?? []) if (count(kind) > 0) names.take(field);
  return new Map([...schemes].map(([name, { kind }]) => [name, shared[kind] ?? [names.take(fieldName(name))]]));
}

function fieldName(scheme: string): string {
  const name = scheme.replace(/[^A-Za-z0-9_-]/g, '_');
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`;
}

/** Header fields of one request. Cookies share one (RFC 6265 §4.2). */
function headersOf(sent: readonly (readonly [Sending, Fields])[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [sending, [field]] of sent) {
    const value = `{$credential.${field}}`;
    if (sending.kind === 'bearer') headers.Authorization = `Bearer ${value}`;
    if (sending.kind !== 'key' || sending.place === 'query') continue;
    if (sending.place === 'header') headers[sending.name] = value;
    else headers.Cookie = [headers.Cookie, `${sending.name}=${value}`].filter(Boolean).join('; ');
  }
  return headers;
}

function holes(headers: Readonly<Record<string, string>>): number {
  return Object.values(headers).join().split('{$credential.').length;
}

function settingsOf(sending: Sending): string[] {
  if (sending.kind === 'clientCredentials') return [sending.settings];
  return sending.kind === 'basic' ? [BASIC] : [];
}
