// The SOAP 1.2 pairs of PHP's own test suite (ext/soap/tests/soap12 of its sources, from the W3C's SOAP 1.2 test collection) against the SOAP
// front. The suite is not ours to hold: scripts/setup-tests.ts brings it, or says what to do.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phpSoap12 } from '../../scripts/setup/cache.ts';
import { canonicalXml } from '../../src/xml/c14n.ts';
import { echo, echoMapping } from '../binding/soap/front/echo-service.ts';
import { FrontScene, faultOf, type Version } from '../binding/soap/front/front-scene.ts';

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

/** rpc/encoded, which is refused by name (Part 1 §5.4.6). */
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

  it.each(only(encoded))('$name: rpc/encoded', async (pair) => {
    expect(pair.request).toContain('encodingStyle="http://www.w3.org/2003/05/soap-encoding"');
    await refused(pair, 'DataEncodingUnknown');
  });
});
