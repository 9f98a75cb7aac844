// Defaults at required members of optional elements: when the element is written, and that nothing changes on the way across and back.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadContractFrom } from '../../src/contract/load.ts';
import { fromJs, type Json, textOf } from '../../src/json/value.ts';
import { SoapMessages } from '../../src/mapping/cases/soap-messages.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { wsdlOf } from '../codec/presented.ts';
import { lawRuns } from '../sample-size.ts';

const text = (name: string, min: number) => `<xs:element name="${name}" type="xs:string" minOccurs="${min}"/>`;
const complex = (name: string, content: string) =>
  `<xs:element name="${name}" minOccurs="0"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>`;
const contract = loadContractFrom(
  new Map([
    [
      't.wsdl',
      Buffer.from(
        wsdlOf(`<xs:element name="Put"><xs:complexType><xs:sequence>${text('id', 1)}
          ${complex('Box', text('a', 1) + text('b', 1) + text('c', 0))}
          ${complex('Deep', text('x', 1) + complex('In', text('d', 1) + text('e', 0)))}
          <xs:choice minOccurs="0">${complex('P', text('p', 1))}${complex('Q', text('q', 1))}</xs:choice>
          <xs:sequence minOccurs="0">${complex('R', text('r', 1))}${text('s', 1)}</xs:sequence>
          </xs:sequence></xs:complexType></xs:element>`),
      ),
    ],
  ]),
);

const leaf = (kind: string, required: boolean) => ({ kind, required });
type Leaf = ReturnType<typeof leaf>;
interface Holder {
  readonly leaves: Readonly<Record<string, Leaf>>;
  readonly inner: Readonly<Record<string, Holder>>;
  /** Defaults alone may make it. */
  readonly free: boolean;
}
const required = fc.constantFrom('default', 'constant', 'optional').map((kind) => leaf(kind, true));
const optional = fc.constantFrom('default', 'optional').map((kind) => leaf(kind, false));
const holder = (
  leaves: Record<string, fc.Arbitrary<Leaf>>,
  inner: Record<string, fc.Arbitrary<Holder>> = {},
  free = true,
) => fc.record({ leaves: fc.record(leaves), inner: fc.record(inner), free: fc.constant(free) });
const tables = fc
  .record({
    Box: holder({ a: required, b: required, c: optional }),
    Deep: holder({ x: required }, { In: holder({ d: required, e: optional }) }),
    P: holder({ p: required }, {}, false),
    Q: holder({ q: required }, {}, false),
    R: holder({ r: required }, {}, false),
  })
  // Constants of both would be an invalid message whatever clients say.
  .filter(({ P, Q, R }) => ![P.leaves.p, Q.leaves.q, R.leaves.r].some(({ kind }) => kind === 'constant'))
  .map((holders) => ({ holders, mapping: compileMapping(tableOf(holders), 'mapping.yaml', contract) }));

const NAMES = ['a', 'b', 'c', 'x', 'd', 'e', 'p', 'q', 'r', 's'];
const value = fc.constantFrom(undefined, 'standard', 'else');
const values = fc.record(Object.fromEntries(NAMES.map((name) => [name, value])) as Record<string, typeof value>);
type Values = Readonly<Record<string, string | undefined>>;

function allLeaves(holders: Readonly<Record<string, Holder>>): [string, Leaf][] {
  return Object.values(holders).flatMap(({ leaves, inner }) => [...Object.entries(leaves), ...allLeaves(inner)]);
}

function tableOf(holders: Readonly<Record<string, Holder>>): string {
  const hole = (name: string, { kind }: Leaf) => (kind === 'default' ? `{${name}=standard}` : `{${name}?}`);
  const pattern = ({ leaves, inner }: Holder): object => ({
    ...Object.fromEntries(Object.entries(leaves).map(([k, l]) => [k, l.kind === 'constant' ? 'fixed' : hole(k, l)])),
    ...Object.fromEntries(Object.entries(inner).map(([k, h]) => [k, pattern(h)])),
  });
  const bound = allLeaves(holders).filter(([, { kind }]) => kind !== 'constant');
  const body = { ...Object.fromEntries(bound.map(([k, l]) => [k, hole(k, l)])), s: '{s?}' };
  const elements = Object.fromEntries(Object.entries(holders).map(([k, h]) => [k, pattern(h)]));
  const rest = { request: { line: 'PUT /docs/{id}', body }, response: { status: 204 } };
  return JSON.stringify({
    soapstone: 2,
    rules: [{ id: 'r', rest, soap: { request: { Put: { id: '{id}', ...elements, s: '{s?}' } } } }],
  });
}

/** More than defaults. */
function isStrong({ leaves, inner }: Holder, said: Values): boolean {
  const strong = ([name, { kind }]: [string, Leaf]) =>
    kind === 'constant' || (said[name] !== undefined && (kind === 'optional' || said[name] !== 'standard'));
  return Object.entries(leaves).some(strong) || Object.values(inner).some((h) => isStrong(h, said));
}

const isComplete = ({ leaves, free }: Holder) =>
  free && Object.values(leaves).every((l) => !l.required || l.kind !== 'optional');

/** Names of the elements that are written. */
function written(holders: Readonly<Record<string, Holder>>, said: Values): string[] {
  return Object.entries(holders).flatMap(([name, h]) =>
    isStrong(h, said) || isComplete(h) ? [name, ...written(h.inner, said)] : [],
  );
}

/** A written element lacks a value, or the elements do not stand beside each other. */
function isInvalid(holders: Readonly<Record<string, Holder>>, said: Values, names: readonly string[]): boolean {
  const lacks = (all: Readonly<Record<string, Holder>>): boolean =>
    Object.entries(all).some(
      ([name, { leaves, inner }]) =>
        names.includes(name) &&
        (lacks(inner) ||
          Object.entries(leaves).some(([k, l]) => l.required && l.kind === 'optional' && said[k] === undefined)),
    );
  const choice = names.includes('P') && names.includes('Q');
  return lacks(holders) || choice || (names.includes('R') && said['s'] === undefined);
}

function setup(
  { holders, mapping }: { holders: Readonly<Record<string, Holder>>; mapping: ReturnType<typeof compileMapping> },
  all: Values,
) {
  const [rule] = mapping.rules;
  const bindable = new Map(allLeaves(holders));
  const said: Values = Object.fromEntries(Object.entries(all).filter(([k]) => bindable.get(k)?.kind !== 'constant'));
  const bindings: (Json | undefined)[] = rule.variables.map((name) => {
    const fallback = bindable.get(name)?.kind === 'default' ? 'standard' : undefined;
    const one = name === 'id' ? '7' : (said[name] ?? fallback);
    return one === undefined ? undefined : fromJs(one);
  });
  return { rule, messages: new SoapMessages(mapping), said, bindings };
}

const texts = (bindings: readonly (Json | undefined)[]) => bindings.map((one) => one && textOf(one));

describe('a default at a required member of an optional element', () => {
  it('is written where the element is, and nothing changes on the way to SOAP and back', () => {
    const law = fc.property(tables, values, (table, all) => {
      const { rule, messages, said, bindings } = setup(table, all);
      const names = written(table.holders, said);
      const encode = () => messages.encode(rule.request.soap, bindings.slice());
      if (isInvalid(table.holders, said, names)) return void expect(encode).toThrow();
      const message = encode();
      const xml = Buffer.from(message.body[0]).toString();
      for (const name of ['Box', 'Deep', 'In', 'P', 'Q', 'R'])
        expect([name, xml.includes(`:${name}>`)]).toEqual([name, names.includes(name)]);
      const read = messages.decode(
        rule.request.soap,
        messages.messageOf(rule.request.soap, message),
        new Array(bindings.length),
      );
      expect(texts(read!)).toEqual(texts(bindings));
      const again = rule.request.rest.fill(read!.slice());
      expect(again).toEqual(rule.request.rest.fill(bindings.slice()));
    });
    fc.assert(law, { numRuns: lawRuns(150, 2000) });
  });

  it('makes a normal form of what SOAP clients send', () => {
    const law = fc.property(tables, values, fc.subarray(['Box', 'Deep', 'In']), (table, all, names) => {
      const { rule, messages, said } = setup(table, all);
      const { Box, Deep } = table.holders;
      const element = (name: string, h: Holder, inner = ''): string => {
        const one = ([k, l]: [string, Leaf]) =>
          l.kind === 'constant' ? 'fixed' : (said[k] ?? (l.required ? 'standard' : undefined));
        const leaves = Object.entries(h.leaves).map(([k, l]) =>
          one([k, l]) === undefined ? '' : `<${k}>${one([k, l])}</${k}>`,
        );
        return names.includes(name) ? `<${name}>${leaves.join('')}${inner}</${name}>` : '';
      };
      const body = `<Put xmlns="urn:t"><id>7</id>${element('Box', Box)}${element('Deep', Deep, element('In', Deep.inner.In))}</Put>`;
      const { soap } = rule.request;
      const read = (xml: string) =>
        messages.decode(soap, { body: [xml], headers: new Map() }, new Array(rule.variables.length));
      const first = read(body);
      // An element with a constant is not there: the message is none of the rule.
      if (first === undefined) return;
      const once = messages.messageOf(soap, messages.encode(soap, first.slice())).body[0];
      const second = read(once);
      expect(texts(second!)).toEqual(texts(first));
      expect(messages.messageOf(soap, messages.encode(soap, second!.slice())).body[0]).toBe(once);
    });
    fc.assert(law, { numRuns: lawRuns(150, 2000) });
  });
});
