// SOAP header parts of a contract as HTTP headers of all rules, or as settings where the operator chooses the value.

import type { Codec } from '../../codec/model/codec.ts';
import type { HeaderPart } from '../../contract/model/contract.ts';
import { docsCommand } from '../../errors/docs-reference.ts';
import { clark } from '../../xml/reader/names.ts';
import { credentialWords, idWords, secretWords, twinWords } from '../inference/ids.ts';
import { failureWords, settingWords } from '../inference/responses.ts';
import { endsWith, fieldName, wordsOf } from '../naming/names.ts';
import type { ListedOperation } from '../operations/operations.ts';
import type { FlattenedLists } from '../operations/wrappers.ts';
import { type Part, quoted, type Section } from '../table/table.ts';
import { credentialComment } from './credential-comments.ts';
import { type HeaderValue, type HeaderValues, hasEmptyName, headerValues, type LostMember } from './header-values.ts';
import { requestFields } from './request-headers.ts';

/** Sections `settings:`, `auth:` and `defaults:`, and in words what no section has. */
export interface HeaderSections {
  readonly sections: readonly Section[];
  /** Grows when `check` refuses a part. */
  readonly leftOut: readonly string[];
}

/** `hasPolicy`: the policies of the contract say what credentials the service wants. */
export function headerSections(
  listed: readonly ListedOperation[],
  codec: Codec,
  flattened: FlattenedLists,
  hasPolicy: boolean,
): HeaderSections {
  const requestParts = namedParts(listed.flatMap(({ operation: { input } }) => input.headers));
  const responseParts = namedParts(listed.flatMap(({ operation: { output } }) => output?.headers ?? []));
  const answered = new Set(responseParts.map(({ part }) => clark(part.element.name)));
  const notes = new Notes();
  const read = (header: NamedPart) => ({ ...header, ...headerValues(header.part, codec, flattened) });
  const usable = requestParts.flatMap((named) =>
    usablePart(read(named), answered.has(clark(named.part.element.name)), notes),
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
  const requestFields = fields.flatMap(({ values }) => values.map((value) => fieldLine(value, `{${value.name}?}`)));
  const names = new Set(fields.flatMap(({ values }) => values.map(({ name }) => name)));
  const responses = responseParts.flatMap((named) => responsePart(read(named), notes));
  const hole = responseHole(names);
  const section = (head: readonly string[], parts: readonly Part[]) => ({ head, parts });
  const defaults = [
    {
      head: ['  soap:'],
      parts: [
        section(['    headers:'], soap.map(notes.refusable)),
        section(
          ['    responseHeaders:'],
          responses.map((part) => notes.refusable(soapLine(part, hole))),
        ),
      ],
    },
    {
      head: ['  rest:'],
      parts: [
        section(['    request:', '      headers:'], requestFields),
        section(
          ['    response:', '      headers:'],
          responses.flatMap(({ values }) => values.map((value) => fieldLine(value, restHole(value, hole)))),
        ),
      ],
    },
  ];
  const hasSecurity = requestParts.some(({ part }) => isSecurity(part));
  return {
    sections: [
      { head: ['', 'settings:'], parts: settings },
      ...credentialSections(credentials, listed, hasSecurity, hasPolicy, codec),
      { head: notes.lines, parts: [], always: true },
      { head: ['', '# SOAP header parts.', 'defaults:'], parts: defaults },
    ],
    leftOut: notes.leftOut,
  };
}

/** What the table does not carry of header parts. */
class Notes {
  readonly leftOut: string[] = [];
  /** The same as comments. */
  readonly lines: string[] = [];

  add(text: string): void {
    if (this.leftOut.includes(text)) return;
    if (this.lines.length === 0) this.lines.push('', ...LEFT_OUT);
    this.leftOut.push(text);
    this.lines.push(`#   ${text}`);
  }

  /** Members of one part, by what they are. */
  addMembers(key: string, lost: readonly LostMember[]): void {
    for (const [reason, same] of Map.groupBy(lost, (one) => one.reason))
      this.add(`${same.map(({ path }) => [key, ...path].join('.')).join(', ')}: ${reason}`);
  }

  /** The line of a part that `check` may refuse. */
  readonly refusable = (part: Part): Part => ({
    ...part,
    otherwise: ({ message }) => {
      const [name] = part.lines[0].trim().split(':');
      this.add(`${name}: ${message.replaceAll('\n', ' ')}`);
      return undefined;
    },
  });
}

const LEFT_OUT = [
  '# Left out of SOAP header parts, as no HTTP header holds it. A rule of your own can take it from a body',
  `# (${docsCommand('mapping#soap-header-parts')}):`,
];

interface NamedPart {
  /** As tables name it: the part, or its element where that says more, or operations name several parts alike. */
  readonly key: string;
  readonly part: HeaderPart;
}

type ReadPart = NamedPart & HeaderValues;

interface UsablePart extends NamedPart {
  readonly values: readonly HeaderValue[];
}

/** Each element once. */
function namedParts(all: readonly HeaderPart[]): NamedPart[] {
  const byElement = Map.groupBy(all, ({ element }) => clark(element.name));
  return [...byElement.values()].map((same) => {
    const [part] = same;
    const isOne = all.every((one) => (one.part === part.part) === same.includes(one));
    return { part, key: isOne && !hasEmptyName(part) ? part.part : part.element.name.local };
  });
}

/** `isAnswered`: responses have the part too, and in it what became of the request. */
function usablePart(named: ReadPart, isAnswered: boolean, notes: Notes): UsablePart[] {
  if (isSecurity(named.part)) return [];
  const { values, lost, missing } = named;
  notes.addMembers(named.key, missing ? [missing] : lost);
  const sent = isAnswered ? values.filter((value) => value.required || !isOutcome(value)) : values;
  if (missing || sent.length > 0) return missing ? [] : [{ ...named, values: sent }];
  if (lost.length === 0 && !isAnswered) notes.add(`${named.key}: it has no members with a name`);
  return [];
}

/** Nothing of a credential, which clients have no use for. */
function responsePart(named: ReadPart, notes: Notes): UsablePart[] {
  if (isSecurity(named.part)) return [];
  const { values, lost } = named;
  notes.addMembers(named.key, lost);
  const open = values.filter((value) => !isCredential(value));
  return open.length === 0 ? [] : [{ ...named, values: open }];
}

function isOutcome({ path }: HeaderValue): boolean {
  const tokens = path.length === 1 ? wordsOf(path[0]).join(' ') : '';
  return [failureWords.code, failureWords.text].some((phrases: readonly string[]) => phrases.includes(tokens));
}

/** One name is one value of a rule: what requests have too has another name in responses. */
function responseHole(names: ReadonlySet<string>): (value: HeaderValue) => string {
  return ({ name }) => (names.has(name) ? `{response${name.charAt(0).toUpperCase()}${name.slice(1)}?}` : `{${name}?}`);
}

/** Texts may have what no header can hold. */
function restHole(value: HeaderValue, hole: (value: HeaderValue) => string): string {
  const isText = !value.list && value.type.builtin === 'string' && !endsWith(wordsOf(value.name), idWords);
  return isText ? hole(value).replace('?}', '?|quoted}') : hole(value);
}

function fieldLine({ name, list }: HeaderValue, hole: string): Part {
  return partOf(`        ${fieldName(name)}: "${list ? hole.replace('?}', '?|csv}') : hole}"`);
}

/** Header parts that say who calls: their values are no business of each request. */
function credentialSections(
  usable: readonly UsablePart[],
  listed: readonly ListedOperation[],
  hasSecurity: boolean,
  hasPolicy: boolean,
  codec: Codec,
): Section[] {
  if (usable.length === 0)
    return hasPolicy ? [] : [{ head: credentialComment(listed, hasSecurity, codec), parts: [], always: true }];
  const names = [...new Set(usable.flatMap(({ values }) => values.map(({ name }) => name)))];
  const optional = new Set(usable.flatMap((part) => part.values.filter((value) => isOptional(value, part))));
  const needed = new Set(
    usable.flatMap(({ values }) => values.filter((value) => !optional.has(value)).map(({ name }) => name)),
  );
  const soap = usable.map((part) =>
    soapLine(part, (value) => `{$credential.${value.name}${optional.has(value) ? '?' : ''}}`, '    '),
  );
  return [
    {
      head: [
        '',
        `# What the service is shown. The values stand in soapstone.yaml (${docsCommand('credentials')}):`,
        ...fieldLines(names, needed).map((line) => `#   ${line}`),
        'auth:',
      ],
      parts: [partOf(`  credential: [ ${names.join(', ')} ]`), { head: ['  soap:'], parts: soap }],
    },
  ];
}

/** Settings that work as they stand: fields that need not have a value are comments in them. */
function fieldLines(names: readonly string[], needed: ReadonlySet<string>): string[] {
  const entries = (all: readonly string[]) =>
    all.map((name) => `${name}: { env: ${wordsOf(name).join('_').toUpperCase()} }`).join(', ');
  const first = needed.size === 0 ? names : names.filter((name) => needed.has(name));
  const optional = names.filter((name) => !first.includes(name));
  return [
    `auth: { back: { fields: { ${entries(first)} } } }`,
    ...(optional.length === 0 ? [] : [`# optional, in fields too: ${entries(optional)}`]),
  ];
}

/** Without a value the part is sent all the same. Where the contract requires none of a part, what says who calls is needed. */
function isOptional({ required, nillable, name }: HeaderValue, { values }: UsablePart): boolean {
  if (required && !nillable) return false;
  const needsOne = values.some((value) => value.required && !value.nillable);
  const tokens = wordsOf(name);
  return needsOne || ![credentialWords, secretWords, twinWords].some((phrases) => endsWith(tokens, phrases));
}

/** The header fields of a rule whose request names a session or a version, as the option of its short row. */
export function fieldsLine(listed: ListedOperation): string[] {
  const fields = requestFields(listed).map(({ field, placeholder }) => `${field}: ${placeholder}`);
  return fields.length === 0 ? [] : [`    headers: { ${fields.join(', ')} }`];
}

const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';

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

/** Fixed by the contract, or a choice that the operator makes once for all requests. */
function isConstant({ name, type: { facets }, fixed, list }: HeaderValue): boolean {
  if (list) return false;
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
  return partOf(`${indent}${part}: ${flowOf(values, hole, 0)}`);
}

/** Values with what they stand in, from a depth on. */
function flowOf(values: readonly HeaderValue[], hole: (value: HeaderValue) => string, depth: number): string {
  const [first] = values;
  if (first.path.length === depth) return quoted(hole(first));
  const members = [...Map.groupBy(values, ({ path }) => path[depth])];
  return `{ ${members.map(([key, inside]) => `${quoted(key)}: ${flowOf(inside, hole, depth + 1)}`).join(', ')} }`;
}
