// The pieces of which tools are made.
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../src/codec/schema/json-schema.ts';
import { SoapstoneError } from '../../src/errors/errors.ts';
import { defaultJsonLimits } from '../../src/json/limits.ts';
import { membersOf, ToolArguments } from '../../src/mcp/arguments.ts';
import { boundedSchema } from '../../src/mcp/bounded-schema.ts';
import { parseMessage } from '../../src/mcp/exact-json.ts';
import { isAllowedOrigin } from '../../src/mcp/origin.ts';
import { toolNames } from '../../src/mcp/tool-names.ts';
import type { ParameterObject } from '../../src/openapi/export/document-types.ts';

const codeOf = (run: () => unknown): string | undefined => {
  try {
    run();
  } catch (error) {
    return error instanceof SoapstoneError ? `${error.code}: ${error.message}` : String(error);
  }
  return undefined;
};

describe('names of tools', () => {
  it('have the characters and the length that every client takes', () => {
    const names = toolNames(['bin.get.external', 'Größe {x}', 'a'.repeat(100), '…']);
    expect(names).toEqual(['bin_get_external', 'Gr_e_x_', 'a'.repeat(64), '_']);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  });

  it('are unique, also where they are cut', () => {
    const names = toolNames(['a.b', 'a_b', 'a-b', 'a b', `${'x'.repeat(64)}1`, `${'x'.repeat(64)}2`]);
    expect(names).toEqual(['a_b', 'a_b_2', 'a-b', 'a_b_3', 'x'.repeat(64), `${'x'.repeat(62)}_2`]);
  });
});

describe('arguments', () => {
  const parameter = (more: Partial<ParameterObject> & Pick<ParameterObject, 'name' | 'in'>): ParameterObject => ({
    schema: { type: 'string' },
    ...more,
  });

  it('go where their parameters stand', () => {
    const args = new ToolArguments(
      [
        parameter({ name: 'id', in: 'path', required: true }),
        parameter({ name: 'q', in: 'query' }),
        parameter({ name: 'tag', in: 'query', style: 'form', explode: true, schema: { type: 'array' } }),
        parameter({ name: 'fields', in: 'query', style: 'form', explode: false, schema: { type: 'array' } }),
        parameter({ name: 'X-Tenant', in: 'header' }),
      ],
      true,
    );
    const values = { id: 'a b', q: 'x&y', tag: ['1', '2'], fields: ['a,b', 'c'], 'X-Tenant': 7, body: { n: 1 } };
    expect(args.request('/v1/things/{id}', values)).toEqual({
      target: '/v1/things/a%20b?q=x%26y&tag=1&tag=2&fields=a%2Cb,c',
      headers: { 'x-tenant': '7' },
      body: Buffer.from('{"n":1}'),
    });
  });

  it('that nobody gave are absent, also where every object has a member of their name', () => {
    const names = ['constructor', 'toString', 'hasOwnProperty', 'body'];
    const args = new ToolArguments(
      names.map((name) => parameter({ name, in: 'query' })),
      true,
    );
    expect(args.request('/v1/things', {})).toEqual({ target: '/v1/things', headers: {}, body: undefined });
    const inherited = Object.create({ body: { n: 1 } });
    expect(args.request('/v1/things', inherited).body).toBeUndefined();
  });

  it('have names of their own where two parameters, or the body, share one', () => {
    const args = new ToolArguments(
      [
        parameter({ name: 'id', in: 'path', required: true }),
        parameter({ name: 'id', in: 'query' }),
        parameter({ name: 'body', in: 'query' }),
      ],
      true,
    );
    expect([args.body, ...args.variables.map(({ name }) => name)]).toEqual(['body', 'id', 'id_2', 'body_2']);
    expect(args.request('/{id}', { id: '1', id_2: '2', body_2: '3' }).target).toBe('/1?id=2&body=3');
  });

  it('are not asked for where the request has one text only', () => {
    const args = new ToolArguments(
      [
        parameter({ name: 'kind', in: 'query', required: true, schema: { type: 'string', enum: ['open'] } }),
        parameter({
          name: 'Prefer',
          in: 'header',
          required: true,
          schema: { type: 'string', examples: ['respond-async'] },
        }),
      ],
      false,
    );
    expect(args.variables).toEqual([]);
    expect(args.request('/a', {})).toEqual({
      target: '/a?kind=open',
      headers: { prefer: 'respond-async' },
      body: undefined,
    });
  });

  it('that belong into the body are named there', () => {
    const components = { Body: { type: 'object', properties: { book: {} } } } as const;
    const members = membersOf({ $ref: '#/components/schemas/Body' }, components);
    const args = new ToolArguments([parameter({ name: 'bookId', in: 'path', required: true })], true, () => members);
    expect(codeOf(() => args.request('/{bookId}', { bookId: 1, book: {} }))).toBe(
      'TOOL_ARGUMENT: the tool has no argument "book"; it is a member of the body: write body: { book: … }',
    );
    expect(codeOf(() => args.request('/{bookId}', { bookIt: 1 }))).toContain('did you mean "bookId"?');
    expect(membersOf(true, components)).toEqual([]);
  });

  it('are refused where the tool has none of that name, and where the path lacks one', () => {
    const args = new ToolArguments([parameter({ name: 'account', in: 'path', required: true })], false);
    expect(codeOf(() => args.request('/{account}', { acount: 1 }))).toBe(
      'TOOL_ARGUMENT: the tool has no argument "acount"; did you mean "account"?',
    );
    expect(codeOf(() => args.request('/{account}', {}))).toBe('TOOL_ARGUMENT: the argument "account" is missing');
    expect(codeOf(() => args.request('/{account}', { constructor: 1 }))).toContain('"constructor"');
  });
});

describe('a schema that stands alone', () => {
  const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
  const components: Record<string, JsonSchema> = {
    A: { type: 'object', properties: { b: ref('B'), $ref: { type: 'string' } } },
    B: { type: 'object', properties: { a: ref('A'), large: ref('Large') } },
    Large: { type: 'object', properties: { text: { type: 'string', description: 'x'.repeat(500) } } },
  };

  it('has the components that it refers to, also those that refer to each other', () => {
    const schema = boundedSchema({ type: 'object', properties: { a: ref('A') } }, components, 10_000);
    expect(Object.keys(schema.$defs ?? {})).toEqual(['A', 'B', 'Large']);
    expect(JSON.stringify(schema)).not.toContain('components');
    expect(schema.properties).toEqual({ a: { $ref: '#/$defs/A' } });
    // A member whose name is that of a keyword stays a member.
    expect(schema.$defs).toMatchObject({ A: { properties: { $ref: { type: 'string' } } } });
  });

  it('takes any value where a component does not fit', () => {
    const schema = boundedSchema({ type: 'object', properties: { a: ref('A') } }, components, 400);
    expect(Object.keys(schema.$defs ?? {})).toEqual(['A', 'B']);
    expect(schema.$defs).toMatchObject({
      B: { properties: { large: { description: expect.stringContaining('Large') } } },
    });
  });

  it('leaves out patterns that say little, and bounds that JavaScript rounds', () => {
    const int64 = { type: 'integer' as const, minimum: -(2 ** 63), maximum: 2 ** 63 };
    const controls: JsonSchema = { type: 'string', pattern: '^[^\\x00-\\x08]*$' };
    const code: JsonSchema = { type: 'string', pattern: '^[A-Z]{3}$' };
    const schema = boundedSchema({ type: 'object', properties: { int64, controls, code, pattern: code } }, {}, 1000);
    expect(schema.properties).toEqual({
      int64: { type: 'integer' },
      controls: { type: 'string' },
      code,
      pattern: code,
    });
  });
});

describe('messages of clients', () => {
  it('bounds messages', () => {
    const limits = { ...defaultJsonLimits, depth: 5 };
    expect(codeOf(() => parseMessage(Buffer.from('[[[[[[1]]]]]]'), limits))).toMatch(/^JSON_LIMIT/);
    expect(codeOf(() => parseMessage(Buffer.from('{"a":1,"a":2}'), limits))).toMatch(/^JSON_DUPLICATE_KEY/);
    expect(codeOf(() => parseMessage(Buffer.from('{"a":'), limits))).toMatch(/^JSON_SYNTAX/);
    expect(parseMessage(Buffer.from(' {"a":[1]} '), limits)).toEqual({ a: [1] });
  });

  it('bounds batches before it makes values of them', () => {
    const batch = (count: number) => Buffer.from(`[${Array(count).fill('{"jsonrpc":"2.0"}').join()}]`);
    expect(parseMessage(batch(50), defaultJsonLimits)).toHaveLength(50);
    expect(codeOf(() => parseMessage(batch(51), defaultJsonLimits))).toMatch(/^JSON_LIMIT: a batch has more than 50/);
  });

  it('keeps every digit of numbers, in bodies and in other arguments', () => {
    const { body, big, price } = parseMessage(
      Buffer.from('{"body":{"id":9007199254740993},"big":12345678901234567890,"price":0.10000000000000000001}'),
      defaultJsonLimits,
    ) as Record<string, unknown>;
    expect(JSON.stringify([body, big, price])).toBe(
      '[{"id":9007199254740993},12345678901234567890,0.10000000000000000001]',
    );
  });

  it('keeps the characters of numbers in arguments, and has plain numbers elsewhere', () => {
    const call =
      '{"id":1.0,"params":{"_meta":{"progressToken":2.0},"arguments":{"price":5.10,"body":[1e2,-0,"5.10",0.5]}}}';
    const [message] = parseMessage(Buffer.from(`[${call}]`), defaultJsonLimits) as Record<string, unknown>[];
    expect(message).toMatchObject({ id: 1, params: { _meta: { progressToken: 2 } } });
    expect(JSON.stringify(message.params)).toContain('{"price":5.10,"body":[1e2,-0,"5.10",0.5]}');
  });
});

describe('origins', () => {
  it.each([
    [undefined, [], true],
    ['http://localhost:3000', [], false],
    ['null', ['localhost'], false],
    ['https://app.example.com', ['app.example.com'], true],
    ['https://app.example.com:8443', ['app.example.com:8443'], true],
    ['https://app.example.com.evil.example', ['app.example.com'], false],
    ['https://evil.example', ['*'], true],
  ])('%s with %j: %s', (origin, hosts, allowed) => {
    expect(isAllowedOrigin(origin, hosts)).toBe(allowed);
  });
});
