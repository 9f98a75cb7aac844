// Samples have what a pattern demands and leave out what it forbids, so that rules take the first one.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadMapping } from '../../src/mapping/load.ts';
import { compiledOf } from '../../src/mapping/runtime/deferred-rule.ts';
import { sampleExchange, sampleMessage } from '../../src/samples/sample-exchange.ts';

const root = join(import.meta.dirname, '../../mappings');

it('a list of null members is in no sample: it takes their names alone', async () => {
  const mapping = await loadMapping(join(root, '30-types'));
  const samples = mapping.rules.flatMap((rule) => sampleMessage(mapping, rule.request.soap, 'full', undefined) ?? []);
  const text = samples.flat().join('\n');
  expect(text).toContain('<dueDate>');
  expect(text).not.toContain('nullFieldList');
});

it('the least sample has the id that a pattern demands, and none that it forbids', async () => {
  const mapping = await loadMapping(join(root, 'business-records'));
  const [update, upsert] = ['account.update', 'account.upsert'].map((id) => {
    const rule = compiledOf(mapping.rules.find((one) => one.id === id)!);
    expect(sampleExchange(mapping, rule)?.request.target).toContain('/account/');
    return sampleMessage(mapping, rule.request.soap, 'least', undefined)?.flat().join('\n');
  });
  expect(update).toMatch(/<record [^>]*internalId="/);
  expect(upsert).toMatch(/<record [^>]*externalId="/);
  expect(upsert).not.toContain('internalId');
});
