// Every rule of every table that comes with the program: no body says another value for a name of the path, the query or a header.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSoapBack } from '../../../src/binding/soap/back/back.ts';
import type { Shape } from '../../../src/codec/model/shape.ts';
import { SoapstoneError } from '../../../src/errors/errors.ts';
import { Fault } from '../../../src/fault/fault.ts';
import { scan } from '../../../src/json/tape.ts';
import { fromJs, type Json, json, textOf } from '../../../src/json/value.ts';
import { loadMapping } from '../../../src/mapping/load.ts';
import type { Mapping } from '../../../src/mapping/model/mapping.ts';
import type { Bindings } from '../../../src/rule/pattern.ts';
import type { Rule } from '../../../src/rule/rule.ts';

const root = join(import.meta.dirname, '..', '..', '..', 'mappings');
const folders = readdirSync(root, { withFileTypes: true }).filter((e) => e.isDirectory() && e.name !== 'schema');

/** A member that the rule says itself, beside a hole for all others. */
interface Listed {
  readonly rest: number;
  readonly slot: number;
  readonly key: string;
}

function listedIn(shape: Shape): Listed[] {
  if (shape.kind === 'ordered') return shape.items.flatMap(listedIn);
  if (shape.kind !== 'members') return [];
  const inner = shape.entries.flatMap((entry) => listedIn(entry.shape));
  const { rest } = shape;
  if (rest === undefined) return inner;
  const own = shape.entries.flatMap(({ member, shape: at }) =>
    at.kind === 'hole' ? [{ rest, slot: at.slot, key: member.key }] : [],
  );
  return [...own, ...inner];
}

/** Values that may stand in a path, and are texts, numbers or days. */
const SAMPLES = ['"1451"', '1451', '"2020-01-01"', 'true'].map((text) => json(Buffer.from(text)));

/** The variable whose value fills a slot; -1: none. */
function variableOf({ request: { soap }, variables }: Rule, slot: number): number {
  return variables.findIndex((_, i) =>
    SAMPLES.some((sample) => {
      const bindings: Bindings = new Array(variables.length);
      bindings[i] = sample;
      try {
        return soap.fill(bindings)[slot] !== undefined;
      } catch {
        return false;
      }
    }),
  );
}

/** The request as callers send it, and as the service would get it: `CODE path` where it is refused. */
class Caller {
  private readonly back;
  private readonly rule: Rule;

  constructor(mapping: Mapping, rule: Rule) {
    this.rule = rule;
    this.back = createSoapBack({ codec: mapping.codec, transport: undefined as never });
  }

  send(sample: Json, rest: number, body: unknown): string {
    const { rule } = this;
    const given: Bindings = rule.variables.map((name, i) =>
      inPath(rule, name) ? sample : i === rest ? fromJs(body) : undefined,
    );
    const parts = rule.request.rest.fill(given);
    const [path, query = ''] = parts.target.split('?');
    const headers = Object.fromEntries(Object.entries(parts.headers).map(([k, v]) => [k.toLowerCase(), v]));
    const segments = path.slice(1).split('/').map(decodeURIComponent);
    try {
      const found = rule.request.rest.match({
        method: parts.method,
        segments,
        query,
        headers,
        body: parts.body && scan(parts.body),
      });
      if (found === undefined) return 'another rule';
      return Buffer.from(this.back.request(rule, found).body).toString();
    } catch (e) {
      if (e instanceof Fault) return (e.init.errors ?? []).map(({ code, path: at }) => `${code} ${at}`).join();
      if (e instanceof SoapstoneError) return `${e.code} ${e.path}`;
      throw e;
    }
  }
}

const inPath = ({ request }: Rule, name: string) => request.rest.template.includes(`{${name}`);

/** The sample that the path of the rule can hold. */
function sampleFor(rule: Rule, others: number): Json {
  const found = SAMPLES.find((sample) => {
    try {
      const body = fromJs({});
      rule.request.rest.fill(
        rule.variables.map((name, i) => (inPath(rule, name) ? sample : i === others ? body : undefined)),
      );
      return true;
    } catch {
      return false;
    }
  });
  if (found === undefined) throw new Error(`no sample for the path of ${rule.id}`);
  return found;
}

/** What the rules of a table say themselves beside a body, by the names of the rules without their types. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  '20-shapes': ['PrintLabel: id'],
  '30-types': ['update: id'],
  '50-calls': ['DraftOrder: personId'],
  'business-records': [
    'put.async: externalId',
    'put: externalId',
    'update.async: id',
    'update.external.async: externalId',
    'update.external: externalId',
    'update: id',
    'upsert.async: externalId',
    'upsert: externalId',
  ],
};

const writes = ({ direction: only, request, flow }: Rule) =>
  only !== 'soap-to-rest' &&
  request.rest.hasBody &&
  request.rest.template.includes('{') &&
  (flow?.kind !== 'calls' || flow.parts.slice(0, -1).every(({ when }) => when !== undefined));

/** The service is asked first whether their value is right. */
const askedFirst = ({ flow, variables }: Rule): string[] =>
  flow?.kind === 'calls' ? flow.parts.flatMap(({ when }) => (when === undefined ? [] : variables[when])) : [];

describe.each(folders.map((e) => e.name))('%s', (name) => {
  it('says one value for one name, whatever the body of a request says', async () => {
    const mapping = await loadMapping(join(root, name));
    const refused = new Map<string, string[]>();
    for (const rule of mapping.rules.filter(writes)) {
      const caller = new Caller(mapping, rule);
      const listed = rule.request.soap.body.flatMap(({ shape }) => listedIn(shape));
      for (const { rest, slot, key } of listed) {
        const variable = variableOf(rule, slot);
        if ((variable >= 0 && !inPath(rule, rule.variables[variable])) || askedFirst(rule).includes(key)) continue;
        const others = rule.variables.findIndex((_, i) => rule.request.soap.slotOf(i) === rest);
        const sample = sampleFor(rule, others);
        const plain = caller.send(sample, others, {});
        const bindings: Bindings = new Array(rule.variables.length);
        if (variable >= 0) bindings[variable] = sample;
        const own = variable < 0 ? sample : (rule.request.soap.fill(bindings)[slot] as Json);
        const same = caller.send(sample, others, { [key]: JSON.parse(textOf(own)) });
        const other = caller.send(sample, others, { [key]: 'another' });
        // A name of $absent has no value that is right.
        if (variable >= 0) expect([rule.id, key, same]).toEqual([rule.id, key, plain]);
        else expect([rule.id, key, same]).toEqual([rule.id, key, expect.stringMatching(/^BAD_BODY /)]);
        expect([rule.id, key, other]).toEqual([rule.id, key, expect.stringMatching(/^BAD_BODY /)]);
        refused.set(rule.id, [...(refused.get(rule.id) ?? []), key]);
      }
    }
    const kinds = [...refused].map(([id, all]) => `${id.replace(/^[a-z]\w*\./i, '')}: ${all.toSorted().join(', ')}`);
    expect([...new Set(kinds)].toSorted()).toEqual(SAID[name] ?? []);
    // 65 types of records with custom records, of which 60 have external ids (update, put, upsert); each rule once more as a job.
    if (name === 'business-records') expect(refused.size).toBe(65 * 2 + 60 * 6);
  });
});
