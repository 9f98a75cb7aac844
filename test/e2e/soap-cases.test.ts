// Every golden case of the tutorials, asked by a SOAP client of either version in front of a REST service: the request that reaches the
// service and the envelope that comes back are those of the case, and libxml2 finds every envelope valid.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HIDDEN_TEXT } from '../../src/fault/texts.ts';
import { scan } from '../../src/json/tape.ts';
import { type Json, textOf } from '../../src/json/value.ts';
import { sameJson } from '../../src/json/walk.ts';
import { type Case, type CaseMessage, readCases } from '../../src/mapping/cases/cases.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { canonicalXml } from '../../src/xml/c14n.ts';
import { envelope, faultOf, types, type Version } from '../binding/soap/front/front-scene.ts';
import { type Oracle, openOracle } from '../oracle/xmllint.ts';
import type { RestAnswer, RestRequest } from './rest-peer.ts';
import { tutorial } from './scene.ts';
import { type SoapFace, startSoapFace } from './soap-face.ts';

const tutorials = ['10-first-row', '20-shapes', '70-faults'];

/** Cases of rules that no SOAP request reaches. */
const restOnly: Readonly<Record<string, readonly string[]>> = { '20-shapes': ['a view, item by item'] };

describe.each(tutorials)('%s', (name) => {
  const folder = tutorial(name);
  let face: SoapFace;
  let oracle: Oracle;
  const written: string[] = [];

  beforeAll(async () => {
    face = await startSoapFace(folder);
    oracle = openOracle(join(folder, 'contract'));
  });
  afterAll(async () => {
    await face?.stop();
    const bad = oracle?.validate(written).flatMap((v, i) => (v.valid ? [] : [{ xml: written[i], why: v.problems }]));
    oracle?.close();
    expect(written.length).toBeGreaterThan(0);
    expect(bad).toEqual([]);
  });

  const left = restOnly[name] ?? [];
  const cases = readCases(folder).filter((one) => one.direction !== 'rest-to-soap' && !left.includes(one.name));
  const both = cases.flatMap((one) => (['1.1', '1.2'] as const).map((version) => ({ one, version, title: one.name })));

  it('leaves out by name what runs from REST to SOAP alone, and nothing else', async () => {
    const { rules } = await loadMapping(folder);
    const oneWay = new Set(rules.filter((rule) => rule.direction === 'rest-to-soap').map((rule) => rule.id));
    const unreached = readCases(folder).filter(
      ({ direction: only, rule }) => only !== 'rest-to-soap' && oneWay.has(rule ?? ''),
    );
    expect(left).toEqual(unreached.map((one) => one.name));
  });

  it.each(both)('$title, SOAP $version', async ({ one, version }) => {
    face.rest.answer = () => answerOf(one);
    face.rest.asked.length = 0;
    const { status, type, text } = await ask(face.url, version, one.soap.request);
    expect(face.rest.asked).toHaveLength(1);
    compareRequest(face.rest.asked[0], one);
    expect(type).toBe(`${types[version]}; charset=utf-8`);
    written.push(text);
    if (one.soap.fault) return compareFault(one, version, status, text);
    const { headers, body } = one.soap.response!;
    expect(status, text).toBe(200);
    expect(same(text)).toBe(same(envelope(version, body.join(''), [...headers.values()].join(''))));
  });
});

async function ask(url: string, version: Version, { body, headers }: CaseMessage) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': `${types[version]}; charset=utf-8` },
    body: envelope(version, body.join(''), [...headers.values()].join('')),
  });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

function answerOf({ rest: { response } }: Case): RestAnswer {
  const { status, headers, body, problem } = response!;
  if (!problem) return { status, headers, body: body && textOf(body) };
  const given = Object.entries(problem).filter(([, value]) => value !== undefined);
  const members = given.map(
    ([key, value]) =>
      `${JSON.stringify(key)}:${typeof value === 'string' ? JSON.stringify(value) : textOf(value as Json)}`,
  );
  return { status, headers: { ...headers, 'content-type': 'application/problem+json' }, body: `{${members.join()}}` };
}

function compareRequest(asked: RestRequest, { rest: { request } }: Case): void {
  const { method, path, query, headers, body } = request;
  const [target, sent = ''] = asked.target.split('?');
  expect(`${asked.method} ${target}`).toBe(`${method} ${path}`);
  expect([...new URLSearchParams(sent)]).toEqual([...new URLSearchParams(query)]);
  for (const name in headers) expect(asked.headers[name]).toBe(headers[name]);
  if (body === undefined) expect(asked.body).toBe('');
  else expect(sameJson(scan(Buffer.from(asked.body)), body) ? textOf(body) : asked.body).toBe(textOf(body));
}

/** Codes cannot all come back: REST has one status for many of them. Declared detail does. */
function compareFault(one: Case, version: Version, status: number, text: string): void {
  const { problem, status: said } = one.rest.response!;
  const fault = faultOf(text);
  const sender = said < 500;
  expect(fault.code).toBe(version === '1.1' ? (sender ? 'Client' : 'Server') : sender ? 'Sender' : 'Receiver');
  expect(status).toBe(version === '1.2' && sender ? 400 : 500);
  if (problem?.detail !== undefined)
    expect(fault.reason).toBe(sender ? problem.detail : `${HIDDEN_TEXT} (UPSTREAM_FAULT)`);
  const wanted = one.soap.fault!.detail;
  if (wanted === undefined) expect(fault.detail ?? []).toEqual([]);
  else expect(same(detailIn(text))).toBe(same(`<detail>${wanted}</detail>`));
}

/** The detail element, with the prefixes of the root. */
function detailIn(text: string): string {
  const declarations = [...text.matchAll(/ xmlns:\w+="[^"]*"/g)].map(([d]) => d);
  const inner = /<(?:\w+:Detail|detail)>([\s\S]*)<\/(?:\w+:Detail|detail)>/.exec(text)?.[1];
  return `<detail${[...new Set(declarations)].join('')}>${inner}</detail>`;
}

function same(xml: string): string {
  return canonicalXml(Buffer.from(xml));
}
