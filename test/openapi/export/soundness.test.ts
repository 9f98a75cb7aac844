// What the gateway takes, its description does not refuse: requests near the golden ones, through the patterns and the encoder.

import fc from 'fast-check';
import '../../seed.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SoapstoneError } from '../../../src/errors/errors.ts';
import { fromJs } from '../../../src/json/value.ts';
import { readCases } from '../../../src/mapping/cases/cases.ts';
import { SoapMessages } from '../../../src/mapping/cases/soap-messages.ts';
import { loadMapping } from '../../../src/mapping/load.ts';
import type { Mapping } from '../../../src/mapping/model/mapping.ts';
import { pickRule } from '../../../src/mapping/runtime/rule-lookup.ts';
import { describeRest } from '../../../src/openapi/export/document.ts';
import { type SentRequest, validateRequest } from '../../oracle/openapi.ts';
import { requestOf } from './case-messages.ts';
import { mutantsOf } from './mutants.ts';

const root = join(import.meta.dirname, '..', '..', '..', 'mappings');
const tutorials = readdirSync(root).filter((name) => /^\d/.test(name));

/** Does a rule take it, and can the SOAP request be written? */
function takes(mapping: Mapping, { method, target, headers, body }: SentRequest): boolean {
  const [path, query = ''] = target.split('?');
  const found = mapping.lookup(method, path);
  if (found.kind !== 'found') return false;
  const sent = body === undefined ? undefined : fromJs(body);
  try {
    const picked = pickRule(found.rules, {
      method,
      segments: found.segments,
      query,
      headers: headers as never,
      body: sent,
    });
    if (picked === undefined || picked.rule.flow !== undefined) return false;
    new SoapMessages(mapping).encode(picked.rule.request.soap, picked.bindings);
    return true;
  } catch (e) {
    if (e instanceof SoapstoneError) return false;
    throw e;
  }
}

describe.each(tutorials)('%s', (name) => {
  it('describes all that it takes, and less than is sent', async () => {
    const mapping = await loadMapping(join(root, name));
    const document = describeRest([mapping]);
    const requests = readCases(join(root, name))
      .filter((one) => one.direction !== 'soap-to-rest' && one.calls === undefined)
      .map(requestOf);
    const seen = { taken: 0, refused: 0 };
    if (requests.length === 0) return;
    const request = fc.constantFrom(...requests).chain(mutantsOf);
    fc.assert(
      fc.property(request, (one) => {
        const problems = validateRequest(document, one);
        if (!takes(mapping, one)) {
          if (problems.length > 0) seen.refused++;
          return;
        }
        seen.taken++;
        expect(problems).toEqual([]);
      }),
      { numRuns: 1000 },
    );
    expect(Math.min(seen.taken, seen.refused), JSON.stringify(seen)).toBeGreaterThan(100);
  });
});
