// Fill defaults: what only one side knows does not make a rule one-way. The other side's round trip is the identity, this side's a normal form.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadContractFrom } from '../../src/contract/load.ts';
import { type Json, textOf } from '../../src/json/value.ts';
import { asCase, view } from '../../src/mapping/cases/round-trip-laws.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import type { Mapping } from '../../src/mapping/model/mapping.ts';
import type { Bindings, RestRequestParts } from '../../src/rule/pattern.ts';
import { wsdlOf } from '../codec/presented.ts';
import { lawRuns } from '../sample-size.ts';

const FLAGS = ['true', 'false'];
const NUMBERS = ['0', '7', '-3', '12'];
const TEXTS = ['a', 'b c', 'urn:x:y', '10:30', '{', '', 'ä&='];

/** Members of the contract that both sides know, or one alone, and a few values of each. */
const known = [
  { name: 'title', values: TEXTS },
  { name: 'size', values: NUMBERS },
  { name: 'open', values: FLAGS },
];
const alone = [
  { name: 'deep', values: FLAGS, converter: '|bool' },
  { name: 'most', values: NUMBERS, converter: '|int' },
  { name: 'zone', values: TEXTS, converter: '' },
];

const contract = loadContractFrom(
  new Map([
    [
      't.wsdl',
      Buffer.from(
        wsdlOf(`<xs:element name="Put"><xs:complexType><xs:sequence>
          <xs:element name="id" type="xs:string"/><xs:element name="title" type="xs:string" minOccurs="0"/>
          <xs:element name="size" type="xs:int" minOccurs="0"/><xs:element name="open" type="xs:boolean" minOccurs="0"/>
          <xs:element name="deep" type="xs:boolean" minOccurs="0"/><xs:element name="most" type="xs:int" minOccurs="0"/>
          <xs:element name="zone" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`),
      ),
    ],
  ]),
);

const places = ['query', 'header', 'body', 'soap'] as const;
type Place = (typeof places)[number];

interface Alone {
  readonly place: Place;
  /** What absence means; undefined: it is allowed and means nothing. */
  readonly absent: string | undefined;
  readonly fill: string;
}

/** Headers hold visible ASCII, and a parameter or header may not be empty text that gets lost. */
const carried = (values: readonly string[], place: Place) =>
  place === 'header' ? values.filter((text) => /^[\x21-\x7e]+$/.test(text)) : values;

const chosen = (values: readonly string[]): fc.Arbitrary<Alone> =>
  fc.constantFrom(...places).chain((place) => {
    const value = fc.constantFrom(...carried(values, place));
    return fc.record({ place: fc.constant(place), absent: fc.option(value, { nil: undefined }), fill: value });
  });

const written = (text: string | undefined) => (text === undefined ? '?' : `=${text.replaceAll(':', '::')}`);
const hasBraces = ({ absent, fill }: Alone) => /[{}|]/.test(`${absent}${fill}`);

function tableOf(holes: readonly Alone[]): string {
  const query = [];
  const headers: Record<string, string> = {};
  const body: Record<string, string> = { title: '{title}', size: '{size}', open: '{open}' };
  const soap: Record<string, string> = { id: '{id}', ...body };
  for (const [i, { place, absent, fill }] of holes.entries()) {
    const { name, converter } = alone[i];
    const hole = (call: string) => `{${name}${written(absent)}:${fill.replaceAll(':', '::')}${call}}`;
    if (place === 'query') query.push(`${name}=${hole(converter)}`);
    else if (place === 'header') headers[`X-${name}`] = hole(converter);
    else if (place === 'body') body[name] = hole(converter);
    else soap[name] = hole('');
  }
  const line = `PUT /docs/{id}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  const rest = { request: { line, headers, body }, response: { status: 204 } };
  return JSON.stringify({ soapstone: 2, rules: [{ id: 'r', rest, soap: { request: { Put: soap } } }] });
}

const rules = fc
  .tuple(...alone.map(({ values }) => chosen(values)))
  .filter((holes) => !holes.some(hasBraces))
  .map((holes) => ({ holes, mapping: compileMapping(tableOf(holes), 'mapping.yaml', contract) }));

/** Values of the variables that one side can say, each perhaps absent. `id` stands in the path. */
function said(holes: readonly Alone[], side: 'rest' | 'soap') {
  const own = alone.flatMap(({ name, values }, i) =>
    (holes[i].place === 'soap') === (side === 'soap') ? [{ name, values: carried(values, holes[i].place) }] : [],
  );
  const value = (texts: readonly string[]) => fc.option(fc.constantFrom(...texts), { nil: undefined });
  const values = fc.record(Object.fromEntries([...known, ...own].map(({ name, values: v }) => [name, value(v)])));
  return fc.record({ id: fc.constantFrom('7', 'a b', 'x:y') }).chain((id) => values.map((v) => ({ ...id, ...v })));
}

function bindingsOf(mapping: Mapping, values: Readonly<Record<string, string | undefined>>): Bindings {
  const [rule] = mapping.rules;
  const lexical = (name: string, text: string): Json => {
    const json = [...FLAGS, ...NUMBERS].includes(text) && !['id', 'title', 'zone'].includes(name);
    const bytes = Buffer.from(json ? text : JSON.stringify(text));
    return { bytes, start: 0, end: bytes.length };
  };
  return rule.variables.map((name) => (values[name] === undefined ? undefined : lexical(name, values[name])));
}

const ends = (mapping: Mapping) => {
  const [rule] = mapping.rules;
  return {
    rest: {
      fill: (bindings: Bindings) => rule.request.rest.fill(bindings.slice()),
      match: (parts: RestRequestParts): Bindings => {
        const request = asCase(parts);
        const look = mapping.lookup(request.method, request.path);
        const found = look.kind === 'found' && rule.request.rest.match(view(request, look.segments));
        return found || expect.fail(`not taken: ${parts.target}`);
      },
      text: ({ target, headers, body }: RestRequestParts) =>
        JSON.stringify([target, headers, body && JSON.parse(Buffer.from(body).toString())]),
    },
    soap: {
      fill: (bindings: Bindings) => rule.request.soap.fill(bindings.slice()),
      match: (slots: readonly (Json | undefined)[]): Bindings =>
        rule.request.soap.match(slots, new Array(rule.variables.length)) ?? expect.fail('not taken'),
      text: (slots: readonly (Json | undefined)[]) => slots.map((slot) => slot && textOf(slot)).join(),
    },
  };
};

const RUNS = { numRuns: lawRuns(60, 600) };

describe.each(['rest', 'soap'] as const)('fill defaults, seen from the %s side', (side) => {
  const other = side === 'rest' ? 'soap' : 'rest';

  it('bring back what the other side alone can say, and all that both can', () => {
    const law = fc.property(
      rules.chain((rule) => said(rule.holes, other).map((values) => ({ ...rule, values }))),
      ({ holes, mapping, values }) => {
        const all = ends(mapping);
        const [a, b] = [all[side], all[other]] as unknown as [typeof all.rest, typeof all.rest];
        const first = b.match(b.fill(bindingsOf(mapping, values)));
        const across = a.match(a.fill(first));
        // Where the other side has no word of its own, its message comes back as it was.
        const foreign = holes.every(({ place }) => (place === 'soap') === (side === 'soap'));
        const [rule] = mapping.rules;
        const shared = (bindings: Bindings) =>
          rule.variables.map((name, i) =>
            alone.some((hole) => hole.name === name) ? '' : bindings[i] && textOf(bindings[i]),
          );
        expect(shared(across)).toEqual(shared(first));
        if (foreign) expect(b.text(b.fill(across))).toBe(b.text(b.fill(first)));
      },
    );
    fc.assert(law, RUNS);
  });

  it('make a normal form of what this side says: the same when it goes across again, with its own names as they are filled', () => {
    const law = fc.property(
      rules.chain((rule) => said(rule.holes, side).map((values) => ({ ...rule, values }))),
      ({ holes, mapping, values }) => {
        const all = ends(mapping);
        const [a, b] = [all[side], all[other]] as unknown as [typeof all.rest, typeof all.rest];
        const across = (message: RestRequestParts) => a.fill(b.match(b.fill(a.match(message))));
        const once = across(a.fill(bindingsOf(mapping, values)));
        expect(a.text(across(once))).toBe(a.text(once));
        const read = a.match(once);
        for (const [i, { place, fill }] of holes.entries()) {
          if ((place === 'soap') !== (side === 'soap')) continue;
          const value = read[mapping.rules[0].variables.indexOf(alone[i].name)];
          expect(value && JSON.parse(textOf(value)).toString()).toBe(fill);
        }
      },
    );
    fc.assert(law, RUNS);
  });
});
