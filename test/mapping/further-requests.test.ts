// Which rule takes a SOAP request: a rule may have several requests, and takes none that its REST side has no words for.
import { describe, expect, it } from 'vitest';
import { Dispatch } from '../../src/binding/soap/front/dispatch.ts';
import { Programs } from '../../src/binding/soap/front/programs.ts';
import { readRequest } from '../../src/binding/soap/front/request-reader.ts';
import type { Mapping, MappingRule } from '../../src/mapping/model/mapping.ts';
import type { FunctionPair } from '../../src/pattern/converters/pair.ts';
import { defaultLimits } from '../../src/xml/reader/limits.ts';
import { SOAP11_NS } from '../../src/xml/reader/names.ts';
import { ask, mappingOf, parcels, slotsOf, valuesOf } from './tables.ts';

const NAMESPACE = parcels.operations.find(({ name }) => name === 'FindParcels')!.input.body[0].name.ns;

/** The rule that takes the children of FindParcels, and the REST request that it makes. */
function taken(mapping: Mapping, children: string): readonly [id: string, target: string] {
  const setting = {
    dispatch: new Dispatch<MappingRule>(mapping),
    programs: new Programs<MappingRule>(mapping.codec),
    limits: defaultLimits,
  };
  const text = `<e:Envelope xmlns:e="${SOAP11_NS}"><e:Body><FindParcels xmlns="${NAMESPACE}">${children}</FindParcels></e:Body></e:Envelope>`;
  const head = { version: '1.1', charset: 'utf-8', action: '' } as const;
  const { rule, bindings } = readRequest(setting, head, Buffer.from(text), () => {});
  return [rule.id, rule.request.rest.fill(bindings).target];
}

const service = (...names: string[]) => names.map((name) => `<service>${name}</service>`).join('');

describe('a rule with several SOAP requests', () => {
  const mapping = mappingOf(
    parcels,
    `rules:
  - id: find
    rest: { request: "GET /parcels?service={services}", response: { body: "{found}" } }
    soap:
      request:
        - { FindParcels: { service: "{services}", limit: 10 } }
        - { FindParcels: { service: "{services}", limit: 20 } }
      response: { FindParcelsResponse: "{found}" }`,
  );

  it('takes each of them from SOAP clients', () => {
    for (const [limit, id] of [
      [10, 'find'],
      [20, 'find.2'],
    ] as const)
      expect(taken(mapping, `${service('express')}<limit>${limit}</limit>`)).toEqual([id, '/parcels?service=express']);
    expect(() => taken(mapping, `${service('express')}<limit>30</limit>`)).toThrow();
  });

  it('writes the first of them', () => {
    const found = ask(mapping, 'GET /parcels?service=express')!;
    expect(found.rule.id).toBe('find');
    expect(slotsOf(found)).toEqual(['["express"]']);
    const [, { body }] = mapping.rules.map(({ request }) => request.soap);
    expect(found.rule.request.soap.body).not.toEqual(body);
  });

  it('has the same variables in all of them', () => {
    const [first, second] = mapping.rules;
    expect(second.variables).toEqual(first.variables);
    expect(second.direction).toBe('soap-to-rest');
    expect(first.direction).toBeUndefined();
  });
});

describe('a function of a REST request', () => {
  const words: FunctionPair = {
    in: (text) => String(text).split(' or '),
    out: (all) => {
      const list = all as string[];
      if (list.length > 2) throw new RangeError('no more than two');
      return list.includes('economy') ? undefined : list.join(' or ');
    },
  };
  const said = `rules:
  - id: said
    rest: { request: "GET /said?q={services|words}", response: { body: "{found}" } }
    soap: { request: { FindParcels: { service: "{services}", limit: 10 } }, response: { FindParcelsResponse: "{found}" } }`;
  const whole = `
  - id: whole
    only: soap-to-rest
    rest: { request: "GET /whole?service={services}&limit={limit?}", response: { body: "{found}" } }
    soap: { request: { FindParcels: { service: "{services}", limit: "{limit?}" } }, response: { FindParcelsResponse: "{found}" } }`;
  const options = { functions: new Map([['words', words]]) };
  const mapping = mappingOf(parcels, said + whole, options);
  const limit = '<limit>10</limit>';

  it('decides which SOAP requests the rule takes: others are for the rules after it', () => {
    expect(taken(mapping, service('express') + limit)).toEqual(['said', '/said?q=express']);
    const wholeOf = (...names: string[]) => `/whole?${names.map((name) => `service=${name}`).join('&')}&limit=10`;
    expect(taken(mapping, service('economy') + limit)).toEqual(['whole', wholeOf('economy')]);
    const three = ['express', 'express', 'express'];
    expect(taken(mapping, service(...three) + limit)).toEqual(['whole', wholeOf(...three)]);
  });

  it('says why, where there is no other rule', () => {
    const alone = mappingOf(parcels, said, options);
    const three = service('express', 'express', 'express') + limit;
    expect(() => taken(alone, three)).toThrow('no more than two');
    expect(() => taken(alone, service('economy') + limit)).toThrow('no form on the other side');
  });

  it('runs the other way as before', () => {
    const found = ask(mapping, 'GET /said?q=express%20or%20economy')!;
    expect(valuesOf(found.rule, found.bindings)).toEqual({ services: '["express","economy"]' });
  });
});
