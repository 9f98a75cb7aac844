// Random instances with xs:all groups, defaults and fixed values, in both directions. libxml2 puts the defaults in: what the codec reads and writes says
// the same. ALL_SCHEMAS says how many schemas are drawn, ALL_SEED which.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCodec } from '../../src/codec/create.ts';
import { dialect } from '../../src/codec/datatypes/dialect.ts';
import { loadContractFrom } from '../../src/contract/load.ts';
import { validator } from '../codec/schema/validator.ts';
import { sample } from '../sample-size.ts';
import { allAndDefaults } from './all-and-defaults.ts';
import { byNames } from './infoset.ts';
import { instances } from './instances.ts';
import { render } from './render.ts';
import { plainForm } from './same-json.ts';
import { Source } from './source.ts';
import { Transcode } from './transcode.ts';

const COUNT = Number(process.env['ALL_SCHEMAS'] ?? sample(60, 600));
const SEED = Number(process.env['ALL_SEED'] ?? 16);
const RUNS = 12;

interface Trip {
  readonly transcode: Transcode;
  /** Of attributes, by member. */
  readonly defaults: ReadonlyMap<string, string>;
  readonly schema: string;
  readonly xml: string;
  readonly json: string;
  readonly again: string;
  /** From the members in another order, without those that say what is the default. */
  readonly short: string;
}

const random = (size: number, count: number, seed: number) =>
  fc.sample(fc.uint8Array({ minLength: size, maxLength: size }), { numRuns: count, seed }).map((b) => new Source(b));

function travel(schema: string, seed: number): readonly Trip[] {
  const { schemas } = loadContractFrom(new Map([['main.xsd', Buffer.from(schema)]]), 'main.xsd');
  const element = [...schemas.elements.values()].find(({ name }) => name.local === 'root')!;
  const codec = createCodec(schemas, dialect());
  const transcode = new Transcode(codec, element);
  const problemsOf = validator(element, schemas, codec.dialect);
  const trees = fc.sample(instances(schemas, element, { spelledOnce: true }), { numRuns: RUNS, seed });
  const orders = random(300, RUNS, seed);
  const defaults = defaultsIn(schema);
  return trees.map(({ tree }, i) => {
    const xml = render(tree, new Source(new Uint8Array(0)));
    const json = transcode.decode(xml);
    expect(problemsOf(JSON.parse(json))).toEqual([]);
    const again = transcode.encode(json);
    expect(plainForm(transcode.decode(again, [7, 1, 30]))).toEqual(plainForm(json));
    const short = transcode.encode(JSON.stringify(shuffled(withoutDefaults(JSON.parse(json), defaults), orders[i])));
    return { transcode, defaults, schema, xml, json, again, short };
  });
}

/** Of attributes, whose names are unique in the schema, by member. A fixed value is one too. */
function defaultsIn(schema: string): ReadonlyMap<string, string> {
  const found = schema.matchAll(/<xs:attribute name="(\w+)" [^>]*?(?:default|fixed)="([^"]*)"\/>/g);
  const unescaped = (text: string) =>
    text
      .replace(/&lt;/g, '<')
      .replace(/&quot;/g, '"')
      .replace(/&amp;/g, '&');
  return new Map([...found].map(([, name, value]) => [`@${name}`, unescaped(value)]));
}

/** What JSON says where absent attributes have their defaults. */
function withoutDefaults(value: unknown, defaults: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutDefaults(item, defaults));
  if (value === null || typeof value !== 'object') return value;
  const spelled = (member: unknown) => (Array.isArray(member) ? member.join(' ') : String(member));
  const members = Object.entries(value).filter(([key, member]) => defaults.get(key) !== spelled(member));
  // Nil without attributes.
  if (members.length === 1 && members[0][0] === '$nil') return null;
  return Object.fromEntries(members.map(([key, member]) => [key, withoutDefaults(member, defaults)]));
}

function shuffled(value: unknown, source: Source): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, source));
  if (value === null || typeof value !== 'object') return value;
  const ranked = Object.entries(value).map(([key, member]) => ({ key, member, rank: source.below(256) }));
  const members = ranked.toSorted((a, b) => a.rank - b.rank);
  return Object.fromEntries(members.map(({ key, member }) => [key, shuffled(member, source)]));
}

function meaning(json: string, defaults: ReadonlyMap<string, string>): unknown {
  return plainForm(JSON.stringify(withoutDefaults(JSON.parse(json), defaults)));
}

type Filled = { readonly text: string } | { readonly problem: string };

/** By schema, what libxml2 makes of documents. */
function filled(trips: readonly Trip[], side: 'xml' | 'again' | 'short'): readonly Filled[] {
  const bySchema = Map.groupBy(trips, ({ schema }) => schema);
  const input = [...bySchema].map(([schema, all]) => [schema, all.map((trip) => trip[side])]);
  const script = join(import.meta.dirname, '../oracle/fill_defaults.py');
  const options = { input: JSON.stringify(input), encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  return JSON.parse(execFileSync('/usr/bin/python3', [script], options)).flat();
}

const textOf = (document: Filled) => ('text' in document ? document.text : '');

describe('instances of xs:all and of defaults', () => {
  const trips = random(800, COUNT, SEED)
    .map((source, i) => allAndDefaults(`urn:example:a${i}`, source))
    .flatMap((schema, i) => travel(schema, SEED + i));
  const given = filled(trips, 'xml');

  it.each([
    [
      'attributes that the message lacks',
      ({ xml }: Trip, filled: string) => count(filled, / a\d+="/g) > count(xml, / a\d+="/g),
    ],
    ['elements without their content', ({ xml }: Trip) => /<(?:\w+:)?[eh]\d+(?: a\d+="[^"]*")*\/>/.test(xml)],
    ['members in another order', ({ xml, again }: Trip) => membersOf(xml) !== membersOf(again)],
    ['nil', ({ xml }: Trip) => xml.includes('xsi:nil="true"')],
    ['defaults that JSON leaves out', ({ again, short }: Trip) => count(short, / a\d+="/g) < count(again, / a\d+="/g)],
  ])('have %s', (_, has) => {
    expect(trips.filter((trip, i) => has(trip, textOf(given[i]))).length).toBeGreaterThanOrEqual(20);
  });

  it('are valid for libxml2', () => {
    expect(given.filter((one) => 'problem' in one).slice(0, 3)).toEqual([]);
  });

  it('are read with the defaults that libxml2 puts in', () => {
    const wrong = trips.flatMap(({ transcode, defaults, xml, json }, i) => {
      const whole = transcode.decode(textOf(given[i]));
      const [before, after] = [json, whole].map((text) => JSON.stringify(meaning(text, defaults)));
      return before === after ? [] : [{ xml, json, whole }];
    });
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  it.each(['again', 'short'] as const)('say the same when they are written (%s)', (side) => {
    const written = filled(trips, side);
    const wrong = trips.flatMap((trip, i) => {
      const after = written[i];
      const isSame = 'text' in after && byNames(textOf(given[i])) === byNames(after.text);
      return isSame
        ? []
        : [{ schema: trip.schema, xml: trip.xml, json: trip.json, [side]: trip[side], given: given[i], after }];
    });
    expect(wrong.slice(0, 3)).toEqual([]);
  });
});

function count(text: string, what: RegExp): number {
  return [...text.matchAll(what)].length;
}

/** Names of elements in their order. */
function membersOf(xml: string): string {
  return [...xml.matchAll(/<(?:\w+:)?([eh]\d+)/g)].map(([, name]) => name).join(' ');
}
