// The place of a record type in the table does not matter to its requests, and a large message is decoded once.

import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Dispatch } from '../../../../../src/binding/soap/front/dispatch.ts';
import { Programs } from '../../../../../src/binding/soap/front/programs.ts';
import type { RequestFault } from '../../../../../src/binding/soap/front/request-fault.ts';
import { openRequest, type ReaderSetting, readRequest } from '../../../../../src/binding/soap/front/request-reader.ts';
import type { MatchedRequest } from '../../../../../src/binding/soap/front/rule-choice.ts';
import type { Codec, Program } from '../../../../../src/codec/model/codec.ts';
import { textOf } from '../../../../../src/json/value.ts';
import { loadMapping } from '../../../../../src/mapping/load.ts';
import type { Mapping, MappingRule } from '../../../../../src/mapping/model/mapping.ts';
import { Question } from '../../../../../src/mapping/runtime/soap-lookup/question.ts';
import { defaultLimits } from '../../../../../src/xml/reader/limits.ts';
import { SOAP11_NS } from '../../../../../src/xml/reader/names.ts';
import { Coverage } from '../../../../fuzz/coverage.ts';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const urn = (area: string) => `urn:${area}_2019_1.platform.webservices.example.com`;

let mapping: Mapping;
let setting: ReaderSetting<MappingRule>;
/** Bytes that decoders were given. */
let decoded = 0;
/** Writes to decoders. */
let pieces = 0;

beforeAll(async () => {
  mapping = await loadMapping(join(import.meta.dirname, '../../../../../mappings/business-records'));
  const programs = new Programs<MappingRule>(counting(mapping.codec));
  setting = { dispatch: new Dispatch(mapping), programs, limits: defaultLimits };
});

function counting(codec: Codec): Codec {
  return { ...codec, program: (...of) => counted(codec.program(...of)) };
}

function counted(program: Program): Program {
  const decoder: Program['decoder'] = (options) => {
    const inner = program.decoder(options);
    const write = (chunk: Uint8Array) => {
      decoded += chunk.length;
      pieces++;
      inner.write(chunk);
    };
    return { write, bound: () => inner.bound(), end: () => inner.end() };
  };
  const { encode, problems, inlineReferences } = program;
  return {
    encode: encode.bind(program),
    problems: problems.bind(program),
    inlineReferences: inlineReferences.bind(program),
    decoder,
  };
}

function message(body: string): Buffer {
  const ns = `xmlns:e="${SOAP11_NS}" xmlns:i="${XSI}" xmlns:m="${urn('messages')}" xmlns:c="${urn('common')}" xmlns:k="${urn('core')}"`;
  return Buffer.from(`<e:Envelope ${ns}><e:Body>${body}</e:Body></e:Envelope>`);
}

/** A search for records with one of `n` ids. */
function search(type: string, n = 3): Buffer {
  const ids = '<k:searchValue internalId="12345"/>'.repeat(n);
  const criteria = `<c:internalId operator="anyOf">${ids}</c:internalId>`;
  return message(`<m:search><m:searchRecord i:type="c:${type}SearchBasic">${criteria}</m:searchRecord></m:search>`);
}

const add = (name: string) =>
  message(
    `<m:add xmlns:r="urn:accounting_2019_1.lists.webservices.example.com"><m:record i:type="r:Account"><r:acctName>${name}</r:acctName></m:record></m:add>`,
  );

const get = (type: string) => message(`<m:get><m:baseRef i:type="k:RecordRef" type="${type}" internalId="7"/></m:get>`);

function read(bytes: Buffer): string {
  return readRequest(setting, { version: '1.1', charset: 'utf-8', action: '' }, bytes, () => {}).rule.id;
}

describe('a message of many megabytes', () => {
  it('is decoded once, whatever the number of rules of its element', () => {
    const bytes = add('x'.repeat(9_900_000));
    decoded = 0;
    expect(read(bytes)).toBe('account.add');
    expect(decoded).toBe(bytes.length);
  });

  it('is for the operation itself where no filter can say its criteria, without work on each of them', () => {
    const bytes = search('CampaignResponse', 280_000);
    expect(bytes.length).toBeGreaterThan(9_800_000);
    decoded = 0;
    expect(read(bytes)).toMatch(/^search(-lacking)?$/);
    expect(decoded).toBeLessThanOrEqual(2 * bytes.length);
  });

  it.each([
    ['a message', () => add('x'.repeat(3_000_000))],
    ['criteria that no filter can say', () => search('CampaignResponse', 60_000)],
    [
      'a value that the contract does not allow',
      () => message(`<m:get><m:baseRef i:type="k:RecordRef" type="${'x'.repeat(600_000)}"/></m:get>`),
    ],
    ['a message that ends early', () => add('x'.repeat(600_000)).subarray(0, 500_000 + 90_000)],
    ['an element that nobody knows', () => message(`<m:nothing>${'x'.repeat(600_000)}</m:nothing>`)],
  ])('is read in slices like at once: %s', async (_, make) => {
    const media = { version: '1.1', charset: 'utf-8', action: '' } as const;
    const outcome = async (act: () => MatchedRequest<MappingRule> | Promise<MatchedRequest<MappingRule>>) => {
      try {
        const { rule, bindings } = await act();
        return { rule: rule.id, bindings: bindings.map((value) => value && textOf(value)) };
      } catch (error) {
        return { error: error as RequestFault };
      }
    };
    pieces = 0;
    const inSlices = await outcome(async () => {
      const reader = openRequest(setting, media, make(), () => {});
      await reader.prepare({ destroyed: false });
      return reader.read();
    });
    const inPieces = pieces;
    const atOnce = await outcome(() => readRequest(setting, media, make(), () => {}));
    expect(inSlices).toEqual(atOnce);
    if (!('error' in atOnce)) expect(inPieces).toBeGreaterThan(5 * (pieces - inPieces));
  });

  it('is read no further when its client has left', async () => {
    const media = { version: '1.1', charset: 'utf-8', action: '' } as const;
    const reader = openRequest(setting, media, add('x'.repeat(3_000_000)), () => {});
    pieces = 0;
    await reader.prepare({ destroyed: true });
    expect(pieces).toBeLessThanOrEqual(1);
    expect(() => reader.read()).toThrow('the client closed the connection');
  });

  it('is decoded once for rules that only their converters tell apart', () => {
    const bytes = search('Transaction', 3000);
    decoded = 0;
    read(bytes);
    // The rules of six record types read it alike; the operation itself takes it.
    expect(decoded).toBeLessThanOrEqual(2 * bytes.length);
  });

  it('is not decoded for each rule where no rule takes it', () => {
    const bytes = message(
      `<m:delete><m:baseRef i:type="k:RecordRef" type="account"/><m:deletionReason><k:deletionReasonMemo>${'x'.repeat(2_000_000)}</k:deletionReasonMemo></m:deletionReason></m:delete>`,
    );
    const rules = new Map(
      mapping.rules
        .filter(({ id }) => !/^delete(-lacking|-without-id|-without-type)?$/.test(id))
        .map((rule) => [rule.id, rule]),
    );
    decoded = 0;
    const without = { ...mapping, lookupSoap: (e: string) => mapping.lookupSoap(e).filter(({ id }) => rules.has(id)) };
    const last = { ...setting, dispatch: new Dispatch<MappingRule>(without) };
    expect(() => readRequest(last, { version: '1.1', charset: 'utf-8', action: '' }, bytes, () => {})).toThrow();
    expect(decoded).toBeLessThanOrEqual(2 * bytes.length);
  });
});

describe('elements that nobody knows', () => {
  const decides = vi.spyOn(Question.prototype, 'decides');
  afterAll(() => decides.mockRestore());

  it('are not a question each', () => {
    const asked = (n: number) => {
      decides.mockClear();
      expect(() => read(message(`<m:add>${'<a/>'.repeat(n)}</m:add>`))).toThrow();
      return decides.mock.calls.length;
    };
    asked(1);
    expect(asked(3000)).toBe(asked(3));
  });
});

describe('the last record type of the table', () => {
  let coverage: Coverage;
  beforeAll(() => {
    // V8 does not count what it has optimized.
    for (const flag of ['--no-opt', '--no-maglev']) setFlagsFromString(flag);
    coverage = new Coverage();
  });
  afterAll(() => coverage.close());

  function blocks(bytes: Buffer): number {
    read(bytes);
    coverage.count();
    for (let i = 0; i < 20; i++) read(bytes);
    return coverage.count();
  }

  it.each([
    ['search', search('Account'), 'account.list.2', search('CampaignResponse'), 'campaignResponse.list.2'],
    ['get', get('account'), 'account.get', get('campaignResponse'), 'campaignResponse.get'],
  ])('costs what the first one costs: %s', (_, first, firstRule, last, lastRule) => {
    expect([read(first), read(last)]).toEqual([firstRule, lastRule]);
    expect(blocks(last)).toBeLessThan(1.2 * blocks(first));
  });
});
