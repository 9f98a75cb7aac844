// SOAP client → Soapstone (soap) → Soapstone (rest) → SOAP service: what the client gets and what the service is asked are what they are
// without anything in between, for random messages and faults of every rule that goes both ways.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation, SoapVersion } from '../../src/contract/contract.ts';
import { loadMapping } from '../../src/index.ts';
import { travelling } from '../laws/contracts.ts';
import { type Chain, startChain } from './chain.ts';
import { envelope, media, Reader, type Said } from './envelope.ts';
import { inVersion } from './in-version.ts';
import { expectedFault, limits } from './limits.ts';
import { bothWays, elementsOf, endOnFailure, places, RUNS } from './places.ts';
import { faults, messages, type Parts } from './random.ts';

const TIMEOUT = 120_000;

/** SOAP 1.2 Part 2 §7.5.2.2: 400 for Sender. */
function statusOf(reply: string): number {
  if (!/<e:Fault[ >]/.test(reply)) return 200;
  return reply.includes('e:Sender<') ? 400 : 500;
}

const versions = fc.constantFrom<SoapVersion>('1.1', '1.2');

interface Talk {
  readonly asked: readonly Said[];
  readonly direct: Said;
  readonly through: Said;
}

describe.each(places)('$name, SOAP $version', async ({ name, folder, version: served }) => {
  const place = inVersion(folder, served);
  const mapping = await loadMapping(place.path);
  const { schemas } = mapping.contract;
  const elements = elementsOf(name, mapping);
  const reader = new Reader(schemas, travelling(mapping.contract));
  let chain: Chain;
  beforeAll(async () => {
    chain = await startChain(place.path, 'soap');
  });
  afterAll(async () => {
    await chain?.stop();
    place.remove();
  });

  async function ask(url: string, operation: Operation, version: SoapVersion, { body, header }: Parts): Promise<Said> {
    const action = version === '1.1' ? { soapaction: `"${operation.action}"` } : undefined;
    const headers = { 'content-type': media[version], ...action };
    const { status, text } = await chain.caller.call('POST', url, headers, envelope(version, body, header));
    return text === '' ? { version, status, header: [] } : { ...reader.read(text), status };
  }

  /** The same request to the service itself, in its version, and to the loop, in any. */
  async function talk(operation: Operation, version: SoapVersion, request: Parts, reply: string): Promise<Talk> {
    const { peer, direct, through } = chain;
    peer.asked.length = 0;
    const status = reply === '' ? 202 : statusOf(reply);
    peer.answer = () => ({ status, headers: { 'content-type': media[served] }, body: reply });
    const first = await ask(direct, operation, served, request);
    const second = await ask(through, operation, version, request);
    return { direct: first, through: second, asked: peer.asked.map(({ body }) => reader.read(body)) };
  }

  const kinds = bothWays(mapping).flatMap((rule) => (['replies', 'faults'] as const).map((kind) => ({ rule, kind, id: rule.id })));
  const answered = kinds.filter(({ rule, kind }) => kind === 'replies' || rule.operation.output !== undefined);

  it.each(answered)('$id: $kind', { timeout: TIMEOUT }, async ({ rule, kind }) => {
    const { operation } = rule;
    const own = limits[`${name}/${rule.id}`] ?? {};
    const normal = operation.output
      ? messages(operation.output, elements).map(({ body, header }) => envelope(served, body, header))
      : fc.constant('');
    const replies = kind === 'replies' ? normal : faults(operation, elements);
    const law = fc.asyncProperty(versions, messages(operation.input, elements), replies, async (version, request, reply) => {
      const { asked, direct, through } = await talk(operation, version, request, reply);
      const refused = own.refused?.(asked[0]);
      if (refused !== undefined) {
        expect(asked).toHaveLength(1);
        expect(through.fault?.code).toBe(version === '1.1' ? 'Client' : 'Sender');
        expect(through.fault?.reason).toContain(refused);
        return;
      }
      expect(asked[1] ?? through).toEqual(own.request?.(asked[0]) ?? asked[0]);
      const fault = direct.fault && (own.fault ?? ((same) => same))(expectedFault(direct.fault, operation, version));
      const wanted = own.reply?.(direct) ?? direct;
      const status = fault?.code === 'Sender' ? 400 : fault ? 500 : wanted.status;
      expect(through).toEqual({ ...wanted, version, status, ...(fault && { fault }) });
    });
    await fc.assert(law, { numRuns: RUNS, endOnFailure });
  });
});
