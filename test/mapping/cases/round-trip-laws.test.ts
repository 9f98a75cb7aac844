// The laws of rules on random messages of their contracts: what one side fills, it matches; what it matches, it fills again the same.

import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteBuffer } from '../../../src/bytes/buffer.ts';
import { Mismatch } from '../../../src/codec/model/codec.ts';
import type { ElementDecl } from '../../../src/contract/model/model.ts';
import { SoapstoneError } from '../../../src/errors/errors.ts';
import { scan } from '../../../src/json/tape.ts';
import { type Json, textOf } from '../../../src/json/value.ts';
import { loadMapping } from '../../../src/mapping/load.ts';
import type { Mapping } from '../../../src/mapping/model/mapping.ts';
import { pickRule } from '../../../src/mapping/runtime/rule-lookup.ts';
import type { Bindings, RestRequestParts, RestResponseParts, SoapPattern } from '../../../src/rule/pattern.ts';
import type { Rule } from '../../../src/rule/rule.ts';
import { orders } from '../../laws/fit-orders.ts';
import { instances } from '../../laws/instances.ts';
import { plainForm } from '../../laws/same-json.ts';
import { sample } from '../../sample-size.ts';

const root = join(import.meta.dirname, '..', '..', '..', 'mappings');
const loaded = await Promise.all(
  ['10-first-row', '20-shapes', '30-types', '70-faults'].map((name) => loadMapping(join(root, name))),
);
const rows = loaded.flatMap((mapping) => mapping.rules.map((rule) => ({ id: rule.id, mapping, rule })));
const twoWay = rows.filter(({ rule }) => rule.direction === undefined);

/** A service that is mapped with names for keys sends none twice. */
function messages({ contract: { schemas, operations } }: Mapping, element: ElementDecl): fc.Arbitrary<string> {
  if (operations.some((o) => o.name === 'updateOrder')) return orders(schemas, element, 400);
  return instances(schemas, element, { size: 400 }).map(({ xml }) => xml);
}

/** XML of the one body element → variables; undefined: another message. Header parts stay unbound. */
function fromXml(mapping: Mapping, rule: Rule, pattern: SoapPattern, xml: string | Uint8Array): Bindings | undefined {
  const [{ element, shape }] = pattern.body;
  const decoder = mapping.codec.program(element, shape, pattern.slots).decoder();
  try {
    decoder.write(Buffer.from(xml));
    return pattern.match(decoder.end(), new Array(rule.variables.length));
  } catch (e) {
    if (e instanceof Mismatch) return undefined;
    throw e;
  }
}

function toXml(mapping: Mapping, pattern: SoapPattern, bindings: Bindings): Uint8Array {
  const [{ element, shape }] = pattern.body;
  const out = new ByteBuffer();
  mapping.codec.program(element, shape, pattern.slots).encode(pattern.fill(bindings), out);
  return out.slice();
}

/** Order of members and spelling of strings do not count. */
const shown = (bindings: readonly (Json | undefined)[]) => Array.from(bindings, (v) => v && plainForm(textOf(v)));
const said = <T extends { body: Uint8Array | undefined }>(parts: T) => ({
  ...parts,
  body: parts.body && plainForm(Buffer.from(parts.body).toString()),
});
const body = (bytes: Uint8Array | undefined) => bytes && scan(bytes);
const lowerCase = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Undefined where the other side cannot carry a value: a refusal, never a wrong message. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (e) {
    if (e instanceof SoapstoneError && ['BAD_PATH', 'BAD_HEADER', 'CODEC_MISSING'].includes(e.code)) return undefined;
    throw e;
  }
}

function asked(mapping: Mapping, parts: RestRequestParts) {
  const [path, query = ''] = parts.target.split('?');
  const look = mapping.lookup(parts.method, path);
  if (look.kind !== 'found') throw new Error(`nothing has the path ${path}`);
  const request = {
    method: parts.method,
    segments: look.segments,
    query,
    headers: lowerCase(parts.headers),
    body: body(parts.body),
  };
  return pickRule(look.rules, request);
}

const replyOf = (parts: RestResponseParts) => ({
  status: parts.status,
  headers: lowerCase(parts.headers),
  body: body(parts.body),
});

/** Header parts are not in the instances: their variables get a value. */
function complete(rule: Rule, bindings: Bindings): Bindings {
  return rule.request.soap.headers.length === 0
    ? bindings
    : Array.from(bindings, (v, i) => v ?? (rule.variables[i] === 'tenant' ? scan(Buffer.from('"t"')) : v));
}

describe('requests', () => {
  it.each(twoWay)('$id', ({ mapping, rule }) => {
    const { soap, rest } = rule.request;
    let seen = 0;
    const law = fc.property(messages(mapping, soap.body[0].element), (xml) => {
      const found = fromXml(mapping, rule, soap, xml);
      const parts = found && attempt(() => rest.fill(complete(rule, found)));
      if (parts === undefined) return;
      seen++;
      const picked = asked(mapping, parts);
      expect(picked?.rule.id).toBe(rule.id);
      const bindings = picked?.bindings as Bindings;
      expect(said(rest.fill(bindings))).toEqual(said(parts));
      const again = complete(rule, fromXml(mapping, rule, soap, toXml(mapping, soap, bindings)) as Bindings);
      expect(shown(again)).toEqual(shown(bindings));
    });
    fc.assert(law, { numRuns: sample(10, 40), endOnFailure: true });
    expect(seen).toBeGreaterThan(0);
  });
});

describe('replies', () => {
  it.each(twoWay)('$id', ({ mapping, rule }) => {
    const { soap, rest } = rule.response;
    let seen = 0;
    const law = fc.property(messages(mapping, soap.body[0].element), (xml) => {
      const found = fromXml(mapping, rule, soap, xml);
      const parts = found && attempt(() => rest.fill(found));
      if (parts === undefined) return;
      seen++;
      const bindings = rest.match(replyOf(parts), new Array(rule.variables.length)) as Bindings;
      expect(said(rest.fill(bindings))).toEqual(said(parts));
      const again = fromXml(mapping, rule, soap, toXml(mapping, soap, bindings)) as Bindings;
      expect(said(rest.fill(again))).toEqual(said(parts));
    });
    fc.assert(law, { numRuns: sample(10, 40), endOnFailure: true });
    expect(seen).toBeGreaterThan(0);
  });
});
