// Attacks by XML alone: what stands in a document that is otherwise good. Each is refused, wherever a document comes in.
import type { Places } from './documents.ts';
import type { Sink } from './sink.ts';

export interface XmlAttack {
  readonly name: string;
  readonly places: Places;
  /** Files of a contract may have it: nothing of it is read. */
  readonly skippedInContracts?: true;
}

const entities = (count: number, each: number) =>
  Array.from({ length: count - 1 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(each)}">`).join('');

/** T-SEC-01, T-SEC-02: entities that grow. */
export const bombs: readonly XmlAttack[] = [
  {
    name: 'ten levels of ten entities',
    places: { prolog: `<!DOCTYPE x [<!ENTITY e0 "ha">${entities(10, 10)}]>`, title: '&e9;' },
  },
  {
    name: 'one large entity, many times',
    places: { prolog: `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(50_000)}">]>`, title: '&a;'.repeat(50_000) },
  },
  { name: 'an entity that holds itself', places: { prolog: '<!DOCTYPE x [<!ENTITY a "&a;">]>', title: '&a;' } },
  {
    name: 'a parameter entity that holds itself',
    places: { prolog: '<!DOCTYPE x [<!ENTITY % a "%a;"> %a;]>' },
  },
  { name: 'an entity nobody declares', places: { title: '&lol;' } },
  { name: 'a default attribute by declaration', places: { prolog: '<!DOCTYPE x [<!ATTLIST note by CDATA "admin">]>' } },
  { name: 'a declaration without a subset', places: { prolog: '<!DOCTYPE note>' }, skippedInContracts: true },
  { name: 'a declaration in lower case', places: { prolog: '<!doctype note>' } },
  {
    name: 'a declaration after a comment',
    places: { prolog: '<!-- --><!DOCTYPE note>' },
    skippedInContracts: true,
  },
  { name: 'a declaration after the root', places: { tail: '<!DOCTYPE note>' } },
  { name: 'a declaration inside', places: { members: '<!DOCTYPE note>' } },
  { name: 'an entity declaration inside', places: { members: '<!ENTITY a "b">' } },
  { name: 'a conditional section', places: { members: '<![INCLUDE[<x/>]]>' } },
];

/** T-SEC-03: entities that are somewhere else. */
export function external({ host, file }: Sink): XmlAttack[] {
  const places = [
    `file://${file}`,
    file,
    `FILE://${file}`,
    `http://${host}/dtd`,
    `https://${host}/dtd`,
    `//${host}/dtd`,
    `ftp://${host}/dtd`,
    `jar:http://${host}/a.jar!/dtd`,
    `php://filter/read=convert.base64-encode/resource=${file}`,
    'data:text/plain;base64,Y2FuYXJ5',
    `\\\\${host}\\share\\dtd`,
    `netdoc://${file}`,
    `gopher://${host}/x`,
    'expect://id',
  ];
  return places.flatMap((where) => [
    { name: `a general entity at ${kind(where)}`, places: general(`SYSTEM "${where}"`) },
    { name: `a public entity at ${kind(where)}`, places: general(`PUBLIC "-//X//Y//EN" "${where}"`) },
    { name: `a subset at ${kind(where)}`, places: { prolog: `<!DOCTYPE x SYSTEM "${where}">` } },
    {
      name: `a parameter entity at ${kind(where)}`,
      places: { prolog: `<!DOCTYPE x [<!ENTITY % p SYSTEM "${where}"> %p;]>` },
    },
    {
      name: `a notation and an unparsed entity at ${kind(where)}`,
      places: { prolog: `<!DOCTYPE x [<!NOTATION n SYSTEM "${where}"><!ENTITY u SYSTEM "${where}" NDATA n>]>` },
    },
  ]);
}

const general = (id: string): Places => ({ prolog: `<!DOCTYPE x [<!ENTITY a ${id}>]>`, title: '&a;' });
const kind = (where: string) => where.replace(/127\.0\.0\.1:\d+/, 'HOST').replace(/\/\S*canary/, 'FILE');

const other = 'xmlns:o="urn:example:other"';
const nested = (levels: number) => '<o:a>'.repeat(levels) + '</o:a>'.repeat(levels);
/** Names o:a0 … with empty values. */
const attributes = (count: number) => `${other} ${Array.from({ length: count }, (_, i) => `o:a${i}=""`).join(' ')}`;
const namespaces = (count: number) => Array.from({ length: count }, (_, i) => `xmlns:p${i}="urn:p${i}"`).join(' ');

/** T-SEC-07, T-SEC-08: more than a document may have of anything, a few hundred kilobytes of it at most. */
export const floods: readonly XmlAttack[] = [
  ...[101, 512, 20_000].map((levels) => ({
    name: `${levels} levels`,
    places: { members: `<o:r ${other}>${nested(levels)}</o:r>` },
  })),
  { name: '257 attributes', places: { attributes: attributes(257) } },
  { name: 'the same attribute twice', places: { attributes: `${other} o:a="" o:a=""` } },
  {
    name: 'the same attribute by two prefixes',
    places: { attributes: `${other} xmlns:q="urn:example:other" o:a="" q:a=""` },
  },
  { name: '257 namespaces', places: { attributes: namespaces(257) } },
  { name: '100,000 namespaces', places: { attributes: namespaces(100_000) } },
  {
    name: 'namespaces level by level',
    places: {
      members:
        Array.from(
          { length: 90 },
          (_, i) => `<o:a xmlns:o="urn:o" xmlns:a${i}="urn:a" xmlns:b${i}="urn:b" xmlns:c${i}="urn:c">`,
        ).join('') + '</o:a>'.repeat(90),
    },
  },
  { name: 'a name of 60 kB', places: { members: `<o:${'a'.repeat(60_000)} ${other}/>` } },
  { name: 'an attribute name of 60 kB', places: { attributes: `${other} o:${'a'.repeat(60_000)}=""` } },
  { name: 'a reference of 60 kB', places: { title: `&#${'0'.repeat(60_000)}65;` } },
  { name: 'an entity name of 60 kB', places: { title: `&${'a'.repeat(60_000)};` } },
  { name: 'an instruction name of 60 kB', places: { members: `<?${'a'.repeat(60_000)} ?>` } },
  { name: 'a reference to what is no character', places: { title: '&#0;&#xFFFE;&#xD800;' } },
  { name: 'a control character', places: { title: 'a\u0001b' } },
  { name: 'two roots', places: { tail: '<x/>' } },
  { name: 'text after the root', places: { tail: 'x' } },
  { name: 'an undeclared prefix', places: { members: '<zz:a/>' } },
  { name: 'a prefix that is taken away', places: { members: '<n:tag xmlns:n=""/>' } },
  { name: 'the prefix xmlns declared', places: { attributes: 'xmlns:xmlns="urn:x"' } },
  { name: 'the prefix xml bound to something else', places: { attributes: 'xmlns:xml="urn:x"' } },
];

/** The same in megabytes. */
export const hugeFloods: readonly XmlAttack[] = [
  { name: '600,000 levels', places: { members: `<o:r ${other}>${nested(600_000)}</o:r>` } },
  { name: 'levels that never end', places: { members: `<o:r ${other}>${'<o:a>'.repeat(600_000)}` } },
  { name: '100,000 attributes', places: { attributes: attributes(100_000) } },
  { name: 'an attribute of 5 MB', places: { attributes: `by="${'a'.repeat(5_000_000)}"` } },
  { name: 'a text of 11 MB', places: { title: 'a'.repeat(11_000_000) } },
  { name: '1,000,001 elements', places: { members: '<n:tag/>'.repeat(1_000_001) } },
];
