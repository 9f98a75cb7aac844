// SOAP client → Soapstone (soap) → Soapstone (rest) → SOAP service: what the client gets and what the service is asked are what they are
// without anything in between, for random messages and faults of every rule that goes both ways.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation, SoapVersion } from '../../src/contract/contract.ts';
import { loadMapping } from '../../src/index.ts';
import { tutorial } from '../e2e/scene.ts';
import { travelling } from '../laws/contracts.ts';
import { type Chain, startChain } from './chain.ts';
import { envelope, media, Reader, type Said } from './envelope.ts';
import { expectedFault, limits } from './limits.ts';
import { anyElements, faults, messages, orderElements, type Parts } from './random.ts';

const RUNS = Number(process.env['LOOP_RUNS'] ?? 200);
const endOnFailure = process.env['SHRINK'] === undefined;
const TIMEOUT = 120_000;

const versions = fc.constantFrom<SoapVersion>('1.1', '1.2');

interface Talk {
  readonly asked: readonly Said[];
  readonly direct: Said;
  readonly through: Said;
}

describe.each(['10-first-row', '20-shapes', '25-types', '50-faults'])('%s', async (name) => {
  const folder = tutorial(name);
  const mapping = await loadMapping(folder);
  const { schemas } = mapping.contract;
  const elements = name === '25-types' ? orderElements(schemas) : anyElements(schemas);
  const reader = new Reader(schemas, travelling(mapping.contract));
  let chain: Chain;
  beforeAll(async () => {
    chain = await startChain(folder, 'soap');
  });
  afterAll(() => chain?.stop());

  async function ask(url: string, operation: Operation, version: SoapVersion, { body, header }: Parts): Promise<Said> {
    const action = version === '1.1' ? { soapaction: `"${operation.action}"` } : undefined;
    const headers = { 'content-type': media[version], ...action };
    return reader.read((await chain.caller.call('POST', url, headers, envelope(version, body, header))).text);
  }

  /** The same request to the service itself, in its version, and to the loop, in any. */
  async function talk(operation: Operation, version: SoapVersion, request: Parts, reply: string): Promise<Talk> {
    const { peer, direct, through } = chain;
    peer.asked.length = 0;
    const status = reply.includes(':Fault>') ? 500 : 200;
    peer.answer = () => ({ status, headers: { 'content-type': media[operation.version] }, body: reply });
    const first = await ask(direct, operation, operation.version, request);
    const second = await ask(through, operation, version, request);
    return { direct: first, through: second, asked: peer.asked.map(({ body }) => reader.read(body)) };
  }

  const both = mapping.rules.filter((rule) => rule.only === undefined && rule.flow === undefined);
  const kinds = both.flatMap((rule) => (['replies', 'faults'] as const).map((kind) => ({ rule, kind, id: rule.id })));

  it.each(kinds)('$id: $kind', { timeout: TIMEOUT }, async ({ rule, kind }) => {
    const { operation } = rule;
    const own = limits[`${name}/${rule.id}`] ?? {};
    const normal = messages(operation.output!, elements).map(({ body, header }) =>
      envelope(operation.version, body, header),
    );
    const replies = kind === 'replies' ? normal : faults(operation, elements);
    const law = fc.asyncProperty(versions, messages(operation.input, elements), replies, async (version, request, reply) => {
      const { asked, direct, through } = await talk(operation, version, request, reply);
      const refused = own.refused?.(asked[0]);
      if (refused !== undefined) {
        expect(asked).toHaveLength(1);
        expect(through.fault?.code).toBe(version === '1.1' ? 'Client' : 'Sender');
        return expect(through.fault?.reason).toContain(refused);
      }
      expect(asked[1] ?? through).toEqual(own.request?.(asked[0]) ?? asked[0]);
      const fault = direct.fault && (own.fault ?? ((same) => same))(expectedFault(direct.fault, operation, version));
      const wanted = own.reply?.(direct) ?? direct;
      expect(through).toEqual({ ...wanted, version, ...(fault && { fault }) });
    });
    await fc.assert(law, { numRuns: RUNS, endOnFailure });
  });
});
