// Addresses in a response (`{$base}/…`): values are parts of them, and never lead elsewhere.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { fromJs } from '../../../src/json/value.ts';
import { compileMapping } from '../../../src/mapping/compile.ts';
import type { Bindings } from '../../../src/rule/pattern.ts';

const contract = await loadContract(join(import.meta.dirname, '..', '..', 'security', 'notes', 'notes.wsdl'));
const { rules } = compileMapping(
  `soapstone: 2
rest: { base: /v1 }
rules:
  - id: get
    rest:
      request: "GET /notes/{id}"
      response:
        headers: { Location: "{$base}/notes/{title}", Link: "<{$base}/notes>; rel=up" }
        body: { href: "{$base}/notes/{title}/x?q={title}", up: "{$base}", text: "at /notes/{title}" }
    soap: { request: { GetNote: { id: "{id}" } }, response: { GetNoteResponse: { note: { title: "{title}" } } } }
`,
  'mapping.yaml',
  contract,
);

function fill(title: string, mount?: string) {
  const [rule] = rules;
  const bindings: Bindings = [];
  bindings[rule.variables.indexOf('title')] = fromJs(title);
  const { headers, body } = rule.response.rest.fill(bindings, mount);
  return { headers, body: JSON.parse(Buffer.from(body!).toString()) };
}

describe('addresses of a response', () => {
  it('have their values percent-encoded; other texts have them as they are', () => {
    expect(fill('a b?c').body).toEqual({
      href: '/v1/notes/a%20b%3Fc/x?q=a%20b%3Fc',
      up: '/v1',
      text: 'at /notes/a b?c',
    });
  });

  it.each(['..', '.', '', 'a/b', '\\'])('are none with %j as a segment', (title) => {
    expect(() => fill(title)).toThrow(/^\{title\}: /);
  });

  it('stand below the place where the gateway is mounted', () => {
    const { headers, body } = fill('a', '/api');
    expect({ ...headers }).toEqual({ Location: '/api/v1/notes/a', Link: '</api/v1/notes>; rel=up' });
    expect(body).toEqual({ href: '/api/v1/notes/a/x?q=a', up: '/api/v1', text: 'at /notes/a' });
    expect(fill('a').body.up).toBe('/v1');
  });
});
