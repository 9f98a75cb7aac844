// SOAP header parts of a contract as HTTP headers of all rules, or as settings where the operator chooses the value.
import type { Codec } from '../codec/model/codec.ts';
import type { Member } from '../codec/model/members.ts';
import type { HeaderPart } from '../contract/model/contract.ts';
import type { SimpleType } from '../contract/model/model.ts';
import { clark } from '../xml/reader/names.ts';
import { credentialWords, genericWords, idWords, secretWords } from './inference-ids.ts';
import { emptyWords } from './inference-nouns.ts';
import { failureWords, settingWords } from './inference-responses.ts';
import { membersOf } from './levels.ts';
import { camel, endsWith, trimmed, wordsOf } from './names.ts';
import type { ListedOperation } from './operations.ts';
import { type Part, quoted, type Section } from './table.ts';

interface HeaderValue {
  /** Member of the part; absent where the part is a value itself. */
  readonly key?: string;
  readonly name: string;
  readonly type: SimpleType;
  readonly required: boolean;
  readonly fixed?: string;
  readonly initial?: string;
}

/** Sections `settings:`, `auth:` and `defaults:`. Parts with members that are no values are left to their author. */
/** `hasPolicy`: the policies of the contract say what credentials the service wants. */
export function headerSections(listed: readonly ListedOperation[], codec: Codec, hasPolicy: boolean): Section[] {
  const requestParts = namedParts(listed.flatMap(({ operation: { input } }) => input.headers));
  const responseParts = namedParts(listed.flatMap(({ operation: { output } }) => output?.headers ?? []));
  const answered = new Set(responseParts.map(({ part }) => clark(part.element.name)));
  const usable = requestParts.flatMap((named) =>
    usablePart(named, codec, answered.has(clark(named.part.element.name))),
  );
  const constants = usable.filter(({ values }) => values.every(isConstant));
  const credentials = usable.filter(({ values }) => values.some(isCredential));
  const fields = usable.filter((one) => !constants.includes(one) && !credentials.includes(one));
  const settings = constants.flatMap(({ values }) =>
    values.filter(({ fixed }) => fixed === undefined).map(settingLine),
  );
  const soap = [
    ...constants.map((part) => soapLine(part, ({ name, fixed }) => fixed ?? `{$settings.${name}}`)),
    ...fields.map((part) => soapLine(part, ({ name }) => `{${name}?}`)),
  ];
  const rest = fields.flatMap(({ values }) => values.map(({ name }) => fieldLine(name, `{${name}?}`)));
  const names = new Set(fields.flatMap(({ values }) => values.map(({ name }) => name)));
  const responses = responseParts.flatMap((named) => responsePart(named, codec));
  const hole = responseHole(names);
  return [
    { head: ['', 'settings:'], parts: settings },
    ...credentialSections(
      credentials,
      requestParts.some(({ part }) => isSecurity(part)),
      hasPolicy,
    ),
    {
      head: ['', '# SOAP header parts.', 'defaults:'],
      parts: [
        {
          head: ['  soap:'],
          parts: [
            { head: ['    headers:'], parts: soap },
            { head: ['    responseHeaders:'], parts: responses.map((part) => soapLine(part, hole)) },
          ],
        },
        {
          head: ['  rest:'],
          parts: [
            { head: ['    request:', '      headers:'], parts: rest },
            {
              head: ['    response:', '      headers:'],
              parts: responses.flatMap(({ values }) =>
                values.map((value) => fieldLine(value.name, restHole(value, hole))),
              ),
            },
          ],
        },
      ],
    },
  ];
}

interface NamedPart {
  /** As tables name it: the part, or its element where operations name several parts alike. */
  readonly key: string;
  readonly part: HeaderPart;
}

interface UsablePart extends NamedPart {
  readonly values: readonly HeaderValue[];
}

/** Each element once. */
function namedParts(all: readonly HeaderPart[]): NamedPart[] {
  const byElement = Map.groupBy(all, ({ element }) => clark(element.name));
  return [...byElement.values()].map((same) => {
    const [part] = same;
    const isOne = all.every((one) => (one.part === part.part) === same.includes(one));
    return { part, key: isOne ? part.part : part.element.name.local };
  });
}

/** `isAnswered`: responses have the part too, and in it what became of the request. */
function usablePart(named: NamedPart, codec: Codec, isAnswered: boolean): UsablePart[] {
  const read = valuesOf(named.part, codec);
  if (read === undefined) return [];
  const values = isAnswered ? read.filter((value) => value.required || !isOutcome(value)) : read;
  return values.length === 0 ? [] : [{ ...named, values }];
}

/** Nothing of a credential, which clients have no use for. */
function responsePart(named: NamedPart, codec: Codec): UsablePart[] {
  const values = isSecurity(named.part) ? [] : valuesIn(named.part, codec).filter((value) => !isCredential(value));
  return values.length === 0 ? [] : [{ ...named, values }];
}

function isOutcome({ key = '' }: HeaderValue): boolean {
  const tokens = wordsOf(key).join(' ');
  return [failureWords.code, failureWords.text].some((phrases: readonly string[]) => phrases.includes(tokens));
}

/** One name is one value of a rule: what requests have too has another name in responses. */
function responseHole(names: ReadonlySet<string>): (value: HeaderValue) => string {
  return ({ name }) => (names.has(name) ? `{response${name.charAt(0).toUpperCase()}${name.slice(1)}?}` : `{${name}?}`);
}

/** Texts may have what no header can hold. */
function restHole(value: HeaderValue, hole: (value: HeaderValue) => string): string {
  const isText = value.type.builtin === 'string' && !endsWith(wordsOf(value.name), idWords);
  return isText ? hole(value).replace('?}', '?|quoted}') : hole(value);
}

function fieldLine(name: string, hole: string): Part {
  return partOf(`        ${fieldName(name)}: "${hole}"`);
}

/** Header parts that say who calls: their values are no business of each request. */
function credentialSections(usable: readonly UsablePart[], hasSecurity: boolean, hasPolicy: boolean): Section[] {
  if (usable.length === 0 && hasPolicy) return [];
  if (usable.length === 0) return [{ head: hasSecurity ? SECURITY : CREDENTIALS, parts: [], always: true }];
  const names = usable.flatMap(({ values }) => values.map(({ name }) => name));
  const values = names.map((name) => `${name}: { env: ${wordsOf(name).join('_').toUpperCase()} }`);
  const soap = usable.map((part) => soapLine(part, ({ name }) => `{$credential.${name}}`, '    '));
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
  const tokens = wordsOf(name);
  return builtin !== 'boolean' && (endsWith(tokens, credentialWords) || endsWith(tokens, secretWords));
}

function partOf(line: string): Part {
  return { lines: [line] };
}

/** undefined: a required member is no value. */
function valuesOf(part: HeaderPart, codec: Codec): HeaderValue[] | undefined {
  const values = valuesIn(part, codec);
  const isWhole = membersOf(part.element.type, codec).every((one) => !one.required || typeOf(one) !== undefined);
  return values.length > 0 && isWhole ? values : undefined;
}

function valuesIn({ part, element: { type: whole, name } }: HeaderPart, codec: Codec): HeaderValue[] {
  const tokens = trimmed(wordsOf(part));
  const isGeneric = tokens.every((token) => emptyWords.includes(token) || genericWords.includes(token));
  const prefix = isGeneric ? trimmed(wordsOf(name.local)) : tokens;
  if (whole.kind === 'simple') return [{ name: camel(prefix), type: whole, required: true }];
  return membersOf(whole, codec).flatMap((member) => {
    const type = typeOf(member);
    if (type === undefined) return [];
    const { key, required } = member;
    return [{ key, name: nameOf(prefix, key), type, required, ...givenValues(member) }];
  });
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
  const tokens = wordsOf(key);
  if (tokens[0] === prefix[0]) return camel(tokens);
  return camel([...prefix, ...(tokens[0] === prefix.at(-1) ? tokens.slice(1) : tokens)]);
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

function soapLine({ key: part, values }: UsablePart, hole: (value: HeaderValue) => string, indent = '      '): Part {
  const [first] = values;
  if (first.key === undefined) return partOf(`${indent}${part}: "${hole(first)}"`);
  const members = values.map((value) => `${quoted(value.key!)}: "${hole(value)}"`);
  return partOf(`${indent}${part}: { ${members.join(', ')} }`);
}

function fieldName(name: string): string {
  return `X-${wordsOf(name)
    .map((token) => token.charAt(0).toUpperCase() + token.slice(1))
    .join('-')}`;
}
