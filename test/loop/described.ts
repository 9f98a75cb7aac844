// Is what went over between the gateways what the OpenAPI document of the mapping says?

import type { Mapping } from '../../src/mapping/model/mapping.ts';
import { describeRest } from '../../src/openapi/export/document.ts';
import { validateExchange } from '../oracle/openapi.ts';
import type { Exchanged } from './middle.ts';

/** Exchanges that the document does not describe, with why; the first few of each kind of problem. */
export function undescribed(mapping: Mapping, traffic: readonly Exchanged[]): unknown[] {
  const document = describeRest([mapping]);
  const kinds = new Map<string, unknown>();
  for (const { request, response } of traffic) {
    const asked = { ...request, body: parsed(request.body) };
    const said = { ...response, body: parsed(response.body) };
    for (const problem of validateExchange(document, asked, said)) {
      const kind = problem.replace(/".*"|\d+/g, '…');
      if (!kinds.has(kind))
        kinds.set(kind, { problem, asked: [request.method, request.target, request.body], said: response });
    }
  }
  return [...kinds.values()];
}

function parsed(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text);
}
