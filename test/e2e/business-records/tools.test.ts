// The business records as tools: hundreds of rules, called with a client of the official SDK, which checks each result against its schema.
import type { CallToolResult } from '@modelcontextprotocol/client';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpClient, problemOf, stdioClient, textOf, toolNamed } from '../../mcp/client.ts';
import { until } from '../../server/until.ts';
import { authOf, House, mapping, token } from './house.ts';

const house = new House();
beforeAll(() => house.start({}, token(0), ['--present', 'mcp']), 300_000);
afterAll(() => house.stop());

function locationOf({ structuredContent }: CallToolResult): string {
  const { headers } = structuredContent as { headers: { location: string } };
  return headers.location;
}

const open = () => httpClient(`${house.api}/mcp`);

test('all are listed, in pages, with names, schemas and hints', async () => {
  const client = await open();
  const first = await client.listTools({ cursor: undefined } as never);
  const { tools } = first;
  expect(tools.length).toBeGreaterThan(400);
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  const ajv = new Ajv2020({ strict: false });
  for (const { name, description, inputSchema, outputSchema } of tools) {
    expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(description).toMatch(/\w/);
    expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object']);
    expect(JSON.stringify([inputSchema, outputSchema]).length).toBeLessThan(60_000);
    expect([ajv.validateSchema(inputSchema), ajv.validateSchema(outputSchema as object)]).toEqual([true, true]);
  }
  expect(toolNamed(tools, 'bin_get').annotations).toEqual({
    readOnlyHint: true,
    idempotentHint: true,
    destructiveHint: false,
  });
  expect(toolNamed(tools, 'bin_add').annotations).toEqual({ readOnlyHint: false, idempotentHint: false });
  expect(toolNamed(tools, 'bin_delete').annotations).toMatchObject({ destructiveHint: true, idempotentHint: true });
}, 120_000);

test('a page has a bound, and its cursor leads to the next one', async () => {
  const client = await open();
  const page = await client.request({ method: 'tools/list', params: {} });
  expect(page.tools.length).toBeLessThanOrEqual(50);
  expect(JSON.stringify(page).length).toBeLessThan(512 * 1024);
  const next = await client.request({ method: 'tools/list', params: { cursor: page.nextCursor } });
  expect(next.tools[0].name).not.toBe(page.tools[0].name);
  await expect(client.request({ method: 'tools/list', params: { cursor: 'nowhere' } })).rejects.toThrow('cursor');
});

test('records are listed, added, read and deleted', async () => {
  const client = await open();
  await client.listTools();
  const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });

  const some = await call('bin_list', { q: 'binNumber START_WITH B-00', limit: 3 });
  expect(some.structuredContent).toMatchObject({ status: 200, body: { count: 3, hasMore: true } });
  const added = await call('bin_add', { body: { binNumber: 'AGENT-1', location: { id: '1' } } });
  expect(added.structuredContent).toMatchObject({
    status: 204,
    headers: { location: expect.stringMatching(/\/bin\/\d+$/) },
  });
  const location = locationOf(added);
  const id = Number(location.split('/').at(-1));
  expect((await call('bin_get', { id })).structuredContent).toMatchObject({
    status: 200,
    body: { binNumber: 'AGENT-1' },
  });
  expect((await call('bin_delete', { id })).structuredContent).toMatchObject({ status: 204 });
  expect(JSON.parse(textOf(await call('bin_get', { id })))).toMatchObject({ status: 404 });
}, 120_000);

test('records are updated by stdio', async () => {
  const client = await stdioClient(
    [mapping, '--upstream', house.direct, '--auth', authOf(token(0)), '--tools', 'bin.*'],
    'auto',
    process.env as Record<string, string>,
  );
  const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
  const added = await call('bin_add', { body: { binNumber: 'AGENT-3', location: { id: '1' } } });
  const id = Number(locationOf(added).split('/').at(-1));
  const updated = await call('bin_update', { id, body: { memo: '5 < 6 & "7"' } });
  expect(updated.structuredContent).toMatchObject({ status: 204 });
  expect((await call('bin_get', { id })).structuredContent).toMatchObject({
    body: { binNumber: 'AGENT-3', memo: '5 < 6 & "7"' },
  });
}, 120_000);

test('failures are results', async () => {
  const client = await open();
  const missing = await client.callTool({ name: 'bin_get', arguments: { id: 999_999 } });
  expect(missing.isError).toBe(true);
  expect(textOf(missing)).toContain('NONEXISTENT_ID');
  const wrong = await client.callTool({ name: 'bin_add', arguments: { body: { binNumbr: 'x' } } });
  expect(textOf(wrong)).toContain('binNumber');
  expect(problemOf(wrong).status).toBeGreaterThanOrEqual(400);
});

test('a job is begun, watched, and its result read', async () => {
  const client = await open();
  const begun = await client.callTool({
    name: 'bin_add_async',
    arguments: { body: { binNumber: 'AGENT-2', location: { id: '1' } } },
  });
  expect(begun.structuredContent).toMatchObject({ status: 202 });
  const location = locationOf(begun);
  const job = location.split('/').at(-1) as string;
  const { tools } = await client.listTools();
  const named = (path: RegExp) => tools.find(({ description = '' }) => path.test(description))?.name ?? '';
  const status = named(/\/job\/\{job\}\)/);
  await until(async () => {
    const { structuredContent } = await client.callTool({ name: status, arguments: { job } });
    return JSON.stringify(structuredContent).includes('"succeeded"');
  });
  const result = await client.callTool({ name: named(/\/job\/\{job\}\/task\/1\/result\)/), arguments: { job } });
  expect(result.structuredContent).toMatchObject({
    status: 204,
    headers: { location: expect.stringContaining('/bin/') },
  });
}, 120_000);
