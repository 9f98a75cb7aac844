// The lookup of rules by what tells them apart takes the same rule as trying one after the other, with the same variables and the same refusal.
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { Dispatch } from '../../../../../src/binding/soap/front/dispatch.ts';
import { readHead } from '../../../../../src/binding/soap/front/envelope-head.ts';
import { setApart } from '../../../../../src/binding/soap/front/must-understand.ts';
import { Programs } from '../../../../../src/binding/soap/front/programs.ts';
import { readRequest } from '../../../../../src/binding/soap/front/request-reader.ts';
import { requestMessage } from '../../../../../src/binding/soap/message.ts';
import { withSteps } from '../../../../../src/codec/datatypes/regex/steps.ts';
import { Mismatch } from '../../../../../src/codec/model/codec.ts';
import { loadContract } from '../../../../../src/contract/load.ts';
import type { Contract } from '../../../../../src/contract/model/contract.ts';
import { Problems, SoapstoneError } from '../../../../../src/errors/errors.ts';
import { textOf } from '../../../../../src/json/value.ts';
import { compileMapping } from '../../../../../src/mapping/compile.ts';
import type { Mapping, MappingRule } from '../../../../../src/mapping/model/mapping.ts';
import type { Bindings } from '../../../../../src/rule/pattern.ts';
import { defaultLimits } from '../../../../../src/xml/reader/limits.ts';
import '../../../../seed.ts';
import { sample } from '../../../../sample-size.ts';
import { messages, type RandomMessage, tables } from './random-requests.ts';

const HEAD = `
soapstone: 2
namespaces: { k: "urn:kinds" }
only: soap-to-rest
tables: { words: { red: r, blue: b } }
rules:
`;

let contract: Contract;
beforeAll(async () => {
  contract = await loadContract(join(import.meta.dirname, 'kinds.wsdl'));
});

/** Without the rules that the checker refuses, most of them because an earlier one says the same. */
function mappingOf(rules: readonly string[]): Mapping | undefined {
  try {
    return compileMapping(HEAD + rules.join('\n'), 'mapping.yaml', contract);
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    const wrong = new Set(error.problems.map(({ place }) => (place?.line ?? 0) - HEAD.split('\n').length));
    const left = rules.filter((_, i) => !wrong.has(i));
    return left.length === rules.length || left.length < 2 ? undefined : mappingOf(left);
  }
}

interface Outcome {
  readonly rule?: string;
  readonly values?: readonly (string | undefined)[];
  readonly refused?: string;
  readonly last?: string;
}

function setting(mapping: Mapping) {
  return { dispatch: new Dispatch(mapping), programs: new Programs(mapping.codec), limits: defaultLimits };
}

const shown = (bindings: Bindings) => Array.from(bindings, (value) => value && textOf(value));

/** The front as it is. */
function read(mapping: Mapping, { version, text }: RandomMessage): Outcome {
  let last: string | undefined;
  try {
    const media = { version, charset: 'utf-8', action: '' };
    const { rule, bindings } = readRequest(setting(mapping), media, Buffer.from(text), ({ id }) => (last = id));
    return { rule: rule.id, values: shown(bindings) };
  } catch (error) {
    return { refused: (error as Error).message, last };
  }
}

/** The oracle: decodes the message for each rule in turn, and has no other way to tell rules apart. */
function tryEach(mapping: Mapping, { version, text }: RandomMessage): Outcome {
  const options = { limits: defaultLimits, transcoded: true, noInstructions: true } as const;
  const { rules } = mapping;
  return withSteps(text.length, () => {
    let refused: Mismatch | SoapstoneError | undefined;
    for (const rule of mapping.lookupSoap('{urn:kinds}Ask')) {
      const bytes = Buffer.from(text);
      try {
        const head = readHead(bytes, version, options);
        setApart(head, new Set(rule.request.soap.headers.map(() => '{urn:kinds}Preferences')), bytes);
        const bindings = decoded(mapping, rule, version, bytes);
        if (bindings) return { rule: rule.id, values: shown(bindings) };
        refused ??= new Mismatch('Envelope/Body', 'a value differs');
      } catch (error) {
        if (!(error instanceof Mismatch) && !(error instanceof SoapstoneError)) throw error;
        if (refused === undefined || (refused instanceof Mismatch && error instanceof SoapstoneError)) refused = error;
      }
    }
    return { refused: refused!.message, last: rules.at(-1)!.id };
  });
}

function decoded({ codec }: Mapping, rule: MappingRule, version: '1.1' | '1.2', bytes: Uint8Array) {
  const options = { limits: defaultLimits, transcoded: true, noInstructions: true };
  const decoder = requestMessage(codec, rule.request.soap, version).program.decoder(options);
  decoder.write(bytes);
  return rule.request.soap.match(decoder.end(), new Array(rule.variables.length));
}

describe('lookup of SOAP requests', () => {
  it('takes the rule that trying each in turn takes', () => {
    const counts = { tables: 0, taken: 0, refused: 0, later: 0, ruledOut: 0 };
    fc.assert(
      fc.property(tables, fc.array(messages, { minLength: 5, maxLength: 15 }), (rules, requests) => {
        const mapping = mappingOf(rules);
        fc.pre(mapping !== undefined);
        counts.tables++;
        const all = mapping.lookupSoap('{urn:kinds}Ask');
        for (const request of requests) {
          const expected = tryEach(mapping, request);
          const actual = read(mapping, request);
          if (expected.rule) {
            counts.taken++;
            if (expected.rule !== all[0].id) counts.later++;
            expect(actual).toEqual(expected);
          } else {
            counts.refused++;
            expect(actual.rule).toBeUndefined();
            expect(actual.refused).toContain(expected.refused);
            expect(actual.last).toBe(all.at(-1)!.id);
          }
          const possible = mapping.possibleSoap!('{urn:kinds}Ask', all, { bytes: Buffer.from(request.text) });
          counts.ruledOut += all.length - possible.length;
        }
      }),
      { numRuns: sample(60, 3000) },
    );
    // The test would say nothing if hardly a message had a rule, or hardly a rule was ruled out.
    expect(counts.taken).toBeGreaterThan(counts.tables);
    expect(counts.later).toBeGreaterThan(counts.tables / 2);
    expect(counts.ruledOut).toBeGreaterThan(counts.tables * 5);
  });
});
