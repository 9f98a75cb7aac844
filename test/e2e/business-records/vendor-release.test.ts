// The ten requests of docs/guides/business-records.md over a service in the vendor's style: with our own contract, and with the newest release of the
// vendor's own that is in .cache/vendor.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RELEASES, startVendorRecords, vendorFolder } from '../../peers/vendor.ts';
import { startGateway } from '../gateway.ts';
import { callRest, tutorial } from '../scene.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/business-records.md'), 'utf8');
const newest = RELEASES.at(-1)!;
const place = vendorFolder(newest);
const BASE = '/services/rest/record/v1';

interface Step {
  /** `$7`: the address that request 7 got in `Location` or `Link`. */
  readonly line: string;
  readonly body: unknown;
  readonly headers: Record<string, string>;
  readonly status: number;
}

/** The rows of the table of the guide: `| 1 | `POST /bin` | `{…}` | 204 |`. */
function steps(): Step[] {
  const [, section] = guide.split('### Ten requests\n');
  const rows = section.split('\n#')[0].matchAll(/^\| \d+ \| `(.*?)` \| (?:`(.*?)`)? *\| (\d+).*\|$/gm);
  return Array.from(rows, ([, line, sent = '', status]) => {
    const [request, ...fields] = line.split('; ');
    const headers = Object.fromEntries(fields.map((field) => field.split(': ')));
    return { line: request, body: sent === '' ? undefined : JSON.parse(sent), headers, status: Number(status) };
  });
}

/** `act` gets the origin of a gateway over the service, and what the schemas have refused. */
async function over<T>(
  mapping: string,
  schemas: string | undefined,
  act: (origin: string, log: () => string) => Promise<T>,
): Promise<T> {
  const service = await startVendorRecords(schemas);
  const gateway = await startGateway(join(mapping, 'vendor.yaml'), `${service.origin}/services/Port`);
  try {
    return await act(gateway.origin, () => service.log());
  } finally {
    await gateway.stop();
    await service.stop();
  }
}

/** Statuses as they were, with the bodies of the responses. */
async function run(origin: string) {
  const places: string[] = [''];
  const seen = [];
  for (const { line, body, headers } of steps()) {
    const [method, path] = line.replace(/\$(\d+)/g, (_, i) => places[Number(i)]).split(' ');
    const target = path.startsWith('/services') ? path : `${BASE}${path}`;
    const answer = await callRest(origin, `${method} ${target}`, body, headers, 'manual');
    const next = /<(.*?)>/.exec(answer.headers.get('link') ?? '')?.[1];
    const found = answer.headers.get('location') ?? next;
    places.push(found ? new URL(found, origin).href.slice(origin.length) : '');
    seen.push({ line, status: answer.status, json: answer.json, media: answer.headers.get('content-type') });
  }
  return seen;
}

/** Statuses of the items of a bulk form. */
async function bulk(origin: string, line: string, items?: readonly object[]) {
  const { status, json } = await callRest(origin, line.replace(' /', ` ${BASE}/`), items && { items }, {}, 'manual');
  return [status, json.items.map((item: { readonly status: number }) => item.status)];
}

const lacks = existsSync(join(place, 'vendor.yaml')) ? undefined : `${place} is not there: npm run vendor-contract`;

describe.each([
  ['our own contract', tutorial('business-records'), undefined, undefined],
  [`the vendor's contract of ${newest}`, place, join(place, 'contract'), lacks],
] as const)('the ten requests of the guide, over %s', (_name, mapping, schemas, reason) => {
  it.skipIf(reason)(reason ? `not run: ${reason}` : 'have the statuses that it says', async () => {
    const [seen, log] = await over(mapping, schemas, async (origin, refused) => [await run(origin), refused()]);
    expect(seen.length).toBe(10);
    expect(
      seen.map(({ line, status }) => `${line} ${status}`),
      log,
    ).toEqual(steps().map(({ line, status }) => `${line} ${status}`));
    expect(seen[1].json).toMatchObject({ binNumber: 'A-1', memo: 'by the door' });
    expect(seen[5].json).toMatchObject({ count: 1, totalResults: 1 });
    expect(seen[6].json).toEqual({
      type: expect.any(String),
      title: expect.any(String),
      status: 404,
      'o:errorDetails': [{ detail: 'That record does not exist.', 'o:errorCode': 'NONEXISTENT_ID' }],
    });
    const looks = [seen[1], seen[5], seen[6]].map(({ media }) => media);
    expect(looks).toEqual(
      ['singular', 'collection', 'error'].map((type) => `application/vnd.oracle.resource+json; type=${type}`),
    );
    expect(seen[8].json).toMatchObject({ completed: expect.any(Boolean) });
  });

  it.skipIf(reason)(reason ? `bulk forms are not run: ${reason}` : 'bulk forms have a status for each record', () =>
    over(mapping, schemas, async (origin, log) => {
      const bin = (externalId: string, memo: string) => ({ externalId, memo, binNumber: externalId });
      const added = await bulk(origin, 'POST /bin/!bulk', [bin('V-1', 'a'), bin('V-2', 'b'), bin('V-1', 'c')]);
      expect(added, log()).toEqual([207, [204, 204, 409]]);
      expect(await bulk(origin, 'PUT /bin/!bulk', [bin('V-2', 'd'), bin('V-3', 'e')])).toEqual([207, [204, 204]]);
      expect(await bulk(origin, 'GET /bin/!bulk?id=eid:V-2,eid:V-9')).toEqual([207, [200, 404]]);
      expect(await bulk(origin, 'DELETE /bin/!bulk?id=eid:V-1,eid:V-9')).toEqual([207, [204, 404]]);
    }),
  );
});
