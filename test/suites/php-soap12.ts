// Runs the SOAP 1.2 pairs of PHP's own test suite (ext/soap/tests/soap12 of php-src) against the SOAP front:
// `node test/suites/php-soap12.ts FOLDER`. The suite is not ours to hold; Debian's source package of php has it.
// Exit code 1 when a pair is answered wrongly.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalXml } from '../../src/xml/canonical.ts';
import { echo, echoMapping } from '../binding/soap/front/echo-service.ts';
import { FrontScene, faultOf, type Version } from '../binding/soap/front/front-scene.ts';

interface Pair {
  readonly name: string;
  readonly request: string;
  readonly expected: string;
}

/** Where the standard and PHP differ, or something has no place in a gateway. */
const DIFFERENT: Readonly<Record<string, string>> = {
  T25: 'a DOCTYPE is the sender’s mistake (Part 1 §5): Sender, where PHP says Receiver',
  T26: 'a processing instruction is refused (Part 1 §5), where PHP takes it',
  T38_2: 'a header block of the contract stands once: two are refused, where PHP calls its function twice',
  T63: 'a fault whose header is made by the application',
  T64: 'as T25',
  T65: 'as T25',
};
const EXPECTED_CODES: Readonly<Record<string, string>> = {
  T25: 'Sender',
  T26: 'Sender',
  T38_2: 'Sender',
  T64: 'Sender',
  T65: 'Sender',
};

function pairOf(folder: string, file: string): Pair {
  const text = readFileSync(join(folder, file), 'utf8');
  const [, request = ''] = /<<<EOF\n([\s\S]*?)\nEOF;/.exec(text) ?? [];
  const expected = text.slice(text.indexOf('--EXPECT--') + 11).replace(/\nok\s*$/, '');
  // PHP's server acts as C. We are the ultimate receiver, whatever its name.
  const ours = request.replaceAll(
    /"http:\/\/example\.org\/ts-tests\/C"/g,
    '"http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver"',
  );
  return { name: file.replace('.phpt', ''), request: ours, expected };
}

/** `pass`, why it is not supported, or what is wrong. */
async function run(scene: FrontScene, { name, request, expected }: Pair): Promise<string> {
  const version: Version =
    request.includes('"http://schemas.xmlsoap.org/soap/envelope/"') && !request.includes('soap-envelope')
      ? '1.1'
      : '1.2';
  const { status, text } = await scene.send(version, request);
  const wanted = EXPECTED_CODES[name] ?? /<env:Value>\w+:(\w+)<\/env:Value>/.exec(expected)?.[1];
  const encoded = /encodingStyle/.test(request) && !['Sender', 'DataEncodingUnknown'].includes(wanted ?? '');
  if (encoded) return faultOf(text).code === 'DataEncodingUnknown' ? 'unsupported: rpc/encoded' : `WRONG: ${text}`;
  if (name === 'T63') return `unsupported: ${DIFFERENT[name]}`;
  if (wanted === undefined)
    return status === 200 && same(text, expected) ? 'pass' : `WRONG: ${status} ${text}\n  wanted ${expected}`;
  const fault = faultOf(text);
  const codes = [fault.code, ...fault.subcodes.map((c) => c.slice(c.indexOf('}') + 1))];
  if (!codes.includes(wanted)) return `WRONG: ${codes.join(' ')}, wanted ${wanted}`;
  if (status !== (fault.code === 'Sender' ? 400 : 500)) return `WRONG: status ${status}`;
  return DIFFERENT[name] === undefined ? 'pass' : `pass, differing: ${DIFFERENT[name]}`;
}

/** As infosets, without the encoding that PHP names on replies. */
function same(a: string, b: string): boolean {
  const form = (text: string) => canonicalXml(Buffer.from(text.replaceAll(/ env:encodingStyle="[^"]*"/g, '')));
  return form(a) === form(b);
}

const [folder] = process.argv.slice(2);
const scene = await FrontScene.open(echoMapping(), echo);
const totals = new Map<string, number>();
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.phpt'))
  .sort()) {
  const pair = pairOf(folder, file);
  const outcome = await run(scene, pair).catch((error: unknown) => `WRONG: ${String(error)}`);
  const kind = outcome.split(/[:,]/, 1)[0];
  totals.set(kind, (totals.get(kind) ?? 0) + 1);
  if (outcome !== 'pass') console.log(`${pair.name} ${outcome}`);
}
await scene.close();
console.log([...totals].map(([kind, count]) => `${count} ${kind}`).join(', '));
process.exitCode = totals.has('WRONG') ? 1 : 0;
