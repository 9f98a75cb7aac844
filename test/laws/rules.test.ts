// The four laws of a rule over random tables: for each contract random rules, and for each rule random messages.

import { inspect, isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCodec } from '../../src/codec/create.ts';
import { dialect } from '../../src/codec/datatypes/dialect.ts';
import type { Contract, Operation } from '../../src/contract/model/contract.ts';
import { Problems, SoapstoneError } from '../../src/errors/errors.ts';
import { scan } from '../../src/json/tape.ts';
import { type Json, textOf } from '../../src/json/value.ts';
import { asCase, view } from '../../src/mapping/cases/round-trip-laws.ts';
import { SoapMessages } from '../../src/mapping/cases/soap-messages.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import type { Mapping } from '../../src/mapping/model/mapping.ts';
import type { Bindings, RestRequestParts, RestResponseParts, SoapPattern } from '../../src/rule/pattern.ts';
import type { Rule } from '../../src/rule/rule.ts';
import { lawRuns } from '../sample-size.ts';
import { canonical } from './canonical.ts';
import { load, places } from './contracts.ts';
import { instances } from './instances.ts';
import { type RandomTable, randomTable, type Tree, usable } from './random-rules.ts';
import { plainForm } from './same-json.ts';
import { Source } from './source.ts';

const RUNS = lawRuns(12, 60);
const TIMEOUT = 120_000;

function compile(contract: Contract, { rule, tables }: Pick<RandomTable, 'rule' | 'tables'>): Mapping {
  return compileMapping(JSON.stringify({ soapstone: 2, tables, rules: [rule] }), 'mapping.yaml', contract);
}

function problemsOf(contract: Contract, table: Pick<RandomTable, 'rule' | 'tables'>): string[] {
  try {
    compile(contract, table);
    return [];
  } catch (e) {
    if (e instanceof Problems) return e.problems.map((p) => p.code);
    throw e;
  }
}

/** What no place on the REST side can carry is refused, never sent in another form: a text has no room for the `xsi:type` of any simple type. */
const REFUSED =
  /^(BAD_PATH|BAD_HEADER): |no form on the other side|may not contain|expected a string \(xs:anySimpleType\), found an object/;

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (e) {
    if (e instanceof SoapstoneError && REFUSED.test(`${e.code}: ${e.message}`)) return undefined;
    throw e;
  }
}

const shown = (bindings: readonly (Json | undefined)[]) => Array.from(bindings, (v) => v && plainForm(textOf(v)));
const message = (xml: string) => ({ body: [xml], headers: new Map<string, string>() });

/** One pair, both sides: what the REST side writes and reads again. */
interface Side<X> {
  readonly soap: SoapPattern;
  fill(bindings: Bindings): X;
  match(parts: X): Bindings | undefined;
}

/** `expect` is a good part of the time where nothing is wrong. */
function same(found: unknown, wanted: unknown, law: string): void {
  if (!isDeepStrictEqual(found, wanted)) expect(found, law).toEqual(wanted);
}

function holds<X>(mapping: Mapping, { soap, fill, match }: Side<X>, variables: number, xml: string): boolean {
  const { schemas } = mapping.contract;
  const messages = new SoapMessages(mapping);
  const bindings = messages.decode(soap, message(xml), new Array(variables)) as Bindings;
  const parts = attempt(() => fill(bindings.slice()));
  if (parts === undefined) return false;
  const again = match(parts);
  if (again === undefined) return expect.fail(`law 2, REST: not taken: ${inspect(parts)}`);
  same(shown(again), shown(bindings), 'law 2, REST');
  same(fill(again), parts, 'law 3, REST');
  const written = Buffer.from(messages.encode(soap, again).body[0]).toString();
  const back = messages.decode(soap, message(written), new Array(variables));
  if (back === undefined) return expect.fail(`law 2, SOAP: not taken: ${written}`);
  same(shown(back), shown(again), 'law 2, SOAP');
  const [{ element }] = soap.body;
  same(canonical(written, schemas, element), canonical(xml, schemas, element), 'law 3, SOAP');
  return true;
}

function requestSide(mapping: Mapping, rule: Rule): Side<RestRequestParts> {
  return {
    soap: rule.request.soap,
    fill: (bindings) => rule.request.rest.fill(bindings),
    match: (parts) => {
      const written = asCase(parts);
      const look = mapping.lookup(written.method, written.path);
      return look.kind === 'found' ? rule.request.rest.match(view(written, look.segments)) : undefined;
    },
  };
}

function replySide(rule: Rule): Side<RestResponseParts> {
  const lower = (headers: RestResponseParts['headers']) =>
    Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]));
  return {
    soap: rule.response.soap,
    fill: (bindings) => rule.response.rest.fill(bindings),
    match: ({ status, headers, body }) =>
      rule.response.rest.match(
        { status, headers: lower(headers), body: body && scan(body) },
        new Array(rule.variables.length),
      ),
  };
}

const choices = fc.uint8Array({ maxLength: 150, size: 'max' });

function laws(contract: Contract, operation: Operation) {
  const codec = createCodec(contract.schemas, dialect());
  const { schemas } = contract;
  const xmls = (element: Operation['input']['body'][number]) =>
    fc.array(instances(schemas, element, { size: 300 }), { minLength: 2, maxLength: 3 });
  const output = operation.output?.body[0];
  let seen = 0;
  const law = fc.property(
    choices,
    xmls(operation.input.body[0]),
    output ? xmls(output) : fc.constant([]),
    (bytes, requests, replies) => {
      const table = randomTable(codec, operation, new Source(bytes));
      const mapping = compile(contract, table);
      const [rule] = mapping.rules;
      const n = rule.variables.length;
      for (const { xml } of requests) if (holds(mapping, requestSide(mapping, rule), n, xml)) seen++;
      for (const { xml } of replies) if (holds(mapping, replySide(rule), n, xml)) seen++;
    },
  );
  fc.assert(law, { numRuns: RUNS, endOnFailure: process.env.SHRINK === undefined });
  expect(seen).toBeGreaterThan(RUNS / 2);
}

const contracts = await Promise.all(
  places().map(async ({ name, ...place }) => ({ name, contract: await load({ name, ...place }) })),
);
const cases = contracts.flatMap(({ name, contract }) =>
  usable(contract.operations).map((operation) => ({
    name: `${name} ${operation.port}.${operation.name}`,
    contract,
    operation,
  })),
);

describe('laws 2 and 3 hold for random rules', () => {
  it.each(cases)('$name', { timeout: TIMEOUT }, ({ contract, operation }) => laws(contract, operation));
});

/** The places on the REST side where a hole stands, as paths into the rule. */
function withoutHole(rule: RandomTable['rule'], name: string): RandomTable['rule'] {
  const hole = new RegExp(`\\{${name.replaceAll('.', '\\.')}(?![0-9])[^}]*\\}`);
  const { line, headers, body } = rule.rest.request;
  const query =
    line
      .split('?')[1]
      ?.split('&')
      .filter((field) => !hole.test(field)) ?? [];
  const request = {
    line: `${line.split('?')[0].replace(hole, 'fixed')}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: Object.fromEntries(Object.entries(headers).filter(([, text]) => !hole.test(text))),
    body: body && pruned(body, hole),
  };
  return { ...rule, rest: { ...rule.rest, request } };
}

function pruned(tree: Tree, hole: RegExp): Tree {
  if (typeof tree === 'string') return tree;
  const entries = Object.entries(tree).filter(([, value]) => typeof value !== 'string' || !hole.test(value));
  return Object.fromEntries(entries.map(([key, value]) => [key, pruned(value, hole)]));
}

describe('law 1: a table with a name on one side only is refused', () => {
  it.each(cases)('$name', { timeout: TIMEOUT }, ({ contract, operation }) => {
    const codec = createCodec(contract.schemas, dialect());
    const law = fc.property(choices, fc.nat(), (bytes, pick) => {
      const table = randomTable(codec, operation, new Source(bytes));
      const names = [...JSON.stringify(table.rule.soap.request).matchAll(/\{(v\d+(?:\.v\d+)*)\}/g)].map(
        ([, name]) => name,
      );
      if (names.length === 0) return;
      const rule = withoutHole(table.rule, names[pick % names.length]);
      expect(problemsOf(contract, { ...table, rule })).toContain('MAPPING_NAMES');
    });
    fc.assert(law, { numRuns: RUNS, endOnFailure: true });
  });
});

describe('law 4: a value that is no text of the contract cannot stand in a text', () => {
  it.each(cases)('$name', { timeout: TIMEOUT }, ({ contract, operation }) => {
    const codec = createCodec(contract.schemas, dialect());
    const law = fc.property(choices, fc.nat(), (bytes, pick) => {
      const table = randomTable(codec, operation, new Source(bytes));
      const large = table.large.filter((name) => JSON.stringify(table.rule.soap.request).includes(`{${name}}`));
      if (large.length === 0) return;
      const name = large[pick % large.length];
      const rule = withoutHole(table.rule, name);
      rule.rest.request.headers['X-Large'] = `{${name}}`;
      const types = compileTypes(contract, table, name);
      expect(problemsOf(contract, { ...table, rule })).toEqual(types ? [] : expect.arrayContaining(['MAPPING_TYPE']));
    });
    fc.assert(law, { numRuns: RUNS, endOnFailure: true });
  });
});

/** Is the variable of a type that has texts (a nillable scalar, a substituted one, a list type)? */
function compileTypes(contract: Contract, table: RandomTable, name: string): boolean {
  const [rule] = compile(contract, table).rules;
  const type = rule.types?.[rule.variables.indexOf(name)];
  return type?.kind === 'value' && type.type.kind === 'simple' && !type.list;
}
