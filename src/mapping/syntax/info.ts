// `info:` and `tags:` of the table: the head of the OpenAPI document, and what its groups of operations are.
import { type Fields, fieldsAt, mapOf, textField } from './fields.ts';
import { kind, mapOf as mapSchema, SCALAR, text, vocabulary } from './keywords.ts';
import type { Report } from './report.ts';
import type { YamlEntry } from './yaml.ts';

/** The Info Object (OpenAPI 3.1.0 §4.8.2), as far as the table says it. */
export interface Info {
  readonly title?: string;
  readonly version?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly termsOfService?: string;
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string };
  /** `identifier`: an SPDX expression. */
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string };
}

const CONTACT_KEYS = vocabulary('contact', 'Keys of `contact`', 'Whom readers of the description may ask.', {
  name: text('A person, or a group of them.'),
  url: text('An address of theirs.'),
  email: text('An email address.'),
});

const LICENSE_KEYS = vocabulary(
  'license',
  'Keys of `license`',
  'The license of the API: its name, and `identifier` or `url`.',
  {
    name: text('The name (the `identifier`).'),
    identifier: text('An SPDX expression, as in `Apache-2.0`.'),
    url: text('Where its text is.'),
  },
);

export const INFO_KEYS = vocabulary('info', 'Keys of `info`', 'The head of the [OpenAPI document](openapi.md).', {
  title: text('The title (the name of the service in the contract).'),
  version: text('The version (1).'),
  summary: text('One line.'),
  description: text('The description, in Markdown.'),
  termsOfService: text('Address of the terms of use.'),
  contact: kind(CONTACT_KEYS)('Whom readers may ask.'),
  license: kind({ anyOf: [SCALAR, LICENSE_KEYS] })('The license of the API; a text alone is its name.'),
});

export const TAG_TEXTS = mapSchema(SCALAR);

export function readInfo(entry: YamlEntry | undefined, report: Report): Info {
  const fields = fieldsAt(entry, INFO_KEYS, report);
  return {
    ...textsOf(fields, ['title', 'version', 'summary', 'description']),
    ...address(fields, 'termsOfService', report),
    ...(fields.has('contact') && { contact: readContact(fields.get('contact'), report) }),
    ...(fields.has('license') && { license: readLicense(fields.get('license') as YamlEntry, report) }),
  };
}

function readContact(entry: YamlEntry | undefined, report: Report): Info['contact'] {
  const fields = fieldsAt(entry, CONTACT_KEYS, report);
  return { ...textsOf(fields, ['name']), ...address(fields, 'url', report), ...textsOf(fields, ['email']) };
}

function readLicense(entry: YamlEntry, report: Report): Info['license'] {
  if (entry.value.kind === 'scalar') return { name: textField(entry, report)?.value ?? '' };
  const fields = fieldsAt(entry, LICENSE_KEYS, report);
  const { name, identifier } = textsOf(fields, ['name', 'identifier']);
  if (name === undefined && identifier === undefined) fields.demand(['name'], entry.place);
  // OpenAPI 3.1.0 §4.8.4.1: they exclude each other.
  if (identifier !== undefined && fields.has('url'))
    report.add('MAPPING_SHAPE', '"license" has both "identifier" and "url"', entry.place, 'OpenAPI allows one of them');
  return { name: name ?? identifier ?? '', ...(identifier && { identifier }), ...address(fields, 'url', report) };
}

function textsOf<K extends string>(fields: Fields, keys: readonly K[]): { [key in K]?: string } {
  const entries = keys.flatMap((key) => {
    const value = fields.text(key)?.value;
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries) as { [key in K]?: string };
}

/** A page links to it: other schemes than those of the web would run there. */
function address<K extends string>(fields: Fields, key: K, report: Report): { [key in K]?: string } {
  const url = fields.text(key);
  if (url === undefined || /^https?:\/\/[^\s/]/i.test(url.value)) return textsOf(fields, [key]);
  report.add('MAPPING_SHAPE', `"${key}" must be an address of the web`, url.place, 'write https://example.com/terms');
  return {};
}

/** Descriptions by the name of a tag. */
export function readTags(entry: YamlEntry | undefined, report: Report): ReadonlyMap<string, string> {
  return new Map(mapOf(entry, report).map((field) => [field.key, textField(field, report)?.value ?? '']));
}
