// Proposals of a first table without their "#", in front of a service: what clients get then.
import { expect, test } from 'vitest';
import { liveTable } from './live.ts';

const stations = Array.from({ length: 7 }, (_, i) => ({ id: `s${i}` }));
const idsOf = (body: unknown) => (body as { items: { id: string }[] }).items.map(({ id }) => id);
const window = (from: number, to: number) => stations.slice(from, to).map(({ id }) => id);

interface Paging {
  readonly pageNumber: number;
  readonly pageSize: number;
}

interface Window {
  readonly offset: number;
  readonly limit: number;
}

test.each([
  [
    'in the request itself',
    'GetStations(pageNumber?: int, pageSize?: int) -> station?: Station[], totalCount: int',
    (all: Paging) => all,
    (station: unknown, totalCount: number) => ({ station, totalCount }),
  ],
  [
    'in an object of requests and responses',
    'GetStations(paging?: Paging) -> GetStationsResult: Page',
    ({ paging }: { paging: Paging }) => paging,
    (station: unknown, totalCount: number) => ({
      GetStationsResult: { station, paging: { pageNumber: 1, pageSize: 2, totalCount, hasMore: false } },
    }),
  ],
])('pages by number, %s', async (_, operation, pagingOf, responseOf) => {
  const types = {
    Station: 'id: string',
    Paging: 'pageNumber: int, pageSize: int, totalCount?: int, hasMore?: boolean',
    Page: 'station?: Station[], paging?: Paging',
  };
  const { text, ask } = await liveTable(
    { operations: [operation], types },
    {
      GetStations: (request: never) => {
        const { pageNumber, pageSize } = pagingOf(request) as Paging;
        const [number, size] = [Number(pageNumber), Number(pageSize)];
        return responseOf(stations.slice((number - 1) * size, number * size), stations.length);
      },
    },
  );
  expect(text).toContain('- GET /stations?pageNumber&pageSize: GetStations');
  const first = await ask('GET /stations?limit=3&offset=2');
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  expect(idsOf(first.body)).toEqual(window(2, 5));
  expect(first.body).toMatchObject({ totalCount: 7, hasMore: true });
  expect((await ask('GET /stations?limit=3&offset=5')).body).toMatchObject({ hasMore: false });
});

test.each([
  ['cursor', 'nextCursor', ', hasMore: boolean'],
  ['nextToken', 'nextToken', ''],
  ['bookmark', 'bookmark', ''],
])('pages by %s and %s', async (asked, said, flag) => {
  const { ask } = await liveTable(
    {
      operations: [`ListAlerts(region: string, ${asked}?: string) -> alert?: Alert[], ${said}?: string${flag}`],
      types: { Alert: 'id: string' },
    },
    {
      ListAlerts: (request: Record<string, string>) => {
        const start = Number(request[asked] ?? 0);
        const isLast = start + 3 >= stations.length;
        const more = flag === '' ? {} : { hasMore: !isLast };
        // With a flag, the service says a cursor in its last response too.
        const next = isLast && flag === '' ? {} : { [said]: String(start + 3) };
        return { alert: request.region === 'north' ? stations.slice(start, start + 3) : [], ...next, ...more };
      },
    },
  );
  const { body } = await ask('GET /alerts?region=north&limit=5&offset=1');
  expect(idsOf(body)).toEqual(window(1, 6));
  expect(body).toMatchObject({ hasMore: true });
  const last = await ask('GET /alerts?region=north&limit=5&offset=6');
  expect([idsOf(last.body), (last.body as { hasMore: boolean }).hasMore]).toEqual([window(6, 7), false]);
});

test.each([
  ['offset?: int, limit?: int', 'total: int', (all: Window) => all],
  ['floor?: string, range: Range', 'range: Range', ({ range }: { range: Window }) => range],
])('pages by offset: %s', async (inputs, outputs, windowOf) => {
  const { ask } = await liveTable(
    {
      operations: [`ListRooms(${inputs}) -> room?: Room[], ${outputs}`],
      types: { Room: 'id: string', Range: 'offset: int, limit: int, total?: int' },
    },
    {
      ListRooms: (request: never) => {
        const { offset, limit } = windowOf(request) as Window;
        const [start, count] = [Number(offset), Number(limit)];
        const total = stations.length;
        // It gives no more than four at a time.
        return {
          room: stations.slice(start, start + Math.min(4, count)),
          ...(outputs === 'total: int' ? { total } : { range: { offset: start, limit: count, total } }),
        };
      },
    },
  );
  const { body } = await ask('GET /rooms?limit=5&offset=1');
  expect(idsOf(body)).toEqual(window(1, 6));
  expect(body).toMatchObject({ total: 7, hasMore: true });
  expect((await ask('GET /rooms?offset=6')).body).toMatchObject({ total: 7, hasMore: false, items: [{ id: 's6' }] });
});

test('how many there are is no question, where an object asks for the page', async () => {
  const { text } = await liveTable(
    {
      operations: ['FindUsers(name?: string, paging?: Paging) -> user?: string[], paging?: Paging'],
      types: { Paging: 'offset: int, limit: int, totalRecords?: int' },
    },
    { FindUsers: () => ({}) },
  );
  expect(text).toContain('- GET /users?name&offset&limit: FindUsers\n');
});

test('a job whose operations say a part of its name', async () => {
  let polls = 0;
  const { text, ask } = await liveTable(
    {
      operations: [
        'StartPolicyExport(since: date) -> jobId: string',
        'GetExportStatus(jobId: string) -> status: string, percent?: int',
        'GetExportResult(jobId: string) -> content: string',
        'GetPolicy(policyNumber: string) -> policy: Policy',
      ],
      types: { Policy: 'policyNumber: string' },
    },
    {
      StartPolicyExport: () => ({ jobId: 'j7' }),
      GetExportStatus: ({ jobId }: { jobId: string }) => ({ status: polls++ > 0 ? 'DONE' : jobId, percent: 50 }),
      GetExportResult: ({ jobId }: { jobId: string }) => ({ content: `of ${jobId}` }),
      GetPolicy: () => ({ policy: { policyNumber: '1' } }),
    },
  );
  expect(text).toContain(
    '# jobs: one rule in place of those of StartPolicyExport, GetExportStatus and GetExportResult ',
  );
  const started = await ask('POST /policy-exports', { since: '2030-01-01' });
  expect([started.status, started.headers.get('location')]).toEqual([202, '/policy-exports/j7']);
  const running = await ask('GET /policy-exports/j7');
  expect(running).toMatchObject({ status: 200, body: { state: 'j7', percent: 50 } });
  const done = await ask('GET /policy-exports/j7');
  expect([done.status, done.headers.get('location')]).toEqual([303, '/policy-exports/j7/result']);
  expect(await ask('GET /policy-exports/j7/result')).toMatchObject({ status: 200, body: 'of j7' });
});

test('operations for the state and the result of all jobs are those of one, where one starts', async () => {
  const proposals = async (...starts: string[]) => {
    const { text } = await liveTable(
      {
        operations: [
          ...starts.map((name) => `${name}(since: date) -> jobId: string`),
          'GetJobStatus(jobId: string) -> status: string',
          'GetJobResult(jobId: string) -> content: string',
        ],
      },
      {},
    );
    return text.match(/# jobs: one rule/g)?.length ?? 0;
  };
  expect(await proposals('StartExport')).toBe(1);
  expect(await proposals('StartExport', 'StartImport')).toBe(0);
});

test('a file whose name and type stand beside its content', async () => {
  const file = { fileName: 'Übersicht 7.pdf', mimeType: 'application/pdf', content: btoa('%PDF'), size: 4 };
  const { text, ask } = await liveTable(
    {
      operations: [
        'GetScan(documentId: string) -> GetScanResult: Scan',
        'GetPhotos(documentId: string) -> fileName: string, first: base64Binary, second: base64Binary',
      ],
      types: { Scan: 'fileName?: string, mimeType: string, content: base64Binary, size?: int' },
    },
    {
      GetScan: () => ({ GetScanResult: file }),
      GetPhotos: () => ({ fileName: 'a', first: file.content, second: file.content }),
    },
    (table) => table.replace(/^.*: GetScan\n/m, '').replaceAll(/^ {2}# (- id:| {2})/gm, '  $1'),
  );
  expect(text.match(/# a file: one rule in place of that of (\w+)/g)).toHaveLength(1);
  const path = /"GET (\S+)\{documentId\}(\S*?)", response: \{ media/.exec(text)!;
  const { status, headers, body } = await ask(`GET ${path[1]}7${path[2]}`);
  expect([status, body]).toEqual([200, '%PDF']);
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename=".*bersicht 7.pdf"$/);
});
