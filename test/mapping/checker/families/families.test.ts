import { describe, expect, it } from 'vitest';
import type { Mapping } from '../../../../src/mapping/model/mapping.ts';
import { DeferredRule } from '../../../../src/mapping/runtime/deferred-rule.ts';
import { sample } from '../../../sample-size.ts';
import { cells, contractOf, outcome, rules, tableOf, variations } from './records.ts';

/** What finds a rule, and what it says when it is compiled. */
function facts(mapping: Mapping) {
  const rules = mapping.rules.map((rule) => {
    const { rest } = rule.request;
    const head = [rule.id, rule.direction, rule.operation.name, rest.method, rest.template, rule.response.rest.status];
    const look = mapping.lookup(rest.method, rest.template.replace(/\{[^}]*\}/g, '1'));
    const paths = look.kind === 'found' ? look.rules.map(({ id }) => id) : [look.kind];
    return { head, paths, variables: rule.variables, lines: rule.response.rest.lines(), headers: rest.headers };
  });
  return { rules, uncovered: mapping.uncovered, undecided: mapping.undecided };
}

const isMapping = (result: ReturnType<typeof outcome>): result is Mapping => !Array.isArray(result);
const compiled = (mapping: Mapping) => mapping.rules.filter((rule) => rule instanceof DeferredRule && rule.isCompiled);

/** Whole runs try each type with each cell and each rule; others a third of that, in which each two of them meet. */
const STEP = sample(3, 1);

describe('a copy that is not checked by itself has the problems that it would have', () => {
  for (const [t, [variation, type]] of Object.entries(variations).entries())
    it(`its type: ${variation}`, async () => {
      const contract = await contractOf(type);
      for (const [c, [what, cell]] of Object.entries(cells).entries())
        for (const [r, [name, rule]] of Object.entries(rules).entries()) {
          if ((t + c + r) % STEP !== 0) continue;
          const text = tableOf([rule], cell);
          const [each, like] = [true, false].map((eachCopy) => outcome(contract, text, { eachCopy }));
          const at = `${variation}, ${what}, ${name}`;
          if (isMapping(each) && isMapping(like)) expect(facts(like), at).toEqual(facts(each));
          else expect(like, at).toEqual(each);
        }
    });
});

describe('copies for pairs of rows of two tables', () => {
  const forms = '[ { form: by-id, path: "{id}" }, { form: by-name, path: "named/{id}" } ]';
  const rule = `only: rest-to-soap, ${rules['the whole record'].replace('/{id}', '/<path>')}`;

  it('have the problems that each of them has by itself', async () => {
    for (const [t, type] of Object.values(variations).entries()) {
      const contract = await contractOf(type);
      for (const [c, cell] of Object.values(cells).entries()) {
        if ((t + c) % STEP !== 0) continue;
        const [each, like] = [true, false].map((eachCopy) =>
          outcome(contract, tableOf([rule], cell, forms), { eachCopy }),
        );
        if (isMapping(each) && isMapping(like)) expect(facts(like)).toEqual(facts(each));
        else expect(like).toEqual(each);
      }
    }
  });

  it('are compiled on first use', async () => {
    const contract = await contractOf(variations['plain']);
    const mapping = outcome(contract, tableOf([rule], '', forms), {}) as Mapping;
    expect(mapping.rules.map(({ id }) => id)).toEqual(
      ['by-id', 'by-name'].flatMap((form) => ['a', 'c', 'b'].map((rest) => `${rest}.${form}.0`)),
    );
    expect(compiled(mapping)).toEqual([]);
    const found = mapping.lookup('GET', '/c/named/7');
    if (found.kind !== 'found') throw new Error('there is no such path');
    expect(found.rules[0].variables).toEqual(['id', 'record']);
    expect(compiled(mapping).map(({ id }) => id)).toEqual(['c.by-name.0']);
  });
});

describe('rules of a checked table', () => {
  it('are not compiled before they are used', async () => {
    const mapping = outcome(await contractOf(variations['plain']), tableOf([rules['the whole record']]), {}) as Mapping;
    expect([mapping.rules.length, compiled(mapping).length]).toEqual([3, 0]);
    const found = mapping.lookup('GET', '/c/7');
    if (found.kind !== 'found') throw new Error('there is no such path');
    expect(found.rules[0].variables).toEqual(['id', 'record']);
    expect(compiled(mapping).map(({ id }) => id)).toEqual(['c.0']);
  });

  it('are compiled once', async () => {
    const mapping = outcome(await contractOf(variations['plain']), tableOf([rules['calls']]), {}) as Mapping;
    const [rule] = mapping.rules;
    expect(rule.flow).toBe(rule.flow);
    expect(rule.request.soap.body).toBe(rule.request.soap.body);
  });
});
