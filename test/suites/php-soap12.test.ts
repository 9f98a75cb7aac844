// The SOAP 1.2 pairs of PHP's own test suite (ext/soap/tests/soap12 of its sources, from the W3C's SOAP 1.2 test collection) against the SOAP
// front. The suite is not ours to hold: scripts/setup-tests.ts brings it, or says what to do.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phpSoap12 } from '../../scripts/setup/cache.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { Contract } from '../../src/contract/model/contract.ts';
import { parseExactly } from '../../src/json/exact-numbers.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { canonicalXml } from '../../src/xml/c14n.ts';
import { readTree } from '../../src/xml/read-tree.ts';
import { elements, type XmlElement } from '../../src/xml/tree.ts';
import { echo, echoMapping } from '../binding/soap/front/echo-service.ts';
import { type Answer, FrontScene, faultOf, type Version } from '../binding/soap/front/front-scene.ts';

interface Pair {
  readonly name: string;
  readonly request: string;
  readonly expected: string;
}

/** Where the standard and PHP differ: the code that stands in place of PHP's answer, and why. */
const different: Readonly<Record<string, readonly [code: string, why: string]>> = {
  T25: ['Sender', 'a DOCTYPE is the sender’s mistake (Part 1 §5), where PHP says Receiver'],
  T26: ['Sender', 'a processing instruction is refused (Part 1 §5), where PHP takes it'],
  T38_2: ['Sender', 'a header block of the contract stands once, where PHP calls its function twice'],
  T64: ['Sender', 'as T25'],
  T65: ['Sender', 'as T25'],
};

/** rpc/encoded, by the WSDL of the suite. */
const encoded: readonly string[] = [
  ...['T27', 'T41', 'T42', 'T43', 'T44', 'T45', 'T46', 'T47', 'T48', 'T49', 'T50', 'T51', 'T52', 'T53', 'T54'],
  ...['T55', 'T56', 'T57', 'T58', 'T59', 'T60', 'T61', 'T73', 'T76_1', 'T76_2', 'T77_1', 'T77_2', 'T77_3'],
];

/** A fault whose header block is made by the application: rows of a table make none. The fault itself is PHP's. */
const withoutHeader: readonly string[] = ['T63'];

const pairs = readdirSync(phpSoap12)
  .filter((name) => name.endsWith('.phpt'))
  .toSorted()
  .map((file) => pairOf(file));

function pairOf(file: string): Pair {
  const text = readFileSync(join(phpSoap12, file), 'utf8');
  const [, request = ''] = /<<<EOF\n([\s\S]*?)\nEOF;/.exec(text) ?? [];
  const expected = text.slice(text.indexOf('--EXPECT--') + 11).replace(/\nok\s*$/, '');
  // PHP's server acts as C. We are the ultimate receiver, whatever its name.
  const ours = request.replaceAll(
    /"http:\/\/example\.org\/ts-tests\/C"/g,
    '"http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver"',
  );
  return { name: file.replace('.phpt', ''), request: ours, expected };
}

/** As infosets, without the encoding that PHP names on responses. */
function form(text: string): string {
  return canonicalXml(Buffer.from(text.replaceAll(/ env:encodingStyle="[^"]*"/g, '')));
}

describe('SOAP 1.2 pairs of PHP', () => {
  let scene: FrontScene;
  beforeAll(async () => {
    scene = await FrontScene.open(echoMapping(), echo);
  });
  afterAll(() => scene?.close());

  async function send({ request }: Pair) {
    const old = '"http://schemas.xmlsoap.org/soap/envelope/"';
    const version: Version = request.includes(old) && !request.includes('soap-envelope') ? '1.1' : '1.2';
    return scene.send(version, request);
  }

  async function refused(pair: Pair, wanted: string | undefined): Promise<void> {
    const { status, text } = await send(pair);
    const { code, subcodes } = faultOf(text);
    expect([code, ...subcodes.map((name) => name.slice(name.indexOf('}') + 1))]).toContain(wanted);
    expect(status).toBe(code === 'Sender' ? 400 : 500);
  }

  const named = new Set([...Object.keys(different), ...encoded, ...withoutHeader]);
  const codeIn = ({ expected }: Pair) => /<env:Value>\w+:(\w+)<\/env:Value>/.exec(expected)?.[1];
  const ordinary = pairs.filter(({ name }) => !named.has(name));
  const only = (names: readonly string[]) => pairs.filter(({ name }) => names.includes(name));

  it('are all there, and so are those that differ', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(73);
    expect(pairs.filter(({ request, expected }) => request === '' || expected === '')).toEqual([]);
    expect([...named].filter((name) => !pairs.some((pair) => pair.name === name))).toEqual([]);
  });

  it.each(ordinary.filter((pair) => codeIn(pair) === undefined))('$name: the same response', async (pair) => {
    const { status, text } = await send(pair);
    expect({ status, text: form(text) }).toEqual({ status: 200, text: form(pair.expected) });
  });

  it.each(ordinary.filter((pair) => codeIn(pair) !== undefined))('$name: the same fault', (pair) =>
    refused(pair, codeIn(pair)),
  );

  it.each(only(withoutHeader))('$name: the same fault, without its header block', (pair) =>
    refused(pair, codeIn(pair)),
  );

  it.each(only(Object.keys(different)))('$name: a difference', (pair) => refused(pair, different[pair.name][0]));

  it('refuse encoded content for literal operations', () => refused(only(encoded)[0], 'DataEncodingUnknown'));
});

/** What PHP faults as the receiver's fault is the sender's: values that no type of the contract has, references to nothing. */
const faulty: readonly string[] = ['T27', 'T56', 'T58', 'T59', 'T61'];

describe('encoded SOAP 1.2 pairs of PHP', () => {
  let scene: FrontScene;
  let contract: Contract;
  beforeAll(async () => {
    contract = await loadContract(join(phpSoap12, 'soap12-test.wsdl'));
    scene = await FrontScene.open(compileMapping(table(contract), 'mapping.yaml', contract), answer);
  });
  afterAll(() => scene?.close());

  const only = (ok: boolean) => pairs.filter(({ name }) => encoded.includes(name) && faulty.includes(name) !== ok);

  it.each(only(true))('$name: the same response', async ({ request, expected }) => {
    const { status, text } = await scene.send('1.2', request);
    expect(status, text).toBe(200);
    expect(valuesOf(text)).toEqual(valuesOf(expected));
  });

  it.each(only(false))('$name: a fault', async ({ request }) => {
    const { status, text } = await scene.send('1.2', request);
    expect({ status, code: faultOf(text).code }).toEqual({ status: 400, code: 'Sender' });
  });

  /** Names, types, sizes and values of the response, without rpc:result. PHP names array types, we name enc:Array. */
  function valuesOf(text: string): unknown {
    const body = elements(readTree(Buffer.from(text), 'response.xml')).at(-1)!;
    const accessor = (e: XmlElement): unknown => ({
      name: e.name.local,
      attributes: Object.fromEntries(e.attributes.flatMap((a) => shown(a.name.local, a.value))),
      value: elements(e).length > 0 ? elements(e).filter(isValue).map(accessor) : e.children.join('').trim(),
    });
    return elements(body).map(accessor);
  }

  const isValue = ({ name }: XmlElement) => name.ns !== 'http://www.w3.org/2003/05/soap-rpc';
  const shown = (name: string, value: string): [string, string][] =>
    /Array/.test(value) ? [] : [[name, value.replace(/^\w+:/, '')]];
});

function table({ operations }: Contract): string {
  const rules = operations
    .filter(({ input }) => input.body[0]?.encoding !== undefined)
    .map(
      ({ name }) => `  - id: ${name}
    rest: { request: { line: POST /${name}, body: "{in}" }, response: { status: 200, body: "{out}" } }
    soap: { request: { t:${name}: "{in}" }, response: { t:${name}Response: "{out}" } }`,
    );
  return `soapstone: 2\nnamespaces: { t: "http://example.org/ts-tests" }\nrules:\n${rules.join('\n')}\n`;
}

type Value = { readonly [name: string]: Value } & { readonly length: number };

/** What the functions of the suite say. */
const answer: Answer = ({ rule, values }) => {
  // Every digit of a decimal.
  const request = parseExactly(values.in) as Record<string, Value>;
  const [value] = Object.values(request);
  switch (rule) {
    case 'echoStructAsSimpleTypes':
      return { out: { outputString: value.varString, outputInteger: value.varInt, outputFloat: value.varFloat } };
    case 'echoSimpleTypesAsStruct': {
      const { inputString: varString, inputInt: varInt, inputFloat: varFloat } = request;
      return { out: { return: { varString, varInt, varFloat } } };
    }
    case 'countItems':
      return { out: { return: value.length } };
    case 'isNil':
      return { out: { return: (value ?? null) === null } };
    default:
      return { out: { return: value } };
  }
};
