// `{at*}`: the last placeholder of a path takes all segments that are left.
import { describe, expect, it } from 'vitest';
import { ToolArguments } from '../../../src/mcp/arguments.ts';
import { describeRest } from '../../../src/openapi/export/document.ts';
import { parseLine } from '../../../src/pattern/line.ts';
import { ask, mappingOf, parcels } from '../tables.ts';

const plain = { in: (text: string) => (text.startsWith('!') ? undefined : text), out: (text: string) => text };
const mapping = mappingOf(
  parcels,
  `
rest: { base: /v1 }
only: rest-to-soap
rules:
  - { "GET /parcels/{id*|plain}": GetParcel, id: tail }
  - { "GET /parcels/{id}/events": TrackParcel, id: events }
  - { "POST /parcels/{id}/!print": PrintLabel, id: print }
`,
  { functions: new Map([['plain', plain]]) },
);

describe('a tail of a path', () => {
  it.each([
    ['GET /v1/parcels/7', 'tail', '"7"'],
    ['GET /v1/parcels/7/a%20b/c', 'tail', '"7/a b/c"'],
    ['GET /v1/parcels/7/events', 'events', '7'],
  ])('takes what no other path has: %s', (line, rule, id) => {
    const found = ask(mapping, line);
    expect([found?.rule.id, found?.values['id']]).toEqual([rule, id]);
  });

  it('is no path where its converter refuses it', () => {
    expect(mapping.lookup('GET', '/v1/parcels/!x').kind).toBe('none');
    expect(mapping.lookup('GET', '/v1/parcels').kind).toBe('none');
    expect(mapping.lookup('DELETE', '/v1/parcels/7/!print')).toMatchObject({
      allow: ['GET', 'HEAD', 'OPTIONS', 'POST'],
    });
    expect(mapping.lookup('DELETE', '/v1/parcels/7/x')).toMatchObject({ allow: ['GET', 'HEAD', 'OPTIONS'] });
  });

  it('is written with its slashes', () => {
    const { rule, bindings } = ask(mapping, 'GET /v1/parcels/7/a%20b/c')!;
    expect(rule.request.rest.fill(bindings).target).toBe('/v1/parcels/7/a%20b/c');
  });

  it.each(['GET /a/{at*}/b', 'GET /a/x{at*}', 'GET /a?b={at*}'])('is all of the last segment: %s', (line) => {
    expect(() => parseLine(line)).toThrow('"at*" is not a name');
  });

  it('is one parameter in descriptions, and its slashes stay those of the path', () => {
    const { components } = describeRest([mapping]);
    const [parameter] = Object.values(components!.parameters!);
    expect(parameter).toMatchObject({ name: 'id', in: 'path', 'x-segments': true });
    const filled = new ToolArguments([parameter], false).request('/v1/parcels/{id}', { id: '7/a b/c' });
    expect(filled.target).toBe('/v1/parcels/7/a%20b/c');
  });
});
