// A reload leaves room for callers. Each look at the clock finds that the slice is over, so turns of the event loop count steps, whatever the machine's speed.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startBank } from '../../../examples/bank/bank.ts';
import { openLog } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { bankMapping, contract, TABLE } from '../bank-mapping.ts';
import { call } from '../http-client.ts';
import { temp } from '../temp.ts';

/** A clock that each look moves by more than a slice (event-loop/time-slices.ts). */
function clockOfLooks() {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 10;
    return now;
  });
  onTestFinished(() => clock.mockRestore());
}

/** A table whose rules are each a step at least. */
const MANY =
  TABLE +
  Array.from(
    { length: 400 },
    (_, i) => `  - { "GET /a${i}/{accountId}": GetAccount, id: r${i}, only: rest-to-soap }\n`,
  ).join('');

/** The bank with a contract that has, on one line, an enumeration of 650 KB. */
function oneLine(): string {
  const values = Array.from({ length: 20_000 }, (_, i) => `<xs:enumeration value="v${i}"/>`).join('');
  const type = `<xs:simpleType name="Long"><xs:restriction base="xs:string">${values}</xs:restriction></xs:simpleType>`;
  const prefixed = /<(\w+):schema\b/.exec(contract)?.[1] as string;
  const long = contract.replace(new RegExp(`</${prefixed}:schema>`), `${type.replaceAll('xs:', `${prefixed}:`)}$&`);
  return bankMapping(TABLE, { 'accounts.wsdl': long.replaceAll('\n', ' ') });
}

const many = (n: number, make: (i: number) => string) => Array.from({ length: n }, (_, i) => make(i)).join('');

/** The bank, on one line, with 2,000 faults of one operation and 2,000 headers that name parts of one message. */
function manyReferences(): string {
  const n = 2_000;
  const headers = `<message name="H">${many(n, (i) => `<part name="h${i}" element="bank:GetAccount"/>`)}</message>`;
  const long = contract
    .replace('<portType ', `${headers}$&`)
    .replace('</operation>', `${many(n, (i) => `<fault name="F${i}" message="bank:AccountNotFoundFault"/>`)}$&`)
    .replace(
      '<soap:body use="literal"/></input>',
      `${many(n, (i) => `<soap:header message="bank:H" part="h${i}" use="literal"/>`)}$&`,
    );
  return bankMapping(TABLE, { 'accounts.wsdl': long.replaceAll('\n', ' ') });
}

/** The bank, on one line, with 2,000 unknown types whose names are near those of 2,000 known ones. */
function unknownTypes(): string {
  const n = 2_000;
  const known = many(
    n,
    (i) => `<xsd:simpleType name="Type${i}Name"><xsd:restriction base="xsd:string"/></xsd:simpleType>`,
  );
  const unknown = many(n, (i) => `<xsd:element name="e${i}" type="bank:Typo${i}Name"/>`);
  const wrong = contract.replace('</xsd:schema>', `${known}${unknown}$&`);
  return bankMapping(TABLE, { 'accounts.wsdl': wrong.replaceAll('\n', ' ') });
}

async function open(bridges: readonly { readonly name: string; readonly mapping: string }[]) {
  const bank = await startBank(0);
  onTestFinished(() => bank.close());
  const all = bridges.map(({ name, mapping }) => `{ name: ${name}, mapping: "${mapping}", upstream: "${bank.url}" }`);
  const cwd = temp({ 'soapstone.yaml': `bridges: [${all.join(', ')}]` });
  const flags = { host: '127.0.0.1', port: '0', adminPort: 'off', overloadDelay: '0', logFormat: 'off', watch: '0' };
  const load = () => loadSettings({ flags, environment: {}, cwd });
  const settings = await load();
  const server = await startServer(settings, openLog(settings), { settings: load });
  onTestFinished(async () => void (await server.drain(0)));
  return server;
}

/** Reloads, and counts the turns of the event loop and the requests that are answered meanwhile. */
async function measure(server: Awaited<ReturnType<typeof open>>) {
  let [turns, answered, running] = [0, 0, true];
  const turn = () => {
    turns++;
    if (running) setImmediate(turn);
  };
  const ask = async () => {
    while (running) {
      await call(server.port, '/v1/nowhere');
      if (running) answered++;
    }
  };
  clockOfLooks();
  const reloaded = server.reload();
  setImmediate(turn);
  const asking = ask();
  const outcome = await reloaded;
  running = false;
  await asking;
  return { outcome, turns, answered };
}

test.each([
  ['a table of many rules', () => [{ name: 'large', mapping: bankMapping(MANY) }], 400],
  ['a contract of 650 KB on one line', () => [{ name: 'large', mapping: oneLine() }], 200],
  // Each fault and each header is a step.
  ['many faults and headers of one operation', () => [{ name: 'large', mapping: manyReferences() }], 4_000],
] as const)('with %s', async (_name, bridges, least) => {
  const server = await open(bridges());
  const { outcome, turns, answered } = await measure(server);
  expect(outcome).toEqual({ ok: true, notes: [] });
  // As one piece it was one turn, and nobody was answered.
  expect(turns).toBeGreaterThanOrEqual(least);
  expect(answered).toBeGreaterThan(0);
});

test('with a contract of thousands of problems', async () => {
  const mapping = bankMapping();
  const server = await open([{ name: 'large', mapping }]);
  copyFileSync(join(unknownTypes(), 'accounts.wsdl'), join(mapping, 'accounts.wsdl'));
  const { outcome, turns, answered } = await measure(server);
  // The first 1,000, and one that says that there are more.
  expect(outcome).toMatchObject({ ok: false, problems: { length: 1_001 } });
  // Each type is a step where it is linked, and each problem where it is joined with those of the table.
  expect(turns).toBeGreaterThanOrEqual(5_000);
  expect(answered).toBeGreaterThan(0);
});
