// SOAP client → Soapstone (soap) → Soapstone (rest) → SOAP service, for random messages and faults of every rule that goes both ways.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SoapVersion } from '../../src/contract/model/contract.ts';
import { loadMapping } from '../../src/index.ts';
import { type Chain, startChain } from './chain.ts';
import { ofCallers } from './credentials.ts';
import { undescribed } from './described.ts';
import { envelope } from './envelope.ts';
import { inVersion } from './in-version.ts';
import { limits } from './limits.ts';
import { bothWays, elementsOf, endOnFailure, places, RUNS } from './places.ts';
import { faults, messages } from './random.ts';
import { SoapLaw } from './soap-law.ts';

const TIMEOUT = 120_000;

/** Both for every contract: the front speaks them all. */
const versions = fc.constantFrom<SoapVersion>('1.1', '1.2');

describe.each(places)('$name, SOAP $version', async ({ name, folder, version: served, auth }) => {
  const place = inVersion(folder, served);
  const mapping = await loadMapping(place.path);
  const elements = elementsOf(name, mapping);
  let chain: Chain;
  let law: SoapLaw;
  beforeAll(async () => {
    chain = await startChain(place.path, 'soap', auth);
    law = new SoapLaw(chain, mapping);
  });
  afterAll(async () => {
    await chain?.stop();
    place.remove();
  });

  const kinds = bothWays(mapping).flatMap((rule) => (['replies', 'faults'] as const).map((kind) => ({ rule, kind })));
  const answered = kinds.filter(({ rule, kind }) => kind === 'replies' || rule.operation.output !== undefined);
  const named = answered.map((one) => ({ ...one, id: one.rule.id }));

  it.each(named)('$id: $kind', { timeout: TIMEOUT }, async ({ rule, kind }) => {
    const { operation } = rule;
    const own = limits[`${name}/${rule.id}`] ?? {};
    const normal = operation.output
      ? messages(operation.output, elements).map(({ body, header }) => envelope(served, body, header))
      : fc.constant('');
    const replies = kind === 'replies' ? normal : faults(operation, elements);
    const random = messages(operation.input, elements);
    const requests = auth ? ofCallers(random) : random;
    const property = fc.asyncProperty(versions, requests, replies, (version, request, response) =>
      law.check({ operation, version, request, response }, own),
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure });
  });

  it('is REST as the OpenAPI document says', () => {
    expect(chain.traffic.length).toBeGreaterThan(RUNS);
    expect(undescribed(mapping, chain.traffic)).toEqual([]);
  });
});
