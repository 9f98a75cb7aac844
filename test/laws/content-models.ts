// Random content models over three names, all their short words, and what libxml2 says of each: one document holds many words, one on each line.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Particle } from '../../src/contract/model/model.ts';
import { XSD_NS } from '../../src/xml/reader/names.ts';

export const NS = 'urn:example:models';
export const NAMES = ['a', 'b', 'c'];
const LONGEST = 5;

/** Children in their order. */
export type Word = readonly string[];

/** All 364 words of up to five children. */
export const WORDS: readonly Word[] = wordsUpTo(LONGEST);

function wordsUpTo(length: number): Word[] {
  if (length === 0) return [[]];
  const shorter = wordsUpTo(length - 1);
  const longest = shorter.filter((word) => word.length === length - 1);
  return [...shorter, ...longest.flatMap((word) => NAMES.map((name) => [...word, name]))];
}

const ONCE = ['', ' minOccurs="0"'];
const SEVERAL = [
  ' maxOccurs="unbounded"',
  ' minOccurs="0" maxOccurs="unbounded"',
  ' maxOccurs="2"',
  ' minOccurs="2" maxOccurs="3"',
];
/** Repeated groups are few: they hide from members what names they hold. */
const elementTimes = fc.constantFrom(...ONCE, ...ONCE, ...SEVERAL);
const groupTimes = fc.constantFrom(...ONCE, ...ONCE, ...ONCE, ' minOccurs="0" maxOccurs="unbounded"', ' maxOccurs="2"');

const { group } = fc.letrec<{ particle: string; group: string }>((tie) => ({
  particle: fc.oneof(
    { maxDepth: 3 },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom(...NAMES), elementTimes)
        .map(([name, times]) => `<xs:element name="${name}" type="xs:int"${times}/>`),
    },
    { weight: 2, arbitrary: tie('group') },
  ),
  group: fc
    .tuple(fc.constantFrom('sequence', 'choice'), groupTimes, fc.array(tie('particle'), { minLength: 1, maxLength: 4 }))
    .map(([kind, times, particles]) => `<xs:${kind}${times}>${particles.join('')}</xs:${kind}>`),
}));

/** Text of the group of a complex type. */
export function randomModels(count: number, seed: number): readonly string[] {
  return fc.sample(group, { numRuns: count, seed });
}

/** One global element `m0`, `m1`, … for each model, one on each line from the second on. */
export function schemaOf(models: readonly string[]): string {
  const lines = models.map(
    (model, i) => `<xs:element name="m${i}"><xs:complexType>${model}</xs:complexType></xs:element>`,
  );
  return `<xs:schema xmlns:xs="${XSD_NS}" targetNamespace="${NS}" elementFormDefault="qualified">\n${lines.join('\n')}
<xs:element name="all"><xs:complexType><xs:sequence><xs:any processContents="strict" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element></xs:schema>`;
}

/** The models that libxml2 takes: others are ambiguous (Part 1 §3.8.6, Unique Particle Attribution). */
export function compiling(models: readonly string[]): readonly string[] {
  const bad = linesOf(xmllint(models, []), 'schema.xsd');
  return models.filter((_, i) => !bad.has(`schema.xsd:${i + 2}`));
}

/** libxml2 becomes slow over thousands of children. */
const PER_FILE = 2000;

/** Which of the elements are valid. */
export function judge(models: readonly string[], elements: readonly string[]): readonly boolean[] {
  const files = Array.from({ length: Math.ceil(elements.length / PER_FILE) }, (_, i) =>
    elements.slice(i * PER_FILE, (i + 1) * PER_FILE),
  );
  const bad = linesOf(xmllint(models, files), '\\d+.xml');
  return elements.map((_, i) => !bad.has(`${Math.floor(i / PER_FILE)}.xml:${(i % PER_FILE) + 2}`));
}

/** `file:line` of all messages. */
function linesOf(messages: string, file: string): ReadonlySet<string> {
  return new Set([...messages.matchAll(new RegExp(`^(${file}:\\d+):`, 'gm'))].map((match) => match[1]));
}

/** Messages; a schema that does not compile has those alone. */
function xmllint(models: readonly string[], files: readonly (readonly string[])[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'models-'));
  writeFileSync(join(folder, 'schema.xsd'), schemaOf(models));
  const documents = files.length === 0 ? [[]] : files;
  const names = documents.map((elements, i) => {
    writeFileSync(join(folder, `${i}.xml`), `<all xmlns="${NS}">\n${elements.join('\n')}\n</all>`);
    return `${i}.xml`;
  });
  const args = ['--nonet', '--noout', '--schema', 'schema.xsd', ...names];
  const run = spawnSync('xmllint', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 30 });
  rmSync(folder, { recursive: true });
  if (run.error) throw run.error;
  if (![0, 3, 5].includes(run.status!)) throw new Error(`xmllint: ${run.stderr.slice(0, 2000)}`);
  return run.stderr;
}

/** The values are the numbers of the children. */
export function xmlOf(model: number, word: Word): string {
  return `<m${model} xmlns="${NS}">${word.map((name, i) => `<${name}>${i}</${name}>`).join('')}</m${model}>`;
}

interface Sets {
  readonly nullable: boolean;
  readonly first: readonly Leaf[];
  readonly last: readonly Leaf[];
}

interface Leaf {
  readonly name: string;
  readonly follow: Set<Leaf>;
}

/**
 * Does a name always tell its particle (Part 1 §3.8.6)? The standard wants that, and libxml2 does not see all that lack it. Numbers of repetitions
 * are passed over, so that a few good models count as bad.
 */
export function isDeterministic(particle: Particle): boolean {
  const leaves: Leaf[] = [];
  const { first } = setsOf(particle, leaves);
  return [first, ...leaves.map(({ follow }) => [...follow])].every(
    (next) => new Set(next.map(({ name }) => name)).size === next.length,
  );
}

function setsOf(p: Particle, leaves: Leaf[]): Sets {
  const once = p.kind === 'element' ? leaf(p.element.name.local, leaves) : groupSets(p, leaves);
  if (p.max > 1) link(once.last, once.first);
  return { ...once, nullable: once.nullable || p.min === 0 };
}

function leaf(name: string, leaves: Leaf[]): Sets {
  const one: Leaf = { name, follow: new Set() };
  leaves.push(one);
  return { nullable: false, first: [one], last: [one] };
}

function groupSets(p: Particle, leaves: Leaf[]): Sets {
  const parts = p.kind === 'sequence' || p.kind === 'choice' ? p.particles.map((child) => setsOf(child, leaves)) : [];
  if (p.kind === 'choice')
    return {
      nullable: parts.some(({ nullable }) => nullable),
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
    };
  return parts.reduce<Sets>(
    (before, next) => {
      link(before.last, next.first);
      return {
        nullable: before.nullable && next.nullable,
        first: before.nullable ? [...before.first, ...next.first] : before.first,
        last: next.nullable ? [...before.last, ...next.last] : next.last,
      };
    },
    { nullable: true, first: [], last: [] },
  );
}

function link(from: readonly Leaf[], to: readonly Leaf[]): void {
  for (const one of from) for (const next of to) one.follow.add(next);
}
