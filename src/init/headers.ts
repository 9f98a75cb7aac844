// SOAP header parts of a contract as HTTP headers of all rules, or as settings where the operator chooses the value.
import type { Codec } from '../codec/model/codec.ts';
import type { Member } from '../codec/model/members.ts';
import type { HeaderPart } from '../contract/model/contract.ts';
import type { SimpleType } from '../contract/model/model.ts';
import { credentialWords, secretWords, settingWords } from './inference.ts';
import { camel, endsWith, trimmed, wordsOf } from './names.ts';
import { type ListedOperation, membersOf } from './operations.ts';
import { type Part, quoted, type Section } from './table.ts';

interface HeaderValue {
  /** Member of the part; absent where the part is a value itself. */
  readonly key?: string;
  readonly name: string;
  readonly type: SimpleType;
  readonly fixed?: string;
  readonly initial?: string;
}

/** Sections `settings:`, `auth:` and `defaults:`. Parts with members that are no values are left to their author. */
export function headerSections(listed: readonly ListedOperation[], codec: Codec): Section[] {
  const headerParts = new Map<string, HeaderPart>();
  for (const { operation } of listed) for (const part of operation.input.headers) headerParts.set(part.part, part);
  const usable = [...headerParts.values()].flatMap((part) => {
    const values = valuesOf(part, codec);
    return values === undefined ? [] : [{ part, values }];
  });
  const constants = usable.filter(({ values }) => values.every(isConstant));
  const credentials = usable.filter(({ values }) => values.some(isCredential));
  const fields = usable.filter((one) => !constants.includes(one) && !credentials.includes(one));
  const settings = constants.flatMap(({ values }) =>
    values.filter(({ fixed }) => fixed === undefined).map(settingLine),
  );
  const soap = [
    ...constants.map(({ part, values }) => soapLine(part, values, ({ name, fixed }) => fixed ?? `{$settings.${name}}`)),
    ...fields.map(({ part, values }) => soapLine(part, values, ({ name }) => `{${name}?}`)),
  ];
  const rest = fields.flatMap(({ values }) =>
    values.map(({ name }) => partOf(`        ${fieldName(name)}: "{${name}?}"`)),
  );
  return [
    { head: ['', 'settings:'], parts: settings },
    ...credentialSections(credentials, [...headerParts.values()].some(isSecurity)),
    {
      head: ['', '# SOAP header parts.', 'defaults:'],
      parts: [
        { head: ['  soap:', '    headers:'], parts: soap },
        { head: ['  rest:', '    request:', '      headers:'], parts: rest },
      ],
    },
  ];
}

type UsablePart = { readonly part: HeaderPart; readonly values: readonly HeaderValue[] };

/** Header parts that say who calls: their values are no business of each request. */
function credentialSections(usable: readonly UsablePart[], hasSecurity: boolean): Section[] {
  if (usable.length === 0) return [{ head: hasSecurity ? SECURITY : CREDENTIALS, parts: [], always: true }];
  const names = usable.flatMap(({ values }) => values.map(({ name }) => name));
  const values = names.map((name) => `${name}: { env: ${wordsOf(name).join('_').toUpperCase()} }`);
  const soap = usable.map(({ part, values }) => soapLine(part, values, ({ name }) => `{$credential.${name}}`, '    '));
  return [
    {
      head: [
        '',
        '# What the service is shown. The values stand in soapstone.yaml (docs/reference/credentials.md):',
        `#   auth: { back: { fields: { ${values.join(', ')} } } }`,
        'auth:',
      ],
      parts: [partOf(`  credential: [ ${[...new Set(names)].join(', ')} ]`), { head: ['  soap:'], parts: soap }],
    },
  ];
}

const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const USERNAME_TOKEN =
  '#   auth: { back: { fields: { user: gateway, password: { env: PASSWORD } }, security: { usernameToken: { type: digest } } } }';
const SECURITY = [
  '',
  '# WS-Security, which soapstone.yaml switches on (docs/reference/credentials.md):',
  USERNAME_TOKEN,
];
const CREDENTIALS = [
  '',
  '# Does the service want credentials? The contract names none. soapstone.yaml has basic, bearer, and WS-Security',
  '# (docs/reference/credentials.md):',
  USERNAME_TOKEN,
];

function isSecurity({ element: { name } }: HeaderPart): boolean {
  return name.ns === WSSE && name.local === 'Security';
}

function isCredential({ name, type: { builtin } }: HeaderValue): boolean {
  const words = wordsOf(name);
  return builtin !== 'boolean' && (endsWith(words, credentialWords) || endsWith(words, secretWords));
}

function partOf(line: string): Part {
  return { lines: [line] };
}

/** undefined: a member is no value, or a required one has no name. */
function valuesOf({ part, element }: HeaderPart, codec: Codec): HeaderValue[] | undefined {
  const prefix = trimmed(wordsOf(part));
  if (element.type.kind === 'simple') return [{ name: camel(prefix), type: element.type }];
  const members = membersOf(element.type, codec);
  const values = members.flatMap((member) => {
    const type = typeOf(member);
    return type ? [{ key: member.key, name: nameOf(prefix, member.key), type, ...givenValues(member) }] : [];
  });
  const isWhole = members.every((member) => !member.required || typeOf(member) !== undefined);
  return values.length > 0 && isWhole ? values : undefined;
}

function typeOf(member: Member): SimpleType | undefined {
  if (member.kind === 'attribute') return member.use.type.variety === 'atomic' ? member.use.type : undefined;
  if (member.kind !== 'element' || member.list || member.substituted) return undefined;
  const { type } = member.element;
  return type.kind === 'simple' && type.variety !== 'list' ? type : undefined;
}

function givenValues(member: Member): Pick<HeaderValue, 'fixed' | 'initial'> {
  if (member.kind !== 'attribute' && member.kind !== 'element') return {};
  const { fixed, default: initial } = member.kind === 'attribute' ? member.use : member.element;
  return { fixed, initial };
}

/** Names of placeholders that no input of an operation is likely to have. */
function nameOf(prefix: readonly string[], key: string): string {
  const words = wordsOf(key);
  if (words[0] === prefix[0]) return camel(words);
  return camel([...prefix, ...(words[0] === prefix.at(-1) ? words.slice(1) : words)]);
}

/** Fixed by the contract, or a choice that the operator makes once for all requests. */
function isConstant({ name, type: { facets }, fixed }: HeaderValue): boolean {
  const isChoice = facets.enumeration !== undefined && facets.enumeration.length > 0;
  return fixed !== undefined || (isChoice && endsWith(wordsOf(name), settingWords));
}

/** All values, the default first: that of the contract, else the last one, since versions are listed in their order. */
function settingLine({ name, type, initial }: HeaderValue): Part {
  const values = type.facets.enumeration!;
  const usual = initial ?? values.at(-1)!;
  const ordered = [usual, ...values.filter((value) => value !== usual)];
  return partOf(`  ${name}: [ ${ordered.map(quoted).join(', ')} ]`);
}

function soapLine(
  { part }: HeaderPart,
  values: readonly HeaderValue[],
  hole: (value: HeaderValue) => string,
  indent = '      ',
): Part {
  const [first] = values;
  if (first.key === undefined) return partOf(`${indent}${part}: "${hole(first)}"`);
  const members = values.map((value) => `${quoted(value.key!)}: "${hole(value)}"`);
  return partOf(`${indent}${part}: { ${members.join(', ')} }`);
}

function fieldName(name: string): string {
  return `X-${wordsOf(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('-')}`;
}
