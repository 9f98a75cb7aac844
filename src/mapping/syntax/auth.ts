// Reads `auth:` of a table. Knows nothing about contracts.
import type { Place } from '../../errors/errors.ts';
import { type Hole, isHole } from '../../pattern/text/hole.ts';
import type { Entry, Tree } from '../../pattern/tree.ts';
import type { Access } from '../../rule/access.ts';
import { ACCESS_KEYWORDS, readAccess } from './access.ts';
import { fieldsAt, fieldsOf, type Located, listOf, mapOf, textField, wordField } from './fields.ts';
import { type HeaderRow, readHeaders } from './headers.ts';
import {
  kind,
  listOf as listOfSchema,
  mapOf as mapSchema,
  oneOf,
  orCell,
  REQUIRED,
  type Schema,
  several as severalOf,
  text,
  texts,
  time,
  vocabulary,
} from './keywords.ts';
import { HEADERS, PATTERN } from './pattern-keys.ts';
import { type PlacedText, readParts, readTree } from './pattern-tree.ts';
import type { Report } from './report.ts';
import { FRONT_KEYS, type FrontRow, readFront } from './sessions.ts';
import type { Setting } from './settings.ts';
import { readSoap, SOAP_SIDE_KEYS, type SoapRow } from './sides.ts';
import type { YamlEntry, YamlNode } from './yaml.ts';

export const signedHashes = ['sha1', 'sha256', 'sha384', 'sha512'] as const;

export type SignedHash = (typeof signedHashes)[number];

export interface AuthRow {
  readonly fields: readonly Located<string>[];
  readonly signed: readonly SignedRow[];
  readonly soap: readonly (readonly Entry[])[];
  readonly rest: readonly (readonly HeaderRow[])[];
  readonly session?: ServiceSessionRow;
  /** Sessions of clients. */
  readonly front?: FrontRow;
}

export interface ServiceSessionRow {
  readonly login: SoapRow;
  readonly keep: number;
  readonly expired: readonly Located<string>[];
  readonly place: Place;
}

export interface SignedRow {
  readonly name: string;
  readonly hash: SignedHash;
  readonly form: 'base64' | 'hex';
  readonly text: PlacedText;
  readonly key: PlacedText;
  readonly place: Place;
}

const FIELD = /^[A-Za-z_][\w-]*$/;
const FIELD_NAME = { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_-]*$' };

const SIGNED_KEYS = vocabulary(
  'signed',
  'Keys of `auth.signed`',
  'A keyed digest over other values, for `{$signed.name}`.',
  {
    hmac: oneOf(signedHashes)('The hash (`sha256`).'),
    text: text('The text that is signed.', REQUIRED),
    key: text('The key of the digest.', REQUIRED),
    form: oneOf(['base64', 'hex'])('How the digest is written (`base64`).'),
  },
);
const SESSION_KEYS = vocabulary(
  'session',
  'Keys of `auth.session`',
  'A session of the service, in which all calls are made; its values are `{$session.name}`.',
  {
    login: kind(SOAP_SIDE_KEYS)('The call that begins the session.', REQUIRED),
    keep: time('How long a session is used (`15m`).'),
    expired: texts('Fault elements, `prefix:Name`, that say that the session is over.'),
  },
);
export const AUTH_KEYS = vocabulary(
  'auth',
  'Keys of `auth`',
  'Fields of credentials, and where they stand in messages ([credentials](credentials.md)).',
  {
    credential: kind(listOfSchema(FIELD_NAME))('Names of the fields, for `{$credential.name}`.'),
    signed: kind({ ...mapSchema(SIGNED_KEYS), propertyNames: FIELD_NAME })('Keyed digests over other values, by name.'),
    soap: kind(severalOf(mapSchema(PATTERN)))(
      'SOAP header parts with a credential. Of several, the first whose fields are all there.',
    ),
    rest: kind(severalOf(HEADERS))(
      'Headers of REST requests with a credential. Of several, the first whose fields are all there.',
    ),
    session: kind(SESSION_KEYS)('All calls are made in a session of the service.'),
    front: kind(FRONT_KEYS)('Operations that begin and end sessions of clients.'),
  },
);

export function readAuth(
  entry: YamlEntry | undefined,
  settings: ReadonlyMap<string, Setting>,
  report: Report,
): AuthRow | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsAt(entry, AUTH_KEYS, report);
  return {
    fields: readFields(fields.get('credential'), report),
    signed: fields.map('signed').flatMap((signedEntry) => readSigned(signedEntry, report)),
    soap: alternatives(fields.get('soap'), report, (node) =>
      mapOf(node, report).map((e) => ({ ...e, value: withPlainHoles(readTree(e.value, report), report) })),
    ),
    rest: alternatives(fields.get('rest'), report, (node) => readHeaders(node, report)),
    session: readSession(fields.get('session'), report),
    front: readFront(fields.get('front'), settings, report),
  };
}

/** What `auth:` of a rule says: `none`, or fields of the credential. */
export type RuleAuth = 'none' | { readonly fields?: readonly Located<string>[]; readonly access?: Access };

export const RULE_AUTH_KEYS = vocabulary(
  'ruleAuth',
  'Keys of `auth` of a rule',
  'What callers of the rule must have ([authorization](authorization.md)). Of several texts all are needed, of `{ any: [ … ] }` one.',
  {
    ...ACCESS_KEYWORDS,
    fields: kind(listOfSchema(FIELD_NAME))(
      '[Fields](credentials.md#in-the-table) of the credential that the service gets (all).',
    ),
  },
);

export const RULE_AUTH: Schema = orCell({ anyOf: [{ const: 'none' }, listOfSchema(FIELD_NAME), RULE_AUTH_KEYS] });

export function readRuleAuth(entry: YamlEntry | undefined, report: Report): RuleAuth | undefined {
  if (entry?.value.kind === 'list') return { fields: readFields(entry, report) };
  if (entry?.value.kind === 'map') {
    const keys = fieldsAt(entry, RULE_AUTH_KEYS, report);
    const access = readAccess(keys, (place, message, hint) => report.add('MAPPING_SHAPE', message, place, hint));
    return { access, ...(keys.has('fields') && { fields: readFields(keys.get('fields'), report) }) };
  }
  return wordField(entry, ['none'] as const, report);
}

function readFields(entry: YamlEntry | undefined, report: Report): Located<string>[] {
  return listOf(entry, report).flatMap((node) => {
    if (node.kind === 'scalar' && FIELD.test(node.source)) return [{ value: node.source, place: node.place }];
    report.add('MAPPING_SHAPE', 'a credential field must be a name', node.place);
    return [];
  });
}

/** One map, or a list of alternative maps. */
function alternatives<T>(
  entry: YamlEntry | undefined,
  report: Report,
  read: (entry: YamlEntry) => readonly T[],
): (readonly T[])[] {
  if (entry === undefined) return [];
  const nodes: readonly YamlNode[] = entry.value.kind === 'list' ? entry.value.items : [entry.value];
  return nodes
    .map((value) => read({ ...entry, value }))
    .filter((alternative) => alternative.length > 0 || report.problems.length === 0);
}

function readSigned({ key: name, place, value }: YamlEntry, report: Report): SignedRow[] {
  const subject = `"${name}"`;
  const fields = fieldsOf(value, SIGNED_KEYS, subject, report);
  const hash = fields.keyword('hmac', signedHashes) ?? 'sha256';
  const form = fields.keyword('form', ['base64', 'hex'] as const) ?? 'base64';
  const [text, key] = ['text', 'key'].map((field) => fields.text(field));
  if (!FIELD.test(name)) report.add('MAPPING_SHAPE', `"${name}" is not a name`, place);
  if (!text || !key) {
    report.add('MAPPING_MISSING', `${subject} needs "text" and "key"`, place, 'write text: and key:');
    return [];
  }
  const partsOf = (source: Located<string>) => ({
    parts: readParts(source.value, source.place, report),
    place: source.place,
  });
  return [{ name, hash, form, text: partsOf(text), key: partsOf(key), place }];
}

const KEEP = 15 * 60_000;

function readSession(entry: YamlEntry | undefined, report: Report): ServiceSessionRow | undefined {
  if (entry === undefined) return undefined;
  const { place } = entry;
  const fields = fieldsAt(entry, SESSION_KEYS, report);
  const [login, expired] = [fields.get('login'), fields.get('expired')];
  const soap = login && readSoap(login, report);
  if (login === undefined)
    report.add('MAPPING_MISSING', '"session" has no "login"', place, 'write login: { request: …, response: … }');
  if (soap === undefined) return undefined;
  const request = soap.request && {
    ...soap.request,
    elements: soap.request.elements.map((element) => ({ ...element, value: withPlainHoles(element.value, report) })),
  };
  const nodes = expired === undefined ? [] : expired.value.kind === 'list' ? expired.value.items : [expired.value];
  const names = nodes.flatMap((value) => textField({ key: 'expired', place, value }, report) ?? []);
  const keep = fields.time('keep') ?? KEEP;
  return { login: { ...soap, request }, keep, expired: names, place };
}

/** Makes the supplied variables of `auth:` ordinary variables of a message of its own. */
function withPlainHoles(tree: Tree, report: Report): Tree {
  switch (tree.kind) {
    case 'hole':
      return { ...tree, hole: plainHole(tree.hole, tree.place, report) };
    case 'text':
      return { ...tree, parts: tree.parts.map((part) => (isHole(part) ? plainHole(part, tree.place, report) : part)) };
    case 'object':
      if (tree.rest) report.add('MAPPING_PATTERN', '"auth" cannot contain $rest', tree.rest.place);
      return {
        ...tree,
        rest: undefined,
        entries: tree.entries.map((entry) => ({ ...entry, value: withPlainHoles(entry.value, report) })),
      };
    case 'constant':
      return tree;
    default:
      report.add('MAPPING_PATTERN', '"auth" cannot contain a list', tree.place);
      return { kind: 'constant', value: null, source: '', place: tree.place };
  }
}

function plainHole(hole: Hole, place: Place, report: Report): Hole {
  if (!hole.supplied)
    report.add(
      'MAPPING_NAMES',
      `{${hole.name}} is not allowed in "auth", which only the gateway fills`,
      place,
      'write {$credential.name}',
    );
  return { ...hole, supplied: false };
}
